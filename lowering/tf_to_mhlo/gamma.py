"""The gamma function, its integrals, and what these do where the shape changes, in f64.

Sources: the Digital Library of Mathematical Functions (dlmf.nist.gov), by section; the derivatives
are those of its series and fractions, term by term.
"""

from __future__ import annotations

from math import inf, log, nan, pi

from ...dialects import mhlo
from . import gamma_of_large_shape as large_shape
from .formulas import Elements, polynomial, where
from .iteration import State, until

LEAST = 2.0**-54
"""A relative change of this size is none in f64."""

BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)
"""The Bernoulli numbers of index 2, 4, 6 …"""

SHIFT = 10
"""From here on the asymptotic series with eight Bernoulli numbers are exact in f64."""


def log_gamma_of_positive(x: Elements) -> Elements:
    near = x < SHIFT
    factors, factor = where(near, x, 1), x
    for _ in range(SHIFT - 1):
        factor = factor + 1
        factors = where(near, factors * factor, factors)
    y = where(near, x + SHIFT, x)
    terms = [c / (2 * k * (2 * k - 1)) for k, c in enumerate(BERNOULLI, 1)]
    series = polynomial(1 / (y * y), terms[::-1]) / y
    return (y - 0.5) * y.log() - y + 0.5 * log(2 * pi) + series - factors.log()


def digamma(x: Elements) -> Elements:
    """DLMF 5.11.2 for `x + 10`, less the reciprocals between; 5.5.4 at and below 0."""
    mirrored = x <= 0
    positive = where(mirrored, 1 - x, x)
    between = 1 / positive
    for k in range(1, SHIFT):
        between = between + 1 / (positive + k)
    y = positive + SHIFT
    terms = [c / (2 * k) for k, c in enumerate(BERNOULLI, 1)]
    square = 1 / (y * y)
    value = y.log() - 0.5 / y - square * polynomial(square, terms[::-1]) - between
    part = x - x.floor()
    reflected = value - pi / (where(part > 0.5, part - 1, part) * pi).apply(mhlo.TanOp)
    return where(mirrored, where(part.equals(0), x.full(nan), reflected), value)


def lower_gamma(a: Elements, x: Elements) -> Elements:
    lower, upper, near = gamma_integrals(a, x)
    value = gamma_integral_at_ends(a, x, where(near, lower, 1 - upper), 0)
    return where(x.equals(0), x.full(0), value)


def upper_gamma(a: Elements, x: Elements) -> Elements:
    lower, upper, near = gamma_integrals(a, x)
    return gamma_integral_at_ends(a, x, where(near, 1 - lower, upper), 1)


def gamma_integrals(a: Elements, x: Elements) -> tuple[Elements, Elements, Elements]:
    """The lower and the upper integral, and where to use the lower one."""
    large, small_pair, large_pair = _by_shape(a, x)
    lower, upper = large_shape.integrals(*large_pair)
    near = (x <= 1) | (x <= a)
    small = _integrals_of_small(*small_pair)
    return where(large, lower, small[0]), where(large, upper, small[1]), near


def _by_shape(a: Elements, x: Elements) -> tuple[Elements, State, State]:
    """Where a shape is large; both operands with 1 where it is, and with 1 where it is not."""
    large = a > large_shape.LARGE
    return large, [where(~large, v, 1) for v in (a, x)], [where(large, v, 1) for v in (a, x)]


def _integrals_of_small(a: Elements, x: Elements) -> tuple[Elements, Elements]:
    """The lower integral, DLMF 8.11.4, and the upper one, 8.9.2."""
    near = (x <= 1) | (x <= a)
    scale = (a * x.log() - x - log_gamma_of_positive(a)).exp()
    argument = where(near, x, 0)

    def next_term(state: State) -> State:
        k, term, total = state
        term = term * (argument / (k + 1))
        return [k + 1, term, total + term]

    start = [a, a.full(1), a.full(1)]
    total = until(lambda state: state[1] > state[2] * LEAST, next_term, start)[2]
    fraction = upper_fraction(where(near, a.full(1), a), where(near, x.full(2), x))
    return scale * total / a, scale * fraction


def upper_fraction(a: Elements, x: Elements) -> Elements:
    """The continued fraction of the upper integral by Lentz's method."""
    first = x + 1 - a
    one, zero = a.full(1), a.full(0)

    def step(state: State) -> State:
        k, base, c, d, h, _ = state
        k, base = k + 1, base + 2
        numerator = k * (a - k)
        d = 1 / (numerator * d + base)
        c = base + numerator / c
        return [k, base, c, d, h * c * d, c * d]

    start = [zero, first, one.full(1e300), 1 / first, 1 / first, zero]
    return until(going_on, step, start)[4]


