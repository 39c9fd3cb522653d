"""The shape of a tensor as a value, for tensors of unknown rank."""

import numpy as np

from ..dialects.foreign import shape
from .arrays import Array
from .kernels import scalar_op, table, tensor_op


def _shape_of(_op: shape.ShapeOfOp, operand: Array) -> Array:
    return np.array(operand.shape, dtype=np.int64)


def _num_elements(_op: shape.NumElementsOp, extents: Array) -> int:
    return int(np.prod(extents, dtype=np.int64))


SHAPE_KERNELS = table(
    tensor_op(shape.ShapeOfOp, _shape_of),
    scalar_op(shape.NumElementsOp, _num_elements),
)
