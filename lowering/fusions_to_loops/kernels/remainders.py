"""What is left of a division of floats, exactly, without a branch: it goes into vectors."""

from __future__ import annotations

from math import inf

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from ..builder import NO_FAST_MATH, LoopBuilder
from ..elements import compare_floats, float_op

STEP = 48
"""Bits of a quotient that are found at once."""
GREATEST = 277
"""Bits of the greatest quotient of two numbers of f32: 2^128 by 2^-149."""


def remainder_of_floats(builder: LoopBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    """`a - n * b` of f32 for the whole `n` next to `a / b` on the side of 0, as C's `fmodf`.

    In f64, by multiples of `b * 2^k`, the greatest first: a quotient of less than 2^48 is wrong by
    at most 1, its product is subtracted in one rounding, which nothing is lost by, since both have
    24 digits, and what is then negative or not less than the divisor is put right.
    """
    wide_a, wide_b = (builder.pure(arith.ExtFOp, (x,), f64) for x in (a, b))
    rest, divisor = (float_op(builder, math.AbsFOp, (x,), NO_FAST_MATH) for x in (wide_a, wide_b))
    one, zero = (builder.constant(number, f64) for number in (1.0, 0.0))
    inverse = float_op(builder, arith.DivfOp, (one, divisor), NO_FAST_MATH)
    for power in range(GREATEST // STEP * STEP, -1, -STEP):
        rest = _less_multiples(builder, rest, divisor, inverse, power, zero)
    narrow = builder.pure(arith.TruncFOp, (rest,), f32)
    signed = float_op(builder, math.CopySignOp, (narrow, a), NO_FAST_MATH)
    # By infinity nothing is divided; of infinity NaN is left, as it is of and by NaN and by 0.
    is_less = compare_floats(builder, "olt", _size(builder, a), builder.constant(inf, f32))
    is_infinite = compare_floats(builder, "oeq", _size(builder, b), builder.constant(inf, f32))
    return builder.select(builder.both(is_less, is_infinite), a, signed)


def _size(builder: LoopBuilder, x: SSAValue) -> SSAValue:
    return float_op(builder, math.AbsFOp, (x,), NO_FAST_MATH)


def _less_multiples(
    builder: LoopBuilder,
    rest: SSAValue,
    divisor: SSAValue,
    inverse: SSAValue,
    power: int,
    zero: SSAValue,
) -> SSAValue:
    """What is left of `rest` by `divisor * 2^power`."""

    def times(x: SSAValue, factor: SSAValue) -> SSAValue:
        return float_op(builder, arith.MulfOp, (x, factor), NO_FAST_MATH)

    if power:
        divisor = times(divisor, builder.constant(2.0**power, f64))
        inverse = times(inverse, builder.constant(2.0**-power, f64))
    quotient = float_op(builder, math.TruncOp, (times(rest, inverse),), NO_FAST_MATH)
    negated = float_op(builder, arith.NegfOp, (quotient,), NO_FAST_MATH)
    rest = float_op(builder, math.FmaOp, (negated, divisor, rest), NO_FAST_MATH)
    more = float_op(builder, arith.AddfOp, (rest, divisor), NO_FAST_MATH)
    rest = builder.select(compare_floats(builder, "olt", rest, zero), more, rest)
    less = float_op(builder, arith.SubfOp, (rest, divisor), NO_FAST_MATH)
    return builder.select(compare_floats(builder, "oge", rest, divisor), less, rest)
