"""`exp`, `log` and `tanh` of f64 and of vectors of f64 in `arith`.

The logarithm is that of FDLIBM (K. Ng, Sun Microsystems 1993), with its two parts of ln 2; `e^x` is
`2^n * e^r` with the series of `e^r` for at most half of ln 2; `tanh` is `d / (d + 2)` with `d =
e^(2x) - 1`, a series where x is small. Errors are at most 1 unit in the last place, of `tanh` 3;
zeros, infinities, NaN and subnormal numbers are as of libm.
"""

from __future__ import annotations

from math import factorial, inf, nan

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from .float_arithmetic import Floats

LN2 = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""Two numbers, the sum of which is ln 2; the first one has 32 digits."""
EXP = [1 / factorial(n) for n in range(13, -1, -1)]
LOG = [
    *(1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01),
    *(2.222219843214978396e-01, 2.857142874366239149e-01, 3.999999999940941908e-01),
    6.666666666666735130e-01,
]
"""Of the square of `f / (2 + f)` the logarithm of `1 + f` beyond its first terms."""
EXPM1 = [1 / factorial(n) for n in range(16, 0, -1)]
"""Of d the series of `(e^d - 1) / d`, for d of at most a half."""
NEAREST = 6755399441055744.0
"""1.5 * 2^52: a sum with it has the nearest whole number in its last bits."""
ROOT = 0x3FE6A09E667F3BCD
"""The bits of the square root of 1/2."""
LEAST = 2.2250738585072014e-308
"""The least number that is not subnormal."""


def exp(m: Floats, x: SSAValue) -> SSAValue:
    """2^n is two factors: n is from -1075 to 1025."""
    inside = m.clamped(x, -746.0, 710.0)
    sum_ = m.fma(inside, 1.4426950408889634, NEAREST)
    number = m.subtract(sum_, NEAREST)
    rest = m.fma(number, -LN2[1], m.fma(number, -LN2[0], inside))
    y = m.polynomial(rest, EXP)
    whole = m.integer(arith.SubiOp, m.bits(sum_), m.bits(m.number(NEAREST)))
    half = m.integer(arith.ShRSIOp, whole, 1)
    for part in (half, m.integer(arith.SubiOp, whole, half)):
        exponent = m.integer(arith.AddiOp, part, 1023)
        y = m.times(y, m.bits(m.integer(arith.ShLIOp, exponent, 52)))
    return m.where("uno", x, x, x, y)


def parts(m: Floats, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """The mantissa, from the square root of 1/2 to that of 2, and the exponent of a number that is
    not subnormal.
    """
    bits = m.bits(x)
    number = m.integer(arith.ShRSIOp, m.integer(arith.SubiOp, bits, ROOT), 52)
    mantissa = m.integer(arith.SubiOp, bits, m.integer(arith.ShLIOp, number, 52))
    return m.bits(mantissa), m.float_of(number)


def log(m: Floats, x: SSAValue) -> SSAValue:
    scaled = m.where("olt", x, LEAST, m.times(x, 18014398509481984.0), x)  # by 2^54
    mantissa, k = parts(m, scaled)
    k = m.where("olt", x, LEAST, m.subtract(k, 54.0), k)
    f = m.subtract(mantissa, 1.0)
    s = m.over(f, m.add(f, 2.0))
    square = m.times(s, s)
    beyond = m.times(square, m.polynomial(square, LOG))
    half = m.times(m.times(f, 0.5), f)
    small = m.fma(k, LN2[1], m.times(s, m.add(half, beyond)))
    y = m.fma(k, LN2[0], m.subtract(f, m.subtract(half, small)))
    y = m.where("oeq", x, 0.0, -inf, y)
    y = m.where("olt", x, 0.0, nan, y)
    y = m.where("oeq", x, inf, inf, y)
    return m.where("uno", x, x, x, y)


def tanh(m: Floats, x: SSAValue) -> SSAValue:
    double = m.times(m.size(x), 2.0)
    series = m.times(double, m.polynomial(double, EXPM1))
    less = m.where("olt", double, 0.5, series, m.subtract(exp(m, double), 1.0))
    found = m.over(less, m.add(less, 2.0))
    found = m.where("ogt", double, 44.0, 1.0, found)
    found = m.signed_as(found, x)
    return m.where("uno", x, x, x, found)
