"""Repairs values after a change of the facts or of other values, so that all facts hold again.

In the manner of min-conflicts (Minton et al., Artificial Intelligence 1992): only the rows that may
hold no more are evaluated, and one symbol at a time is given another value where they are violated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

from .broadcast import Broadcastable
from .expr import MAX_WIDTH, Expr, SymbolAtom
from .large_terms import defined_by
from .local_search import MAX_VALUE, Assignment, fitting_values, nearest, value_of
from .predicate import Eq
from .repairs import Repairs, at_risk, is_linear
from .rows import RowKey
from .store import Store
from .witness_values import WitnessValues

MAX_REPAIRS = 12
"""After a change at most this many symbols get another value."""

MAX_FOLLOWING = 100
"""The same after a change that stays, as all that it decides has to follow."""

MAX_DEFINED = 100
"""So many symbols of large terms follow those that they are computed from, besides."""

MAX_DEGREE = 300
"""The value of a symbol in more rows than this is not changed."""

MAX_TERMS = 512
"""A sum of more sizes is not repaired."""


class RepairedValues(WitnessValues):
    """Values that are changed until all rows of a store hold."""

    __slots__ = ("_turn",)

    def __init__(self, values: Assignment, spread: int, apart: int, level: int | None) -> None:
        super().__init__(values, spread, apart, level)
        self._turn = 0

    def _settles(
        self, store: Store, suspects: dict[RowKey, None], kept: Collection[SymbolAtom] = ()
    ) -> bool:
        """Repairs the rows `suspects`. False where some row stays violated.

        kept: what is not changed; where there is something, all else changes once, but more may
        """
        kept, most = set(kept), MAX_FOLLOWING if kept else MAX_REPAIRS
        repairs, definitions = 0, 0
        repaired = set[SymbolAtom]()
        while (violated := self._next_violated(store, suspects)) is not None:
            before = self._define(store, violated, repaired)
            definitions += bool(before)
            repairs += not before
            if repairs > most or definitions > MAX_DEFINED:
                return False
            if violated[0] is Broadcastable:
                before = self._fit(store, violated[1])
            elif not before:
                before = self._repair(store, violated, suspects, kept)
                repaired.update(before)
                if kept:
                    kept.update(before)
            if not before:
                return False
            for symbol, old in before.items():
                rows = store.index.get(symbol, ())
                suspects.update(dict.fromkeys(at_risk(rows, symbol, self.current[symbol] - old)))
        return True

    def _next_violated(self, store: Store, suspects: dict[RowKey, None]) -> RowKey | None:
        """A row of `suspects` that is violated, definitions first; those that hold are removed."""
        ordered = sorted(suspects, key=lambda row: row[0] is not Eq) if store.terms else suspects
        for row in list(ordered):
            if row in store.rows and not self.satisfies(store, store.claim_of(row)):
                return row
            del suspects[row]
        return None

    def _violated(self, store: Store, suspects: Iterable[RowKey]) -> RowKey | None:
        for row in suspects:
            if row in store.rows and not self.satisfies(store, store.claim_of(row)):
                return row
        return None

    def _define(self, store: Store, row: RowKey, repaired: AbstractSet[SymbolAtom]) -> Assignment:
        """Gives the symbol that stands for a large term its value, where `row` defines it.

        Returns what it was before. repaired: what was changed for the sake of other rows
        """
        defined = dict(defined_by(row[1], store.terms)) if row[0] is Eq else {}
        if defined and (before := self._balance(store, row[1])):
            return before
        for symbol, term in defined.items():
            if symbol in repaired:
                continue
            old = self.value(store, symbol)
            try:
                new = value_of(term, self.of(store, term.symbol_atoms))
            except ZeroDivisionError:
                continue
            if nearest(store, symbol, new) == new and abs(new) <= MAX_VALUE:
                self._set(symbol, new)
                if self.satisfies(store, store.claim_of(row)):
                    return {symbol: old}
                self._set(symbol, old)
        return {}

    def _balance(self, store: Store, expr: object) -> Assignment:
        """Changes a symbol that no other row has so that the sum `expr` is 0; what it was."""
        if not isinstance(expr, Expr) or not is_linear(expr):
            return {}
        total = self._sum(store, expr)
        for monomial, coefficient in expr.polynomial.items():
            symbol = monomial[0] if monomial else None
            if isinstance(symbol, SymbolAtom) and len(store.index.get(symbol, ())) == 1:
                new = (old := self.value(store, symbol)) - total // coefficient
                if (new - old) * coefficient == -total and nearest(store, symbol, new) == new:
                    self._set(symbol, new)
                    return {symbol: old}
        return {}

    def _fit(self, store: Store, claim: object) -> Assignment:
        """Changes sizes that are symbols so that they broadcast; returns what they were."""
        assert isinstance(claim, Broadcastable)
        news = fitting_values(claim, self.of(store, claim.symbol_atoms), self._next)
        before = self.of(store, news.keys())
        for symbol, new in news.items():
            self._set(symbol, nearest(store, symbol, new))
        return before

    def _next(self, limit: int) -> int:
        """Numbers in turn."""
        self._turn += 1
        return self._turn % limit

    def _repair(
        self,
        store: Store,
        row: RowKey,
        suspects: Mapping[RowKey, None],
        kept: Collection[SymbolAtom] = (),
    ) -> Assignment:
        """Changes a symbol of `row` so that it holds, with all rows of the symbol if possible.

        Returns what it was before. suspects: the rows that may be violated already
        """
        claim = store.claim_of(row)
        index, symbols = store.index, claim.symbol_atoms
        values = self.of(store, symbols)
        repairs = Repairs(claim, values, barely=bool(self.apart))
        if len(symbols) > (MAX_TERMS if repairs.is_linear else MAX_WIDTH):
            return {}
        few = [s for s in symbols if s not in kept and len(index.get(s, ())) <= MAX_DEGREE]
        few.sort(key=lambda s: (len(index.get(s, ())), s.serial))
        second: tuple[SymbolAtom, int] | None = None
        # Small values satisfy much, but tell little apart.
        for upwards in (False, True) if self.apart else (True, False):
            for symbol in few:
                old = values[symbol]
                for tried in repairs.of(symbol):
                    new = nearest(store, symbol, tried)
                    if (new > old) is not upwards or abs(new) > MAX_VALUE:
                        continue
                    if not repairs.satisfies(symbol, new):
                        continue
                    if self._holds_with(store, symbol, new, suspects):
                        return {symbol: old}
                    if upwards or kept:
                        second = second or (symbol, new)
        if second is None:
            return {}
        self._set(*second)
        return {second[0]: values[second[0]]}

    def _holds_with(
        self, store: Store, symbol: SymbolAtom, new: int, suspects: Mapping[RowKey, None]
    ) -> bool:
        """Gives `symbol` the value `new` where all of its rows hold then; whether they do."""
        old, rows = self.value(store, symbol), store.index.get(symbol, {})
        self._set(symbol, new)
        endangered = dict.fromkeys(at_risk(rows, symbol, new - old))
        endangered.update((row, None) for row in rows if row in suspects)
        if self._violated(store, endangered) is None:
            return True
        self._set(symbol, old)
        return False
