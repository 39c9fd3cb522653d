"""tf convolutions and their gradients, to `mhlo.convolution`.

Where padding depends on sizes it is `mhlo.dynamic_conv`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import ConvDimensionNumbersAttr, ConvDimensions
from ...dialects.mhlo.dense import dense_bools, dense_i64, dense_pairs
from ...dialects.tf.convolution import Convolution
from ...dialects.types import RankedTensor, element_type_of, tensor_type
from ...rules.tf.convolution import convolved, forward_groups, group_count
from ...symbolic import Expr, as_expr, maximum
from ...symbolic.shapes import Shape
from ...symbolic.shapes.windows import (
    Placement,
    filter_gradient_padding,
    input_gradient_padding,
    missing,
    with_elements,
)
from .builder import Builder, LoweringTable, integer
from .elementwise import Results, compare
from .formulas import Elements
from .indices import iota, number
from .padding import pad_with_number

Paddings = Sequence[tuple[Expr, Expr]]


def dimensions(op: Convolution) -> ConvDimensions:
    """Dimension numbers: input and output in the data format of `op`, the filter as HWIO."""
    spatial = tuple(op.spatial_axes)
    return ConvDimensions(
        input_batch_dimension=0,
        input_feature_dimension=op.channel_axis,
        input_spatial_dimensions=spatial,
        kernel_input_feature_dimension=op.SPATIAL,
        kernel_output_feature_dimension=op.SPATIAL + 1,
        kernel_spatial_dimensions=tuple(range(op.SPATIAL)),
        output_batch_dimension=0,
        output_feature_dimension=op.channel_axis,
        output_spatial_dimensions=spatial,
    )


def convolve(
    b: Builder,
    operands: Sequence[SSAValue],
    type: RankedTensor,
    numbers: ConvDimensions,
    padding: Paddings,
    window: Mapping[str, Attribute],
    feature_groups: int = 1,
    batch_groups: int = 1,
) -> SSAValue:
    """A convolution, static if every padding is constant; `window` holds its other properties."""
    properties: dict[str, Attribute] = {
        "dimension_numbers": ConvDimensionNumbersAttr(numbers),
        "feature_group_count": integer(feature_groups),
        "batch_group_count": integer(batch_groups),
        **window,
    }
    amounts = [amount for pair in padding for amount in pair]
    constants = [amount.constant_value for amount in amounts]
    known = [constant for constant in constants if constant is not None]
    if len(known) == len(amounts):
        pairs = list(zip(known[::2], known[1::2], strict=True))
        return b.create(
            mhlo.ConvolutionOp, operands, type, **properties, padding=dense_pairs(pairs)
        )
    tensor = b.sizes.shape_tensor(amounts, b.at)
    return b.create(mhlo.DynamicConvOp, [*operands, tensor], type, **properties)


def forward_window(windows: Sequence[Placement]) -> dict[str, Attribute]:
    return {
        "window_strides": dense_i64([window.stride for window in windows]),
        "rhs_dilation": dense_i64([window.dilation for window in windows]),
    }


def extended(b: Builder, value: SSAValue, more: Mapping[int, Expr]) -> SSAValue:
    """`value` with zeros after its elements, `more[d]` of them along dimension `d`."""
    high = [more.get(axis, as_expr(0)) for axis in range(len(b.shape(value)))]
    return pad_with_number(b, value, 0, [as_expr(0)] * len(high), high)


def moving_filter(
    op: Convolution, b: Builder, kernel: SSAValue, image: Shape
) -> tuple[SSAValue, list[Placement]]:
    """The filter `kernel` and how it moves over `image`, with a zero where it has no elements."""
    shape = b.shape(kernel)
    windows = convolved(op, b.analysis, image, shape)
    more = {axis: missing(b.analysis, size) for axis, size in enumerate(shape[: op.SPATIAL])}
    return extended(b, kernel, more), [with_elements(b.analysis, window) for window in windows]


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


def in_groups(b: Builder, kernel: SSAValue, channels: Expr, groups: Expr) -> SSAValue:
    """`[…, in, out]` as `[…, channels, out]`, zero where input and output are in other groups."""
    *spatial, inner, outer = b.shape(kernel)
    rank = len(spatial)
    places = [*range(rank), rank + 1, rank + 2]
    repeated = b.broadcast_to_shape(kernel, [*spatial, groups, inner, outer], places)
    type = b.ranked(element_type_of(kernel), [*spatial, channels, outer])
    index = b.ranked(i64, [channels, outer])
    group = [
        Elements(b, iota(b, index, axis)) / Elements(b, b.broadcast(number(b, size, i64), index))
        for axis, size in enumerate((inner, outer // maximum(groups, 1)))
    ]
    same = group[0].equals(group[1]).value
    inside = b.broadcast(same, b.ranked(i1, b.shape_of_type(type)), [rank, rank + 1])
    operands = [inside, b.reshape(repeated, type), b.splat(0, type)]
    return b.create(mhlo.SelectOp, operands, type)


def depthwise(op: tf.DepthwiseConv2dNativeOp, b: Builder) -> Results:
    """A convolution with a group for each channel; a diagonal filter for unknown channels."""
    image, kernel = map(b.operand, op.operands)
    shape = b.shape(image)
    kernel, windows = moving_filter(op, b, kernel, shape)
    *spatial, channels, multiplier = b.shape(kernel)
    count = channels.constant_value or shape[op.channel_axis].constant_value
    outer = b.facts.simplify(channels * multiplier)
    inner = as_expr(1)
    if not count:
        kernel, inner = on_diagonal(b, kernel), channels
    kernel = b.reshape(kernel, b.ranked(element_type_of(kernel), [*spatial, inner, outer]))
    return forward(op, b, [image, kernel], windows, count or 1)


def on_diagonal(b: Builder, kernel: SSAValue) -> SSAValue:
    """`[…, c, m]` as `[…, c, c, m]`, zero where the two channels differ."""
    *spatial, channels, multiplier = b.shape(kernel)
    rank = len(spatial) + 3
    target = [*spatial, channels, channels, multiplier]
    spread = b.broadcast_to_shape(kernel, target, [*range(rank - 3), rank - 2, rank - 1])
    index = b.ranked(i64, target)
    same = compare(b, "EQ", iota(b, index, rank - 3), iota(b, index, rank - 2))
    return b.create(
        mhlo.SelectOp, [same, spread, b.splat(0, tensor_type(spread))], tensor_type(spread)
    )


def bind_sizes(b: Builder, shape: Shape, sizes: SSAValue) -> None:
    """Makes each size of `shape` that is not known yet an element of the tf value `sizes`."""
    for place, size in enumerate(shape):
        b.bind(size, b.element(sizes, place))


def input_gradient(op: tf.Conv2DBackpropInputOp, b: Builder) -> Results:
    """The gradient, spread by the strides, convolved with the reversed and transposed filter."""
    kernel, gradient = b.operand(op.operands[1]), b.operand(op.operands[2])
    type = b.type(op.results[0])
    image = b.shape_of_type(type)
    bind_sizes(b, image, op.operands[0])
    kernel, windows = moving_filter(op, b, kernel, image)
    groups = group_count(op, b.analysis, image[op.channel_axis], b.shape(kernel)[2])
    numbers = replace(
        dimensions(op), kernel_input_feature_dimension=3, kernel_output_feature_dimension=2
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


def exchange_groups(b: Builder, kernel: SSAValue, groups: int) -> SSAValue:
    """`[h, w, in, groups * out]` as `[h, w, groups * in, out]`."""
    if groups == 1:
        return kernel
    height, width, inner, outer = b.shape(kernel)
    element_type = element_type_of(kernel)
    part = b.facts.simplify(outer // groups)
    parts = b.ranked(element_type, [height, width, inner, groups, part])
    moved = b.ranked(element_type, [height, width, groups, inner, part])
    exchanged = b.create(
        mhlo.TransposeOp, [b.reshape(kernel, parts)], moved, permutation=dense_i64([0, 1, 3, 2, 4])
    )
    return b.reshape(exchanged, b.ranked(element_type, [height, width, inner * groups, part]))


def filter_gradient(op: tf.Conv2DBackpropFilterOp, b: Builder) -> Results:
    """The image convolved with the gradient: sums over the batch, with channels as the batch.

    A filter of no elements has none for a gradient that is padded to have one.
    """
    image, gradient = b.operand(op.operands[0]), b.operand(op.operands[2])
    type = b.type(op.results[0])
    shape, kernel = b.shape(image), b.shape_of_type(type)
    bind_sizes(b, kernel, op.operands[1])
    windows, more = list(convolved(op, b.analysis, shape, kernel)), dict[int, Expr]()
    for place, window in enumerate(windows):
        if missing(b.analysis, window.window) != as_expr(0):
            axis = op.spatial_axes[place]
            more[axis] = missing(b.analysis, window.count)
            windows[place] = replace(window, count=b.facts.simplify(window.count + more[axis]))
    gradient = extended(b, gradient, more)
    groups = group_count(op, b.analysis, shape[op.channel_axis], kernel[2])
    spatial = tuple(op.spatial_axes)
    numbers = ConvDimensions(
        input_batch_dimension=op.channel_axis,
        input_feature_dimension=0,
        input_spatial_dimensions=spatial,
        kernel_input_feature_dimension=0,
        kernel_output_feature_dimension=op.channel_axis,
        kernel_spatial_dimensions=spatial,
        output_batch_dimension=2,
        output_feature_dimension=3,
        output_spatial_dimensions=(0, 1),
    )
    result = convolve(
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
    return (result,)


LOWERINGS: LoweringTable = {
    tf.Conv2DOp: convolution,
    tf.Conv3DOp: convolution,
    tf.DepthwiseConv2dNativeOp: depthwise,
    tf.Conv2DBackpropInputOp: input_gradient,
    tf.Conv2DBackpropFilterOp: filter_gradient,
}
