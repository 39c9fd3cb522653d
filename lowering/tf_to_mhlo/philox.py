"""The generator Philox 4x32-10 as arithmetic of 64 bits.

Source: Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import IntegerType, Signedness

from ...dialects import mhlo
from .formulas import Elements

ui64 = IntegerType(64, Signedness.UNSIGNED)

WORD = 2**32 - 1
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
STEPS_OF_KEY = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10


def low(x: Elements) -> Elements:
    return x & x.full(WORD)


def high(x: Elements) -> Elements:
    return x.apply(mhlo.ShiftRightLogicalOp, 32)


def pair(first: Elements, second: Elements) -> Elements:
    """The number whose lower half is `first`."""
    return first | second.apply(mhlo.ShiftLeftOp, 32)


def exclusive(*parts: Elements) -> Elements:
    first, *others = parts
    for other in others:
        first = first.apply(mhlo.XorOp, other)
    return first


@dataclass(frozen=True, slots=True)
class Philox:
    """A key and a counter of 128 bits in two halves, all ui64 of one shape."""

    key: Elements
    counter: tuple[Elements, Elements]

    def spread(self, places: Elements) -> Philox:
        """This generator, of scalars, for every one of `places`, each so many steps on."""
        b, type = places.b, places.b.like(places.value, ui64)

        def everywhere(part: Elements) -> Elements:
            return Elements(b, b.broadcast(part.value, type))

        key, first, second = map(everywhere, (self.key, *self.counter))
        moved = first + places
        carry = (moved < places).convert(ui64)
        return Philox(key, (moved, second + carry))

    def words(self) -> Sequence[Elements]:
        """The four words of 32 bits, each as ui64."""
        state = [half(part) for part in self.counter for half in (low, high)]
        keys = [low(self.key), high(self.key)]
        for _ in range(ROUNDS):
            first, second = state[0] * MULTIPLIERS[0], state[2] * MULTIPLIERS[1]
            state = [
                exclusive(high(second), state[1], keys[0]),
                low(second),
                exclusive(high(first), state[3], keys[1]),
                low(first),
            ]
            keys = [low(key + step) for key, step in zip(keys, STEPS_OF_KEY, strict=True)]
        return state
