"""The shape of a tensor as a value, for tensors of unknown rank."""

import numpy as np

from ..dialects.foreign import shape
from .arrays import Array
from .kernels import scalar_op, table, tensor_op


def _shape_of(_op: shape.MeasureOp, operand: Array) -> Array:
    return np.array(operand.shape, dtype=np.int64)


def _num_elements(_op: shape.MeasureOp, extents: Array) -> int:
    return int(np.prod(extents, dtype=np.int64))


SHAPE_KERNELS = table(
    tensor_op(shape.MEASURES["shape_of"], _shape_of),
    scalar_op(shape.MEASURES["num_elements"], _num_elements),
)
