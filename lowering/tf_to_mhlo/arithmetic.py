"""tf arithmetic: mhlo ops, and formulas where the two differ."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce as fold

from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import COMPLEX, integer_width, is_unsigned, kind_of
from ...rules.tf.normalization import channel_axis
from .builder import Builder, LoweringTable
from .complex_numbers import conjugate
from .elementwise import Results, binary, direct
from .formulas import Elements, formula, where
from .reducers import reduce


def truncating_quotient(x: Elements, y: Elements) -> Elements:
    quotient = x / y
    if x.is_integer:
        return quotient
    return where(quotient < 0, quotient.apply(mhlo.CeilOp), quotient.apply(mhlo.FloorOp))


def floor_quotient(x: Elements, y: Elements) -> Elements:
    quotient = x / y
    if not x.is_integer:
        return quotient.apply(mhlo.FloorOp)
    return (
        quotient
        if is_unsigned(x.element_type)
        else where(_rounds_up(x % y, y), quotient - 1, quotient)
    )


def floor_remainder(x: Elements, y: Elements) -> Elements:
    """The remainder with the sign of the divisor."""
    remainder = x % y
    return (
        remainder
        if is_unsigned(x.element_type)
        else where(_rounds_up(remainder, y), remainder + y, remainder)
    )


def _rounds_up(remainder: Elements, y: Elements) -> Elements:
    """Whether truncation rounds up: there is a remainder, and its sign is not the divisor's."""
    return remainder.differs(0) & (remainder < 0).differs(y < 0)


def divide_no_nan(x: Elements, y: Elements) -> Elements:
    """The quotient, 0 where the divisor is 0."""
    return where(y.equals(0), y.full(0), x / y)


def multiply_no_nan(x: Elements, y: Elements) -> Elements:
    """The product, 0 where the second factor is 0."""
    return where(y.equals(0), y.full(0), x * y)


def square(x: Elements) -> Elements:
    return x * x


def reciprocal(x: Elements) -> Elements:
    return 1 / x


def squared_difference(x: Elements, y: Elements) -> Elements:
    """The square of the distance."""
    difference = x - y
    if kind_of(x.element_type) == COMPLEX:
        return difference * Elements(x.b, conjugate(x.b, difference.value))
    return difference * difference


def sign(x: Elements) -> Elements:
    """-1, 0 or 1; the sum makes 0 of -0.0."""
    if is_unsigned(x.element_type):
        return x.at_most(1)
    return x.apply(mhlo.SignOp) if x.is_integer else x.apply(mhlo.SignOp) + 0


def magnitude(x: Elements) -> Elements:
    return x if is_unsigned(x.element_type) else abs(x)


def shift_left(x: Elements, y: Elements) -> Elements:
    """By at least 0 and at most the width less 1, as TensorFlow's own kernels do."""
    return x.apply(mhlo.ShiftLeftOp, _within_width(y))


def shift_right(x: Elements, y: Elements) -> Elements:
    """As `shift_left`; the sign bit comes in from the left for signed elements."""
    op = mhlo.ShiftRightLogicalOp if is_unsigned(x.element_type) else mhlo.ShiftRightArithmeticOp
    return x.apply(op, _within_width(y))


def _within_width(y: Elements) -> Elements:
    width = integer_width(y.element_type)
    assert width is not None
    return y.at_least(0).at_most(width - 1)


def population_count(op: tf.PopulationCountOp, b: Builder) -> Results:
    found = Elements(b, b.operand(op.operands[0])).apply(mhlo.PopcntOp)
    return (b.convert(found.value, b.type(op.results[0]).element_type),)


def add_n(op: tf.AddNOp, b: Builder) -> Sequence[SSAValue]:
    """The operands added from left to right."""
    type = b.type(op.results[0])
    terms = [b.broadcast(b.operand(o), type) for o in op.operands]
    return (fold(lambda x, y: binary(b, mhlo.AddOp, x, y), terms),)


def clip(op: tf.ClipByValueOp, b: Builder) -> Results:
    """The upper bound first, so that the lower one wins where they cross."""
    type = b.type(op.results[0])
    x, low, high = (Elements(b, b.broadcast(b.operand(o), type)) for o in op.operands)
    return (x.at_most(high).at_least(low).value,)


def bias_add(op: tf.BiasAddOp, b: Builder) -> Results:
    type = b.type(op.results[0])
    rank = type.get_num_dims()
    channel = 1 if op.data_format == "NCHW" else rank - 1
    bias = b.broadcast(b.operand(op.operands[1]), type, [channel])
    return (binary(b, mhlo.AddOp, b.operand(op.operands[0]), bias),)


def bias(op: tf.BiasAddGradOp, b: Builder) -> Results:
    """The sum over all dimensions but the channels."""
    value = b.operand(op.operands[0])
    rank = len(b.shape(value))
    channel = channel_axis(op.data_format, rank)
    return (reduce(b, value, mhlo.AddOp, 0, [i for i in range(rank) if i != channel]),)


LOWERINGS: LoweringTable = {
    tf.AddOp: direct(mhlo.AddOp),
    tf.AddV2Op: direct(mhlo.AddOp),
    tf.AddNOp: add_n,
    tf.SubOp: direct(mhlo.SubtractOp),
    tf.MulOp: direct(mhlo.MultiplyOp),
    tf.MulNoNanOp: formula(multiply_no_nan),
    tf.DivOp: direct(mhlo.DivideOp),
    tf.RealDivOp: direct(mhlo.DivideOp),
    tf.TruncateDivOp: formula(truncating_quotient),
    tf.DivNoNanOp: formula(divide_no_nan),
    tf.FloorDivOp: formula(floor_quotient),
    tf.FloorModOp: formula(floor_remainder),
    tf.ModOp: direct(mhlo.RemainderOp),
    tf.TruncateModOp: direct(mhlo.RemainderOp),
    tf.MinimumOp: direct(mhlo.MinimumOp),
    tf.MaximumOp: direct(mhlo.MaximumOp),
    tf.SquareOp: formula(square),
    tf.SquaredDifferenceOp: formula(squared_difference),
    tf.ReciprocalOp: formula(reciprocal),
    tf.InvOp: formula(reciprocal),
    tf.NegOp: direct(mhlo.NegateOp),
    tf.AbsOp: formula(magnitude),
    tf.SignOp: formula(sign),
    tf.BitwiseAndOp: direct(mhlo.AndOp),
    tf.BitwiseOrOp: direct(mhlo.OrOp),
    tf.BitwiseXorOp: direct(mhlo.XorOp),
    tf.InvertOp: direct(mhlo.NotOp),
    tf.PopulationCountOp: population_count,
    tf.LeftShiftOp: formula(shift_left),
    tf.RightShiftOp: formula(shift_right),
    tf.ClipByValueOp: clip,
    tf.BiasAddOp: bias_add,
    tf.BiasAddGradOp: bias,
}
