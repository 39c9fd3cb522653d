"""The facts of a program, over the user's symbols, with quotients and so on as opaque atoms.

Facts about one symbol's remainder are kept as its residue (congruence domain: Granger, "Static
analysis of arithmetical congruences", 1989), inequalities between two symbols also as difference
bounds.
"""

from __future__ import annotations

from .congruence import ANYTHING, Congruence, as_remainder, meet, of_remainder
from .difference_bounds import DifferenceBounds, as_difference
from .expr import Expr, Monomial, SymbolAtom
from .predicate import Le, Predicate
from .propagation import Infeasible, Propagation
from .ranges import Range
from .simplifier import Simplifier
from .table import RowKey

UNDECLARED = -1
"""The rank of a symbol before all declared ones."""


class Store(Propagation):
    """Facts over declared symbols. Symbols declared late are expressed by those declared early."""

    def __init__(self) -> None:
        super().__init__()
        self.ranks: dict[SymbolAtom, int] = {}
        self.names: dict[str, Monomial] = {}
        """The declared symbols by name, each as a product of just it."""
        self.declared: dict[SymbolAtom, int] = {}
        """The least value that a symbol was first declared with."""
        self.minimum: dict[SymbolAtom, int] = {}
        """The least value by the latest declaration."""
        self.simplifier = Simplifier(self)
        self.differences = DifferenceBounds(self.put)
        self.decided: tuple[Predicate, Predicate] | None = None
        """The last claim that was asked, and what `decide` says of it."""

    def declare(self, symbol: SymbolAtom, minimum: int) -> None:
        """Adds a symbol, at least `minimum`. This is never taken back."""
        self.ranks[symbol] = len(self.ranks)
        self.names[symbol.name] = (symbol,)
        self.declared[symbol] = self.minimum[symbol] = self.low[symbol] = minimum

    def copy(self) -> Store:
        """An independent copy with nothing to undo."""
        other = Store()
        other.solved = self.solved.copy()
        other.low, other.high = self.low.copy(), self.high.copy()
        other.rows = self.rows.copy()
        other.index = {symbol: rows.copy() for symbol, rows in self.index.items() if rows}
        other.ranks, other.minimum = self.ranks.copy(), self.minimum.copy()
        other.names = self.names.copy()
        other.declared = self.declared.copy()
        other.congruences = self.congruences.copy()
        other.differences.copy_from(self.differences)
        return other

    def rank(self, symbol: SymbolAtom) -> int:
        return self.ranks.get(symbol, UNDECLARED)

    def normal(self, expr: Expr) -> Expr:
        return self.simplifier.normal(expr) if expr.depth else self.substituted(expr)

    def range(self, expr: Expr) -> Range:
        least, greatest = self.range_by_rows(expr)
        if self.differences.places and (pair := as_difference(expr)) is not None:
            x, y = pair
            if (distance := self.differences.distance(x, y)) is not None:
                limit = expr.constant_term - distance
                greatest = limit if greatest is None else min(greatest, limit)
            elif (distance := self.differences.distance(y, x)) is not None:
                limit = expr.constant_term + distance
                least = limit if least is None else max(least, limit)
        return least, greatest

    def add_row(self, row: RowKey, value: int = 0) -> None:
        super().add_row(row, value)
        if row[0] is Le and isinstance(row[1], Expr) and (pair := as_difference(row[1])):
            self.differences.add(pair[0], pair[1], value)

    def changed(self) -> None:
        super().changed()
        self.simplifier.forget()
        self.decided = None

    def take_equation(self, expr: Expr) -> bool:
        remainder = as_remainder(expr)
        if remainder is None or (found := of_remainder(*remainder)) is None:
            return False
        self._assume_congruence(*found)
        return True

    def _assume_congruence(self, symbol: SymbolAtom, congruence: Congruence) -> None:
        both = meet(self.congruences.get(symbol, ANYTHING), congruence)
        if both is None:
            raise Infeasible
        if self.congruences.get(symbol) == both:
            return
        self.put(self.congruences, symbol, both)
        low, high = self.low.get(symbol), self.high.get(symbol)
        if low is not None:
            self.set_low(symbol, low)
        if high is not None:
            self.set_high(symbol, high)
        self.bound_changed(symbol)
