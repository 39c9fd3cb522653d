"""Shape rules that several families of mhlo ops share."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from ...symbolic import Expr, le, shapes
from ...symbolic.shapes import Shape
from ..rule import RuleContext

ELEMENTWISE_OPERANDS = "elementwise operands"


def common_shape(ctx: RuleContext, values: Sequence[SSAValue], what: str) -> Shape | None:
    """The one shape that `values` have; None where the rank of none of them is known."""
    known = [ctx.shape(value) for value in values if ctx.has_rank(value)]
    if not known:
        return None
    first, *others = known
    for other in others:
        first = shapes.same_shape(ctx, first, other, what)
    return first


def same_shape(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands and the result have one shape."""
    return (common_shape(ctx, op.operands, ELEMENTWISE_OPERANDS),)


def like_first(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    return (ctx.shape(op.operands[0]),)


def declared(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """What the results' types say is all that is known."""
    return (None,) * len(op.results)


def like_second(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    return (ctx.shape(op.operands[1]),)


def part_of(ctx: RuleContext, size: Expr) -> Expr:
    """A new size that is not greater than `size`."""
    part = ctx.fresh()
    ctx.assume(le(part, size))
    return part


def like_operands(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """Each result has the shape of the operand at its place."""
    return tuple(
        ctx.shape(o) if ctx.has_rank(o) else None
        for o, _ in zip(op.operands, op.results, strict=False)
    )
