"""The values of a witness: those it was given, and what symbols without one count as."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from .broadcast import Broadcastable
from .expr import Expr, SymbolAtom
from .local_search import Assignment, nearest, satisfies, value_of
from .predicate import Eq, Le, Predicate, Relation
from .store import Store


class WitnessValues:
    """Values for symbols, known as far as asked for.

    spread: a symbol without a value counts as its least one, or 0 if that is less, plus up to this
    level: but not as less than this, where it is given
    first: what symbols without a value are first tried as
    apart: how far apart the values of symbols are to be, great ones that barely reach no bound
    current: what symbols are that were asked for, dropped where their bounds change
    """

    __slots__ = ("_journal", "apart", "current", "first", "level", "spread", "values")

    def __init__(self, values: Assignment, spread: int, apart: int, level: int | None) -> None:
        self.values = values
        self.spread = spread
        self.apart = apart
        self.level = level
        self.first: Mapping[SymbolAtom, int] = {}
        self.current: Assignment = {}
        self._journal: list[tuple[SymbolAtom, int | None]] = []

    def take(self, model: Assignment) -> None:
        """Gives symbols the values of `model`."""
        self.values.update(model)
        self.current.update(model)

    def revert(self) -> None:
        """Takes back what was set since the journal began, as the bounds are."""
        for symbol, old in reversed(self._journal):
            if old is None:
                self.values.pop(symbol, None)
            else:
                self.values[symbol] = old
        self._journal.clear()
        self.current.clear()

    def _set(self, symbol: SymbolAtom, value: int) -> None:
        self._journal.append((symbol, self.values.get(symbol)))
        self.values[symbol] = self.current[symbol] = value

    def value(self, store: Store, symbol: SymbolAtom) -> int:
        """The value of a free symbol."""
        value = self.current.get(symbol)
        if value is None:
            known = self.values.get(symbol)
            value = self._default(store, symbol) if known is None else known
            self.current[symbol] = value
        return value

    def _default(self, store: Store, symbol: SymbolAtom) -> int:
        if (first := self.first.get(symbol)) is not None:
            return nearest(store, symbol, first)
        value = max(store.low.get(symbol, 0), 0)
        if self.level is not None and value < self.level:
            value = self.level
        elif self.apart:
            value += self.spread + self.apart * store.rank(symbol)
        elif self.spread:
            value += self.spread - store.rank(symbol) % 3
        if symbol in store.high or symbol in store.congruences:
            return nearest(store, symbol, value)
        return value

    def of(self, store: Store, symbols: AbstractSet[SymbolAtom]) -> Assignment:
        """The values of free symbols."""
        self._know(store, symbols)
        return dict(zip(symbols, map(self.current.__getitem__, symbols), strict=True))

    def value_of(self, store: Store, expr: Expr) -> int:
        """The value of an expression over free symbols. Raises ZeroDivisionError."""
        symbol = expr.single_atom
        if type(symbol) is SymbolAtom:
            return self.value(store, symbol)
        self._know(store, expr.symbol_atoms)
        return value_of(expr, self.current)

    def values_of(self, store: Store, symbols: AbstractSet[SymbolAtom]) -> set[int]:
        """The different values of free symbols."""
        self._know(store, symbols)
        return set(map(self.current.__getitem__, symbols))

    def _know(self, store: Store, symbols: AbstractSet[SymbolAtom]) -> None:
        if not self.current.keys() >= symbols:
            for symbol in symbols - self.current.keys():
                self.value(store, symbol)

    def satisfies(self, store: Store, claim: Predicate) -> bool:
        """Whether the witness satisfies `claim`, over free symbols."""
        if isinstance(claim, Relation) and not claim.expr.depth:
            total = self._sum(store, claim.expr)
            if isinstance(claim, Le):
                return total <= 0
            return (total == 0) is isinstance(claim, Eq)
        if isinstance(claim, Broadcastable) and claim.is_plain:
            return len(self.values_of(store, claim.symbol_atoms) - {1}) < 2
        self._know(store, claim.symbol_atoms)
        try:
            return satisfies(claim, self.current)
        except ZeroDivisionError:
            return False

    def _sum(self, store: Store, expr: Expr) -> int:
        """The value of a polynomial over free symbols."""
        total, known = 0, self.current.get
        for monomial, coefficient in expr.polynomial.items():
            for symbol in monomial:
                assert isinstance(symbol, SymbolAtom)
                value = known(symbol)
                coefficient *= self.value(store, symbol) if value is None else value
            total += coefficient
        return total
