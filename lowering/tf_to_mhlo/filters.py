"""What convolutions and their gradients are built with: filters, groups, paddings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo
from ...dialects.mhlo import ConvDimensionNumbersAttr, ConvDimensions
from ...dialects.mhlo.dense import dense_i64, dense_pairs
from ...dialects.tf.convolution import Convolution
from ...dialects.types import RankedTensor, element_type_of, tensor_type
from ...rules.tf.convolution import convolved
from ...symbolic import Expr, as_expr, maximum
from ...symbolic.shapes import Shape
from ...symbolic.shapes.windows import (
    Placement,
    missing,
    with_elements,
)
from .builder import Builder, integer
from .elementwise import compare
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


def for_each_channel(b: Builder, kernel: SSAValue, image_channels: Expr) -> tuple[SSAValue, int]:
    """The filter of a convolution that is depthwise by `[…, c, m]`, and its number of groups."""
    *spatial, channels, multiplier = b.shape(kernel)
    count = channels.constant_value or image_channels.constant_value
    outer = b.facts.simplify(channels * multiplier)
    inner = as_expr(1)
    if not count:
        kernel, inner = on_diagonal(b, kernel), channels
    kernel = b.reshape(kernel, b.ranked(element_type_of(kernel), [*spatial, inner, outer]))
    return kernel, count or 1


def on_diagonal(b: Builder, kernel: SSAValue) -> SSAValue:
    """`[…, c, m]` as `[…, c, c, m]`, zero where the two channels differ."""
    *spatial, channels, multiplier = b.shape(kernel)
    rank = len(spatial)
    target = [*spatial, channels, channels, multiplier]
    spread = b.broadcast_to_shape(kernel, target, [*range(rank), rank + 1, rank + 2])
    return where_equal(b, spread, rank)


def where_equal(b: Builder, value: SSAValue, axis: int) -> SSAValue:
    """`value` where the positions along `axis` and the next dimension are equal, else 0."""
    type = tensor_type(value)
    index = b.ranked(i64, b.shape(value))
    same = compare(b, "EQ", iota(b, index, axis), iota(b, index, axis + 1))
    return b.create(mhlo.SelectOp, [same, value, b.splat(0, type)], type)


def exchange_groups(b: Builder, kernel: SSAValue, groups: int) -> SSAValue:
    """`[…, in, groups * out]` as `[…, groups * in, out]`."""
    if groups == 1:
        return kernel
    *spatial, inner, outer = b.shape(kernel)
    rank, element_type = len(spatial), element_type_of(kernel)
    part = b.facts.simplify(outer // groups)
    parts = b.ranked(element_type, [*spatial, inner, groups, part])
    moved = b.ranked(element_type, [*spatial, groups, inner, part])
    order = [*range(rank), rank + 1, rank, rank + 2]
    exchanged = b.transpose(b.reshape(kernel, parts), order, moved)
    return b.reshape(exchanged, b.ranked(element_type, [*spatial, inner * groups, part]))
