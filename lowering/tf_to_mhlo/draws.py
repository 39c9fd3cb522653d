"""Numbers that a generator gives one after the other, for each of many places by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import f64

from .distributions import normal, unit
from .formulas import Elements, where
from .iteration import State
from .philox import Philox


@dataclass(frozen=True, slots=True)
class Uniforms:
    """Floats of 64 bits from 0 to below 1, the second of a step of the generator first.

    start: the step from which each place takes its numbers
    """

    source: Philox
    start: Elements

    def at(self, count: Elements) -> Elements:
        """The number that comes after `count` others, at each place."""
        words = self.source.spread(self.start + count / 2).words()
        first, second = unit(words, f64)
        return where((count % 2).equals(0), second, first)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Floats of 64 bits that are drawn by twos, of which the first waits until it is asked for.

    spare: what waits; waits: whether it does
    """

    spare: Elements
    waits: Elements

    def take(
        self, source: Philox, step: Elements, wanted: Elements, *, uniform: bool
    ) -> tuple[Elements, Elements, Pairs]:
        """The next number where one is `wanted`, the next step, and the pairs from then on."""
        words = source.spread(step).words()
        first, second = (unit if uniform else normal)(words, f64)
        drawn = wanted & ~self.waits
        value = where(self.waits, self.spare, second)
        step = where(drawn, step + 1, step)
        return value, step, Pairs(where(drawn, first, self.spare), drawn | (self.waits & ~wanted))

    @property
    def state(self) -> State:
        return [self.spare, self.waits]


def unpacked(state: Sequence[Elements]) -> tuple[Pairs, Pairs]:
    """The pairs of normal and of uniform numbers of a `state` that holds both."""
    return Pairs(*state[:2]), Pairs(*state[2:4])
