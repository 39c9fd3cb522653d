"""tf special functions as series and continued fractions, all of them computed in f64.

Sources: the Digital Library of Mathematical Functions (dlmf.nist.gov), by section.
"""

from __future__ import annotations

from math import factorial, inf, nan, pi, prod, sqrt

from ...dialects import mhlo, tf
from .bessel import LOWERINGS_OF_BESSEL_FUNCTIONS
from .builder import LoweringTable
from .formulas import Elements, formula, polynomial, where, wide_formula
from .fresnel import fresnel_cosine, fresnel_sine
from .gamma import (
    BERNOULLI,
    LEAST,
    SHIFT,
    digamma,
    going_on,
    log_gamma_of_positive,
    lower_gamma,
    lower_gamma_by_shape,
    sample_by_shape,
    upper_gamma,
)
from .iteration import State, until
from .math import inverse_erfc
from .neighbours import neighbour

EULER = 0.57721566490153286
"""Euler's constant, the limit of the harmonic numbers less their logarithms."""


def sine_of_turns(x: Elements) -> Elements:
    """`sin(pi * x)`, exact zeros at integers."""
    half = x - x.floor()
    odd = (x.floor() * 0.5).floor() * 2
    size = (half.at_most(1 - half) * pi).apply(mhlo.SineOp)
    return where(odd.equals(x.floor()), size, -size)


def log_gamma(x: Elements) -> Elements:
    """DLMF 5.11.1 for `x + 10`, less the logarithms of the factors between; 5.5.3 below 1/2."""
    small = x < 0.5
    positive = where(small, 1 - x, x)
    value = log_gamma_of_positive(positive)
    mirrored = (pi / abs(sine_of_turns(x))).log() - value
    value = where(small, mirrored, value)
    return where(abs(x).equals(inf), x.full(inf), value)


def hurwitz_zeta(s: Elements, q: Elements) -> Elements:
    """The sum of `(q + n) ** -s`; of negative `q + n` over `1 - part` less over `1 - q`."""
    part = q - q.floor()
    whole, even = part.equals(0) | q.equals(-inf), (s * 0.5).equals((s * 0.5).floor())
    negative = (q < 0) & ~whole
    total = zeta_of_positive(s, where(negative, part, q.at_least(0)))
    far = where(negative, 1 - q, 1)
    below = zeta_of_positive(s, where(negative, 1 - part, 1)) - zeta_of_positive(s, far)
    total = where(negative, total + where(even, below, -below), total)
    at_pole = where(whole, where(even, q.full(inf), nan), total)
    outside = where(s.equals(s.floor()), total, nan)
    total = where(q <= 0, where(whole, at_pole, outside), total)
    total = where(q.equals(inf) & (s > 1), q.full(0), total)
    return where(s < 1, s.full(nan), where(s.equals(1), s.full(inf), total))


def zeta_of_positive(s: Elements, q: Elements) -> Elements:
    """DLMF 25.11.5: terms up to `q + n > 10`, then the Euler-Maclaurin formula."""

    def next_term(state: State) -> State:
        a, total = state
        return [a + 1, total + a.power(-s)]

    a, total = until(lambda state: state[0] < SHIFT, next_term, [q, q.full(0)])
    tail = a.power(-s)
    total = total + tail * a / (s - 1) + tail * 0.5
    factor, order = s / a, s
    scale = 1.0
    for k, number in enumerate(BERNOULLI, 1):
        scale *= (2 * k - 1) * (2 * k)
        total = total + tail * factor * (number / scale)
        factor = factor * (order + 1) * (order + 2) / (a * a)
        order = order + 2
    return total


def polygamma(n: Elements, x: Elements) -> Elements:
    """`(-1) ** (n + 1) * n! * zeta(n + 1, x)`, DLMF 25.11.12; `digamma(x)` for 0."""
    above = n + 1
    sign = n.full(-1).power(above)
    value = sign * log_gamma_of_positive(above.at_least(1)).exp() * hurwitz_zeta(above, x)
    known = where((n < 0) | n.differs(n.floor()), n.full(nan), value)
    return where(n.equals(0), digamma(x), known)


def beta_integral(a: Elements, b: Elements, x: Elements) -> Elements:
    """DLMF 8.17.22, at `1 - x` with `a` and `b` exchanged where that converges faster."""
    swapped = x > (a + 1) / (a + b + 2)
    p, q, y = where(swapped, b, a), where(swapped, a, b), where(swapped, 1 - x, x)
    gammas = log_gamma_of_positive(a + b) - log_gamma_of_positive(a) - log_gamma_of_positive(b)
    scale = (gammas + p * y.log() + q * (-y).log1p()).exp()
    part = scale * beta_fraction(p, q, y) / p
    value = where(swapped, 1 - part, part)
    value = where(x.equals(0), x.full(0), where(x.equals(1), x.full(1), value))
    outside = (a <= 0) | (b <= 0) | (x < 0) | (x > 1)
    return where(outside, x.full(nan), value)


