"""The generator Philox 4x32-10 as arithmetic of 64 bits.

Source: Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import SSAValue

from ...dialects import mhlo
from .formulas import Elements
from .sorting import loop

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


def everywhere(scalar: Elements, places: Elements) -> Elements:
    """The one number of `scalar` at every one of `places`."""
    b = places.b
    return Elements(b, b.broadcast(scalar.value, b.like(places.value, scalar.element_type)))


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
        key, first, second = (everywhere(part, places) for part in (self.key, *self.counter))
        moved = first + places
        carry = (moved < places).convert(ui64)
        return Philox(key, (moved, second + carry))

    def words(self) -> Sequence[Elements]:
        """The four words of 32 bits, each as ui64."""
        b = self.key.b

        def goes_on(count: SSAValue, *_state: SSAValue) -> Sequence[SSAValue]:
            return [(Elements(b, count) < ROUNDS).value]

        def body(count: SSAValue, *state: SSAValue) -> Sequence[SSAValue]:
            parts = [Elements(b, value) for value in state]
            return [(Elements(b, count) + 1).value, *(part.value for part in one_round(*parts))]

        start = [half(part) for part in (*self.counter, self.key) for half in (low, high)]
        end = loop(b, [b.scalar(0, ui64), *(part.value for part in start)], goes_on, body)
        return [Elements(b, word) for word in end[1:5]]


def one_round(*parts: Elements) -> Sequence[Elements]:
    """The four words and the two keys after one round more."""
    words, keys = parts[:4], parts[4:]
    first, second = words[0] * MULTIPLIERS[0], words[2] * MULTIPLIERS[1]
    return [
        exclusive(high(second), words[1], keys[0]),
        low(second),
        exclusive(high(first), words[3], keys[1]),
        low(first),
        *(low(key + step) for key, step in zip(keys, STEPS_OF_KEY, strict=True)),
    ]
