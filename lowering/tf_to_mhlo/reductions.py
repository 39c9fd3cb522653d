"""tf ops that combine elements along dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from xdsl.dialects.builtin import TensorType, f64, i1, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64
from ...dialects.tf.reductions import PositionOfExtreme, Reduction, Scan
from ...dialects.types import COMPLEX, element_type_of, is_integer, kind_of, tensor_type
from ...rules.axes import axis_of
from ...symbolic import as_expr, ge, maximum, shapes
from .builder import Builder, Lowering, LoweringTable
from .complex_numbers import part_type
from .elementwise import Results, binary, direction_of, squared, with_number
from .formulas import Elements, where
from .indices import iota, number
from .padding import pad_to
from .reduced_axes import finished, folded
from .reducers import Start, highest, lowest, reduce, wide_float
from .run_time_axes import axis_at_run_time, bind_beside, chosen, demand, fold
from .slicing import reverse
from .sorting import Combine, scan


def reduction(op_type: type[Operation], start: Start) -> Lowering:
    """A reduction by one op; floats of 16 bits are added and multiplied with 32."""

    def lower(op: Reduction, b: Builder) -> Results:
        value, axes = folded(op, b)
        if op_type in (mhlo.AddOp, mhlo.MultiplyOp):
            value = b.convert(value, wide_float(element_type_of(value)))
        return finished(op, b, reduce(b, value, op_type, start(element_type_of(value)), axes))

    return lower


def mean(op: tf.MeanOp, b: Builder) -> Results:
    """The sum over the number of elements; of integers rounded towards zero, 0 without any."""
    value, axes = folded(op, b)
    element_type = element_type_of(value)
    count = shapes.product(b.shape(value)[axis] for axis in axes)
    wide = wide_float(element_type)
    if is_integer(element_type):
        wide, count = i64, b.facts.simplify(maximum(count, 1))
    total = reduce(b, b.convert(value, wide), mhlo.AddOp, 0, axes)
    divisor = b.broadcast(number(b, count, element_type_of(total)), tensor_type(total))
    return finished(op, b, binary(b, mhlo.DivideOp, total, divisor))


def euclidean_norm(op: tf.EuclideanNormOp, b: Builder) -> Results:
    """The square root of the sum of squares; of integers rounded down."""
    value, axes = folded(op, b)
    element_type = element_type_of(value)
    if kind_of(element_type) == COMPLEX:
        part = b.create(mhlo.AbsOp, [value], b.like(value, part_type(value)))
    else:
        part = b.convert(value, f64 if is_integer(element_type) else wide_float(element_type))
    total = reduce(b, squared(b, part), mhlo.AddOp, 0, axes)
    return finished(op, b, b.create(mhlo.SqrtOp, [total], total.type))


def position(direction: str, start: Start) -> Lowering:
    """The first index of the extreme along a dimension: values and indices reduced together."""

    def lower(op: PositionOfExtreme, b: Builder) -> Results:
        value, type = b.operand(op.operands[0]), b.type(op.results[0])
        rank, known = len(b.shape(value)), b.analysis.constants(op.operands[1])
        axis = 1 if known is None else axis_of(op, known[0], rank)
        if known is None:
            place, shape = axis_at_run_time(b, op.operands[1], rank), b.shape(value)
            demand(b, ge(chosen(b, place, shape), 1), "the dimension must not be empty")
            value = fold(b, value, place)
            bind_beside(b, type, shape, place, ())
        element_type = element_type_of(value)
        found = shapes.reduce(b.shape(value), [axis])
        indices = iota(b, b.like(value, type.element_type), axis)
        starts = [b.scalar(start(element_type), element_type), b.scalar(0, type.element_type)]
        new = mhlo.ReduceOp.create(
            operands=[value, indices, *starts],
            result_types=[b.ranked(t, found) for t in (element_type, type.element_type)],
            properties={"dimensions": dense_i64([axis])},
            regions=[_extreme_body(direction, element_type, type.element_type)],
        )
        return (b.reshape(b.insert(new).results[1], type),)

    return lower


def _extreme_body(direction: str, element_type: Attribute, index_type: Attribute) -> Region:
    """Keeps the more extreme of two values, of equal ones that with the lower index, not NaN.

    The accumulated value is on the left. So a NaN is never found, as in TensorFlow's own kernels;
    the index is 0 where there are NaNs only.
    """
    values, indices = TensorType(element_type, []), TensorType(index_type, [])
    truth = TensorType(i1, [])
    block = Block(arg_types=[values, indices, values, indices])
    left, left_index, right, right_index = block.args

    def add(
        op: type[Operation],
        operands: Sequence[SSAValue],
        type: TensorType[Attribute],
        **attributes: Attribute,
    ) -> SSAValue:
        new = op.create(operands=operands, result_types=[type], properties=attributes)
        block.add_op(new)
        return new.results[0]

    def compare_to(name: str, a: SSAValue, c: SSAValue) -> SSAValue:
        return add(mhlo.CompareOp, [a, c], truth, comparison_direction=direction_of(name))

    better = compare_to(direction, right, left)
    equal = compare_to("EQ", right, left)
    earlier = add(mhlo.AndOp, [equal, compare_to("LT", right_index, left_index)], truth)
    number = add(mhlo.AndOp, [compare_to("NE", left, left), compare_to("EQ", right, right)], truth)
    takes = add(mhlo.OrOp, [add(mhlo.OrOp, [better, earlier], truth), number], truth)
    value = add(mhlo.SelectOp, [takes, right, left], values)
    index = add(mhlo.SelectOp, [takes, right_index, left_index], indices)
    block.add_op(mhlo.ReturnOp.create(operands=[value, index]))
    return Region(block)


def l2_loss(op: tf.L2LossOp, b: Builder) -> Results:
    """Half the sum of the squares."""
    value = b.operand(op.operands[0])
    total = reduce(b, squared(b, value), mhlo.AddOp, 0, range(len(b.shape(value))))
    return (with_number(b, mhlo.MultiplyOp, total, 0.5),)


def cumulative(combine: Combine, start: float) -> Lowering:
    """Scans, from the other end where reversed; exclusive ones are moved by one place first."""

    def lower(op: Scan, b: Builder) -> Results:
        value = b.operand(op.operands[0])
        type, known = tensor_type(value), b.analysis.constants(op.operands[1])
        rank = len(b.shape(value))
        axis = 1 if known is None else known[0] % rank
        if known is None:
            value = fold(b, value, axis_at_run_time(b, op.operands[1], rank))
        value = reverse(b, value, [axis] if op.reverse else [])
        if op.exclusive:
            value = moved(b, value, start, axis)
        value = scan(b, value, combine, start, axis)
        return (b.reshape(reverse(b, value, [axis] if op.reverse else []), type),)

    return lower


def log_of_added(b: Builder, left: SSAValue, right: SSAValue) -> SSAValue:
    """The logarithm of the sum of the exponentials, which must not overflow on the way.

    That of two positive infinities is NaN, as in TensorFlow's kernel.
    """
    x, y = Elements(b, left), Elements(b, right)
    greater = x.at_least(y)
    total = (x.at_most(y) - greater).exp().log1p() + greater
    return where(greater.equals(-inf), greater, total).value


def moved(b: Builder, value: SSAValue, start: float, axis: int) -> SSAValue:
    """`value` one place further along `axis`, behind `start`."""
    places = range(len(b.shape(value)))
    amounts = [(as_expr(int(i == axis)), as_expr(-int(i == axis))) for i in places]
    return pad_to(b, value, b.scalar(start, element_type_of(value)), amounts, tensor_type(value))


LOWERINGS: LoweringTable = {
    tf.SumOp: reduction(mhlo.AddOp, lambda _: 0),
    tf.ProdOp: reduction(mhlo.MultiplyOp, lambda _: 1),
    tf.MaxOp: reduction(mhlo.MaximumOp, lowest),
    tf.MinOp: reduction(mhlo.MinimumOp, highest),
    tf.AllOp: reduction(mhlo.AndOp, lambda _: 1),
    tf.AnyOp: reduction(mhlo.OrOp, lambda _: 0),
    tf.MeanOp: mean,
    tf.EuclideanNormOp: euclidean_norm,
    tf.ArgMaxOp: position("GT", lowest),
    tf.ArgMinOp: position("LT", highest),
    tf.L2LossOp: l2_loss,
    tf.CumsumOp: cumulative(mhlo.AddOp, 0),
    tf.CumprodOp: cumulative(mhlo.MultiplyOp, 1),
    tf.CumulativeLogsumexpOp: cumulative(log_of_added, -inf),
}
