"""Batch normalisation: every dimension but the feature dimension is averaged over."""

from collections.abc import Sequence

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import general_op, table, tensor_op


def _along(vector: Array, rank: int, axis: int) -> Array:
    """A vector over the features, so that it broadcasts against the operand."""
    aligned = [1] * rank
    aligned[axis] = -1 if vector.size else 0
    return vector.reshape(aligned).astype(np.float64)


def _others(rank: int, axis: int) -> tuple[int, ...]:
    return tuple(other for other in range(rank) if other != axis)


def _normalize(operand: Array, vectors: Sequence[Array], epsilon: float, axis: int) -> Array:
    scale, offset, mean, variance = (_along(vector, operand.ndim, axis) for vector in vectors)
    result = (operand - mean) / np.sqrt(variance + epsilon) * scale + offset
    return result.astype(operand.dtype)


def _inference(op: mhlo.BatchNormInferenceOp, operand: Array, *vectors: Array) -> Array:
    return _normalize(operand, vectors, op.epsilon.value.data, op.feature_index.value.data)


def _training(
    _interpreter: Interpreter, op: mhlo.BatchNormTrainingOp, args: PythonValues
) -> PythonValues:
    operand, scale, offset = args
    axis = op.feature_index.value.data
    others = _others(operand.ndim, axis)
    mean = operand.mean(axis=others, dtype=np.float64)
    variance = operand.var(axis=others, dtype=np.float64)
    vectors = scale, offset, mean, variance
    result = _normalize(operand, vectors, op.epsilon.value.data, axis)
    return result, mean.astype(operand.dtype), variance.astype(operand.dtype)


def _gradient(
    _interpreter: Interpreter, op: mhlo.BatchNormGradOp, args: PythonValues
) -> PythonValues:
    operand, scale, mean, variance, grad_output = args
    axis = op.feature_index.value.data
    others = _others(operand.ndim, axis)
    factor, center, spread = (_along(v, operand.ndim, axis) for v in (scale, mean, variance))
    deviation = np.sqrt(spread + op.epsilon.value.data)
    normal = (operand - center) / deviation
    grad_offset = grad_output.sum(axis=others, dtype=np.float64)
    grad_scale = (grad_output * normal).sum(axis=others, dtype=np.float64)
    count = operand.size // max(operand.shape[axis], 1)
    sums = _along(grad_offset, operand.ndim, axis) + _along(grad_scale, operand.ndim, axis) * normal
    grad_operand = factor / deviation * (grad_output - sums / max(count, 1))
    results = grad_operand, grad_scale, grad_offset
    return tuple(result.astype(operand.dtype) for result in results)


KERNELS = table(
    tensor_op(mhlo.BatchNormInferenceOp, _inference),
    general_op(mhlo.BatchNormTrainingOp, _training),
    general_op(mhlo.BatchNormGradOp, _gradient),
)
