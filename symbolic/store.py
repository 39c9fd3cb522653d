"""The facts of a fact base: a system over the user's own symbols, with quotients and so on as opaque atoms."""

from __future__ import annotations

from .atoms import Fraction, Mod, SymbolAtom
from .chains import Chains, as_difference
from .congruence import ANYTHING, Congruence, meet, of_remainder
from .expr import Expr
from .knowledge import Row
from .predicate import Eq, Le, Predicate, zero
from .propagation import Infeasible
from .ranges import Range
from .simplifier import Simplifier
from .terms import Monomial

ANCIENT = -1


class Store(Simplifier):
    """Facts over declared symbols. Symbols that were declared early stand for those declared late."""

    def __init__(self) -> None:
        super().__init__()
        self.ranks: dict[SymbolAtom, int] = {}
        self.names: dict[str, Monomial] = {}
        """The declared symbols by name, each as a product of just it."""
        self.declared: dict[SymbolAtom, int] = {}
        """The least value that a symbol was first declared with."""
        self.minimum: dict[SymbolAtom, int] = {}
        """The least value by the latest declaration."""
        self.chains = Chains(self.put)
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
        other.chains.copy_from(self.chains)
        return other

    def rank(self, symbol: SymbolAtom) -> int:
        return self.ranks.get(symbol, ANCIENT)

    def range(self, expr: Expr) -> Range:
        least, greatest = self.range_by_rows(expr)
        if self.chains.places and (pair := as_difference(expr)) is not None:
            x, y = pair
            if (distance := self.chains.distance(x, y)) is not None:
                limit = expr.constant_term - distance
                greatest = limit if greatest is None else min(greatest, limit)
            elif (distance := self.chains.distance(y, x)) is not None:
                limit = expr.constant_term + distance
                least = limit if least is None else max(least, limit)
        return least, greatest

    def add_row(self, row: Row, value: int = 0) -> None:
        super().add_row(row, value)
        if row[0] is Le and isinstance(row[1], Expr) and (pair := as_difference(row[1])):
            self.chains.add(pair[0], pair[1], value)

    def changed(self) -> None:
        super().changed()
        self.decided = None

    def _assume(self, claim: Predicate) -> None:
        if isinstance(claim, Eq):
            expr = self.normal(claim.expr)
            remainder = as_remainder(expr)
            if remainder is not None and (found := of_remainder(*remainder)) is not None:
                self._assume_congruence(*found)
                return
        super()._assume(claim)

    def _assume_congruence(self, symbol: SymbolAtom, congruence: Congruence) -> None:
        both = meet(self.congruences.get(symbol, (1, 0)), congruence)
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

    def set_low(self, symbol: SymbolAtom, value: int) -> None:
        modulus, residue = self.congruences.get(symbol, ANYTHING)
        super().set_low(symbol, value + (residue - value) % modulus)

    def set_high(self, symbol: SymbolAtom, value: int) -> None:
        modulus, residue = self.congruences.get(symbol, ANYTHING)
        super().set_high(symbol, value - (value - residue) % modulus)

    def substitute(self, symbol: SymbolAtom, value: Expr) -> None:
        congruence = self.congruences.get(symbol)
        if congruence is not None:
            self.put(self.congruences, symbol, None)
            modulus, residue = congruence
            self.pending.append(zero((value - residue) % modulus))
        super().substitute(symbol, value)


def as_remainder(expr: Expr) -> tuple[Expr, int, int] | None:
    """`(n, c, r)` where `expr == 0` says `n % c == r`, for a number c; None where it does not.

    Recognises `n % c - r` and `n - c*(n//c) - r`, whichever sign they have.
    """
    for monomial, coefficient in expr.polynomial.items():
        if len(monomial) != 1:
            continue
        atom = monomial[0]
        if not isinstance(atom, Fraction):
            continue
        divisor = atom.denominator.constant_value
        if not divisor:
            continue
        if isinstance(atom, Mod):
            rest = expr - Expr.of_terms({monomial: coefficient})
        elif coefficient % divisor == 0:
            coefficient //= -divisor
            rest = expr - (atom.numerator - divisor * atom.as_expr()) * coefficient
        else:
            continue
        offset = rest.constant_value
        if offset is not None and offset % coefficient == 0:
            residue = -offset // coefficient
            if 0 <= residue < divisor:
                return atom.numerator, divisor, residue
    return None
