"""Dimensions that ops name by number, counted from the end where negative; a number out of range is
an error."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation

from .errors import ShapeError


def axis_of(op: Operation, axis: int, rank: int, what: str = "dimension") -> int:
    """`axis` in 0 .. `rank` - 1. Raises ShapeError where it names no dimension."""
    if not -rank <= axis < rank:
        raise ShapeError(op, f"{what} {axis} is out of range for rank {rank}")
    return axis % rank


def axes_of(op: Operation, axes: Iterable[int], rank: int, what: str = "dimension") -> list[int]:
    """`axes`, distinct and in order. Raises ShapeError where one names no dimension or two name the
    same."""
    found = [axis_of(op, axis, rank, what) for axis in axes]
    if len(set(found)) != len(found):
        raise ShapeError(op, f"{what}s {found} must be distinct")
    return sorted(found)
