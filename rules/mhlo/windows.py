"""Rules for mhlo ops that reduce or select in sliding windows."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import mhlo
from ...symbolic import as_expr, shapes
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, table
from .window_counts import windowed


def reduce_window(op: mhlo.ReduceWindowOp, ctx: RuleContext) -> Sequence[Shape | None]:
    first = next((o for o in op.inputs if ctx.has_rank(o)), None)
    if first is None:
        return (None,) * len(op.results)
    shape = ctx.shape(first)
    for other in op.inputs:
        if ctx.has_rank(other):
            shape = shapes.same_shape(ctx, shape, ctx.shape(other), "reduced tensors")
    result = tuple(
        windowed(
            ctx,
            size,
            as_expr(dimension.size),
            dimension,
            (as_expr(dimension.padding[0]), as_expr(dimension.padding[1])),
        )
        for size, dimension in zip(shape, op.window, strict=True)
    )
    return (result,) * len(op.results)


def select_and_scatter(op: mhlo.SelectAndScatterOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (ctx.shape(op.operand),)


RULES: RuleTable = table(
    OpRule(mhlo.ReduceWindowOp, shape=reduce_window),
    OpRule(mhlo.SelectAndScatterOp, shape=select_and_scatter),
)
