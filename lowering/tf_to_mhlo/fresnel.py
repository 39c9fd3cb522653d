"""Fresnel's integrals: their series near 0, a continued fraction of complex numbers beyond.

Sources: the Digital Library of Mathematical Functions (dlmf.nist.gov), 7.6.4, 7.6.6, and 7.9.1 by
way of 7.5.8; the fraction is evaluated by Lentz's method.
"""

from __future__ import annotations

from math import pi

from ...dialects import mhlo
from .formulas import Elements, where
from .iteration import State, until

NEAR = 1.5
"""Up to here the series are exact in f64."""

FAR = 36974.0
"""From here on the integrals of f32 are 1/2."""

CLOSE = 4 * 2.0**-54

Complex = tuple[Elements, Elements]
"""Real and imaginary parts."""


def product(x: Complex, y: Complex) -> Complex:
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def reciprocal(x: Complex) -> Complex:
    size = x[0] * x[0] + x[1] * x[1]
    return x[0] / size, -x[1] / size


def series(size: Elements, first: Elements, k: int) -> Elements:
    """The sum from `first` on, the term of degree `k` in `size * size * pi / 2`."""
    square = size * size * (pi / 2)
    square = -(square * square)

    def step(state: State) -> State:
        n, term, total = state
        following = term * square / ((n + 1) * (n + 2))
        return [n + 2, following, total + following / (n * 2 + 5)]

    start = [size.full(k), first, first / (2 * k + 1)]
    return until(lambda state: abs(state[1]) > abs(state[2]) * CLOSE, step, start)[2]


def fraction(size: Elements) -> Complex:
    """`erfc(z) / exp(-z * z)` of `z = size * sqrt(pi) * (1 - i) / 2`, over `z` and constants."""
    one, zero = size.full(1), size.full(0)
    angle = size * size * pi
    first = reciprocal((one, -angle))

    def step(state: State) -> State:
        n, real, c0, c1, d0, d1, h0, h1, _ = state
        n, real = n + 2, real + 4
        a = -(n * (n + 1))
        d = reciprocal((a * d0 + real, a * d1 - angle))
        below = reciprocal((c0, c1))
        c = (real + a * below[0], a * below[1] - angle)
        factor = product(c, d)
        h = product((h0, h1), factor)
        return [n, real, *c, *d, *h, abs(factor[0] - 1) + abs(factor[1])]

    def going_on(state: State) -> Elements:
        return (state[8] > CLOSE) & (state[0] < 1000)

    start = [-one, one, one.full(1e300), zero, *first, *first, one]
    found = until(going_on, step, start)
    return found[6], found[7]


def both(x: Elements) -> Complex:
    """The integrals of cosine and sine."""
    size = abs(x)
    near = size < NEAR
    small = where(near, size, 0)
    sine = series(small, small * small * small * (pi / 2), 1)
    cosine = series(small, small, 0)
    large = where(near, size.full(NEAR), size).at_most(FAR)
    h = product((large, -large), fraction(large))
    angle = large * large * (pi / 2)
    turned = product((angle.apply(mhlo.CosineOp), angle.apply(mhlo.SineOp)), h)
    parts = product((x.full(0.5), x.full(0.5)), (1 - turned[0], -turned[1]))
    beyond = size >= FAR
    values = (
        where(near, low, where(beyond, x.full(0.5), high))
        for low, high in zip((cosine, sine), parts, strict=True)
    )
    c, s = (where(x < 0, -value, value) for value in values)
    return where(x.differs(x), x, c), where(x.differs(x), x, s)


def fresnel_cosine(x: Elements) -> Elements:
    return both(x)[0]


def fresnel_sine(x: Elements) -> Elements:
    return both(x)[1]
