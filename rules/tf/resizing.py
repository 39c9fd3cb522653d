"""Rules for tf ops that resize or crop images, and for gradients of resizing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation, SSAValue

from ...dialects import tf
from ...symbolic import Expr, as_expr, ge
from ...symbolic.shapes import Shape, same_size
from ..rule import ElementDemand, OpRule, RuleContext
from .ranks import check_shape, shape_of_rank
from .sizes import element_size


def image_shape(op: Operation, ctx: RuleContext, index: int) -> Shape:
    """The shape of operand `index`, images that must not be empty."""
    shape = shape_of_rank(op, ctx, index, 4)
    for size in shape[1:3]:
        ctx.require(ge(size, 1), f"images of size {size} must not be empty")
    return shape


def height_and_width(op: Operation, ctx: RuleContext, value: SSAValue) -> list[Expr]:
    """The two sizes that `value` holds, at least 1 each."""
    sizes = ctx.elements(value) or (None, None)
    return [element_size(ctx, size, value, place, 1) for place, size in enumerate(sizes)]


def resize(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """Height and width as `size` says; neither images nor results may be empty in them."""
    batch, _, _, channels = image_shape(op, ctx, 0)
    ctx.require(ge(channels, 1), f"the number of channels, {channels}, must be at least 1")
    check_shape(op, ctx, 1, 2)
    return ((batch, *height_and_width(op, ctx, op.operands[1]), channels),)


def scale_and_translate(op: tf.ScaleAndTranslateOp, ctx: RuleContext) -> Sequence[Shape | None]:
    for index in (2, 3):
        check_shape(op, ctx, index, 2)
    return resize(op, ctx)


def original(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape of the original images, those of the gradients but for height and width."""
    gradients, image = image_shape(op, ctx, 0), image_shape(op, ctx, 1)
    batch, channels = (
        same_size(ctx, gradients[axis], image[axis], f"{what} of gradients and images")
        for axis, what in ((0, "batch"), (3, "channels"))
    )
    return ((batch, *image[1:3], channels),)


def crops(op: tf.CropAndResizeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A crop for each box."""
    *_, channels = image_shape(op, ctx, 0)
    boxes, corners = shape_of_rank(op, ctx, 1, 2)
    (indices,) = shape_of_rank(op, ctx, 2, 1)
    same_size(ctx, corners, as_expr(4), "numbers of a box")
    check_shape(op, ctx, 3, 2)
    count = same_size(ctx, boxes, indices, "boxes and box_ind")
    return ((count, *height_and_width(op, ctx, op.operands[3]), channels),)


def crop_indices(op: tf.CropAndResizeOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Each box lies in one of the images."""
    images = image_shape(op, ctx, 0)[0]
    yield ElementDemand(op.operands[2], "box_ind", as_expr(0), [images])


RULES = (
    OpRule(tf.ResizeBilinearOp, shape=resize),
    OpRule(tf.ResizeNearestNeighborOp, shape=resize),
    OpRule(tf.ResizeBicubicOp, shape=resize),
    OpRule(tf.ResizeAreaOp, shape=resize),
    OpRule(tf.ScaleAndTranslateOp, shape=scale_and_translate),
    OpRule(tf.ResizeBilinearGradOp, shape=original),
    OpRule(tf.ResizeBicubicGradOp, shape=original),
    OpRule(tf.ResizeNearestNeighborGradOp, shape=resize),
    OpRule(tf.ScaleAndTranslateGradOp, shape=original),
    OpRule(tf.CropAndResizeOp, shape=crops, elements=crop_indices),
)