def going_on(state: State) -> Elements:
    """Whether a continued fraction is not yet exact, for at most 2000 steps.

    The state begins with the number of steps and ends with the last factor.
    """
    k, *_, change = state
    return (abs(change - 1) > 4 * LEAST) & (k < 2000)


def gamma_integral_at_ends(a: Elements, x: Elements, value: Elements, at_zero: float) -> Elements:
    """`value` where it is defined by the fractions; the limits at 0 and infinity."""
    value = where(x.equals(inf) & (a > 0), x.full(1 - at_zero), value)
    value = where((x.equals(0) & (a > 0)) | a.equals(inf), x.full(at_zero), value)
    return where((x < 0) | (a <= 0), x.full(nan), value)


def lower_gamma_by_shape(a: Elements, x: Elements) -> Elements:
    """The derivative of `lower_gamma` by `a`."""
    large, (c, y), large_pair = _by_shape(a, x)
    near, low, high = logarithmic_derivatives(c, y)
    power = c * y.log() - y - log_gamma_of_positive(c)
    value = where(near, low / c, -high) * power.exp()
    moved = large_shape.density(*large_pair) * large_shape.quantile_by_shape(*large_pair)
    return derivative_at_ends(a, x, where(large, -moved, value))


def sample_by_shape(a: Elements, x: Elements) -> Elements:
    """How a number `x` of a gamma distribution of shape `a` moves with `a`, at one quantile.

    Minus the derivative of `lower_gamma` by `a` over that by `x`; the powers cancel.
    """
    large, (c, y), large_pair = _by_shape(a, x)
    near, low, high = logarithmic_derivatives(c, y)
    moved = large_shape.quantile_by_shape(*large_pair)
    return derivative_at_ends(a, x, where(large, moved, where(near, -low / c, high) * y))


def logarithmic_derivatives(a: Elements, x: Elements) -> tuple[Elements, Elements, Elements]:
    """Where to use the lower integral, and the derivatives of both integrals by `a` over the power
    and the exponential function before them.
    """
    near = (x <= 1) | (x <= a)
    series, by_a = series_by_shape(a, where(near, x, 0))
    fraction, upper_by_a = fraction_by_shape(where(near, a.full(1), a), where(near, x.full(2), x))
    rate = x.log() - digamma(a + 1)
    return near, series * rate + by_a, fraction * (rate + 1 / a) + upper_by_a


def series_by_shape(a: Elements, x: Elements) -> State:
    """The sum of DLMF 8.11.4 and its derivative by `a`."""

    def step(state: State) -> State:
        k, term, by_a, total, total_by_a = state
        k = k + 1
        factor = x / k
        by_a = (by_a - term / k) * factor
        term = term * factor
        return [k, term, by_a, total + term, total_by_a + by_a]

    def active(state: State) -> Elements:
        _, term, by_a, total, total_by_a = state
        return (term > total * LEAST) | (abs(by_a) > abs(total_by_a) * LEAST)

    one, zero = a.full(1), a.full(0)
    return until(active, step, [a, one, zero, one, zero])[3:]


def fraction_by_shape(a: Elements, x: Elements) -> State:
    """The continued fraction of DLMF 8.9.2 by Lentz's method, and its derivative by `a`."""
    first = x + 1 - a
    one, zero = a.full(1), a.full(0)

    def step(state: State) -> State:
        k, base, c, c_by_a, d, d_by_a, h, h_by_a = state[:8]
        k, base = k + 1, base + 2
        numerator = k * (a - k)
        d_by_a = k * d + numerator * d_by_a - 1
        d = 1 / (numerator * d + base)
        d_by_a = -d_by_a * d * d
        c_by_a = k / c - numerator / c * (c_by_a / c) - 1
        c = base + numerator / c
        change, by_a = c * d, c_by_a * d + c * d_by_a
        h, h_by_a = h * change, h_by_a * change + h * by_a
        return [k, base, c, c_by_a, d, d_by_a, h, h_by_a, h * by_a, change]

    def active(state: State) -> Elements:
        k, *_, h_by_a, by_a, _ = state
        moving = (abs(by_a) > abs(h_by_a) * (4 * LEAST)) & (k < 2000)
        return going_on(state) | moving

    d = 1 / first
    start = [zero, first, one.full(1e300), zero, d, d * d, d, d * d, one, zero]
    return until(active, step, start)[6:8]


def derivative_at_ends(a: Elements, x: Elements, value: Elements) -> Elements:
    """`value` where it is defined; 0 at 0 and infinity."""
    inside = (x >= 0) & (a > 0)
    value = where(inside, where(x.equals(inf) | a.equals(inf), x.full(0), value), nan)
    return where(x.equals(0), x.full(0), value)
