"""Sizes that satisfy all facts: as long as they do, a new fact cannot be a contradiction.

Incremental repair in the manner of min-conflicts (Minton et al., Artificial Intelligence 1992):
after each change only the rows that changed are evaluated, and one symbol at a time is given
another value where they are violated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .broadcast import Broadcastable
from .expr import MAX_WIDTH, Expr, SymbolAtom
from .large_terms import defined_by
from .local_search import MAX_VALUE, Assignment, fitting_values, nearest, satisfies, value_of
from .predicate import Eq, Le, Predicate, Relation
from .repairs import repairs
from .store import Store
from .table import RowKey

Change = tuple[object, object, object]
"""A table, a key of it, and the value that it had."""

MAX_REPAIRS = 12
"""After a change at most this many symbols get another value."""

MAX_DEFINED = 100
"""So many symbols of large terms follow those that they are computed from, besides."""

MAX_DEGREE = 300
"""The value of a symbol in more rows than this is not changed."""

MAX_ADOPTED = 64
"""The symbols of at most this many rows get the values of another witness."""


class Witness:
    """Values for the symbols that no substitution determines.

    spread: a symbol without a value counts as its least one, plus up to this
    level: but not as less than this, where it is given
    apart: how far apart the values of symbols are to be, great ones that barely reach no bound
    valid: whether all facts are known to hold for them
    """

    __slots__ = ("_journal", "_turn", "apart", "level", "spread", "valid", "values")

    def __init__(
        self,
        values: Assignment,
        spread: int,
        valid: bool = True,
        *,
        apart: int = 0,
        level: int | None = None,
    ):
        self.values = values
        self.spread = spread
        self.apart = apart
        self.level = level
        self.valid = valid
        self._journal: list[tuple[SymbolAtom, int | None]] = []
        self._turn = 0

    def _set(self, symbol: SymbolAtom, value: int) -> None:
        self._journal.append((symbol, self.values.get(symbol)))
        self.values[symbol] = value

    def revert(self) -> None:
        """Takes back what the last `follow` did."""
        for symbol, old in reversed(self._journal):
            if old is None:
                self.values.pop(symbol, None)
            else:
                self.values[symbol] = old
        self._journal.clear()

    def copy(self) -> Witness:
        values, apart, level = self.values.copy(), self.apart, self.level
        return Witness(values, self.spread, self.valid, apart=apart, level=level)

    def value(self, store: Store, symbol: SymbolAtom) -> int:
        known = self.values.get(symbol)
        if known is not None:
            return known
        value = store.low.get(symbol, 0)
        if self.level is not None and value < self.level:
            value = self.level
        elif self.apart:
            value += self.spread + self.apart * store.rank(symbol)
        elif self.spread:
            value += self.spread - store.rank(symbol) % 3
        if symbol in store.high or symbol in store.congruences:
            return nearest(store, symbol, value)
        return value

    def of(self, store: Store, symbols: Iterable[SymbolAtom]) -> Assignment:
        """The values of free symbols."""
        known, value_of = self.values, self.value
        return {s: known[s] if s in known else value_of(store, s) for s in symbols}

    def satisfies(self, store: Store, claim: Predicate) -> bool:
        """Whether the witness satisfies `claim`, over free symbols."""
        if isinstance(claim, Relation) and not claim.expr.depth:
            total = self._sum(store, claim.expr)
            if isinstance(claim, Le):
                return total <= 0
            return (total == 0) is isinstance(claim, Eq)
        if isinstance(claim, Broadcastable) and claim.is_plain:
            return self._broadcasts(store, claim.symbol_atoms)
        try:
            return satisfies(claim, self.of(store, claim.symbol_atoms))
        except ZeroDivisionError:
            return False

    def _broadcasts(self, store: Store, symbols: Iterable[SymbolAtom]) -> bool:
        """Whether the values of all `symbols` that are not 1 are equal."""
        known, common = self.values, 1
        for symbol in symbols:
            value = known.get(symbol)
            if value is None:
                value = self.value(store, symbol)
            if value != 1 and value != common:
                if common != 1:
                    return False
                common = value
        return True

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

    def follow(self, store: Store, changes: Iterable[Change]) -> bool:
        """Adapts to `changes` of the tables of `store`. False where some row stays violated."""
        self._journal.clear()
        suspects: dict[RowKey, bool] = {}
        for table, key, _ in changes:
            if table is store.rows:
                suspects[key] = True  # pyright: ignore[reportArgumentType]
            elif isinstance(key, SymbolAtom) and table is not store.solved:
                self._keep_within_bounds(store, key, suspects)
        return self._settles(store, suspects)

    def can_follow(self, store: Store, model: Assignment, claim: Predicate) -> bool:
        """Whether `claim` holds after a change to `model`, and to other values that follow."""
        changed = self.copy()
        changed.values.update(model)
        suspects = {row: True for symbol in model for row in store.index.get(symbol, ())}
        return changed._settles(store, suspects) and changed.satisfies(store, claim)

    def _settles(self, store: Store, suspects: dict[RowKey, bool]) -> bool:
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
                suspects.update(store.index.get(symbol, {}))
        return True

    def _next_violated(self, store: Store, suspects: dict[RowKey, bool]) -> RowKey | None:
        """A row of `suspects` that is violated, definitions first; those that hold are removed."""
        ordered = sorted(suspects, key=lambda row: row[0] is not Eq) if store.terms else suspects
        for row in list(ordered):
            if row in store.rows and not self.satisfies(store, store.claim_of(row)):
                return row
            del suspects[row]
        return None

    def adopt(self, other: Witness, store: Store, changes: Iterable[Change]) -> bool:
        """Adapts to `changes` by values of `other`, for which all facts hold, where it has to.

        False where that goes too far.
        """
        waiting: dict[RowKey, None] = {}
        for symbol, _ in self._journal:
            waiting.update(dict.fromkeys(store.index.get(symbol, ())))
        for table, key, _ in changes:
            if table is store.rows:
                waiting[key] = None  # pyright: ignore[reportArgumentType]
            elif isinstance(key, SymbolAtom):
                waiting.update(dict.fromkeys(store.index.get(key, ())))
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
        self, store: Store, symbol: SymbolAtom, suspects: dict[RowKey, bool]
    ) -> None:
        known = self.values.get(symbol)
        if known is None or symbol in store.solved:
            suspects.update(store.index.get(symbol, {}))
        elif (new := nearest(store, symbol, known)) != known:
            self._set(symbol, new)
            suspects.update(store.index.get(symbol, {}))

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
