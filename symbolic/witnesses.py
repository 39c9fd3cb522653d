"""Several assignments that satisfy all facts, and guesses that held once.

A claim that some model violates is not proved: models that differ much refute most claims that do
not follow, as random simulation does in SAT sweeping (Kuehlmann et al., DAC 2001).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .expr import SymbolAtom
from .local_search import Assignment, satisfies
from .predicate import Predicate
from .rows import Change, RowKey
from .store import Store
from .witness import Changed, Witness

GREAT = 2**20
"""About what symbols are in the witnesses with great values."""
DISTANCE = 7
"""How far the great values of symbols that are declared one after the other are apart."""

ModelsKey = tuple[int, int, frozenset[str] | None, bool]


class Witnesses:
    """Witnesses: of least values, of small ones, of great ones that fall and that grow; `ones`.

    A least or a greatest of many sizes changes with each further size in one of the great ones. In
    `ones` most sizes are 1, so that they broadcast and each of them may be another one.
    """

    __slots__ = ("first", "guesses", "models", "others")

    def __init__(self) -> None:
        self.first = Witness({}, 0)
        self.others: tuple[Witness, ...] = (
            Witness({}, 4),
            Witness({}, GREAT, apart=-DISTANCE),
            Witness({}, GREAT, apart=DISTANCE),
            Witness({}, 0, level=1),
        )
        self.guesses = Guesses()
        self.models: dict[ModelsKey, Sequence[dict[str, int]]] = {}
        """What these are for symbols, by how many symbols and facts there are (`known_models`).

        A copy begins with it and goes on by itself: its next symbol or fact may be another.
        """

    def copy(self) -> Witnesses:
        other = Witnesses()
        other.first = self.first.copy()
        other.others = tuple(witness.copy() for witness in self.others)
        other.guesses = self.guesses  # evaluated anew each time, so they may serve both
        other.models = dict(self.models)
        return other

    def begun_again(self, store: Store) -> Witnesses:
        """Witnesses of no facts that are tried first where these, of those of `store`, hold."""
        new = Witnesses()
        new.guesses = self.guesses  # evaluated anew each time, as in a copy
        sizes = {symbol: store.normal(symbol.as_expr()) for symbol in store.declared}
        for old, witness in zip((self.first, *self.others), (new.first, *new.others), strict=True):
            if old.valid:
                witness.first = old.of_all(store, sizes)
        return new

    def valid(self) -> list[Witness]:
        """Those that hold, without `ones`."""
        return [w for w in (self.first, *self.others[:-1]) if w.valid]

    @property
    def ones(self) -> Witness:
        """Sizes that are 1 where they may be, as far as these are found."""
        return self.others[-1]

    def follow(self, store: Store, changes: Sequence[Change]) -> bool:
        """Adapts to `changes` of the tables of `store`. False where no witness is seen to hold."""
        if changes:
            self.models = {}
        first, changed = self.first, Changed(store, changes)
        holds = first.valid and first.follow(store, changed)
        held = [w.valid and w.follow(store, changed) for w in self.others]
        if not (holds or any(held)):
            return False
        if not holds:
            self.first = first = next(w for w, h in zip(self.others, held, strict=True) if h).copy()
        for witness, held_too in zip(self.others, held, strict=True):
            witness.valid = held_too or (witness.valid and witness.adopt(first, store, changed))
        return True

    def take(self, model: Assignment | None, store: Store, changes: Sequence[Change]) -> None:
        """Adapts to `changes` by `model`, values of the symbols in their cone of influence."""
        first, self.models = self.first, {}
        first.valid = first.valid and model is not None
        if model is not None:
            first.take(model)
        changed = Changed(store, changes)
        for witness in self.others:
            adapts = witness.valid and first.valid
            witness.valid = adapts and witness.adopt(first, store, changed)

    def revert(self) -> None:
        """Takes back what the last `follow` did."""
        for witness in (self.first, *self.others):
            witness.revert()


KEPT = 3


class Guesses:
    """A few assignments, by symbol; a symbol without a value gets one from its bounds."""

    __slots__ = ("next", "values")

    def __init__(self) -> None:
        self.values: list[Assignment] = [{} for _ in range(KEPT)]
        self.next = 0

    def remember(self, model: Assignment) -> None:
        """Keeps the values of `model` in place of older ones."""
        self.values[self.next].update(model)
        self.next = (self.next + 1) % KEPT

    def satisfying(
        self,
        store: Store,
        symbols: Iterable[SymbolAtom],
        rows: Iterable[RowKey],
        claim: Predicate,
    ) -> Assignment | None:
        """A guess, within the bounds of `symbols`, which are all there are, that satisfies `claim`
        and `rows`.
        """
        claims: list[Predicate] | None = None
        for i, known in enumerate(self.values):
            values = {s: _value(store, s, known, i) for s in symbols}
            try:
                if not satisfies(claim, values):
                    continue
                if claims is None:
                    claims = [store.claim_of(row) for row in rows]
                if all(satisfies(fact, values) for fact in claims):
                    return values
            except ZeroDivisionError:
                continue
        return None


def _value(store: Store, symbol: SymbolAtom, known: Assignment, style: int) -> int:
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
