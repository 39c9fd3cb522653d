"""Constants and iota."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dialects import mhlo
from ..arrays import Array, dense_array
from ..kernels import table, tensor_op
from .result_types import element_dtype, sizes_of, static_shape


def constant(op: mhlo.ConstantOp) -> Array:
    return dense_array(op.value)


def iota(shape: Sequence[int], dimension: int, dtype: "np.dtype[Any]") -> Array:
    """0, 1, … along `dimension`, the same along the others."""
    numbers = np.arange(shape[dimension]).astype(dtype)
    aligned = [1] * len(shape)
    aligned[dimension] = -1 if numbers.size else 0
    return np.broadcast_to(numbers.reshape(aligned), shape)


def _iota(op: mhlo.IotaOp) -> Array:
    type_ = op.results[0].type
    return iota(static_shape(type_), op.iota_dimension.value.data, element_dtype(type_))


def _dynamic_iota(op: mhlo.DynamicIotaOp, shape: Array) -> Array:
    dtype = element_dtype(op.results[0].type)
    return iota(sizes_of(shape), op.iota_dimension.value.data, dtype)


KERNELS = table(
    tensor_op(mhlo.ConstantOp, constant),
    tensor_op(mhlo.IotaOp, _iota),
    tensor_op(mhlo.DynamicIotaOp, _dynamic_iota),
)
