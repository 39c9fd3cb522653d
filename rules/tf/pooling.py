"""Rules for tf poolings and their gradients."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import tf
from ...dialects.tf.pooling import MaximumGradient, MeanGradient, Pooling
from ...symbolic import as_expr, ge
from ...symbolic.shapes import Shape, product, same_shape, same_size
from ...symbolic.shapes.windows import Placement, place
from ..errors import ShapeError
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


def gradient_of_gradient(op: tf.MaxPoolGradGradOp, ctx: RuleContext) -> Sequence[Shape | None]:
    image, pool, gradient = operand_shapes(op, ctx, 0, 1, 2)
    check_gradient(op, ctx, image, pool)
    same_shape(ctx, image, gradient, "image and gradient")
    return (pool,)


def given_windows(
    op: tf.MaxPoolV2Op, ctx: RuleContext, image: Shape
) -> tuple[Placement, ...] | None:
    """The placement of the window along each dimension; None where an operand is not known."""
    sizes, strides = (ctx.constants(op.operands[i]) for i in (1, 2))
    if sizes is None or strides is None:
        return None
    for what, values in (("ksize", sizes), ("strides", strides)):
        if len(values) != len(image) or min(values) < 1 or values[0] != 1:
            found = list(values)
            raise ShapeError(
                op, f"{what} is {found}, needed 1 and {len(image) - 1} positive numbers"
            )
    return tuple(
        place(ctx, size, sizes[axis], strides[axis], 1, op.padding)
        for axis, size in enumerate(image)
    )


def pooling_as_given(op: tf.MaxPoolV2Op, ctx: RuleContext) -> Sequence[Shape | None]:
    (image,) = operand_shapes(op, ctx, 0)
    windows = given_windows(op, ctx, image)
    if windows is None:
        return (tuple(ctx.fresh() for _ in image),)
    return (tuple(window.count for window in windows),)


RULES = (
    OpRule(tf.MaxPoolGradGradOp, shape=gradient_of_gradient),
    OpRule(tf.MaxPoolV2Op, shape=pooling_as_given),
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
