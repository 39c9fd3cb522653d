"""The static result shape of Python-like slices, for the verifier of `tf.StridedSlice`."""

from __future__ import annotations

from typing import NamedTuple

from xdsl.ir import Operation

from .static_types import UNKNOWN, verify_error

Bounds = tuple[tuple[int, ...] | None, tuple[int, ...] | None, tuple[int, ...] | None]
"""The entries of begin, end and strides, each None when it is not constant."""


class SliceMasks(NamedTuple):
    """The masks of a strided slice; bit `i` speaks of entry `i` of its bounds."""

    begin: int
    end: int
    ellipsis: int
    new_axis: int
    shrink_axis: int


def sliced_shape(
    op: Operation, shape: tuple[int, ...], count: int, bounds: Bounds, masks: SliceMasks
) -> tuple[int, ...]:
    """
    The shape of a slice with `count` entries of a tensor of `shape`, unknown sizes where bounds are.

    Raises VerifyException, naming `op`, when there are more entries than dimensions or a single entry
    is taken outside its dimension. An ellipsis wins over the other masks, a new dimension over a
    removed one, a removed one over dropped bounds.
    """
    used = sum(not (masks.ellipsis >> i & 1 or masks.new_axis >> i & 1) for i in range(count))
    rank = len(shape)
    if used > rank:
        raise verify_error(op, f"{used} dimensions are sliced, input has rank {rank}")
    result: list[int] = []
    axis = 0
    for i in range(count):
        bit = 1 << i
        if masks.ellipsis & bit:
            result.extend(shape[axis : axis + rank - used])
            axis += rank - used
        elif masks.new_axis & bit:
            result.append(1)
        else:
            size = _entry(op, shape[axis], axis, i, bounds, masks)
            if size is not None:
                result.append(size)
            axis += 1
    return (*result, *shape[axis:])


def _entry(
    op: Operation, size: int, axis: int, i: int, bounds: Bounds, masks: SliceMasks
) -> int | None:
    """The size that entry `i` leaves of dimension `axis`, None when it removes the dimension."""
    begins, ends, strides = bounds
    begin = None if begins is None else begins[i]
    if masks.shrink_axis >> i & 1:
        if size >= 0 and begin is not None and not -size <= begin < size:
            raise verify_error(op, f"entry {begin} of dimension {axis} of size {size} is taken")
        if strides is not None and strides[i] < 0:
            raise verify_error(
                op, f"entry {begin} is taken with stride {strides[i]}, needed at least 1"
            )
        return None
    if strides is None:
        return UNKNOWN
    step = strides[i]
    open_begin, open_end = bool(masks.begin >> i & 1), bool(masks.end >> i & 1)
    end = None if ends is None else ends[i]
    if size < 0 or (begin is None and not open_begin) or (end is None and not open_end):
        return UNKNOWN
    cut = slice(None if open_begin else begin, None if open_end else end, step)
    return len(range(*cut.indices(size)))
