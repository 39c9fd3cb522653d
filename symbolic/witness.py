"""Sizes that satisfy all facts: as long as they do, a new fact cannot be a contradiction.

Incremental repair in the manner of min-conflicts (Minton et al., Artificial Intelligence 1992):
after each change only the rows that changed are evaluated, and one symbol at a time is given
another value where they are violated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .broadcast import Broadcastable
from .expr import MAX_WIDTH, Expr, SymbolAtom
from .local_search import MAX_VALUE, Assignment, fitting_values, satisfies, value_of
from .predicate import Eq, Le, Predicate, Relation
from .store import Store
from .table import RowKey

MAX_REPAIRS = 12
"""After a change at most this many symbols get another value."""


MAX_DEGREE = 300
"""The value of a symbol in more rows than this is not changed."""


class Witness:
    """Values for the symbols that no substitution determines.

    spread: a symbol without a value counts as its least one, plus up to this
    valid: whether all facts are known to hold for them
    """

    __slots__ = ("_journal", "_turn", "spread", "valid", "values")

    def __init__(self, values: Assignment, spread: int, valid: bool = True):
        self.values = values
        self.spread = spread
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
        return Witness(self.values.copy(), self.spread, self.valid)

    def value(self, store: Store, symbol: SymbolAtom) -> int:
        known = self.values.get(symbol)
        if known is not None:
            return known
        value = store.low.get(symbol, 0)
        if self.spread:
            value += self.spread - store.rank(symbol) % 3
        if symbol in store.high or symbol in store.congruences:
            return nearest(store, symbol, value)
        return value

    def of(self, store: Store, symbols: Iterable[SymbolAtom]) -> Assignment:
        """The values of free symbols."""
        return {s: self.value(store, s) for s in symbols}

    def satisfies(self, store: Store, claim: Predicate) -> bool:
        """Whether the witness satisfies `claim`, over free symbols."""
        if isinstance(claim, Relation) and not claim.expr.depth:
            total = self._sum(store, claim.expr)
            if isinstance(claim, Le):
                return total <= 0
            return (total == 0) is isinstance(claim, Eq)
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
            values = {
                s: model[s] if s in model else self.value(store, s) for s in row[1].symbol_atoms
            }
            try:
                if not satisfies(store.claim_of(row), values):
                    return False
            except ZeroDivisionError:
                return False
        return True

    def follow(self, store: Store, changes: Iterable[tuple[object, object, object]]) -> bool:
        """Adapts to `changes` of the tables of `store`. False where some row stays violated."""
        self._journal.clear()
        suspects: dict[RowKey, bool] = {}
        for table, key, _ in changes:
            if table is store.rows:
                suspects[key] = True  # pyright: ignore[reportArgumentType]
            elif isinstance(key, SymbolAtom) and table is not store.solved:
                self._keep_within_bounds(store, key, suspects)
        for _ in range(MAX_REPAIRS):
            violated = self._violated(store, suspects)
            if violated is None:
                return True
            if violated[0] is Broadcastable:
                changed = self._fit(store, violated[1])
            elif len(violated[1].symbol_atoms) > MAX_WIDTH:
                return False
            else:
                changed = self._repair(store, violated)
            if not changed:
                return False
            for symbol in changed:
                suspects.update(store.index.get(symbol, {}))
        return False

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
        for upwards in (True, False):  # small values satisfy much, but tell little apart
            for symbol in symbols:
                old = self.value(store, symbol)
                for new in self._candidates(store, claim, symbol, old):
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

    def _candidates(
        self, store: Store, claim: Predicate, symbol: SymbolAtom, old: int
    ) -> Iterable[int]:
        if isinstance(claim, Relation):
            values = self.of(store, claim.symbol_atoms)
            try:
                value = value_of(claim.expr, values)
                values[symbol] = old + 1
                slope = value_of(claim.expr, values) - value
            except ZeroDivisionError:
                slope = value = 0
            if slope:
                yield old + (-value // slope if slope < 0 else -(value // slope))
                yield old - (-(-value // slope) if slope > 0 else value // slope)
        yield from (old + 1, old + 2, old - 1, 1)


class Witnesses:
    """Two witnesses, apart from each other, and guesses that held once."""

    __slots__ = ("first", "guesses", "second")

    def __init__(self) -> None:
        self.first = Witness({}, 0)
        self.second = Witness({}, 4)
        self.guesses = Guesses()

    def copy(self) -> Witnesses:
        other = Witnesses()
        other.first, other.second = self.first.copy(), self.second.copy()
        other.guesses = self.guesses  # evaluated anew each time, so they may serve both
        return other

    def valid(self) -> list[Witness]:
        return [w for w in (self.first, self.second) if w.valid]


def nearest(store: Store, symbol: SymbolAtom, value: int) -> int:
    """A value of `symbol` within its bounds and residue, near `value`."""
    low, high = store.low.get(symbol), store.high.get(symbol)
    modulus, residue = store.congruences.get(symbol, (1, 0))
    if low is not None and value < low:
        value = low
    if high is not None and value > high:
        value = high
    up = value + (residue - value) % modulus
    return up if high is None or up <= high else up - modulus


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

    def satisfy(
        self,
        store: Store,
        symbols: Iterable[SymbolAtom],
        rows: Iterable[RowKey],
        claim: Predicate,
    ) -> bool:
        """Whether a guess satisfies `claim`, `rows` and the bounds of `symbols`, all there are."""
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
