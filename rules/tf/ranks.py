"""Checks of the ranks and sizes that ops need of their operands, from types or inferred."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation

from ...symbolic import Expr, eq, shapes
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import RuleContext


def shape_of_rank(op: Operation, ctx: RuleContext, index: int, *ranks: int) -> Shape:
    """The shape of operand `index`. Raises ShapeError where its rank is none of `ranks`."""
    shape = ctx.shape(op.operands[index])
    if len(shape) not in ranks:
        wanted = " or ".join(map(str, ranks))
        raise ShapeError(op, f"operand {index} has rank {len(shape)}, needed {wanted}")
    return shape


def shape_of_least_rank(op: Operation, ctx: RuleContext, index: int, least: int) -> Shape:
    """The shape of operand `index`. Raises ShapeError where its rank is less than `least`."""
    shape = ctx.shape(op.operands[index])
    if len(shape) < least:
        raise ShapeError(op, f"operand {index} has rank {len(shape)}, needed at least {least}")
    return shape


def common_shape(op: Operation, ctx: RuleContext, what: str) -> Shape | None:
    """The one shape that all operands, `what`, have; None where the rank of none is known.

    Raises ShapeError where two ranks differ.
    """
    known = [ctx.shape(o) for o in op.operands if ctx.has_rank(o)]
    if not known:
        return None
    first, *others = known
    for other in others:
        if len(other) != len(first):
            raise ShapeError(op, f"operands have ranks {len(first)} and {len(other)}")
        first = shapes.same_shape(ctx, first, other, what)
    return first


def check_shape(op: Operation, ctx: RuleContext, index: int, *sizes: int | None) -> None:
    """Demands that the shape of operand `index` is `sizes`; a size of None is any size.

    Raises ShapeError where the rank or a constant size is another one.
    """
    if not ctx.has_rank(op.operands[index]):
        return
    shape = shape_of_rank(op, ctx, index, len(sizes))
    for axis, (found, needed) in enumerate(zip(shape, sizes, strict=True)):
        if needed is None:
            continue
        if found.constant_value not in (None, needed):
            raise ShapeError(
                op, f"operand {index} has size {found} in dimension {axis}, needed {needed}"
            )
        message = f"size {found} of operand {index} in dimension {axis} must be {needed}"
        ctx.require(eq(found, needed), message)


def check_least(op: Operation, sizes: Iterable[Expr | None], least: int, what: str) -> None:
    """Raises ShapeError where one of `sizes` is a constant less than `least`."""
    for size in sizes:
        number = None if size is None else size.constant_value
        if number is not None and number < least:
            raise ShapeError(op, f"{what} is {number}, needed at least {least}")
