"""Sizes that satisfy all facts: as long as they do, a new fact cannot be a contradiction.

Facts that change are followed by repairs (`witness_repair`), or by the values of another witness.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from .expr import MAX_WIDTH, Expr, SymbolAtom
from .local_search import Assignment, nearest, satisfies
from .predicate import Predicate
from .rows import Change, RowKey
from .store import Store
from .witness_repair import MAX_DEGREE, RepairedValues

MAX_ADOPTED = 64
"""The symbols of at most this many rows get the values of another witness."""


class Changed:
    """The rows that changed, and the symbols of which something else did than their value."""

    __slots__ = ("rows", "symbols")

    def __init__(self, store: Store, changes: Iterable[Change]) -> None:
        rows, solved = store.rows, store.solved
        self.rows: list[RowKey] = []
        self.symbols: list[SymbolAtom] = []
        for table, key, _ in changes:
            if table is rows:
                self.rows.append(key)  # pyright: ignore[reportArgumentType]
            elif type(key) is SymbolAtom and table is not solved:
                self.symbols.append(key)


class Witness(RepairedValues):
    """Values for the symbols that no substitution determines.

    valid: whether all facts are known to hold for them
    """

    __slots__ = ("valid",)

    def __init__(
        self,
        values: Assignment,
        spread: int,
        valid: bool = True,
        *,
        apart: int = 0,
        level: int | None = None,
    ):
        super().__init__(values, spread, apart, level)
        self.valid = valid

    def copy(self) -> Witness:
        values, apart, level = self.values.copy(), self.apart, self.level
        other = Witness(values, self.spread, self.valid, apart=apart, level=level)
        other.current, other.first = self.current.copy(), self.first
        return other

    def of_all(self, store: Store, sizes: Mapping[SymbolAtom, Expr]) -> Assignment:
        """The values of symbols, given in normal form, as far as they are defined."""
        found: Assignment = {}
        for symbol, size in sizes.items():
            with suppress(ZeroDivisionError):
                found[symbol] = self.value_of(store, size)
        return found

    def admits(self, store: Store, model: Assignment) -> bool:
        """Whether all facts still hold under the values of `model`, which are within bounds."""
        changed = [s for s, value in model.items() if value != self.value(store, s)]
        rows = dict.fromkeys(row for s in changed for row in store.index.get(s, ()))
        if len(rows) > MAX_DEGREE:
            return False
        for row in rows:
            values = self.of(store, row[1].symbol_atoms)
            values.update((s, value) for s, value in model.items() if s in values)
            try:
                if not satisfies(store.claim_of(row), values):
                    return False
            except ZeroDivisionError:
                return False
        return True

    def follow(self, store: Store, changed: Changed) -> bool:
        """Adapts to changes of the tables of `store`. False where some row stays violated."""
        self._journal.clear()
        suspects = dict.fromkeys(changed.rows)
        for symbol in changed.symbols:
            self.current.pop(symbol, None)
        for symbol in changed.symbols:
            self._keep_within_bounds(store, symbol, suspects)
        return self._settles(store, suspects)

    def can_follow(
        self, store: Store, model: Assignment, claim: Predicate, stays: bool = False
    ) -> bool:
        """Whether `claim` holds after a change to `model`, and to other values that follow.

        stays: whether what `model` changes is left as it is; more may follow it then
        """
        changed = self.copy()
        changed.take(model)
        suspects = dict.fromkeys(row for symbol in model for row in store.index.get(symbol, ()))
        kept = model.keys() if stays else ()
        return changed._settles(store, suspects, kept) and changed.satisfies(store, claim)

    def adopt(self, other: Witness, store: Store, changed: Changed) -> bool:
        """Adapts to changes by values of `other`, for which all facts hold, where it has to.

        False where that goes too far.
        """
        waiting: dict[RowKey, None] = {}
        for symbol, _ in self._journal:
            waiting.update(dict.fromkeys(store.index.get(symbol, ())))
        waiting.update(dict.fromkeys(changed.rows))
        for symbol in changed.symbols:
            waiting.update(dict.fromkeys(store.index.get(symbol, ())))
        taken = set[RowKey]()
        while waiting:
            row, _ = waiting.popitem()
            if row not in store.rows or self.satisfies(store, store.claim_of(row)):
                continue
            taken.add(row)
            if len(taken) > MAX_ADOPTED or len(row[1].symbol_atoms) > MAX_WIDTH:
                return False
            for symbol in row[1].symbol_atoms:
                if self.value(store, symbol) != (value := other.value(store, symbol)):
                    self._set(symbol, value)
                    waiting.update(dict.fromkeys(store.index.get(symbol, ())))
        return True

    def _keep_within_bounds(
        self, store: Store, symbol: SymbolAtom, suspects: dict[RowKey, None]
    ) -> None:
        known = self.values.get(symbol)
        if known is None or symbol in store.solved:
            suspects.update(dict.fromkeys(store.index.get(symbol, ())))
        elif (new := nearest(store, symbol, known)) != known:
            self._set(symbol, new)
            suspects.update(dict.fromkeys(store.index.get(symbol, ())))
