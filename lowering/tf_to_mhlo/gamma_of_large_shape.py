"""The integrals of the gamma function where the shape is large, in f64, without series.

Source: N. M. Temme, The asymptotic expansion of the incomplete gamma functions, SIAM J. Math.
Anal. 10 (1979); dlmf.nist.gov, 8.12. With shapes from `LARGE` on, what is left out is below 1e-9,
of derivatives below 1e-6.
"""

from __future__ import annotations

from math import pi

from .formulas import Elements, polynomial, where
from .math import erfc

LARGE = 1e4
"""From this shape on a series takes a thousand terms, and then ever more."""

_NEAR = 1e-2
"""So near to 1 the ratio `x / a` is, where differences are sums of powers."""
_SAME = 1e-9
"""The square of a difference from 1 that is none beside it."""


def integrals(a: Elements, x: Elements) -> tuple[Elements, Elements]:
    """The lower and the upper integral: DLMF 8.12.3 and 8.12.4 with the first coefficient."""
    beyond = (x - a) / a
    near = abs(beyond) < _NEAR
    half_square = _half_square(beyond)
    eta = (half_square * 2).sqrt()
    eta = where(beyond < 0, -eta, eta)
    apart = 1 / where(~near, beyond, 1) - 1 / where(~near, eta, 1)
    first = where(near, polynomial(eta, [1 / 864, -2 / 135, 1 / 12, -1 / 3]), apart)
    rest = (-half_square * a).exp() / (a * (2 * pi)).sqrt() * first
    argument = eta * (a * 0.5).sqrt()
    return erfc(-argument) * 0.5 - rest, erfc(argument) * 0.5 + rest


def density(a: Elements, x: Elements) -> Elements:
    """`x ** (a - 1) * exp(-x) / gamma(a)`, by Stirling's formula, DLMF 5.11.3."""
    power = (-_half_square((x - a) / a) * a).exp()
    return power * (a / (2 * pi)).sqrt() / x * (1 - 1 / (a * 12))


def quantile_by_shape(a: Elements, x: Elements) -> Elements:
    """How `x` moves with `a` where the lower integral stays what it is."""
    beyond = (x - a) / a
    ratio = 1 + beyond
    near = abs(beyond) < _SAME
    away = where(~near, beyond, 1)
    slope = where(near, 1 - beyond * 0.5, away.log1p() / away)
    return ratio * slope + 1 / (a * 6)


def _half_square(beyond: Elements) -> Elements:
    """`r - log(1 + r)`, half the square of DLMF's eta."""
    powers = [(-1) ** k / k for k in range(2, 12)]
    series = polynomial(beyond, powers[::-1]) * beyond * beyond
    return where(abs(beyond) < _NEAR, series, beyond - beyond.log1p()).at_least(0)
