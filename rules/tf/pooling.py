"""Rules for tf poolings and their gradients."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import tf
from ...dialects.tf.pooling import MaximumGradient, MeanGradient, Pooling
from ...symbolic import as_expr, ge
from ...symbolic.shapes import Shape, product, same_size
from ...symbolic.shapes.windows import Placement, place
from ..rule import ElementDemand, OpRule, RuleContext
from .ranks import check_shape
from .windows import operand_shapes, padding_along


def pooled(op: Pooling, ctx: RuleContext, image: Shape) -> tuple[Placement, ...]:
    """The placement of the window along each dimension of `image`."""
    return tuple(
        place(ctx, size, op.ksize[axis], op.strides[axis], 1, padding_along(op, axis))
        for axis, size in enumerate(image)
    )


def pooling(op: Pooling, ctx: RuleContext) -> Sequence[Shape | None]:
    (image,) = operand_shapes(op, ctx, 0)
    return (tuple(window.count for window in pooled(op, ctx, image)),)


def check_gradient(op: Pooling, ctx: RuleContext, image: Shape, *pools: Shape) -> None:
    """Demands that `pools` have the shape of what the pooling makes of `image`."""
    for axis, window in enumerate(pooled(op, ctx, image)):
        for pool in pools:
            same_size(ctx, pool[axis], window.count, f"dimension {axis} of windows and gradient")


def mean_gradient(op: MeanGradient, ctx: RuleContext) -> Sequence[Shape | None]:
    (gradient,) = operand_shapes(op, ctx, 1)
    check_shape(op, ctx, 0, len(gradient))
    sizes = ctx.elements(op.operands[0]) or (None,) * len(gradient)
    image = tuple(ctx.fresh() if size is None else size for size in sizes)
    for size in image:
        ctx.require(ge(size, 0), f"the size {size} must not be negative")
    check_gradient(op, ctx, image, gradient)
    return (image,)


def maximum_gradient(
    op: MaximumGradient | tf.MaxPoolGradWithArgmaxOp, ctx: RuleContext
) -> Sequence[Shape | None]:
    image, *pools = operand_shapes(op, ctx, 0, 1, 2)
    check_gradient(op, ctx, image, *pools)
    return (image,)


def with_places(op: tf.MaxPoolWithArgmaxOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Maxima, and where they are, of an image that is not empty."""
    for size in ctx.shape(op.operands[0]):
        ctx.require(ge(size, 1), f"the size {size} of the image must not be 0")
    return (*pooling(op, ctx),) * 2


def places_exist(op: tf.MaxPoolGradWithArgmaxOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Each place is in an image, or in the batch where it counts all images."""
    shape = ctx.shape(op.operands[0])
    size = product(shape if op.include_batch_in_index else shape[1:])
    yield ElementDemand(op.operands[2], "argmax", as_expr(0), [size])


RULES = (
    OpRule(tf.MaxPoolWithArgmaxOp, shape=with_places),
    OpRule(tf.MaxPoolGradWithArgmaxOp, shape=maximum_gradient, elements=places_exist),
    OpRule(tf.MaxPoolOp, shape=pooling),
    OpRule(tf.AvgPoolOp, shape=pooling),
    OpRule(tf.MaxPool3DOp, shape=pooling),
    OpRule(tf.AvgPool3DOp, shape=pooling),
    OpRule(tf.MaxPoolGradOp, shape=maximum_gradient),
    OpRule(tf.AvgPoolGradOp, shape=mean_gradient),
    OpRule(tf.MaxPool3DGradOp, shape=maximum_gradient),
    OpRule(tf.AvgPool3DGradOp, shape=mean_gradient),
)
