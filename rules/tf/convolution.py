"""Rules for tf convolutions and their gradients."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.tf.convolution import Convolution
from ...dialects.tf.windows import Windowed
from ...symbolic import Expr, all_of, any_of, as_expr, divides, eq, ge, maximum
from ...symbolic.shapes import ONE, Shape, product, same_size
from ...symbolic.shapes.windows import Placement, place
from ..errors import ShapeError
from ..rule import OpRule, RuleContext
from .sizes import element_sizes
from .windows import operand_shapes, padding_along


def convolved(
    op: Convolution, ctx: RuleContext, image: Shape, kernel: Shape
) -> tuple[Placement, ...]:
    """The placement of a filter of sizes `kernel` along each spatial dimension of `image`."""
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


def with_channels(op: Windowed, batch: Expr, spatial: Sequence[Expr], channels: Expr) -> Shape:
    """A shape in the data format of `op`."""
    if op.channels_last:
        return (batch, *spatial, channels)
    return (batch, channels, *spatial)


def group_count(op: Convolution, ctx: RuleContext, channels: Expr, inner: Expr) -> int:
    """The number of groups of `channels` for a filter over `inner` of them; it must be constant.

    Two constants determine it; otherwise there is one group.
    """
    whole, part = channels.constant_value, inner.constant_value
    if whole is not None and part:
        ctx.require(eq(whole % part, 0), f"{whole} channels must be a multiple of {part}")
        return max(whole // part, 1)
    if channels != inner:
        ctx.require(eq(channels, inner), f"channels {channels} and {inner} must agree")
    return 1


def forward_groups(op: Convolution, ctx: RuleContext, image: Shape, kernel: Shape) -> Expr:
    """The number of groups of a convolution, which may depend on the run; 0 without channels.

    Three spatial dimensions have one group unless two constants say otherwise, as on TensorFlow's
    CPU.
    """
    channels, inner = ctx.facts.simplify(image[op.channel_axis]), ctx.facts.simplify(kernel[-2])
    constant = channels.constant_value is not None and inner.constant_value is not None
    equal = eq(channels, inner)
    if constant or op.SPATIAL > 2 or ctx.facts.proves(equal) or ctx.expect(equal) is not None:
        groups = as_expr(group_count(op, ctx, channels, inner))
    else:
        ctx.require(ge(inner, 1), f"filter depth {inner} must be at least 1")
        ctx.require(divides(inner, channels), f"channels {channels} must be a multiple of {inner}")
        groups = ctx.facts.simplify(channels // inner)
    return groups


def require_groups(ctx: RuleContext, groups: Expr, result: Shape, channels: Expr) -> None:
    """The output `channels` are a multiple of `groups`; of unknown ones where there are results."""
    if groups == ONE:
        return
    positive = ctx.facts.simplify(maximum(groups, 1))
    message = f"{channels} output channels must be a multiple of {groups} groups"
    if positive.constant_value is not None:
        ctx.require(divides(positive, channels), message)
    else:
        empty = any_of(*(eq(size, 0) for size in result))
        ctx.require(any_of(empty, eq(channels % positive, 0)), message)


def require_filter(op: Convolution, ctx: RuleContext, kernel: Shape, *others: Shape) -> None:
    """The filter has input channels, and elements where none of the `others` is empty.

    Three spatial dimensions need a filter that is not empty in any case, as on TensorFlow's CPU.
    """
    ctx.require(ge(kernel[-2], 1), f"filter depth {kernel[-2]} must be at least 1")
    windows, empty = kernel[: op.SPATIAL], [eq(size, 0) for shape in others for size in shape]
    if op.SPATIAL > 2:
        windows, empty = (*windows, kernel[-1]), []
    for size in windows:
        ctx.require(any_of(ge(size, 1), *empty), f"filter size {size} must be at least 1")


def convolution(op: Convolution, ctx: RuleContext) -> Sequence[Shape | None]:
    image, kernel = operand_shapes(op, ctx, 0, 1)
    groups = forward_groups(op, ctx, image, kernel)
    counts = [window.count for window in convolved(op, ctx, image, kernel)]
    result = with_channels(op, image[0], counts, kernel[-1])
    require_groups(ctx, groups, result, kernel[-1])
    require_filter(op, ctx, kernel, image, result)
    return (result,)


def depthwise(op: tf.DepthwiseConv2dNativeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    image, kernel = operand_shapes(op, ctx, 0, 1)
    channels = same_size(ctx, image[op.channel_axis], kernel[2], "channels of image and filter")
    counts = [window.count for window in convolved(op, ctx, image, kernel)]
    return (with_channels(op, image[0], counts, channels * kernel[3]),)


def target_sizes(op: Convolution, ctx: RuleContext, sizes: SSAValue) -> list[Expr] | None:
    """The sizes that an operand gives.

    None where the number of sizes is unknown.
    """
    elements = ctx.elements(sizes)
    if elements is None:
        return None
    return element_sizes(ctx, elements, sizes)


def require_work(op: Convolution, ctx: RuleContext, kernel: Shape, gradient: Shape) -> None:
    """Of the places of the filter, its elements and the output channels of volumes at most one
    number is 0, as TensorFlow's CPU demands.
    """
    if op.SPATIAL > 2:
        sizes = product(gradient[axis] for axis in op.spatial_axes), product(kernel[:-1])
        some = [ge(size, 1) for size in (*sizes, kernel[-1])]
        pairs = [all_of(*some[:i], *some[i + 1 :]) for i in range(3)]
        message = "input, filter and out_backprop of volumes must have elements"
        ctx.require(any_of(*pairs), message)


def input_gradient(op: Convolution, ctx: RuleContext) -> Sequence[Shape | None]:
    """The image whose convolution has the shape of `out_backprop`, from `input_sizes`.

    Those are all of its sizes, or the two spatial ones of a convolution in a plane.
    """
    kernel, gradient = operand_shapes(op, ctx, 1, 2)
    sizes = target_sizes(op, ctx, op.operands[0])
    short = (2,) if isinstance(op, tf.Conv2DBackpropInputOp) else ()
    if sizes is None:
        return (None,)
    _check_count(op, "input_sizes", len(sizes), *short, op.SPATIAL + 2)
    if len(sizes) == op.SPATIAL:
        image = with_channels(op, gradient[0], sizes, kernel[-2])
    else:
        batch = same_size(ctx, sizes[0], gradient[0], "batch of input_sizes and out_backprop")
        image = (batch, *sizes[1:])
    check_gradient(op, ctx, image, kernel, gradient)
    if not isinstance(op, DEPTHWISE):
        ctx.require(ge(kernel[-2], 1), f"filter depth {kernel[-2]} must be at least 1")
    return (image,)


def filter_gradient(op: Convolution, ctx: RuleContext) -> Sequence[Shape | None]:
    """The filter whose convolution has the shape of `out_backprop`."""
    image, gradient = operand_shapes(op, ctx, 0, 2)
    kernel = target_sizes(op, ctx, op.operands[1])
    if kernel is None:
        return (None,)
    _check_count(op, "filter_sizes", len(kernel), op.SPATIAL + 2)
    same_size(ctx, image[0], gradient[0], "batch of input and out_backprop")
    if not isinstance(op, DEPTHWISE):
        ctx.require(ge(kernel[-2], 1), f"filter depth {kernel[-2]} must be at least 1")
    check_gradient(op, ctx, image, tuple(kernel), gradient)
    return (tuple(kernel),)


def _check_count(op: Convolution, name: str, found: int, *needed: int) -> None:
    if found not in needed:
        counts = " or ".join(map(str, needed))
        raise ShapeError(op, f"{name} has {found} entries, needed {counts}")


def check_gradient(
    op: Convolution, ctx: RuleContext, image: Shape, kernel: Shape, gradient: Shape
) -> None:
    """Demands that convolving `image` with `kernel` gives the shape of `gradient`.

    Volumes have no groups on TensorFlow's CPU; a depthwise filter has one for each channel.
    """
    channels, *_, inner, outer = image[op.channel_axis], *kernel
    if isinstance(op, DEPTHWISE):
        same_size(ctx, channels, inner, "channels of image and filter")
        outer = inner * outer
    elif op.SPATIAL > 2:
        same_size(ctx, channels, inner, "channels of image and filter")
    else:
        group_count(op, ctx, channels, inner)
    same_size(ctx, gradient[op.channel_axis], outer, "output channels")
    require_work(op, ctx, kernel, gradient)
    for axis, window in zip(op.spatial_axes, convolved(op, ctx, image, kernel), strict=True):
        same_size(ctx, gradient[axis], window.count, f"dimension {axis} of out_backprop")


DEPTHWISE = (tf.DepthwiseConv2dNativeBackpropInputOp, tf.DepthwiseConv2dNativeBackpropFilterOp)

RULES = (
    OpRule(tf.Conv2DOp, shape=convolution),
    OpRule(tf.Conv3DOp, shape=convolution),
    OpRule(tf.DepthwiseConv2dNativeOp, shape=depthwise),
    OpRule(tf.Conv2DBackpropInputOp, shape=input_gradient),
    OpRule(tf.Conv3DBackpropInputV2Op, shape=input_gradient),
    OpRule(tf.DepthwiseConv2dNativeBackpropInputOp, shape=input_gradient),
    OpRule(tf.Conv2DBackpropFilterOp, shape=filter_gradient),
    OpRule(tf.Conv3DBackpropFilterV2Op, shape=filter_gradient),
    OpRule(tf.DepthwiseConv2dNativeBackpropFilterOp, shape=filter_gradient),
)
