"""`sin`, `cos`, `tan` and `atan2` of f32 and of vectors of f32 in `arith`.

The polynomials are those of the Cephes library (S. Moshier); the argument is taken from its nearest
multiple of pi/2, which is a sum of three numbers (W. Cody and W. Waite, "Software Manual for the
Elementary Functions", 1980). Beyond `GREATEST` that is too short and a library's function counts.
Errors are at most 2 units in the last place, of `atan2` 3 and of `tan` 4; zeros, infinities and
NaN are as of libm.
"""

from __future__ import annotations

from xdsl.dialects import arith, math
from xdsl.ir import Operation, SSAValue

from .float_arithmetic import Floats

GREATEST = 131072.0
"""Up to it the number of a quarter turn is exact enough, and so is what is left of the turn."""
QUARTER = 1.57079637, -4.37113883e-8, -1.71512489e-15
"""Numbers of f32, the sum of which is pi/2."""
SIN = -1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1
COS = 2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2
ATAN = 8.05374449538e-2, -1.38776856032e-1, 1.99777106478e-1, -3.33329491539e-1
EIGHTH = 0.785398185, -2.18556941e-8
"""Numbers of f32, the sum of which is pi/4."""
HALF = 0.414213562
"""The tangent of half of that."""
SIGN = -(1 << 31)


def sine(m: Floats, x: SSAValue) -> SSAValue:
    quarters, sin, cos = _of_rest(m, x)
    found = m.where_bit(quarters, 1, cos, sin)
    return _unless_great(m, math.SinOp, x, m.with_sign_of_bit(found, quarters, 2))


def cosine(m: Floats, x: SSAValue) -> SSAValue:
    quarters, sin, cos = _of_rest(m, x)
    found = m.where_bit(quarters, 1, sin, cos)
    next_ = m.integer(arith.AddiOp, quarters, 1)
    return _unless_great(m, math.CosOp, x, m.with_sign_of_bit(found, next_, 2))


def tangent(m: Floats, x: SSAValue) -> SSAValue:
    quarters, sin, cos = _of_rest(m, x)
    above, below = m.where_bit(quarters, 1, cos, sin), m.where_bit(quarters, 1, sin, cos)
    quotient = m.over(above, below)
    return _unless_great(m, math.TanOp, x, m.with_sign_of_bit(quotient, quarters, 1))


def _of_rest(m: Floats, x: SSAValue) -> tuple[SSAValue, SSAValue, SSAValue]:
    """How many quarters of a turn `x` is, in the last bits, and sine and cosine of the rest.

    A sum with 1.5 * 2^23 has the nearest whole number in its last bits.
    """
    magic = 12582912.0
    sum_ = m.fma(x, 0.636619747, magic)
    number, rest = m.subtract(sum_, magic), x
    for part in QUARTER:
        rest = m.fma(number, -part, rest)
    square = m.times(rest, rest)
    sin = m.fma(m.times(rest, square), m.polynomial(square, SIN), rest)
    sin = m.where("oeq", x, 0.0, x, sin)  # sums have lost the sign
    cos = m.fma(m.times(square, square), m.polynomial(square, COS), m.fma(square, -0.5, 1.0))
    return m.bits(sum_), sin, cos


def _unless_great(m: Floats, kind: type[Operation], x: SSAValue, found: SSAValue) -> SSAValue:
    """`found`, but what a library computes where `x`, or that of some lane, is great."""
    return m.library_where(m.test("ogt", m.size(x), GREATEST), kind, x, found)


def arctangent2(m: Floats, y: SSAValue, x: SSAValue) -> SSAValue:
    """The angle of the lesser by the greater of both sizes, turned and mirrored to where it is."""
    rise, run = m.size(y), m.size(x)
    least, most = m.where("olt", rise, run, rise, run), m.where("olt", rise, run, run, rise)
    angle = _within_an_eighth(m, *_finite(m, least, most))
    angle = m.where("ogt", rise, run, _taken_from(m, 1.57079637, -4.37113883e-8, angle), angle)
    behind = _taken_from(m, 3.14159274, -8.74227766e-8, angle)
    angle = m.where_bit(m.bits(x), SIGN, behind, angle)
    angle = m.signed_as(angle, y)
    return m.where("uno", x, y, m.add(x, y), angle)


def _finite(m: Floats, least: SSAValue, most: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Two numbers of the same quotient, 1 for infinities and 0 for zeros; their sum is finite."""
    great = 1e38
    halves = (m.where("ogt", most, great, m.times(v, 0.5), v) for v in (least, most))
    least, most = halves
    infinity = float("inf")
    least = m.where("oeq", least, infinity, 1.0, m.where("oeq", most, infinity, 0.0, least))
    one = m.number(1.0)
    return least, m.where("oeq", most, infinity, one, m.where("oeq", most, 0.0, one, most))


def _within_an_eighth(m: Floats, least: SSAValue, most: SSAValue) -> SSAValue:
    """The arctangent of `least / most`, from 0 to 1: above half of that its distance from it."""
    limit = m.times(most, HALF)
    above = m.where("ogt", least, limit, m.subtract(least, most), least)
    below = m.where("ogt", least, limit, m.add(least, most), most)
    t = m.over(above, below)
    square = m.times(t, t)
    angle = m.fma(m.times(t, square), m.polynomial(square, ATAN), t)
    turned = m.add(m.add(angle, EIGHTH[1]), EIGHTH[0])
    return m.where("ogt", least, limit, turned, angle)


def _taken_from(m: Floats, whole: float, rest: float, angle: SSAValue) -> SSAValue:
    """`whole + rest - angle`"""
    return m.subtract(m.number(whole), m.subtract(angle, rest))
