"""Bessel functions: power series near 0, asymptotic series of Hankel beyond.

Sources: the Digital Library of Mathematical Functions (dlmf.nist.gov), by section.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial, inf, pi, prod

from ...dialects import mhlo, tf
from .builder import Lowering, LoweringTable
from .formulas import Elements, polynomial, where, wide_formula

NEAR = 15.0
"""Up to here the power series of I, J and Y are used; relative errors are below 1e-10 on both
sides."""

NEAR_OF_K = 8.5
"""Up to here the power series of K is used; relative errors are below 1e-7 on both sides."""

OfOrder = Callable[[int, Elements], Elements]

EULER = 0.5772156649015329


def series(order: int, sign: int, near: float, harmonic: bool = False) -> list[float]:
    """The coefficients of `(x / 2) ** 2`, the highest power first, DLMF 10.2.2, 10.25.2.

    near: the greatest `x`; more powers change nothing
    harmonic: those of the second solutions, 10.8.1 and 10.31.1, without logarithm and poles.
    """

    def coefficient(k: int) -> float:
        plain = sign**k / (factorial(k) * factorial(k + order))
        if not harmonic:
            return plain
        sums = [sum(1 / i for i in range(1, n + 1)) for n in (k, k + order)]
        return plain * (sum(sums) / 2 - EULER)

    return [coefficient(k) for k in range(int(2 * near) + 8)][::-1]


def hankel(order: int, terms: int) -> list[float]:
    """The coefficients `a(k)` of `1 / x`, DLMF 10.17.1, the lowest first."""
    mu = 4 * order * order
    return [
        prod(mu - (2 * j - 1) ** 2 for j in range(1, k + 1)) / (factorial(k) * 8**k)
        for k in range(terms)
    ]


def modified_first(order: int, x: Elements) -> Elements:
    """`exp(-|x|) * I(x)`, DLMF 10.25.2 and 10.40.1."""
    size = abs(x)
    near = size.at_most(NEAR)
    small = power_series(near, series(order, 1, NEAR), order) * (-near).exp()
    far = size.at_least(NEAR)
    signed = [c * (-1) ** k for k, c in enumerate(hankel(order, 20))]
    large = polynomial(1 / far, signed[::-1]) / (far * (2 * pi)).sqrt()
    value = where(size > NEAR, large, small)
    return where(x < 0, -value, value) if order else value


def power_series(x: Elements, coefficients: Sequence[float], order: int) -> Elements:
    half = x * 0.5
    value = polynomial(half * half, coefficients)
    return half * value if order else value


def modified_second(order: int, x: Elements) -> Elements:
    """`exp(x) * K(x)` for positive `x`, DLMF 10.31.1 and 10.40.2."""
    near = x.at_most(NEAR_OF_K)
    first = power_series(near, series(order, 1, NEAR_OF_K), order)
    second = power_series(near, series(order, 1, NEAR_OF_K, harmonic=True), order)
    logarithm = (near * 0.5).log() * first
    small = second - logarithm if not order else 1 / near + logarithm - second
    far = x.at_least(NEAR_OF_K)
    large = polynomial(1 / far, hankel(order, 17)[::-1]) * (pi / (far * 2)).sqrt()
    return on_positive(x, where(x > NEAR_OF_K, large, small * near.exp()), inf)


def on_positive(x: Elements, value: Elements, limit: float) -> Elements:
    """`value`, and `limit` at and below 0."""
    return where(x <= 0, x.full(limit), value)


def oscillating(order: int, x: Elements) -> tuple[Elements, Elements]:
    """J and Y for `x` beyond `NEAR`, DLMF 10.17.3 and 10.17.4."""
    far = x.at_least(NEAR)
    square = -1 / (far * far)
    terms = hankel(order, 20)
    even = polynomial(square, terms[0::2][::-1])
    odd = polynomial(square, terms[1::2][::-1]) / far
    angle = far - (order / 2 + 0.25) * pi
    cosine, sine = angle.apply(mhlo.CosineOp), angle.apply(mhlo.SineOp)
    scale = (2 / (far * pi)).sqrt()
    return scale * (cosine * even - sine * odd), scale * (sine * even + cosine * odd)


def first_kind(order: int, x: Elements) -> Elements:
    """`J(x)`, DLMF 10.2.2 for small `x`."""
    size = abs(x)
    small = power_series(size.at_most(NEAR), series(order, -1, NEAR), order)
    value = where(size > NEAR, oscillating(order, size)[0], small)
    return where(x < 0, -value, value) if order else value


def second_kind(order: int, x: Elements) -> Elements:
    """`Y(x)` for positive `x`, DLMF 10.8.1 for small ones."""
    near = x.at_most(NEAR)
    first = power_series(near, series(order, -1, NEAR), order)
    second = power_series(near, series(order, -1, NEAR, harmonic=True), order)
    small = ((near * 0.5).log() * first - second) * (2 / pi)
    if order:
        small = small - 2 / (near * pi)
    value = where(x > NEAR, oscillating(order, x)[1], small)
    return on_positive(x, value, -inf)


def bessel(function: OfOrder, order: int, exponent: int = 0) -> Lowering:
    """`function` of `order`, times `exp(exponent * |x|)`."""

    def build(x: Elements) -> Elements:
        value = function(order, x)
        return value * (abs(x) * exponent).exp() if exponent else value

    return wide_formula(build)


LOWERINGS_OF_BESSEL_FUNCTIONS: LoweringTable = {
    tf.BesselI0eOp: bessel(modified_first, 0),
    tf.BesselI1eOp: bessel(modified_first, 1),
    tf.BesselI0Op: bessel(modified_first, 0, 1),
    tf.BesselI1Op: bessel(modified_first, 1, 1),
    tf.BesselK0eOp: bessel(modified_second, 0),
    tf.BesselK1eOp: bessel(modified_second, 1),
    tf.BesselK0Op: bessel(modified_second, 0, -1),
    tf.BesselK1Op: bessel(modified_second, 1, -1),
    tf.BesselJ0Op: bessel(first_kind, 0),
    tf.BesselJ1Op: bessel(first_kind, 1),
    tf.BesselY0Op: bessel(second_kind, 0),
    tf.BesselY1Op: bessel(second_kind, 1),
}
