"""Rules for gradients of crops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import tf
from ...symbolic import as_expr, ge
from ...symbolic.shapes import Shape, same_size
from ..rule import ElementDemand, OpRule, RuleContext
from .ranks import check_shape, shape_of_rank
from .sizes import element_size


def images(op: tf.CropAndResizeGradImageOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The sizes that `image_size` gives; neither images nor crops may be empty in height, width."""
    count, height, width, channels = shape_of_rank(op, ctx, 0, 4)
    boxes, corners = shape_of_rank(op, ctx, 1, 2)
    (indices,) = shape_of_rank(op, ctx, 2, 1)
    same_size(ctx, corners, as_expr(4), "numbers of a box")
    same_size(ctx, same_size(ctx, count, boxes, "grads and boxes"), indices, "boxes and box_ind")
    for size in (height, width):
        ctx.require(ge(size, 1), f"grads of size {size} must not be empty")
    check_shape(op, ctx, 3, 4)
    given = ctx.elements(op.operands[3]) or (None,) * 4
    batch, *sides, depth = (
        element_size(ctx, size, op.operands[3], place, int(place in (1, 2)))
        for place, size in enumerate(given)
    )
    return ((batch, *sides, same_size(ctx, depth, channels, "channels of images and grads")),)


def crop_indices(op: tf.CropAndResizeGradImageOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Each box lies in one of the images."""
    yield ElementDemand(op.operands[2], "box_ind", as_expr(0), [(op.operands[3], 0)])


def corners(op: tf.CropAndResizeGradBoxesOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Four numbers for each box; neither images nor crops may be empty in height, width."""
    count, *crop, channels = shape_of_rank(op, ctx, 0, 4)
    _, *sides, depth = shape_of_rank(op, ctx, 1, 4)
    boxes = shape_of_rank(op, ctx, 2, 2)
    (indices,) = shape_of_rank(op, ctx, 3, 1)
    four = same_size(ctx, boxes[1], as_expr(4), "numbers of a box")
    number = same_size(ctx, same_size(ctx, count, boxes[0], "grads and boxes"), indices, "box_ind")
    for size in (*crop, *sides):
        ctx.require(ge(size, 1), f"size {size} of grads or images must not be 0")
    same_size(ctx, depth, channels, "channels of images and grads")
    return ((number, four),)


def indices_of_crops(op: tf.CropAndResizeGradBoxesOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Each box lies in one of the images."""
    images = ctx.shape(op.operands[1])[0]
    yield ElementDemand(op.operands[3], "box_ind", as_expr(0), [images])


RULES = (
    OpRule(tf.CropAndResizeGradImageOp, shape=images, elements=crop_indices),
    OpRule(tf.CropAndResizeGradBoxesOp, shape=corners, elements=indices_of_crops),
)
