"""Values that satisfied the facts when last looked at: the quick way to see that a claim does not follow.

A guess is only ever a candidate. It counts where it satisfies the claim, the rows connected to it and the bounds,
evaluated anew each time; so it need not be kept up to date.
"""

from __future__ import annotations

from collections.abc import Iterable

from .atoms import SymbolAtom
from .knowledge import Row
from .models import Values, satisfies
from .predicate import Predicate
from .store import Store

KEPT = 3


class Guesses:
    """A few assignments, by symbol; a symbol without a value gets one from its bounds."""

    __slots__ = ("next", "values")

    def __init__(self) -> None:
        self.values: list[Values] = [{} for _ in range(KEPT)]
        self.next = 0

    def remember(self, model: Values) -> None:
        """Keeps the values of `model` in place of older ones."""
        self.values[self.next].update(model)
        self.next = (self.next + 1) % KEPT

    def satisfy(
        self,
        store: Store,
        symbols: Iterable[SymbolAtom],
        rows: Iterable[Row],
        claim: Predicate,
    ) -> bool:
        """Whether some guess satisfies `claim` together with `rows` and the bounds of `symbols`, all there are."""
        claims: list[Predicate] | None = None
        for i, known in enumerate(self.values):
            values = {s: _value(store, s, known, i) for s in symbols}
            try:
                if not satisfies(claim, values):
                    continue
                if claims is None:
                    claims = [store.claim_of(row) for row in rows]
                if all(satisfies(fact, values) for fact in claims):
                    return True
            except ZeroDivisionError:
                continue
        return False


def _value(store: Store, symbol: SymbolAtom, known: Values, style: int) -> int:
    """The guessed value where it is within bounds and residue, else one that is."""
    low, high = store.low.get(symbol), store.high.get(symbol)
    modulus, residue = store.congruences.get(symbol, (1, 0))
    value = known.get(symbol)
    if (
        value is not None
        and (low is None or value >= low)
        and (high is None or value <= high)
        and value % modulus == residue
    ):
        return value
    offset = (0, 3 + 2 * store.rank(symbol), 1)[style] * modulus
    if low is None:
        base = 0 if high is None else min(0, high)
        return base - (base - residue) % modulus
    value = low + (residue - low) % modulus
    return value if high is not None and value + offset > high else value + offset
