"""Rules for mhlo.concatenate."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import mhlo
from ...symbolic import Expr, shapes
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, Value, table


def concatenate(op: mhlo.ConcatenateOp, ctx: RuleContext) -> Sequence[Shape | None]:
    if not all(map(ctx.has_rank, op.val)):
        return (None,)
    return (shapes.concat(ctx, [ctx.shape(o) for o in op.val], op.dimension.value.data),)


def concatenate_value(op: mhlo.ConcatenateOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Rows one after the other; an element that is not known stays unknown."""
    result = list[Expr | None]()
    for operand in op.val:
        part = ctx.elements(operand) if op.dimension.value.data == 0 else None
        if part is None:
            return (None,)
        result += part
    return (tuple(result),)


RULES: RuleTable = table(
    OpRule(mhlo.ConcatenateOp, shape=concatenate, value=concatenate_value),
)
