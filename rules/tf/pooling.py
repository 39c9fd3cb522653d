"""Rules for tf poolings and their gradients."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.pooling import MaximumGradient, MeanGradient, Pooling
from ...symbolic import ge
from ...symbolic.shapes import Shape, same_size
from ...symbolic.shapes.windows import Placement, place
from ..rule import OpRule, RuleContext
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


def maximum_gradient(op: MaximumGradient, ctx: RuleContext) -> Sequence[Shape | None]:
    image, *pools = operand_shapes(op, ctx, 0, 1, 2)
    check_gradient(op, ctx, image, *pools)
    return (image,)


RULES = (
    OpRule(tf.MaxPoolOp, shape=pooling),
    OpRule(tf.AvgPoolOp, shape=pooling),
    OpRule(tf.MaxPool3DOp, shape=pooling),
    OpRule(tf.AvgPool3DOp, shape=pooling),
    OpRule(tf.MaxPoolGradOp, shape=maximum_gradient),
    OpRule(tf.AvgPoolGradOp, shape=mean_gradient),
    OpRule(tf.MaxPool3DGradOp, shape=maximum_gradient),
    OpRule(tf.AvgPool3DGradOp, shape=mean_gradient),
)
