"""tf convolutions and their gradients, to `mhlo.convolution`.

Where padding depends on sizes it is `mhlo.dynamic_conv`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import ConvDimensions
from ...dialects.mhlo.dense import dense_bools, dense_i64
from ...dialects.tf.convolution import Convolution
from ...dialects.types import RankedTensor
from ...rules.tf.convolution import convolved, forward_groups, group_count
from ...symbolic import Expr, as_expr
from ...symbolic.shapes import Shape
from ...symbolic.shapes.windows import (
    Placement,
    filter_gradient_padding,
    input_gradient_padding,
    missing,
)
from .builder import Builder, LoweringTable
from .elementwise import Results
from .filters import (
    convolve,
    dimensions,
    exchange_groups,
    extended,
    for_each_channel,
    forward_window,
    in_groups,
    moving_filter,
    where_equal,
)
from .reducers import reduce

InputGradient = (
    tf.Conv2DBackpropInputOp | tf.Conv3DBackpropInputV2Op | tf.DepthwiseConv2dNativeBackpropInputOp
)
FilterGradient = (
    tf.Conv2DBackpropFilterOp
    | tf.Conv3DBackpropFilterV2Op
    | tf.DepthwiseConv2dNativeBackpropFilterOp
)


def convolution(op: Convolution, b: Builder) -> Results:
    image, kernel = map(b.operand, op.operands)
    shape = b.shape(image)
    kernel, windows = moving_filter(op, b, kernel, shape)
    kernel_shape = b.shape(kernel)
    groups = forward_groups(op, b.analysis, shape, kernel_shape)
    if groups.constant_value is None:
        kernel = in_groups(b, kernel, shape[op.channel_axis], groups)
    return forward(op, b, [image, kernel], windows, groups.constant_value or 1)


def forward(
    op: Convolution,
    b: Builder,
    operands: Sequence[SSAValue],
    windows: Sequence[Placement],
    groups: int,
) -> Results:
    """The result of `op`, whose filter moves over the image by `windows`."""
    padding = [(window.low, window.high) for window in windows]
    window = forward_window(windows)
    type = b.type(op.results[0])
    return (convolve(b, operands, type, dimensions(op), padding, window, feature_groups=groups),)


def depthwise(op: tf.DepthwiseConv2dNativeOp, b: Builder) -> Results:
    """A convolution with a group for each channel; a diagonal filter for unknown channels."""
    image, kernel = map(b.operand, op.operands)
    shape = b.shape(image)
    kernel, windows = moving_filter(op, b, kernel, shape)
    kernel, groups = for_each_channel(b, kernel, shape[op.channel_axis])
    return forward(op, b, [image, kernel], windows, groups)


def bind_sizes(b: Builder, shape: Shape, sizes: SSAValue) -> None:
    """Makes each size of `shape` that is not known yet an element of the tf value `sizes`."""
    for place, size in enumerate(shape):
        b.bind(size, b.element(sizes, place))


def _bind_image(op: InputGradient, b: Builder, image: Shape) -> None:
    """The sizes of the image, all of them or the spatial ones, from `input_sizes`."""
    known = b.analysis.elements(op.operands[0])
    if known is not None and len(known) == op.SPATIAL:
        image = tuple(image[axis] for axis in op.spatial_axes)
    bind_sizes(b, image, op.operands[0])


def input_gradient(op: InputGradient, b: Builder) -> Results:
    """The gradient, spread by the strides, convolved with the reversed and transposed filter."""
    kernel, gradient = b.operand(op.operands[1]), b.operand(op.operands[2])
    type = b.type(op.results[0])
    image = b.shape_of_type(type)
    _bind_image(op, b, image)
    kernel, windows = moving_filter(op, b, kernel, image)
    if isinstance(op, tf.DepthwiseConv2dNativeBackpropInputOp):
        kernel, groups = for_each_channel(b, kernel, image[op.channel_axis])
    else:
        groups = group_count(op, b.analysis, image[op.channel_axis], b.shape(kernel)[-2])
    numbers = replace(
        dimensions(op),
        kernel_input_feature_dimension=op.SPATIAL + 1,
        kernel_output_feature_dimension=op.SPATIAL,
    )
    result = convolve(
        b,
        [gradient, exchange_groups(b, kernel, groups)],
        type,
        numbers,
        [input_gradient_padding(b.analysis, window) for window in windows],
        {
            "window_strides": dense_i64([1] * op.SPATIAL),
            "lhs_dilation": dense_i64([window.stride for window in windows]),
            "rhs_dilation": dense_i64([window.dilation for window in windows]),
            "window_reversal": dense_bools([True] * op.SPATIAL),
        },
        feature_groups=groups,
    )
    return (result,)


def filter_gradient(op: FilterGradient, b: Builder) -> Results:
    """The gradient for the filter, whose sizes are those of the result."""
    type = b.type(op.results[0])
    kernel = b.shape_of_type(type)
    bind_sizes(b, kernel, op.operands[1])
    return (gradient_of_filter(op, b, kernel, type),)


def depthwise_filter_gradient(op: tf.DepthwiseConv2dNativeBackpropFilterOp, b: Builder) -> Results:
    """A group for each channel; of unknown channels those outputs of all that are their own."""
    type = b.type(op.results[0])
    kernel = b.shape_of_type(type)
    bind_sizes(b, kernel, op.operands[1])
    *spatial, channels, multiplier = kernel
    inner = as_expr(1) if channels.constant_value else channels
    whole = [*spatial, inner, b.facts.simplify(channels * multiplier)]
    found = gradient_of_filter(op, b, whole, b.ranked(type.element_type, whole))
    if channels.constant_value:
        return (b.reshape(found, type),)
    apart = b.ranked(type.element_type, [*spatial, channels, channels, multiplier])
    own = where_equal(b, b.reshape(found, apart), op.SPATIAL)
    return (b.reshape(reduce(b, own, mhlo.AddOp, 0, [op.SPATIAL]), type),)


def gradient_of_filter(
    op: FilterGradient, b: Builder, kernel: Sequence[Expr], type: RankedTensor
) -> SSAValue:
    """The image convolved with the gradient: sums over the batch, with channels as the batch.

    A filter of no elements has none for a gradient that is padded to have one.
    """
    image, gradient = b.operand(op.operands[0]), b.operand(op.operands[2])
    shape = b.shape(image)
    windows, more = list(convolved(op, b.analysis, shape, tuple(kernel))), dict[int, Expr]()
    for place, window in enumerate(windows):
        if missing(b.analysis, window.window) != as_expr(0):
            axis = op.spatial_axes[place]
            more[axis] = missing(b.analysis, window.count)
            windows[place] = replace(window, count=b.facts.simplify(window.count + more[axis]))
    gradient = extended(b, gradient, more)
    groups = group_count(op, b.analysis, shape[op.channel_axis], kernel[-2])
    spatial = tuple(op.spatial_axes)
    numbers = ConvDimensions(
        input_batch_dimension=op.channel_axis,
        input_feature_dimension=0,
        input_spatial_dimensions=spatial,
        kernel_input_feature_dimension=0,
        kernel_output_feature_dimension=op.channel_axis,
        kernel_spatial_dimensions=spatial,
        output_batch_dimension=op.SPATIAL,
        output_feature_dimension=op.SPATIAL + 1,
        output_spatial_dimensions=tuple(range(op.SPATIAL)),
    )
    return convolve(
        b,
        [image, gradient],
        type,
        numbers,
        [filter_gradient_padding(b.analysis, window) for window in windows],
        {
            "window_strides": dense_i64([window.dilation for window in windows]),
            "rhs_dilation": dense_i64([window.stride for window in windows]),
        },
        batch_groups=groups,
    )


LOWERINGS: LoweringTable = {
    tf.Conv2DOp: convolution,
    tf.Conv3DOp: convolution,
    tf.DepthwiseConv2dNativeOp: depthwise,
    tf.Conv2DBackpropInputOp: input_gradient,
    tf.Conv3DBackpropInputV2Op: input_gradient,
    tf.DepthwiseConv2dNativeBackpropInputOp: input_gradient,
    tf.Conv2DBackpropFilterOp: filter_gradient,
    tf.Conv3DBackpropFilterV2Op: filter_gradient,
    tf.DepthwiseConv2dNativeBackpropFilterOp: depthwise_filter_gradient,
}
