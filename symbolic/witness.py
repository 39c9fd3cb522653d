"""Sizes that satisfy all facts: as long as they do, a new fact cannot be a contradiction.

Incremental repair in the manner of min-conflicts (Minton et al., Artificial Intelligence 1992):
after each change only the rows that changed are evaluated, and one symbol at a time is given
another value where they are violated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress

from .broadcast import Broadcastable
from .expr import MAX_WIDTH, Expr, SymbolAtom
from .large_terms import defined_by
from .local_search import MAX_VALUE, Assignment, fitting_values, nearest, satisfies, value_of
from .predicate import Eq, Le, Predicate, Relation
from .repairs import repairs
from .rows import Change, RowKey
from .store import Store
from .witness_values import WitnessValues

MAX_REPAIRS = 12
"""After a change at most this many symbols get another value."""

MAX_DEFINED = 100
"""So many symbols of large terms follow those that they are computed from, besides."""

MAX_DEGREE = 300
"""The value of a symbol in more rows than this is not changed."""

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


class Witness(WitnessValues):
    """Values for the symbols that no substitution determines.

    valid: whether all facts are known to hold for them
    """

    __slots__ = ("_turn", "valid")

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
        self._turn = 0

    def copy(self) -> Witness:
        values, apart, level = self.values.copy(), self.apart, self.level
        other = Witness(values, self.spread, self.valid, apart=apart, level=level)
        other.current, other.first = self.current.copy(), self.first
        return other

    def of_all(self, store: Store) -> Assignment:
        """The values of all symbols, as far as they are defined."""
        found: Assignment = {}
        for symbol in store.declared:
            size = store.normal(symbol.as_expr())
            with suppress(ZeroDivisionError):
                found[symbol] = value_of(size, self.of(store, size.symbol_atoms))
        return found

    def satisfies(self, store: Store, claim: Predicate) -> bool:
        """Whether the witness satisfies `claim`, over free symbols."""
        if isinstance(claim, Relation) and not claim.expr.depth:
            total = self._sum(store, claim.expr)
            if isinstance(claim, Le):
                return total <= 0
            return (total == 0) is isinstance(claim, Eq)
        if isinstance(claim, Broadcastable) and claim.is_plain:
            return len(self.values_of(store, claim.symbol_atoms) - {1}) < 2
        try:
            return satisfies(claim, self.of(store, claim.symbol_atoms))
        except ZeroDivisionError:
            return False

    def _sum(self, store: Store, expr: Expr) -> int:
        """The value of a polynomial over free symbols."""
        total = 0
        for monomial, coefficient in expr.polynomial.items():
            for symbol in monomial:
                assert isinstance(symbol, SymbolAtom)
                coefficient *= self.value(store, symbol)
            total += coefficient
        return total

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

    def can_follow(self, store: Store, model: Assignment, claim: Predicate) -> bool:
        """Whether `claim` holds after a change to `model`, and to other values that follow."""
        changed = self.copy()
        changed.take(model)
        suspects = dict.fromkeys(row for symbol in model for row in store.index.get(symbol, ()))
        return changed._settles(store, suspects) and changed.satisfies(store, claim)

    def _settles(self, store: Store, suspects: dict[RowKey, None]) -> bool:
        """Repairs the rows `suspects`. False where some row stays violated."""
        repairs, definitions = 0, 0
        while (violated := self._next_violated(store, suspects)) is not None:
            changed = self._define(store, violated)
            definitions += bool(changed)
            repairs += not changed
            if repairs > MAX_REPAIRS or definitions > MAX_DEFINED:
                return False
            if violated[0] is Broadcastable:
                changed = self._fit(store, violated[1])
            elif not changed and len(violated[1].symbol_atoms) <= MAX_WIDTH:
                changed = self._repair(store, violated)
            if not changed:
                return False
            for symbol in changed:
                suspects.update(dict.fromkeys(store.index.get(symbol, ())))
        return True

    def _next_violated(self, store: Store, suspects: dict[RowKey, None]) -> RowKey | None:
        """A row of `suspects` that is violated, definitions first; those that hold are removed."""
        ordered = sorted(suspects, key=lambda row: row[0] is not Eq) if store.terms else suspects
        for row in list(ordered):
            if row in store.rows and not self.satisfies(store, store.claim_of(row)):
                return row
            del suspects[row]
        return None

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

    def _violated(self, store: Store, suspects: Iterable[RowKey]) -> RowKey | None:
        for row in suspects:
            if row in store.rows and not self.satisfies(store, store.claim_of(row)):
                return row
        return None

    def _define(self, store: Store, row: RowKey) -> Collection[SymbolAtom]:
        """Gives the symbol that stands for a large term its value, where `row` defines it."""
        for symbol, term in defined_by(row[1], store.terms) if row[0] is Eq else ():
            old = self.value(store, symbol)
            try:
                new = value_of(term, self.of(store, term.symbol_atoms))
            except ZeroDivisionError:
                continue
            if nearest(store, symbol, new) == new and abs(new) <= MAX_VALUE:
                self._set(symbol, new)
                if self.satisfies(store, store.claim_of(row)):
                    return (symbol,)
                self._set(symbol, old)
        return ()

    def _fit(self, store: Store, claim: object) -> Collection[SymbolAtom]:
        """Changes sizes that are symbols so that they broadcast."""
        assert isinstance(claim, Broadcastable)
        news = fitting_values(claim, self.of(store, claim.symbol_atoms), self._next)
        for symbol, new in news.items():
            self._set(symbol, nearest(store, symbol, new))
        return news

    def _next(self, limit: int) -> int:
        """Numbers in turn."""
        self._turn += 1
        return self._turn % limit

    def _repair(self, store: Store, row: RowKey) -> Collection[SymbolAtom]:
        """Changes a symbol of `row` so that it holds, with all rows of the symbol if possible."""
        symbols = sorted(row[1].symbol_atoms, key=lambda s: (len(store.index.get(s, ())), s.serial))
        claim = store.claim_of(row)
        second: tuple[SymbolAtom, int] | None = None
        symbols = [s for s in symbols if len(store.index.get(s, ())) <= MAX_DEGREE]
        ways = (False, True) if self.apart else (True, False)
        for upwards in ways:  # small values satisfy much, but tell little apart
            for symbol in symbols:
                old = self.value(store, symbol)
                values = self.of(store, claim.symbol_atoms)
                for new in repairs(claim, symbol, values, barely=bool(self.apart)):
                    new = nearest(store, symbol, new)
                    if (new > old) is not upwards or abs(new) > MAX_VALUE:
                        continue
                    self._set(symbol, new)
                    if not self.satisfies(store, claim):
                        continue
                    if self._violated(store, store.index.get(symbol, {})) is None:
                        return (symbol,)
                    if upwards:
                        second = second or (symbol, new)
                self._set(symbol, old)
        if second is None:
            return ()
        self._set(*second)
        return (second[0],)
