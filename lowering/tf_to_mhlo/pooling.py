"""tf poolings: `mhlo.reduce_window`, after `mhlo.dynamic_pad` where padding depends on sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import nan, prod

from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64, dense_pairs
from ...dialects.tf.pooling import MeanGradient, Pooling
from ...dialects.types import RankedTensor, element_type_of, tensor_type
from ...rules.tf.pooling import given_windows, pooled
from ...symbolic import Expr, as_expr
from ...symbolic.shapes.windows import Placement, input_gradient_padding, spread
from .builder import Builder, LoweringTable
from .convolution import bind_sizes
from .elementwise import Results, binary
from .formulas import Elements, where
from .padding import pad_with_number
from .pool_places import gradient_at_places, gradient_of_first, with_places
from .reducers import lowest, scalar_body, wide_float
from .sorting import comparing_body


def reduce_window(
    b: Builder,
    value: SSAValue,
    op: type[Operation],
    start: float,
    windows: Sequence[Placement],
) -> SSAValue:
    """`value` combined by `op` in each window, padded with `start`."""
    paddings = [constant_padding(window) for window in windows]
    if None in paddings:
        value = pad_with_number(
            b, value, start, [window.low for window in windows], [window.high for window in windows]
        )
        paddings = [(0, 0)] * len(windows)
    element_type = element_type_of(value)
    new = mhlo.ReduceWindowOp.create(
        operands=[value, b.scalar(start, element_type)],
        result_types=[b.ranked(element_type, [window.count for window in windows])],
        properties={
            "window_dimensions": dense_i64(
                [window.window.constant_value or 1 for window in windows]
            ),
            "window_strides": dense_i64([window.stride for window in windows]),
            "padding": dense_pairs([pair for pair in paddings if pair is not None]),
        },
        regions=[scalar_body(op, element_type)],
    )
    return b.insert(new).results[0]


def max_pool(op: tf.MaxPoolOp | tf.MaxPool3DOp, b: Builder) -> Results:
    value = b.operand(op.operands[0])
    windows = pooled(op, b.analysis, b.shape(value))
    return (reduce_window(b, value, mhlo.MaximumOp, lowest(element_type_of(value)), windows),)


def max_pool_as_given(op: tf.MaxPoolV2Op, b: Builder) -> Results:
    value = b.operand(op.operands[0])
    windows = given_windows(op, b.analysis, b.shape(value))
    if windows is None:
        raise b.fail("ksize and strides must be constant")
    return (reduce_window(b, value, mhlo.MaximumOp, lowest(element_type_of(value)), windows),)


def avg_pool(op: tf.AvgPoolOp | tf.AvgPool3DOp, b: Builder) -> Results:
    """The mean of each window."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    windows = pooled(op, b.analysis, b.shape(value))
    value = b.convert(value, wide_float(type.element_type))
    total = reduce_window(b, value, mhlo.AddOp, 0, windows)
    return (b.convert(divided(b, op, total, windows), type.element_type),)


def divided(b: Builder, op: Pooling, value: SSAValue, windows: Sequence[Placement]) -> SSAValue:
    """`value` over the number of elements, without padding, that each window covers."""
    if all(map(is_unpadded, windows)):
        count = b.splat(prod(op.ksize), tensor_type(value))
    else:
        count = b.broadcast_to_shape(*covered(b, tensor_type(value), windows))
    return binary(b, mhlo.DivideOp, value, count)


def covered(
    b: Builder, type: RankedTensor, windows: Sequence[Placement]
) -> tuple[SSAValue, list[Expr], list[int]]:
    """The element count of each window, its broadcast shape, and the dimensions of the count."""
    axes = [axis for axis, window in enumerate(windows) if window.moves]
    moving = [windows[axis] for axis in axes]
    ones = b.splat(1, b.ranked(type.element_type, [window.size for window in moving]))
    counts = reduce_window(b, ones, mhlo.AddOp, 0, moving)
    return counts, [as_expr(window.count) for window in windows], axes


def constant_padding(window: Placement) -> tuple[int, int] | None:
    """The padding before and after, where both are constants."""
    low, high = window.low.constant_value, window.high.constant_value
    return None if low is None or high is None else (low, high)


