"""tf ops that make tensors from numbers: ranges, fills, one-hot vectors."""

from __future__ import annotations

from xdsl.dialects.builtin import AnyFloat, TensorType, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of, is_float
from ...rules.tf.constants import direction, range_size
from ...symbolic import Expr, maximum
from ...symbolic.shapes import ceil_div
from .builder import Builder, LoweringTable, integer
from .elementwise import Results, binary, compare
from .formulas import Elements, where
from .indices import iota
from .reshaping import broadcast
from .value_checks import check_not_negative


def range_(op: tf.RangeOp, b: Builder) -> Results:
    """start + delta * [0, 1, 2, …]."""
    type = b.type(op.results[0])
    start, limit, delta = map(b.operand, op.operands)
    (size,) = b.shape_of_type(type)
    if b.sizes.has(size):
        if range_size(op, b.analysis) is None:
            b.bind(size, b.read(run_time_count(op, b, start, limit, delta)))
    elif direction(op, b.analysis):
        count_in_code(op, b, size)
    if b.sizes.has(size):
        count = iota(b, type, 0)
    else:
        count = b.create(
            mhlo.DynamicIotaOp,
            [run_time_count(op, b, start, limit, delta)],
            type,
            iota_dimension=integer(0),
        )
        b.sizes.offer(count)
    return (affine(b, count, start, delta, type),)


def affine(
    b: Builder, count: SSAValue, start: SSAValue, delta: SSAValue, type: TensorType[Attribute]
) -> SSAValue:
    """start + delta * count, without what does nothing."""
    if not is_number(delta, 1):
        count = binary(b, mhlo.MultiplyOp, count, b.broadcast(delta, type))
    if not is_number(start, 0):
        count = binary(b, mhlo.AddOp, count, b.broadcast(start, type))
    return count


def is_number(value: SSAValue, number: int) -> bool:
    """Whether `value` is the scalar constant `number`."""
    owner = value.owner
    if not isinstance(owner, mhlo.ConstantOp):
        return False
    values = list(getattr(owner.value, "get_values", tuple)())
    return values == [number]


def count_in_code(op: tf.RangeOp, b: Builder, size: Expr) -> None:
    """Makes `size` readable as ceil((limit - start) / delta), at least 0, where that is computed
    with indices: of integers whose step is a constant."""
    step = None if is_float(element_type_of(op.operands[2])) else b.analysis.scalar(op.operands[2])
    number = None if step is None else step.constant_value
    if not number:
        return
    start, limit = (b.element(value) for value in op.operands[:2])
    length = limit - start if number > 0 else start - limit
    b.bind(size, maximum(ceil_div(length, abs(number)), 0))


def run_time_count(
    op: tf.RangeOp, b: Builder, start: SSAValue, limit: SSAValue, delta: SSAValue
) -> SSAValue:
    """ceil((limit - start) / delta), at least 0, as a shape of rank 1."""
    what = "limit - start in the direction of delta"
    length = binary(b, mhlo.SubtractOp, limit, start)
    if isinstance(element_type_of(start), AnyFloat):
        ratio = binary(b, mhlo.DivideOp, length, delta)
        check_not_negative(ratio, op, what, b)
        steps = b.create(mhlo.CeilOp, [ratio], length.type)
        steps = b.convert(steps, i64)
    else:
        length, delta = b.convert(length, i64), b.convert(delta, i64)
        if not direction(op, b.analysis) and b.value_checks:
            check_not_negative(binary(b, mhlo.MultiplyOp, length, delta), op, what, b)
        steps = binary(b, mhlo.DivideOp, length, delta)
        rest = binary(b, mhlo.SubtractOp, length, binary(b, mhlo.MultiplyOp, steps, delta))
        zero = b.scalar(0, i64)
        uneven = compare(b, "NE", rest, zero)
        forward = compare(b, "EQ", compare(b, "LT", rest, zero), compare(b, "LT", delta, zero))
        more = binary(b, mhlo.AddOp, steps, b.scalar(1, i64))
        both = binary(b, mhlo.AndOp, uneven, forward)
        steps = b.create(mhlo.SelectOp, [both, more, steps], steps.type)
    steps = binary(b, mhlo.MaximumOp, steps, b.scalar(0, i64))
    return b.reshape(steps, TensorType(i64, [1]))


def lin_space(op: tf.LinSpaceOp, b: Builder) -> Results:
    """start + (stop - start) / (n - 1) * [0, 1, …], but exactly start and stop at the ends."""
    type = b.type(op.results[0])
    start, stop, number = map(b.operand, op.operands)
    span = binary(b, mhlo.SubtractOp, stop, start)
    last = binary(b, mhlo.SubtractOp, number, b.scalar(1, element_type_of(number)))
    last = binary(b, mhlo.MaximumOp, last, b.scalar(1, element_type_of(number)))
    last = b.convert(last, type.element_type)
    step = binary(b, mhlo.DivideOp, span, last)
    (size,) = b.shape_of_type(type)
    if b.sizes.has(size):
        b.bind(size, b.element(op.operands[2]))
        count = iota(b, type, 0)
    else:
        shape = b.reshape(number, TensorType(element_type_of(number), [1]))
        count = b.create(mhlo.DynamicIotaOp, [shape], type, iota_dimension=integer(0))
        b.sizes.offer(count)
    places, between = Elements(b, count), Elements(b, affine(b, count, start, step, type))
    ends = [Elements(b, b.broadcast(value, type)) for value in (start, stop, last)]
    inner = where(places.equals(ends[2]), ends[1], between)
    return (where(places.equals(0), ends[0], inner).value,)


def one_hot(op: tf.OneHotOp, b: Builder) -> Results:
    """`on_value` where the index along the new dimension is the one given, else `off_value`."""
    type = b.type(op.results[0])
    rank = type.get_num_dims()
    axis = op.axis % rank
    b.bind(b.shape_of_type(type)[axis], b.element(op.operands[1]))
    indices = b.operand(op.operands[0])
    index_type = TensorType(element_type_of(indices), type.shape, type.encoding)
    places = [d for d in range(rank) if d != axis]
    wanted = b.broadcast(indices, index_type, places)
    hit = compare(b, "EQ", wanted, iota(b, index_type, axis))
    on, off = (b.broadcast(b.operand(o), type) for o in op.operands[2:])
    return (b.create(mhlo.SelectOp, [hit, on, off], type),)


def zeros_like(op: tf.ZerosLikeOp, b: Builder) -> Results:
    return (b.splat(0, b.type(op.results[0])),)


def ones_like(op: tf.OnesLikeOp, b: Builder) -> Results:
    return (b.splat(1, b.type(op.results[0])),)


def fill(op: tf.FillOp, b: Builder) -> Results:
    return (broadcast(b, op.operands[1], op.operands[0], b.type(op.results[0])),)


def empty(op: tf.EmptyOp, b: Builder) -> Results:
    """Zeros, whether they are asked for or not."""
    type = b.type(op.results[0])
    for i, size in enumerate(b.shape_of_type(type)):
        b.bind(size, b.element(op.operands[0], i))
    return (b.splat(0, type),)


LOWERINGS: LoweringTable = {
    tf.RangeOp: range_,
    tf.LinSpaceOp: lin_space,
    tf.OneHotOp: one_hot,
    tf.ZerosLikeOp: zeros_like,
    tf.OnesLikeOp: ones_like,
    tf.FillOp: fill,
    tf.EmptyOp: empty,
}
