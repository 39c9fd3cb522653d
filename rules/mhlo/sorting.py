"""Rules for mhlo.sort and mhlo.topk."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import mhlo
from ...symbolic import as_expr, ge
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, table
from .result_shapes import common_shape


def sort(op: mhlo.SortOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands and results have one shape."""
    return (common_shape(ctx, op.inputs, "sorted tensors"),) * len(op.results)


def topk(op: mhlo.TopkOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, k = ctx.shape(op.operand), op.k.value.data
    ctx.require(ge(shape[-1], k), f"k {k} must not exceed the size {shape[-1]}")
    return ((*shape[:-1], as_expr(k)),) * 2


RULES: RuleTable = table(
    OpRule(mhlo.SortOp, shape=sort),
    OpRule(mhlo.TopkOp, shape=topk),
)
