"""tf arithmetic on numbers and bits, where a sign, a zero or an integer needs care."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce as fold
from math import inf

from xdsl.dialects.builtin import Signedness
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.element_types import COMPLEX, kind_of
from ...dialects.tensors import is_integer
from .builder import Builder, LoweringTable
from .complex_numbers import conjugate
from .elementwise import binary, direct
from .formulas import Elements, formula, where


def is_unsigned(x: Elements) -> bool:
    type = x.element_type
    return is_integer(type) and type.signedness.data is Signedness.UNSIGNED


def truncating_quotient(x: Elements, y: Elements) -> Elements:
    quotient = x / y
    if x.is_integer:
        return quotient
    return where(quotient < 0, quotient.apply(mhlo.CeilOp), quotient.apply(mhlo.FloorOp))


def floor_quotient(x: Elements, y: Elements) -> Elements:
    quotient = x / y
    if not x.is_integer:
        return quotient.apply(mhlo.FloorOp)
    return quotient if is_unsigned(x) else where(_rounds_up(x % y, y), quotient - 1, quotient)


def floor_remainder(x: Elements, y: Elements) -> Elements:
    """The remainder with the sign of the divisor."""
    remainder = x % y
    return (
        remainder if is_unsigned(x) else where(_rounds_up(remainder, y), remainder + y, remainder)
    )


def _rounds_up(remainder: Elements, y: Elements) -> Elements:
    """Whether a division that truncates rounds up: there is a remainder and its sign is not the divisor's."""
    return remainder.differs(0) & (remainder < 0).differs(y < 0)


def divide_no_nan(x: Elements, y: Elements) -> Elements:
    """The quotient, 0 where the divisor is 0."""
    return where(y.equals(0), y.full(0), x / y)


def multiply_no_nan(x: Elements, y: Elements) -> Elements:
    """The product, 0 where the second factor is 0."""
    return where(y.equals(0), y.full(0), x * y)


def x_div_y(x: Elements, y: Elements) -> Elements:
    """The quotient, 0 where the dividend is 0."""
    return where(x.equals(0), x.full(0), x / y)


def x_log_y(x: Elements, y: Elements) -> Elements:
    """`x * log(y)`, 0 where `x` is 0."""
    return where(x.equals(0), x.full(0), x * y.log())


def square(x: Elements) -> Elements:
    return x * x


def reciprocal(x: Elements) -> Elements:
    return 1 / x


def is_infinite(x: Elements) -> Elements:
    return abs(x).equals(inf)


def is_nan(x: Elements) -> Elements:
    """NaN alone differs from itself."""
    return x.differs(x)


def squared_difference(x: Elements, y: Elements) -> Elements:
    """The square of the distance."""
    difference = x - y
    if kind_of(x.element_type) == COMPLEX:
        return difference * Elements(x.b, conjugate(x.b, difference.value))
    return difference * difference


def sign(x: Elements) -> Elements:
    return x.at_most(1) if is_unsigned(x) else x.apply(mhlo.SignOp)


def magnitude(x: Elements) -> Elements:
    return x if is_unsigned(x) else abs(x)


def rounded(x: Elements) -> Elements:
    return x if x.is_integer else x.apply(mhlo.RoundNearestEvenOp)


def shift_right(x: Elements, y: Elements) -> Elements:
    """The sign bit comes in from the left for signed elements."""
    return x.apply(mhlo.ShiftRightLogicalOp if is_unsigned(x) else mhlo.ShiftRightArithmeticOp, y)


def add_n(op: tf.AddNOp, b: Builder) -> Sequence[SSAValue]:
    """The operands added from left to right."""
    type = b.type(op.results[0])
    terms = [b.broadcast(b.operand(o), type) for o in op.operands]
    return (fold(lambda x, y: binary(b, mhlo.AddOp, x, y), terms),)


ARITHMETIC: LoweringTable = {
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
    tf.XdivyOp: formula(x_div_y),
    tf.XlogyOp: formula(x_log_y),
    tf.MinimumOp: direct(mhlo.MinimumOp),
    tf.MaximumOp: direct(mhlo.MaximumOp),
    tf.PowOp: direct(mhlo.PowerOp),
    tf.SquareOp: formula(square),
    tf.SquaredDifferenceOp: formula(squared_difference),
    tf.ReciprocalOp: formula(reciprocal),
    tf.InvOp: formula(reciprocal),
    tf.NegOp: direct(mhlo.NegateOp),
    tf.AbsOp: formula(magnitude),
    tf.SignOp: formula(sign),
    tf.CeilOp: direct(mhlo.CeilOp),
    tf.FloorOp: direct(mhlo.FloorOp),
    tf.RoundOp: formula(rounded),
    tf.RintOp: direct(mhlo.RoundNearestEvenOp),
    tf.IsFiniteOp: direct(mhlo.IsFiniteOp),
    tf.IsInfOp: formula(is_infinite),
    tf.IsNanOp: formula(is_nan),
    tf.BitwiseAndOp: direct(mhlo.AndOp),
    tf.BitwiseOrOp: direct(mhlo.OrOp),
    tf.BitwiseXorOp: direct(mhlo.XorOp),
    tf.InvertOp: direct(mhlo.NotOp),
    tf.LeftShiftOp: direct(mhlo.ShiftLeftOp),
    tf.RightShiftOp: formula(shift_right),
}