def is_unpadded(window: Placement) -> bool:
    return window.low == as_expr(0) and window.high == as_expr(0)


def mean_gradient(op: MeanGradient, b: Builder) -> Results:
    """Each element of the image is in the windows that end at it to those that begin at it."""
    type = b.type(op.results[0])
    image = b.shape_of_type(type)
    bind_sizes(b, image, op.operands[0])
    windows = pooled(op, b.analysis, image)
    value = b.convert(b.operand(op.operands[1]), wide_float(type.element_type))
    low, high = zip(*(input_gradient_padding(b.analysis, w) for w in windows), strict=True)
    strides = [window.stride for window in windows]
    value = pad_with_number(b, divided(b, op, value, windows), 0, low, high, strides)
    none = as_expr(0)
    reverse = [replace(w, stride=1, low=none, high=none, count=w.size) for w in windows]
    return (b.convert(reduce_window(b, value, mhlo.AddOp, 0, reverse), type.element_type),)


def maximum_gradient(op: tf.MaxPoolGradOp, b: Builder) -> Results:
    """`mhlo.select_and_scatter`, between pads and slices where padding depends on sizes."""
    image, _, gradient = map(b.operand, op.operands)
    type, shape = tensor_type(image), b.shape(image)
    windows = pooled(op, b.analysis, shape)
    low, high = [w.low for w in windows], [w.high for w in windows]
    paddings = [pair for pair in map(constant_padding, windows) if pair is not None]
    if len(paddings) < len(windows):
        image = pad_with_number(b, image, lowest(type.element_type), low, high)
        paddings = [(0, 0)] * len(windows)
    new = mhlo.SelectAndScatterOp.create(
        operands=[image, gradient, b.scalar(0, type.element_type)],
        result_types=[image.type],
        properties={
            "window_dimensions": dense_i64(op.ksize),
            "window_strides": dense_i64([window.stride for window in windows]),
            "padding": dense_pairs(paddings),
        },
        regions=[
            comparing_body("GE", [type.element_type] * 2),
            scalar_body(mhlo.AddOp, type.element_type),
        ],
    )
    result = b.insert(new).results[0]
    if result.type == type:
        return (result,)
    limits = [b.facts.simplify(x + size) for x, size in zip(low, shape, strict=True)]
    return (b.slice_all(result, low, limits, [1] * len(shape), shape),)


def shared_maximum_gradient(op: tf.MaxPool3DGradOp, b: Builder) -> Results:
    """Every element that equals the maximum of a window gets the gradient of that window.

    One term for each place in a window: maxima and gradients, spread by the strides.
    """
    image, maxima, gradient = (Elements(b, b.operand(operand)) for operand in op.operands)
    windows = pooled(op, b.analysis, b.shape(image.value))
    strides = [window.stride for window in windows]
    result = image.full(0)
    for place in product(*map(range, op.ksize)):
        low = [as_expr(i) - window.low for i, window in zip(place, windows, strict=True)]
        reach = [spread(b.analysis, w.count, w.stride) for w in windows]
        high = [w.size - x - y for w, x, y in zip(windows, low, reach, strict=True)]
        largest, arriving = (
            Elements(b, pad_with_number(b, value.value, fill, low, high, strides))
            for value, fill in ((maxima, nan), (gradient, 0))
        )
        result = result + where(image.equals(largest), arriving, 0)
    return (result.value,)


LOWERINGS: LoweringTable = {
    tf.MaxPoolOp: max_pool,
    tf.MaxPoolV2Op: max_pool_as_given,
    tf.MaxPoolGradGradOp: gradient_of_first,
    tf.MaxPool3DOp: max_pool,
    tf.AvgPoolOp: avg_pool,
    tf.AvgPool3DOp: avg_pool,
    tf.MaxPoolGradOp: maximum_gradient,
    tf.MaxPoolWithArgmaxOp: with_places,
    tf.MaxPoolGradWithArgmaxOp: gradient_at_places,
    tf.AvgPoolGradOp: mean_gradient,
    tf.MaxPool3DGradOp: shared_maximum_gradient,
    tf.AvgPool3DGradOp: mean_gradient,
}
