"""Numbers of Poisson distributions: Knuth, The art of computer programming, 3.4.1, for small rates,
else Hörmann, The transformed rejection method for generating Poisson random variables (1993).
"""

from __future__ import annotations

from math import inf

from .draws import Uniforms
from .formulas import Elements, where
from .gamma import log_gamma_of_positive
from .iteration import State, until
from .philox import Philox

SMALL = 10
"""Below this rate a product of uniform numbers is taken."""


def poisson_numbers(source: Philox, start: Elements, rate: Elements) -> Elements:
    """A number of each `rate`, f64."""
    draws = Uniforms(source, start)
    small, limit, transformed = rate < SMALL, (-rate).exp(), Transformed(rate)

    def step(state: State) -> State:
        count, _, product, number, result = state
        first, second = draws.at(count), draws.at(count + 1)
        product = product * first
        k, taken = transformed.attempt(first - 0.5, second)
        taken = where(small, product <= limit, taken)
        result = where(taken, where(small, number, k), result)
        drawn = where(small, count.full(1), 2)
        return [count + drawn, ~taken, product, number + 1, result]

    going = abs(rate) < inf
    begin = [start.full(0), going, rate.full(1), rate.full(0), rate]
    return until(lambda state: state[1], step, begin)[4]


class Transformed:
    """Tries of the transformed rejection for rates that are not small."""

    def __init__(self, rate: Elements) -> None:
        self.rate, self.log_rate = rate, rate.log()
        self.b = 0.931 + 2.53 * rate.sqrt()
        self.a = -0.059 + 0.02483 * self.b
        self.inverse = 1.1239 + 1.1328 / (self.b - 3.4)

    def attempt(self, u: Elements, v: Elements) -> tuple[Elements, Elements]:
        """The number that `u`, from -1/2 on, becomes, and whether `v` accepts it."""
        a, b, rate = self.a, self.b, self.rate
        distance = 0.5 - abs(u)
        k = ((2 * a / distance + b) * u + rate + 0.43).floor()
        inside = (distance >= 0.07) & (v <= 0.9277 - 3.6224 / (b - 2))
        outside = (k < 0) | ((distance < 0.013) & (v > distance))
        factorial = log_gamma_of_positive(k.at_least(0) + 1)
        density = k * self.log_rate - rate - factorial
        bound = (v * self.inverse / (a / (distance * distance) + b)).log()
        return k, inside | (~outside & (bound <= density))
