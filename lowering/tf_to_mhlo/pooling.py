"""tf poolings: `mhlo.reduce_window`, after `mhlo.dynamic_pad` where padding depends on sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import bf16, f16, f32
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64, dense_pairs
from ...dialects.types import RankedTensor, element_type_of, tensor_type
from ...rules.tf.pooling import pooled
from ...symbolic import Expr, as_expr
from ...symbolic.shapes.windows import Placement
from .builder import Builder, LoweringTable
from .elementwise import Results, binary
from .padding import pad_with_number
from .reducers import lowest, scalar_body


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


def avg_pool(op: tf.AvgPoolOp | tf.AvgPool3DOp, b: Builder) -> Results:
    """The sum in each window over the number of elements, without padding, that it covers."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    windows = pooled(op, b.analysis, b.shape(value))
    if type.element_type in (f16, bf16):
        value = b.convert(value, f32)
    total = reduce_window(b, value, mhlo.AddOp, 0, windows)
    if all(map(is_unpadded, windows)):
        count = b.splat(prod(op.ksize), tensor_type(total))
    else:
        count = b.broadcast_to_shape(*covered(b, tensor_type(total), windows))
    return (b.convert(binary(b, mhlo.DivideOp, total, count), type.element_type),)


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


LOWERINGS: LoweringTable = {
    tf.MaxPoolOp: max_pool,
    tf.MaxPool3DOp: max_pool,
    tf.AvgPoolOp: avg_pool,
    tf.AvgPool3DOp: avg_pool,
}
