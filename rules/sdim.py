"""Rules for the ops of `sdim`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, SSAValue

from ..dialects import sdim
from ..dialects.types import is_tensor
from ..symbolic import Expr, Symbol, eq
from ..symbolic.shapes import Shape
from .rule import OpRule, RuleContext, RuleTable, Value, table


def size(op: sdim.SizeOp, ctx: RuleContext) -> Sequence[Value | None]:
    return ((Symbol(op.symbol.root_reference.data),),)


def tie_shape(op: sdim.TieShapeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The sizes that it names, which are the operand's too.

    Where both types have their sizes, the result's are those that are known from here on; they say
    nothing of the operand.
    """
    if sdim.encoding_of(op.source.type) is not None and _tells_sizes(op.result.type):
        return (None,)
    sizes = tuple(_index_or_fresh(ctx, dim) for dim in op.sizes)
    for size, tied in zip(ctx.shape(op.source), sizes, strict=True):
        ctx.assume(eq(size, tied))
    return (sizes,)


def _tells_sizes(type: Attribute) -> bool:
    return sdim.encoding_of(type) is not None or (is_tensor(type) and type.has_static_shape())


def _index_or_fresh(ctx: RuleContext, value: SSAValue) -> Expr:
    known = ctx.scalar(value)
    return ctx.fresh() if known is None else known


SDIM_RULES: RuleTable = table(
    OpRule(sdim.SizeOp, value=size),
    OpRule(sdim.TieShapeOp, shape=tie_shape),
)
