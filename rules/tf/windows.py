"""Rules for tf convolutions and poolings."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.tf.convolution import Convolution, Pooling, Windowed
from ...symbolic import Expr, as_expr, eq
from ...symbolic.shapes import Shape, same_size
from ...symbolic.shapes.windows import Placement, WindowPadding, place
from ..rule import OpRule, RuleContext, RuleTable, table
from .ranks import shape_of_rank


def operand_shapes(op: Windowed, ctx: RuleContext, *indices: int) -> list[Shape]:
    """The shapes of operands that have batch, channel and spatial dimensions, as filters have too."""
    return [shape_of_rank(op, ctx, index, op.SPATIAL + 2) for index in indices]


def padding_along(op: Windowed, axis: int) -> WindowPadding:
    """The padding of `op` along dimension `axis` of its input."""
    if op.padding != "EXPLICIT":
        return op.padding
    low, high = op.explicit_paddings[2 * axis : 2 * axis + 2]
    return low, high


def convolved(
    op: Convolution, ctx: RuleContext, image: Shape, kernel: Shape
) -> tuple[Placement, ...]:
    """How the filter of sizes `kernel` stands along each spatial dimension of `image`."""
    return tuple(
        place(
            ctx,
            image[axis],
            window,
            op.strides[axis],
            op.window_dilations[axis],
            padding_along(op, axis),
        )
        for axis, window in zip(op.spatial_axes, kernel, strict=False)
    )


def pooled(op: Pooling, ctx: RuleContext, image: Shape) -> tuple[Placement, ...]:
    """How the window stands along each dimension of `image`."""
    return tuple(
        place(ctx, size, op.ksize[axis], op.strides[axis], 1, padding_along(op, axis))
        for axis, size in enumerate(image)
    )


def with_channels(op: Windowed, batch: Expr, spatial: Sequence[Expr], channels: Expr) -> Shape:
    """A shape in the data format of `op`."""
    if op.channels_last:
        return (batch, *spatial, channels)
    return (batch, channels, *spatial)


def group_count(op: Convolution, ctx: RuleContext, channels: Expr, inner: Expr) -> int:
    """How many groups a filter over `inner` channels makes of `channels`; demands a constant number of them.

    Groups are told from constants. Where those are missing there is one group.
    """
    whole, part = channels.constant_value, inner.constant_value
    if whole is not None and part:
        ctx.require(eq(whole % part, 0), f"{whole} channels must be a multiple of {part}")
        return max(whole // part, 1)
    if channels != inner:
        ctx.require(eq(channels, inner), f"channels {channels} and {inner} must agree")
    return 1


def convolution(op: Convolution, ctx: RuleContext) -> Sequence[Shape | None]:
    image, kernel = operand_shapes(op, ctx, 0, 1)
    groups = group_count(op, ctx, image[op.channel_axis], kernel[-2])
    if groups > 1:
        words = f"{kernel[-1]} output channels must be a multiple of {groups} groups"
        ctx.require(eq(kernel[-1] % groups, 0), words)
    counts = [window.count for window in convolved(op, ctx, image, kernel)]
    return (with_channels(op, image[0], counts, kernel[-1]),)


def depthwise(op: tf.DepthwiseConv2dNativeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    image, kernel = operand_shapes(op, ctx, 0, 1)
    channels = same_size(ctx, image[op.channel_axis], kernel[2], "channels of image and filter")
    counts = [window.count for window in convolved(op, ctx, image, kernel)]
    return (with_channels(op, image[0], counts, channels * kernel[3]),)


def target_sizes(op: Convolution, ctx: RuleContext, sizes: SSAValue) -> list[Expr] | None:
    """The sizes that an operand gives, a new symbol for one that is not known; None where even their number is not."""
    elements = ctx.elements(sizes)
    if elements is None:
        return None
    return [ctx.fresh() if size is None else size for size in elements]


def input_gradient(op: tf.Conv2DBackpropInputOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The image of which `out_backprop` is the convolution's shape; `input_sizes` may give two or four sizes."""
    kernel, gradient = operand_shapes(op, ctx, 1, 2)
    sizes = target_sizes(op, ctx, op.operands[0])
    if sizes is None or len(sizes) not in (2, 4):
        return (None,)
    if len(sizes) == 2:
        image = with_channels(op, gradient[0], sizes, kernel[2])
    else:
        batch = same_size(ctx, sizes[0], gradient[0], "batch of input_sizes and out_backprop")
        image = (batch, *sizes[1:])
    check_gradient(op, ctx, image, kernel, gradient)
    return (image,)


def filter_gradient(op: tf.Conv2DBackpropFilterOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The filter of which `out_backprop` is the convolution's shape."""
    image, gradient = operand_shapes(op, ctx, 0, 2)
    kernel = target_sizes(op, ctx, op.operands[1])
    if kernel is None or len(kernel) != 4:
        return (None,)
    same_size(ctx, image[0], gradient[0], "batch of input and out_backprop")
    check_gradient(op, ctx, image, tuple(kernel), gradient)
    return (tuple(kernel),)


def check_gradient(
    op: Convolution, ctx: RuleContext, image: Shape, kernel: Shape, gradient: Shape
) -> None:
    """Demands that convolving `image` with `kernel` gives the shape of `gradient`."""
    group_count(op, ctx, image[op.channel_axis], kernel[2])
    same_size(ctx, gradient[op.channel_axis], kernel[3], "output channels")
    for axis, window in zip(op.spatial_axes, convolved(op, ctx, image, kernel), strict=True):
        same_size(ctx, gradient[axis], window.count, f"dimension {axis} of out_backprop")


def pooling(op: Pooling, ctx: RuleContext) -> Sequence[Shape | None]:
    (image,) = operand_shapes(op, ctx, 0)
    return (tuple(window.count for window in pooled(op, ctx, image)),)


def constant_padding(window: Placement) -> tuple[int, int] | None:
    """The padding before and after, where both are constants."""
    low, high = window.low.constant_value, window.high.constant_value
    return None if low is None or high is None else (low, high)


def is_unpadded(window: Placement) -> bool:
    return window.low == as_expr(0) and window.high == as_expr(0)


WINDOW_RULES: RuleTable = table(
    OpRule(tf.Conv2DOp, shape=convolution),
    OpRule(tf.Conv3DOp, shape=convolution),
    OpRule(tf.DepthwiseConv2dNativeOp, shape=depthwise),
    OpRule(tf.Conv2DBackpropInputOp, shape=input_gradient),
    OpRule(tf.Conv2DBackpropFilterOp, shape=filter_gradient),
    OpRule(tf.MaxPoolOp, shape=pooling),
    OpRule(tf.AvgPoolOp, shape=pooling),
    OpRule(tf.MaxPool3DOp, shape=pooling),
    OpRule(tf.AvgPool3DOp, shape=pooling),
)
