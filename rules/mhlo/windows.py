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
    return (places(ctx, shape, op.window),) * len(op.results)


def places(ctx: RuleContext, shape: Shape, window: Sequence[mhlo.WindowDimension]) -> Shape:
    """The number of places of a window along each dimension of `shape`."""
    return tuple(
        windowed(
            ctx,
            size,
            as_expr(dimension.size),
            dimension,
            (as_expr(dimension.padding[0]), as_expr(dimension.padding[1])),
        )
        for size, dimension in zip(shape, window, strict=True)
    )


def select_and_scatter(op: mhlo.SelectAndScatterOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The operand's shape; there is an element of the source for each place of the window."""
    shape = ctx.shape(op.operand)
    if ctx.has_rank(op.source):
        shapes.same_shape(
            ctx,
            ctx.shape(op.source),
            places(ctx, shape, op.window(len(shape))),
            "source and windows",
        )
    return (shape,)


RULES: RuleTable = table(
    OpRule(mhlo.ReduceWindowOp, shape=reduce_window),
    OpRule(mhlo.SelectAndScatterOp, shape=select_and_scatter),
)
