"""Rules for tf ops that combine pixels with those around them."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.morphology import Dilation, DilationGradient
from ...symbolic import Expr
from ...symbolic.shapes import Shape, ShapeContext, same_shape, same_size
from ...symbolic.shapes.windows import Placement, place
from ..rule import OpRule, RuleContext
from .ranks import shape_of_rank


def dilation(op: Dilation, ctx: RuleContext) -> Sequence[Shape | None]:
    batch, *sizes, channels = shape_of_rank(op, ctx, 0, 4)
    *kernel, depth = shape_of_rank(op, ctx, 1, 3)
    channels = same_size(ctx, channels, depth, "channels of input and filter")
    counts = [window.count for window in dilation_windows(op, ctx, sizes, kernel)]
    return ((batch, *counts, channels),)


def dilation_windows(
    op: Dilation, ctx: ShapeContext, sizes: Sequence[Expr], kernel: Sequence[Expr]
) -> list[Placement]:
    """The placements of the filter along height and width."""
    return [
        place(ctx, size, window, op.strides[axis], op.rates[axis], op.padding)
        for axis, (size, window) in enumerate(zip(sizes, kernel, strict=True), 1)
    ]


def gradient(op: DilationGradient, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape of the image, or of the filter; the gradient has that of the dilated image."""
    dilated = dilation(op, ctx)[0]
    arriving = shape_of_rank(op, ctx, 2, 4)
    assert dilated is not None, "its rank is 4"
    same_shape(ctx, arriving, dilated, "out_backprop and the dilated image")
    place = 0 if isinstance(op, tf.Dilation2DBackpropInputOp) else 1
    return (ctx.shape(op.operands[place]),)


RULES = (
    OpRule(tf.Dilation2DOp, shape=dilation),
    OpRule(tf.Dilation2DBackpropInputOp, shape=gradient),
    OpRule(tf.Dilation2DBackpropFilterOp, shape=gradient),
)
