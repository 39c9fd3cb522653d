"""tf ops that pad tensors: `mhlo.pad`, or `mhlo.dynamic_pad` where amounts depend on sizes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import element_type_of
from ...symbolic import Expr, as_expr, ge, le
from ...symbolic.shapes.windows import spread
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .gathering import take_along
from .indices import along, positions
from .run_time_axes import demand
from .scattering import add_along

PadAmounts = list[tuple[Expr, Expr]]


def amounts_of(
    op: tf.PadOp | tf.PadV2Op | tf.MirrorPadOp | tf.MirrorPadGradOp,
    b: Builder,
    type: TensorType[Attribute],
) -> PadAmounts:
    """The amounts before and after each dimension; binds the sizes of `type`."""
    sizes, sign = b.shape(b.operand(op.operands[0])), -1 if is_gradient(op) else 1
    known = b.analysis.value(op.operands[1])
    if known is None or None in known:
        flat = b.reshape(
            b.operand(op.operands[1]),
            TensorType(element_type_of(op.operands[1]), [2 * len(sizes)]),
        )
        elements = [b.read(flat, i) for i in range(2 * len(sizes))]
    else:
        elements = [e for e in known if isinstance(e, Expr)]
    amounts = list(zip(elements[::2], elements[1::2], strict=True))
    for size, (low, high), target in zip(sizes, amounts, b.shape_of_type(type), strict=True):
        b.bind(target, size + sign * (low + high))
    return amounts


def is_gradient(op: Operation) -> bool:
    """Whether the operand is padded and the result is not."""
    return isinstance(op, tf.MirrorPadGradOp)


def pad(op: tf.PadOp | tf.PadV2Op, b: Builder) -> Results:
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    padded = len(op.operands) == 3
    fill = b.operand(op.operands[2]) if padded else b.scalar(0, type.element_type)
    return (pad_to(b, value, fill, amounts_of(op, b, type), type),)


def pad_to(
    b: Builder, value: SSAValue, fill: SSAValue, amounts: PadAmounts, type: TensorType[Attribute]
) -> SSAValue:
    """`value` with `fill` around it; `type` is the result's."""
    if not amounts:
        return value
    low, high = zip(*amounts, strict=True)
    between = [as_expr(0)] * len(low)
    operands = [b.sizes.shape_tensor(part, b.at) for part in (low, high, between)]
    return b.create(mhlo.DynamicPadOp, [value, fill, *operands], type)


def mirror_pad(op: tf.MirrorPadOp, b: Builder) -> Results:
    """Along each padded dimension the entries at positions that turn round at both ends."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    amounts, target = amounts_of(op, b, type), b.shape_of_type(type)
    border = 1 if op.mode == "SYMMETRIC" else 0
    for axis, (low, high) in enumerate(amounts):
        if low == high == as_expr(0):
            continue
        _test_amounts(b, axis, (low, high), b.shape(value)[axis] - 1 + border)
        place = mirrored_places(b, b.shape(value)[axis], low, target[axis], border)
        value = take_along(b, value, place.value, axis)
    return (value,)


def _test_amounts(b: Builder, axis: int, amounts: Sequence[Expr], most: Expr) -> None:
    """No more is mirrored than there is; paddings that are known were tested before."""
    for i, amount in enumerate(amounts):
        if not b.facts.proves(le(amount, most)):
            demand(b, le(amount, most), f"padding {axis}, {i} is too large")


def mirrored_places(b: Builder, size: Expr, low: Expr, padded: Expr, border: int) -> Elements:
    """For each of `padded` places the one of `size` that is mirrored there, `low` before them."""
    place = positions(b, padded) - along(b, low, padded)
    mirrored = where(place < 0, -place - border, place)
    last = along(b, 2 * size - 2 + border, padded)
    return where(mirrored.compare("GE", along(b, size, padded)), last - mirrored, mirrored)


def mirror_pad_gradient(op: tf.MirrorPadGradOp, b: Builder) -> Results:
    """Along each padded dimension the gradient is added where its entry came from."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    amounts, target = amounts_of(op, b, type), b.shape_of_type(type)
    border = 1 if op.mode == "SYMMETRIC" else 0
    for axis, (low, high) in enumerate(amounts):
        if low == high == as_expr(0):
            continue
        padded, size = b.shape(value)[axis], target[axis]
        place = mirrored_places(b, size, low, padded, border)
        _test_amounts(b, axis, (low, high), size - 1 + border)
        demand(b, ge(size, 1), "the paddings must leave something")
        value = add_along(b, [(place.value, value)], axis, size)
    return (value,)


def pad_with_number(
    b: Builder,
    value: SSAValue,
    number: float,
    low: Sequence[Expr],
    high: Sequence[Expr],
    strides: Sequence[int] | None = None,
) -> SSAValue:
    """`value`, its elements `strides` apart, with `number` before, between and after them.

    A negative amount before or after takes elements away.
    """
    strides = strides or [1] * len(low)
    if all(amount == as_expr(0) for amount in (*low, *high)) and max(strides, default=1) == 1:
        return value
    apart = [spread(b.analysis, size, s) for size, s in zip(b.shape(value), strides, strict=True)]
    sizes = [size + x + y for size, x, y in zip(apart, low, high, strict=True)]
    between = [stride - 1 for stride in strides]
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
            interior_padding=dense_i64(between),
        )
    amounts = [b.sizes.shape_tensor(a, b.at) for a in (low, high, between)]
    return b.create(mhlo.DynamicPadOp, [value, fill, *amounts], type)


LOWERINGS: LoweringTable = {
    tf.PadOp: pad,
    tf.PadV2Op: pad,
    tf.MirrorPadOp: mirror_pad,
    tf.MirrorPadGradOp: mirror_pad_gradient,
}
