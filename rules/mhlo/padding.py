"""Rules for mhlo ops that pad tensors."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...symbolic import Expr, as_expr, ge, maximum
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, table


def pad(op: mhlo.PadOp, ctx: RuleContext) -> Sequence[Shape | None]:
    low, high, interior = map(
        int_values, (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
    )
    exprs = [tuple(map(as_expr, amounts)) for amounts in (low, high, interior)]
    axes = zip(ctx.shape(op.operand), *exprs, strict=True)
    return (tuple(_padded(ctx, *axis) for axis in axes),)


def dynamic_pad(op: mhlo.DynamicPadOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape = ctx.shape(op.operand)
    amounts = [ctx.elements(amount) for amount in op.operands[2:]]
    low, high, interior = ((None,) * len(shape) if a is None else a for a in amounts)
    axes = zip(shape, low, high, interior, strict=True)
    return (tuple(_padded(ctx, *axis) for axis in axes),)


def _padded(
    ctx: RuleContext, size: Expr, low: Expr | None, high: Expr | None, interior: Expr | None
) -> Expr:
    """A negative amount takes elements away; `interior` go between each two neighbours."""
    if low is None or high is None or interior is None:
        return ctx.fresh()
    gaps = size - 1 if ctx.facts.proves(ge(size, 1)) else maximum(size - 1, 0)
    result = size + low + high + (gaps * interior if interior != as_expr(0) else 0)
    ctx.require(ge(result, 0), f"the padded size {result} must not be negative")
    return result


RULES: RuleTable = table(
    OpRule(mhlo.PadOp, shape=pad),
    OpRule(mhlo.DynamicPadOp, shape=dynamic_pad),
)
