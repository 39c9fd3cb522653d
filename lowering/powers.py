"""`pow` of f32 and of vectors of f32 in `arith`, computed in f64.

`|x|^y` is `2^(y * log2 |x|)`; the logarithm of the mantissa is a series of `(m - 1) / (m + 1)`, and
the power of two one of the exponent's fraction (P. Markstein, "IA-64 and Elementary Functions",
2000, on powers in more digits than those of the result). The result is within 0.51 units in the
last place; zeros, infinities, signs and NaN are those of C's `pow` (ISO C, F.10.4.4).
"""

from __future__ import annotations

from math import factorial, inf, log, nan

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from .double_functions import NEAREST, parts
from .float_arithmetic import Floats

SERIES = [2 / log(2) / (2 * n + 1) for n in range(7, -1, -1)]
"""Of the square of `(m - 1) / (m + 1)`, at most 0.03: the logarithm to base 2 over the root."""
FRACTION = [log(2) ** n / factorial(n) for n in range(9, -1, -1)]
"""Of a fraction of at most 1/2: a power of two."""


def power(m: Floats, x: SSAValue, y: SSAValue) -> SSAValue:
    size = m.size(x)
    found = m.where("oeq", size, 1.0, 1.0, _of_size(m, size, y))
    half = m.times(y, 0.5)
    odd = m.where("une", half, m.whole(half), -1.0, m.number(1.0))
    odd = m.where("oeq", y, m.whole(y), odd, m.number(1.0))
    turned = m.times(found, odd)  # infinities and zeros as well
    found = m.where_bit(m.bits(x), -(1 << 31), turned, found)
    no_number = m.where("une", y, m.whole(y), nan, found)
    no_number = m.where("oeq", size, inf, found, no_number)
    found = m.where("olt", x, 0.0, no_number, found)
    found = m.where("uno", x, y, m.add(x, y), found)
    found = m.where("oeq", x, 1.0, 1.0, found)
    return m.where("oeq", y, 0.0, 1.0, found)


def _of_size(m: Floats, size: SSAValue, y: SSAValue) -> SSAValue:
    """`size^y` for a size that is no NaN and not 1, and a `y` that is neither NaN nor 0."""
    wide = m.wider()
    exponent = wide.times(wide.extended(y), _log2(wide, wide.extended(size)))
    exponent = wide.clamped(exponent, -200.0, 200.0)  # beyond f32 either way
    sum_ = wide.add(exponent, NEAREST)
    fraction = wide.subtract(exponent, wide.subtract(sum_, NEAREST))
    power_ = wide.bits(wide.polynomial(fraction, FRACTION))
    number = wide.integer(arith.ShLIOp, wide.bits(sum_), 52)
    return wide.truncated(wide.bits(wide.integer(arith.AddiOp, power_, number)), f32)


def _log2(m: Floats, x: SSAValue) -> SSAValue:
    """The logarithm of an f64 that is an f32: no subnormal number."""
    mantissa, exponent = parts(m, x)
    root = m.over(m.subtract(mantissa, 1.0), m.add(mantissa, 1.0))
    series = m.polynomial(m.times(root, root), SERIES)
    found = m.fma(root, series, exponent)
    return m.where("oeq", x, 0.0, -inf, m.where("oeq", x, inf, inf, found))
