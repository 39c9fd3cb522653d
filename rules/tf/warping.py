"""Rules for images whose pixels are read at other places."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.warping import Glimpse
from ...symbolic import any_of, as_expr, eq
from ...symbolic.shapes import Shape, same_size
from ..rule import OpRule, RuleContext
from .ranks import check_shape, shape_of_rank
from .sizes import element_size, element_sizes


def projected(op: tf.ImageProjectiveTransformV3Op, ctx: RuleContext) -> Sequence[Shape | None]:
    """Height and width are what `output_shape` holds, at least 1."""
    batch, _, _, channels = shape_of_rank(op, ctx, 0, 4)
    count, numbers = shape_of_rank(op, ctx, 1, 2)
    same_size(ctx, numbers, as_expr(8), "numbers of a transform")
    words = f"there must be one transform or {batch}, there are {count}"
    ctx.require(any_of(eq(count, 1), eq(count, batch)), words)
    check_shape(op, ctx, 2, 2)
    given = ctx.elements(op.operands[2]) or (None, None)
    sides = [element_size(ctx, size, op.operands[2], i, 1) for i, size in enumerate(given)]
    return ((batch, *sides, channels),)


def glimpses(op: Glimpse, ctx: RuleContext) -> Sequence[Shape | None]:
    """Height and width are what `size` holds."""
    batch, _, _, channels = shape_of_rank(op, ctx, 0, 4)
    check_shape(op, ctx, 1, 2)
    places, numbers = shape_of_rank(op, ctx, 2, 2)
    same_size(ctx, numbers, as_expr(2), "numbers of a place")
    batch = same_size(ctx, batch, places, "images and offsets")
    given = ctx.elements(op.operands[1]) or (None, None)
    return ((batch, *element_sizes(ctx, given, op.operands[1]), channels),)


RULES = (
    OpRule(tf.ImageProjectiveTransformV3Op, shape=projected),
    OpRule(tf.ExtractGlimpseOp, shape=glimpses),
    OpRule(tf.ExtractGlimpseV2Op, shape=glimpses),
)
