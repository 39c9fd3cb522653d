"""Rules for tf ops that draw on images."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.drawing import BoxDrawing
from ...symbolic import any_of, as_expr, eq, ge
from ...symbolic.shapes import Shape, same_size
from ..rule import OpRule, RuleContext
from .ranks import shape_of_rank


def drawn(op: BoxDrawing, ctx: RuleContext) -> Sequence[Shape | None]:
    """Gray, or three or four colors; a color has a number for each of them at least."""
    batch, height, width, depth = shape_of_rank(op, ctx, 0, 4)
    images, _, numbers = shape_of_rank(op, ctx, 1, 3)
    batch = same_size(ctx, batch, images, "images and boxes")
    same_size(ctx, numbers, as_expr(4), "numbers of a box")
    ctx.require(any_of(*(eq(depth, n) for n in (1, 3, 4))), f"{depth} channels, needed 1, 3 or 4")
    if isinstance(op, tf.DrawBoundingBoxesV2Op):
        _, channels = shape_of_rank(op, ctx, 2, 2)
        ctx.require(ge(channels, depth), f"colors have {channels} numbers, needed {depth}")
    return ((batch, height, width, depth),)


RULES = (
    OpRule(tf.DrawBoundingBoxesOp, shape=drawn),
    OpRule(tf.DrawBoundingBoxesV2Op, shape=drawn),
)
