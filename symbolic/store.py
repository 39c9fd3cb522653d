"""The facts of a program, over the user's symbols, with quotients and so on as opaque atoms.

Facts about one symbol's remainder are kept as its residue (congruence domain: Granger, "Static
analysis of arithmetical congruences", 1989), inequalities between two symbols also as difference
bounds.
"""

from __future__ import annotations

from typing import Any

from .broadcast import Broadcastable, broadcastable, operands
from .comparisons import eq
from .congruence import ANYTHING, Congruence, as_remainder, meet, of_exact_quotient, of_remainder
from .difference_bounds import DifferenceBounds, as_difference
from .expr import MAX_WIDTH, Atom, Expr, Monomial, SymbolAtom
from .extremes import range_by_arguments, range_by_parts
from .fits import Fits
from .known_fit import known_fit, one_or, rows_with_one_of
from .large_terms import defines_large, plain_product, sum_of_others, unfolded
from .outcomes import Infeasible
from .predicate import TRUE, And, Eq, Le, Ne, Or, Predicate
from .product_residues import ProductResidues
from .propagation import Propagation
from .ranges import Range, intersection
from .rows import RowKey
from .simplifier import Simplifier

MAX_LEARNING = 10_000
"""After this many steps a new fact does not make others be learnt again."""
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
        self.fits = Fits(self)
        self.terms: dict[Atom, Expr] = {}
        """By symbol the large term that defines it."""
        self.simplifier = Simplifier(self, self.fits, self.terms, self._is_compared)
        self.differences = DifferenceBounds(self.put)
        self.products = ProductResidues(self)
        self.named: dict[Expr, Expr] = {}
        """What large terms without their constants are, over the symbols that they define."""
        self.fruitless = 0
        """The steps of searches about these facts that proved nothing."""
        self.decided: tuple[Predicate, Predicate] | None = None
        """The last claim that was asked, and what `decide` says of it."""
        self.admitted: dict[frozenset[tuple[SymbolAtom, int]], bool] = {}
        """Changes of sizes that are 1, and whether all facts hold under them."""
        self.fitting_values: dict[SymbolAtom, int] = {}
        """By symbols, what sizes that fit them are where most are 1: 1 where all are."""

    def declare(self, symbol: SymbolAtom, minimum: int) -> None:
        """Adds a symbol, at least `minimum`. This is never taken back."""
        self.ranks[symbol] = len(self.ranks)
        self.names[symbol.name] = (symbol,)
        self.declared[symbol] = self.minimum[symbol] = self.low[symbol] = minimum

    def declare_all(self, symbols: frozenset[SymbolAtom]) -> None:
        """Adds those that are not declared yet, by their names, each at least 0."""
        if not symbols <= self.ranks.keys():
            for symbol in sorted(symbols - self.ranks.keys(), key=lambda s: s.name):
                self.declare(symbol, 0)

    def copy(self) -> Store:
        """An independent copy with nothing to undo."""
        other = Store()
        other.solved = self.solved.copy()
        other.low, other.high = self.low.copy(), self.high.copy()
        other.rows = self.rows.copy()
        other.unequal = self.unequal.copy()
        other.index.update((symbol, rows.copy()) for symbol, rows in self.index.items() if rows)
        other.ranks, other.minimum = self.ranks.copy(), self.minimum.copy()
        other.names = self.names.copy()
        other.declared = self.declared.copy()
        other.congruences = self.congruences.copy()
        other.named = self.named.copy()
        other.terms.update(self.terms)
        other.fruitless = self.fruitless
        other.differences.copy_from(self.differences)
        other.fits.copy_from(self.fits)
        other.products.copy_from(self.products)
        other.simplifier.copy_from(self.simplifier)
        return other

    def put(self, table: dict[Any, Any], key: Any, value: object) -> None:
        super().put(table, key, value)
        if value is None:
            return
        if table is self.rows:
            if key[0] is Ne or key[0] is Or or key[0] is Eq:
                self.simplifier.unsettle(key[1].symbol_atoms)
            elif key[0] is Le:
                distance = as_difference(key[1]) is not None
                self.simplifier.unsettle_extremes(None if distance else key[1].symbol_atoms)
        elif any(table is t for t in (self.low, self.high, self.solved, self.terms)):
            self.simplifier.unsettle((key,))

    def rank(self, symbol: SymbolAtom) -> int:
        return self.ranks.get(symbol, UNDECLARED)

    def normal(self, expr: Expr) -> Expr:
        known = expr if (depth := expr.depth) else self.substituted(expr)
        if depth or known.depth:
            known = self.simplifier.normal(known)
        elif len(known.polynomial) <= MAX_WIDTH:
            return known
        if self.named:
            offset = known.constant_term
            term = known - offset
            if (name := self.named.get(term)) is not None:
                return self.substituted(name) + offset
            if len(term.polynomial) > MAX_WIDTH and (name := self.named.get(-term)) is not None:
                return offset - self.substituted(name)
        return known

    def range(self, expr: Expr) -> Range:
        least, greatest = self.range_by_rows(expr)
        if self.terms and len(expr.polynomial) > 1:
            for whole in unfolded(expr, self.terms):
                least, greatest = intersection((least, greatest), self.range_by_rows(whole))
        if expr.depth and len(expr.polynomial) > 1:
            for bounds in (range_by_arguments, range_by_parts):
                more = bounds(expr, self.range_by_rows)
                least, greatest = intersection((least, greatest), more)
        if self.differences.places and (pair := as_difference(expr)) is not None:
            x, y = pair
            if (distance := self.differences.distance(x, y)) is not None:
                limit = expr.constant_term - distance
                greatest = limit if greatest is None else min(greatest, limit)
            elif (distance := self.differences.distance(y, x)) is not None:
                limit = expr.constant_term + distance
                least = limit if least is None else max(least, limit)
        return least, greatest

    def _is_compared(self, symbol: SymbolAtom) -> bool:
        """Whether rows may bound differences of `symbol`: one of each pair is in their chains."""
        return symbol in self.differences.places or symbol in self.terms

    def add_row(self, row: RowKey, value: int = 0) -> None:
        kind, about = row
        if isinstance(about, Or):
            if self.fits.follows(about):
                return
            if any(isinstance(arg, Eq) and arg.expr.depth for arg in about.args):
                known = known_fit(about)
                sizes = known.sizes if known is not None else ()
                if any(len(inner := operands(s)) > 1 and self.fits.fit(inner) for s in sizes):
                    self.pending.append(broadcastable(*sizes))  # joined to what fits already
                    if len(about.args) > 2:
                        return
        super().add_row(row, value)
        self.fits.note(row, True)
        if isinstance(about, Predicate):
            self._learn_again(self.fits.changed(row))
        elif kind is Le and (pair := as_difference(about)):
            self.differences.add(pair[0], pair[1], value)
        elif kind is Ne and self.fits.rows:
            self._learn_again(rows_with_one_of(one_or(about), self.fits.rows))
        elif kind is Eq:
            self.fits.absorption.enter(row)
            if (term := self.products.enter(row)) is not None:
                self.changed()
                self._learn_again(self.products.simplified(term))

    def remove_row(self, row: RowKey) -> None:
        super().remove_row(row)
        self.fits.note(row, False)
        if row[0] is Eq:
            self.fits.absorption.leave(row)
            if self.products.leave(row):
                self.changed()

    def enter(self, row: RowKey) -> None:
        super().enter(row)
        self.fits.enter(row)

    def leave(self, row: RowKey) -> None:
        super().leave(row)
        self.fits.leave(row)

    def _learn_again(self, rows: list[RowKey]) -> None:
        """Learns the facts of `rows` anew, unless facts have done so to each other for long."""
        for row in rows if self.steps < MAX_LEARNING else ():
            self.pending.append(self.claim_of(row))
            self.remove_row(row)

    def take_conjunction(self, claim: And) -> None:
        if isinstance(claim, Broadcastable):
            self._take_fits(claim)
        else:
            super().take_conjunction(claim)

    def _take_fits(self, claim: Broadcastable) -> None:
        known: Predicate = claim
        if not self._is_normal(claim):
            known = self.fits.in_normal_form(claim)
            if not isinstance(known, Broadcastable):
                self.pending.append(known)
                return
        equal = self.fits.not_one(known)
        self.pending.extend(eq(equal[0], size) for size in equal[1:])
        if self.fits.contain(known):
            return
        merged, redundant, again = self.fits.merge(known, equal)
        self.pending.extend(map(self.claim_of, again))
        for row in (*redundant, *again):
            self.remove_row(row)
        joined = merged.claim() if redundant else known
        if isinstance(joined, Broadcastable):
            self.add_row((Broadcastable, joined))
        else:
            self.pending.append(joined)

    def _is_normal(self, claim: Broadcastable) -> bool:
        """Whether all sizes of `claim` are symbols without a value."""
        return claim.is_plain and self.solved.keys().isdisjoint(claim.symbol_atoms)

    def decide(self, claim: Predicate) -> Predicate:
        if isinstance(claim, Broadcastable):
            if not self._is_normal(claim):
                claim = claim.rebuild(self.normal)
            if isinstance(claim, Broadcastable):
                return TRUE if self.fits.contain(claim) else claim
        verdict = super().decide(claim)
        if isinstance(verdict, Or) and ((Or, verdict) in self.rows or self.fits.follows(verdict)):
            return TRUE
        return verdict

    def changed(self) -> None:
        super().changed()
        self.simplifier.forget()
        self.decided = None
        self.admitted.clear()
        self.fitting_values.clear()

    def _solve(self, expr: Expr) -> bool:
        """A symbol of a large term stays; the term is written as the symbol, a product plain."""
        if not defines_large(expr):
            if not (solved := super()._solve(expr)) and (pair := plain_product(expr)) is not None:
                self.put(self.named, *pair)
                self.changed()
            return solved
        if (symbol := self._defined_symbol(expr)) is not None:
            size = symbol.as_expr()
            value = size - expr if expr.polynomial[symbol,] > 0 else size + expr
            offset = value.constant_term
            self.put(self.named, value - offset, size - offset)
            self.put(self.terms, symbol, value)
            self.changed()
        return False

    def _defined_symbol(self, expr: Expr) -> SymbolAtom | None:
        """The symbol that `expr == 0` defines: a sum that nothing defines yet, or the latest."""
        total = sum_of_others(expr)
        return self._unit_symbol(expr) if total is None or total in self.terms else total

    def take_equation(self, expr: Expr) -> bool:
        said = as_remainder(expr)
        if said is None:
            return False
        remainder = of_exact_quotient(*said, self.congruences)
        if (found := of_remainder(*remainder)) is None:
            return False
        term, congruence = found
        if len(term) == 1 and type(term[0]) is SymbolAtom:
            self._assume_congruence(term[0], congruence)
            return True
        if remainder == said:
            return False  # a row, from which `products` has it
        numerator, divisor, residue = remainder
        self.pending.append(eq(numerator % divisor, residue))
        return True

    def _assume_congruence(self, symbol: SymbolAtom, congruence: Congruence) -> None:
        both = meet(self.congruences.get(symbol, ANYTHING), congruence)
        if both is None:
            raise Infeasible
        if self.congruences.get(symbol, ANYTHING) == both:
            return
        self.put(self.congruences, symbol, both)
        low, high = self.low.get(symbol), self.high.get(symbol)
        if low is not None:
            self.set_low(symbol, low)
        if high is not None:
            self.set_high(symbol, high)
        self.bound_changed(symbol)
