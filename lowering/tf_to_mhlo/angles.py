"""Hyperbolic functions, and the inverses of these and of the circular ones.

Those of complex numbers are formulas of real functions of their parts, with the branch cuts of C;
what C says of infinite parts of inverses is not kept. Source: W. Kahan, Branch Cuts for Complex
Elementary Functions, in The State of the Art in Numerical Analysis, 1987.
"""

from __future__ import annotations

from math import log

from ...dialects import mhlo
from .builder import Lowering
from .complex_numbers import complex_of, conjugated, imaginary_part, real_part
from .formulas import Elements, Formula, formula_by_kind, where

LARGE = 1e9
"""From here on `x * x + 1` is `x * x` for 64 bits and less."""


def with_sign_of(x: Elements, size: Elements) -> Elements:
    """`size`, which is 0 where `x` is, with the sign of `x`, that of zero too."""
    return x.apply(mhlo.SignOp) * size


def sinh(x: Elements) -> Elements:
    size = abs(x)
    power = size.expm1()
    small = (power + power / (power + 1)) * 0.5
    return with_sign_of(x, where(size > 20, (size - log(2)).exp(), small))


def cosh(x: Elements) -> Elements:
    size = abs(x)
    return where(size > 20, (size - log(2)).exp(), (size.exp() + (-size).exp()) * 0.5)


def asin(x: Elements) -> Elements:
    return x.apply(mhlo.Atan2Op, ((1 - x) * (1 + x)).sqrt())


def acos(x: Elements) -> Elements:
    return ((1 - x) * (1 + x)).sqrt().apply(mhlo.Atan2Op, x)


def atan(x: Elements) -> Elements:
    return x.apply(mhlo.Atan2Op, 1)


def asinh(x: Elements) -> Elements:
    size = abs(x)
    small = (size + size * size / ((size * size + 1).sqrt() + 1)).log1p()
    return with_sign_of(x, where(size > LARGE, size.log() + log(2), small))


def acosh(x: Elements) -> Elements:
    above = x - 1
    small = (above + above.sqrt() * (above + 2).sqrt()).log1p()
    return where(x > LARGE, x.log() + log(2), small)


def atanh(x: Elements) -> Elements:
    return (x.log1p() - (-x).log1p()) * 0.5


def complex_sinh(z: Elements) -> Elements:
    """`sinh(x) cos(y) + i cosh(x) sin(y)`, DLMF 4.35.22; real where z is."""
    x, y = real_part(z), imaginary_part(z)
    across = where(y.equals(0), y, cosh(x) * y.apply(mhlo.SineOp))
    return complex_of(sinh(x) * y.apply(mhlo.CosineOp), across)


def complex_cosh(z: Elements) -> Elements:
    """`cosh(x) cos(y) + i sinh(x) sin(y)`, DLMF 4.35.23; real where z is or has no real part."""
    x, y = real_part(z), imaginary_part(z)
    is_real, zero = x.equals(0) | y.equals(0), x.apply(mhlo.SignOp) * y.apply(mhlo.SignOp)
    across = where(is_real, zero, sinh(x) * y.apply(mhlo.SineOp))
    return complex_of(cosh(x) * y.apply(mhlo.CosineOp), across)


def complex_acos(z: Elements) -> Elements:
    below, above = roots_beside_one(z)
    angle = real_part(below).apply(mhlo.Atan2Op, real_part(above)) * 2
    return complex_of(angle, asinh(imaginary_part(conjugated(above) * below)))


def complex_asin(z: Elements) -> Elements:
    below, above = roots_beside_one(z)
    angle = real_part(z).apply(mhlo.Atan2Op, real_part(below * above))
    return complex_of(angle, asinh(imaginary_part(conjugated(below) * above)))


def complex_acosh(z: Elements) -> Elements:
    below, above = with_real(z, real_part(z) - 1).sqrt(), with_real(z, real_part(z) + 1).sqrt()
    angle = imaginary_part(below).apply(mhlo.Atan2Op, real_part(above)) * 2
    return complex_of(asinh(real_part(conjugated(below) * above)), angle)


def complex_atanh(z: Elements) -> Elements:
    """Of `x + i y` the real part `log1p(4 x / ((1 - x)² + y²)) / 4`, odd in `x`.

    Squares are those of parts over the greatest of them and 1, which do not overflow.
    """
    x, y = real_part(z), imaginary_part(z)
    size = abs(x)
    scale = size.at_least(abs(y)).at_least(1)
    one, along, across = 1 / scale, size / scale, y / scale
    far = (1 - size) / scale
    quotient = along * 4 / (far * far + across * across) / scale
    cosine = (one - along) * (one + along) - across * across
    angle = (across * 2 / scale).apply(mhlo.Atan2Op, cosine) * 0.5
    return complex_of(x.apply(mhlo.SignOp) * quotient.log1p() * 0.25, angle)


def complex_asinh(z: Elements) -> Elements:
    return by_a_quarter_turn(complex_asin, z)


def complex_atan(z: Elements) -> Elements:
    return by_a_quarter_turn(complex_atanh, z)


def by_a_quarter_turn(function: Formula, z: Elements) -> Elements:
    """`-i * function(i * z)`."""
    turned = function(complex_of(-imaginary_part(z), real_part(z)))
    return complex_of(imaginary_part(turned), -real_part(turned))


def roots_beside_one(z: Elements) -> tuple[Elements, Elements]:
    """The roots of `1 - z` and `1 + z`, whose imaginary parts have the signs of those of z."""
    x, y = real_part(z), imaginary_part(z)
    return complex_of(1 - x, -y).sqrt(), complex_of(x + 1, y).sqrt()


def with_real(z: Elements, x: Elements) -> Elements:
    """`z` with another real part."""
    return complex_of(x, imaginary_part(z))


ANGLES: dict[str, Lowering] = {
    "acos": formula_by_kind(acos, complex_acos),
    "acosh": formula_by_kind(acosh, complex_acosh),
    "asin": formula_by_kind(asin, complex_asin),
    "asinh": formula_by_kind(asinh, complex_asinh),
    "atan": formula_by_kind(atan, complex_atan),
    "atanh": formula_by_kind(atanh, complex_atanh),
    "cosh": formula_by_kind(cosh, complex_cosh),
    "sinh": formula_by_kind(sinh, complex_sinh),
}
"""By their names."""
