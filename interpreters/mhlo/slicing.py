"""mhlo operations that cut rectangles out of tensors or put them in."""

from collections.abc import Sequence

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import table, tensor_op
from .attributes import integers


def strided_slice(
    operand: Array, starts: Sequence[int], limits: Sequence[int], strides: Sequence[int]
) -> Array:
    """Every `strides`-th element from `starts` up to `limits`; ValueError when out of bounds."""
    for axis, (start, limit, size) in enumerate(zip(starts, limits, operand.shape, strict=True)):
        if strides[axis] < 1:
            raise ValueError(f"the stride {strides[axis]} of dimension {axis} must be at least 1")
        if not 0 <= start <= limit <= size:
            raise ValueError(
                f"the slice {start} to {limit} does not lie inside dimension {axis} of size {size}"
            )
    return operand[tuple(map(slice, starts, limits, strides))]


def clamped_starts(
    starts: Sequence[Array], shape: Sequence[int], sizes: Sequence[int]
) -> list[int]:
    """Start indices moved so that a slice of `sizes` lies inside `shape`."""
    for axis, (size, whole) in enumerate(zip(sizes, shape, strict=True)):
        if size > whole:
            raise ValueError(
                f"a slice of size {size} does not fit dimension {axis} of size {whole}"
            )
    return [
        min(max(int(start), 0), whole - size)
        for start, whole, size in zip(starts, shape, sizes, strict=True)
    ]


def _slice(op: mhlo.SliceOp, operand: Array) -> Array:
    starts, limits = integers(op.start_indices), integers(op.limit_indices)
    return strided_slice(operand, starts, limits, integers(op.strides))


def _real_dynamic_slice(
    _op: mhlo.RealDynamicSliceOp, operand: Array, starts: Array, limits: Array, strides: Array
) -> Array:
    return strided_slice(operand, starts.tolist(), limits.tolist(), strides.tolist())


def _dynamic_slice(op: mhlo.DynamicSliceOp, operand: Array, *starts: Array) -> Array:
    sizes = integers(op.slice_sizes)
    corner = clamped_starts(starts, operand.shape, sizes)
    return operand[tuple(slice(a, a + size) for a, size in zip(corner, sizes, strict=True))]


def _dynamic_update_slice(
    _op: mhlo.DynamicUpdateSliceOp, operand: Array, update: Array, *starts: Array
) -> Array:
    corner = clamped_starts(starts, operand.shape, update.shape)
    result = np.array(operand)
    window = tuple(slice(a, a + size) for a, size in zip(corner, update.shape, strict=True))
    result[window] = update
    return result


KERNELS = table(
    tensor_op(mhlo.SliceOp, _slice),
    tensor_op(mhlo.RealDynamicSliceOp, _real_dynamic_slice),
    tensor_op(mhlo.DynamicSliceOp, _dynamic_slice),
    tensor_op(mhlo.DynamicUpdateSliceOp, _dynamic_update_slice),
)