def beta_fraction(a: Elements, b: Elements, x: Elements) -> Elements:
    """The continued fraction of the beta integral by Lentz's method, two terms a step."""
    one, zero = x.full(1), x.full(0)
    first = 1 / (1 - (a + b) * x / (a + 1))

    def step(state: State) -> State:
        k, c, d, h, _ = state
        k = k + 1
        even = k * (b - k) * x / ((a + k * 2 - 1) * (a + k * 2))
        odd = -(a + k) * (a + b + k) * x / ((a + k * 2) * (a + k * 2 + 1))
        d, c = 1 / (1 + even * d), 1 + even / c
        h = h * d * c
        d, c = 1 / (1 + odd * d), 1 + odd / c
        return [k, c, d, h * d * c, d * c]

    start = [zero, one, first, first, zero]
    return until(going_on, step, start)[3]


def exponential_integral(x: Elements) -> Elements:
    """The series DLMF 6.6.1 up to 50, the asymptotic one 6.12.2 beyond."""
    near = x <= 50

    def next_term(state: State) -> State:
        k, term, total = state
        k = k + 1
        term = term * where(near, x / k, k / x)
        return [k, term, total + where(near, term / k, term)]

    start = [x.full(0), x.full(1), where(near, x.full(0), 1)]
    total = until(lambda state: state[1] > state[2] * LEAST, next_term, start)[2]
    value = where(near, x.log() + EULER + total, x.exp() / x * total)
    return where(x < 0, x.full(nan), value)


def dilogarithm(x: Elements) -> Elements:
    """Of `1 - x`: the series of Bernoulli numbers in `log(x)` from 1/2 to 1, DLMF 25.12.4 and
    25.12.6 below and above.
    """
    above = x > 1
    y = where(above, 1 / x, x)
    below = y < 0.5
    z = where(below, 1 - y, y)
    u = -z.log()
    square = u * u
    terms = [c / factorial(2 * k + 1) for k, c in enumerate(BERNOULLI, 1)]
    value = u * (1 - u * 0.25 + square * polynomial(square, terms[::-1]))
    value = where(below, pi**2 / 6 - y.log() * z.log() - value, value)
    value = where(x.equals(0), x.full(pi**2 / 6), value)
    logarithm = x.log()
    return where(above, -(logarithm * logarithm) * 0.5 - value, value)


def normal_quantile(p: Elements) -> Elements:
    """`-sqrt(2)` times the inverse of erfc at `2 * p`."""
    size = inverse_erfc(p.at_most(1 - p) * 2) * sqrt(2)
    return where(p < 0.5, -size, size)


def dawson(x: Elements) -> Elements:
    """Rybicki's sum of Gaussians at odd multiples of a step; the series DLMF 7.6.3 near 0."""
    step, size = 0.2, abs(x)
    small = size < 0.2
    near = (size * (0.5 / step) + 0.5).floor() * 2
    rest = size - near * step
    total = x.full(0)
    for n in range(-31, 32, 2):
        distance = rest - n * step
        total = total + (-(distance * distance)).exp() / (near + n)
    value = total * (1 / sqrt(pi))
    square = where(small, size * size, 0)
    terms = [(-2) ** k / prod(range(1, 2 * k + 2, 2)) for k in range(9)]
    value = where(small, size * polynomial(square, terms[::-1]), value)
    value = where(size.equals(inf), x.full(0), value)
    return where(x < 0, -value, value)


LOWERINGS: LoweringTable = {
    **LOWERINGS_OF_BESSEL_FUNCTIONS,
    tf.LgammaOp: wide_formula(log_gamma),
    tf.DawsnOp: wide_formula(dawson),
    tf.NextAfterOp: formula(neighbour),
    tf.FresnelCosOp: wide_formula(fresnel_cosine),
    tf.FresnelSinOp: wide_formula(fresnel_sine),
    tf.DigammaOp: wide_formula(digamma),
    tf.ZetaOp: wide_formula(hurwitz_zeta),
    tf.PolygammaOp: wide_formula(polygamma),
    tf.IgammaOp: wide_formula(lower_gamma),
    tf.IgammacOp: wide_formula(upper_gamma),
    tf.IgammaGradAOp: wide_formula(lower_gamma_by_shape),
    tf.RandomGammaGradOp: wide_formula(sample_by_shape),
    tf.BetaincOp: wide_formula(beta_integral),
    tf.ExpintOp: wide_formula(exponential_integral),
    tf.SpenceOp: wide_formula(dilogarithm),
    tf.NdtriOp: wide_formula(normal_quantile),
}
