"""Dimensions that ops name by number, counted from the end where negative; a number out of range is
an error."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation

from ..symbolic import Expr, Predicate, all_of, any_of, eq, ge, lt
from .errors import ShapeError
from .rule import RuleContext


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


def require_axis(ctx: RuleContext, axis: Expr, rank: int, what: str = "dimension") -> None:
    """Demands that `axis` names a dimension."""
    in_range = all_of(ge(axis, -rank), lt(axis, rank))
    ctx.require(in_range, f"{what} {axis} must be in range for rank {rank}")


def names(axis: Expr, dimension: int, rank: int) -> Predicate:
    """Whether `axis`, which may count from the end, is `dimension`."""
    return any_of(eq(axis, dimension), eq(axis, dimension - rank))
