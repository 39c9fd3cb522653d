"""mhlo operations that give the elements of an array another shape or order."""

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import table, tensor_op
from .attributes import integers
from .result_types import sizes_of, static_shape


def _reshape(op: mhlo.ReshapeOp, operand: Array) -> Array:
    return operand.reshape(static_shape(op.results[0].type))


def _dynamic_reshape(_op: mhlo.DynamicReshapeOp, operand: Array, shape: Array) -> Array:
    return operand.reshape(sizes_of(shape))


def _transpose(op: mhlo.TransposeOp, operand: Array) -> Array:
    return operand.transpose(integers(op.permutation))


def _reverse(op: mhlo.ReverseOp, operand: Array) -> Array:
    return np.flip(operand, tuple(integers(op.dimensions)))


KERNELS = table(
    tensor_op(mhlo.ReshapeOp, _reshape),
    tensor_op(mhlo.DynamicReshapeOp, _dynamic_reshape),
    tensor_op(mhlo.TransposeOp, _transpose),
    tensor_op(mhlo.ReverseOp, _reverse),
)
