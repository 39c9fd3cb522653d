"""tf poolings: `mhlo.reduce_window`, after `mhlo.dynamic_pad` where padding depends on sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import bf16, f16, f32
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64, dense_pairs
from ...dialects.tensors import Tensor, element_type_of, tensor_type
from ...rules.tf.windows import constant_padding, is_unpadded, pooled
from ...symbolic import Expr, as_expr
from ...symbolic.shapes.windows import Placement
from .builder import Builder, LoweringTable
from .elementwise import Values, binary
from .reductions import lowest, scalar_body


def pad(
    b: Builder, value: SSAValue, number: float, low: Sequence[Expr], high: Sequence[Expr]
) -> SSAValue:
    """`value` with `number` before and after each dimension."""
    if all(amount == as_expr(0) for amount in (*low, *high)):
        return value
    sizes = [size + x + y for size, x, y in zip(b.shape(value), low, high, strict=True)]
    type = b.ranked(element_type_of(value), [b.facts.simplify(size) for size in sizes])
    fill = b.scalar(number, element_type_of(value))
    known = [[amount.constant_value for amount in amounts] for amounts in (low, high)]
    if all(None not in amounts for amounts in known):
        first, last = [dense_i64([a for a in amounts if a is not None]) for amounts in known]
        return b.create(
            mhlo.PadOp,
            [value, fill],
            type,
            edge_padding_low=first,
            edge_padding_high=last,
            interior_padding=dense_i64([0] * len(sizes)),
        )
    amounts = [b.sizes.shape_tensor(a, b.at) for a in (low, high, [0] * len(sizes))]
    return b.create(mhlo.DynamicPadOp, [value, fill, *amounts], type)


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
        value = pad(
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


def max_pool(op: tf.MaxPoolOp | tf.MaxPool3DOp, b: Builder) -> Values:
    value = b.operand(op.operands[0])
    windows = pooled(op, b.analysis, b.shape(value))
    return (reduce_window(b, value, mhlo.MaximumOp, lowest(element_type_of(value)), windows),)


def avg_pool(op: tf.AvgPoolOp | tf.AvgPool3DOp, b: Builder) -> Values:
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
    b: Builder, type: Tensor, windows: Sequence[Placement]
) -> tuple[SSAValue, list[Expr], list[int]]:
    """How many elements each window covers, its broadcast shape, and the dimensions along which it differs."""
    axes = [axis for axis, window in enumerate(windows) if window.moves]
    moving = [windows[axis] for axis in axes]
    ones = b.splat(1, b.ranked(type.element_type, [window.size for window in moving]))
    counts = reduce_window(b, ones, mhlo.AddOp, 0, moving)
    return counts, [as_expr(window.count) for window in windows], axes


POOLINGS: LoweringTable = {
    tf.MaxPoolOp: max_pool,
    tf.MaxPool3DOp: max_pool,
    tf.AvgPoolOp: avg_pool,
    tf.AvgPool3DOp: avg_pool,
}
