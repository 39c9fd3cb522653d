"""Numbers of binomial distributions: sums of geometric ones where few successes are likely, else
Hörmann, The generation of binomial random variates (1993).
"""

from __future__ import annotations

from math import nan

from xdsl.dialects.builtin import f64

from .draws import Uniforms
from .formulas import Elements, where
from .iteration import State, until
from .philox import Philox

FEW = 10
"""Below so many successes, on average, geometric numbers are summed."""

STEPS_FOR_FEW, STEPS_FOR_MANY = 42, 256
"""The steps of the generator that are reserved for each number."""

TAILS = (
    0.0810614667953272,
    0.0413406959554092,
    0.0276779256849983,
    0.02079067210376509,
    0.0166446911898211,
    0.0138761288230707,
    0.0118967099458917,
    0.0104112652619720,
    0.00925546218271273,
    0.00833056343336287,
)
"""What Stirling's formula lacks of the logarithm of the factorial of 0, 1, 2 …"""


def binomial_numbers(
    source: Philox, place: Elements, counts: Elements, probs: Elements
) -> Elements:
    """A number for each of `counts` and `probs`, f64; `place` numbers them, ui64."""
    count, prob = counts.convert(f64), probs.convert(f64)
    likely = prob > 0.5
    rare = where(likely, 1 - probs, probs)
    few = counts * rare < FEW
    p = rare.convert(f64)
    steps = where(few, place.full(STEPS_FOR_FEW), STEPS_FOR_MANY)
    draws, rejection = Uniforms(source, place * steps), Rejection(count, p)

    def step(state: State) -> State:
        drawn, _, total, successes, result = state
        first, second = draws.at(drawn), draws.at(drawn + 1)
        total = total - (-(first.log() / (-p).log1p())).floor()
        k, taken = rejection.attempt(first - 0.5, second)
        taken = where(few, total > count, taken)
        result = where(taken, where(few, successes, k), result)
        more = where(few, drawn.full(1), 2)
        return [drawn + more, ~taken, total, successes + 1, result]

    going = (count > 0) & (prob > 0) & (prob < 1)
    zero = count.full(0)
    found = until(lambda s: s[1], step, [place.full(0), going, zero, zero, zero])[4]
    found = where(likely, count - found, found)
    found = where(prob >= 1, count, where(prob.equals(prob), found, nan))
    return where((count <= 0) | (prob <= 0), zero, found)


class Rejection:
    """Tries of the transformed rejection where many successes are likely."""

    def __init__(self, count: Elements, p: Elements) -> None:
        deviation = (count * p * (1 - p)).sqrt()
        self.count = count
        self.b = 1.15 + 2.53 * deviation
        self.a = -0.0873 + 0.0248 * self.b + 0.01 * p
        self.c = count * p + 0.5
        self.box = 0.92 - 4.2 / self.b
        self.odds = p / (1 - p)
        self.alpha = (2.83 + 5.1 / self.b) * deviation
        self.m = ((count + 1) * p).floor()

    def attempt(self, u: Elements, v: Elements) -> tuple[Elements, Elements]:
        """The number that `u`, from -1/2 on, becomes, and whether `v` accepts it."""
        distance = 0.5 - abs(u)
        k = ((2 * self.a / distance + self.b) * u + self.c).floor()
        inside = (distance >= 0.07) & (v <= self.box)
        outside = (k < 0) | (k > self.count)
        bound = (v * self.alpha / (self.a / (distance * distance) + self.b)).log()
        return k, inside | (~outside & (bound <= self._density(k)))

    def _density(self, k: Elements) -> Elements:
        """The logarithm of the probability of `k` over that of `m`."""
        n, m, odds = self.count, self.m, self.odds
        value = (m + 0.5) * ((m + 1) / (odds * (n - m + 1))).log()
        value = value + (n + 1) * ((n - m + 1) / (n - k + 1)).log()
        value = value + (k + 0.5) * (odds * (n - k + 1) / (k + 1)).log()
        return value + tail(m) + tail(n - m) - tail(k) - tail(n - k)


def tail(k: Elements) -> Elements:
    """What Stirling's formula lacks of the logarithm of the factorial of `k`."""
    above = k + 1
    square = above * above
    value = (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / above
    for i, known in reversed(list(enumerate(TAILS))):
        value = where(k < i + 1 if i < len(TAILS) - 1 else k <= i, k.full(known), value)
    return value
