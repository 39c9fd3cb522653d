"""Rules for tf ops that combine pixels with those around them."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...symbolic import Expr
from ...symbolic.shapes import Shape, ShapeContext, same_size
from ...symbolic.shapes.windows import Placement, place
from ..rule import OpRule, RuleContext
from .ranks import shape_of_rank


def dilation(op: tf.Dilation2DOp, ctx: RuleContext) -> Sequence[Shape | None]:
    batch, *sizes, channels = shape_of_rank(op, ctx, 0, 4)
    *kernel, depth = shape_of_rank(op, ctx, 1, 3)
    channels = same_size(ctx, channels, depth, "channels of input and filter")
    counts = [window.count for window in dilation_windows(op, ctx, sizes, kernel)]
    return ((batch, *counts, channels),)


def dilation_windows(
    op: tf.Dilation2DOp, ctx: ShapeContext, sizes: Sequence[Expr], kernel: Sequence[Expr]
) -> list[Placement]:
    """The placements of the filter along height and width."""
    return [
        place(ctx, size, window, op.strides[axis], op.rates[axis], op.padding)
        for axis, (size, window) in enumerate(zip(sizes, kernel, strict=True), 1)
    ]


RULES = (OpRule(tf.Dilation2DOp, shape=dilation),)
