"""Normal forms under facts: rewriting of divisions and extremes to a fixpoint, memoised.

A contextual rewriting system in the sense of simplification modulo a context (Zhang and Remy,
"Contextual rewriting", RTA 1985): the side condition of each law is decided by ranges and residues
of the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from .broadcast import Broadcast, in_order
from .broadcast_multiples import take_multiples, undo_quotients
from .broadcast_squares import without_squares
from .conditional import Conditional, conditional
from .congruence import of_expr
from .division import divide, is_proper
from .exact_quotients import divided, lowest_terms
from .expr import Atom, Division, Expr, FloorDiv, MinMax, SymbolAtom, Terms, constant, drop
from .fits import Fits
from .predicate import Truth
from .ranges import atom_range, quotient_range
from .spelled_broadcasts import chosen
from .table import FactTable
from .zero_products import without_zero_cases

MAX_ROUNDS = 8
"""A replacement is rewritten again at most this often."""


class Simplifier:
    """Normal forms under what `table` knows, until `forget` is called."""

    def __init__(
        self,
        table: FactTable,
        fits: Fits,
        terms: Mapping[Atom, Expr],
        is_compared: Callable[[SymbolAtom], bool],
    ) -> None:
        """terms: the large terms that symbols are defined by"""
        self.table = table
        self.fits = fits
        self._terms = terms
        self._is_compared = is_compared
        self._memo: dict[Expr, Expr] = {}
        self._atom_memo: dict[Atom, Expr | None] = {}
        self._settled: set[Atom] = set()
        self._settled_symbols: set[SymbolAtom] = set()
        self._extremes: set[Atom] = set()
        """Extremes of symbols in normal form, until a fact is learnt about `_extreme_symbols`."""
        self._incomparable: set[tuple[Atom, Atom]] = set()
        """Pairs of symbols of which neither is known to be the greater one, until then too."""
        self._extreme_symbols: set[SymbolAtom] = set()

    def forget(self) -> None:
        """Drops all normal forms, as the table has changed."""
        self._memo.clear()
        self._atom_memo.clear()

    def unsettle(self, symbols: Iterable[SymbolAtom]) -> None:
        """To be called where more is known of `symbols` than which sizes they fit with."""
        if self._settled and not self._settled_symbols.isdisjoint(symbols):
            self._settled.clear()
            self._settled_symbols.clear()
        self.unsettle_extremes(symbols)

    def unsettle_extremes(self, symbols: Iterable[SymbolAtom] | None) -> None:
        """To be called where more is known of how `symbols`, or None for all, compare."""
        known = self._extreme_symbols
        if known and (symbols is None or not known.isdisjoint(symbols)):
            self._extremes.clear()
            self._incomparable.clear()
            self._extreme_symbols.clear()

    def copy_from(self, other: Simplifier) -> None:
        """Takes over what stays in normal form, of a table that knows the same."""
        self._settled = other._settled.copy()
        self._settled_symbols = other._settled_symbols.copy()
        self._extremes = other._extremes.copy()
        self._incomparable = other._incomparable.copy()
        self._extreme_symbols = other._extreme_symbols.copy()

    def _is_settled(self, atom: Atom) -> bool:
        """Whether `atom` is a broadcast of symbols in normal form, until more is known of them."""
        if atom in self._settled or atom in self._extremes:
            return True
        if not isinstance(atom, Broadcast) or not self.fits.all_count(atom.as_expr()):
            return False
        self._settled.add(atom)
        self._settled_symbols |= atom.symbol_atoms
        return True

    def normal(self, expr: Expr) -> Expr:
        """The normal form of `expr`, which contains operations."""
        known = self._memo.get(expr)
        if known is None:
            known = self._memo[expr] = self._normal(expr)
        return known

    def _normal(self, expr: Expr) -> Expr:
        """Replaces symbols that are determined and atoms that the facts simplify."""
        for _ in range(MAX_ROUNDS):
            new = self._replaced(expr)
            if new is expr:
                break
            expr = new
            if not expr.depth:
                return expr
        expr = undo_quotients(without_zero_cases(expr), self.table, self.fits)
        expr = without_squares(expr, self.fits)
        return lowest_terms(expr, self.table.congruences) if self.table.congruences else expr

    def _replaced(self, expr: Expr) -> Expr:
        """One round of `_normal`; `expr` itself where nothing is to be replaced."""
        table, folded = self.table, self._atom_memo
        solved, resolved = table.solved, table.resolved
        total: Terms = {}
        changed = False
        for monomial, coefficient in expr.polynomial.items():
            product: Expr | None = None
            others = monomial
            for atom in monomial:
                if atom.depth:
                    value = folded[atom] if atom in folded else self._folded(atom)
                else:
                    value = solved.get(atom)
                    if value is not None and atom not in resolved:
                        value = table.value_of(atom)
                if value is not None:
                    product = value if product is None else product * value
                    others = drop(others, atom)
            if product is None:
                total[monomial] = total.get(monomial, 0) + coefficient
                continue
            changed = True
            if others:
                product = Expr.of_terms({others: 1}) * product
            for inner, times in product.polynomial.items():
                total[inner] = total.get(inner, 0) + times * coefficient
        if not changed:
            return expr
        return Expr.of_terms({m: c for m, c in total.items() if c})

    def _folded(self, atom: Atom) -> Expr | None:
        """A simpler form of `atom`, or None; remembered."""
        if atom in self._atom_memo:
            return self._atom_memo[atom]
        if self._is_settled(atom):
            return None
        value = self._atom_memo[atom] = self._fold_atom(atom)
        if value is None and isinstance(atom, MinMax):
            self._settle_extreme(atom)
        return value

    def _settle_extreme(self, atom: MinMax) -> None:
        """Notes that `atom` is in normal form, where all its arguments are symbols."""
        if all(type(arg.single_atom) is SymbolAtom for arg in atom.args):
            self._extremes.add(atom)
            self._depend_on(atom.symbol_atoms)

    def _depend_on(self, symbols: Iterable[SymbolAtom]) -> None:
        """Notes `symbols` of extremes, and those of the large terms that define them."""
        waiting = [frozenset(symbols) - self._extreme_symbols]
        while waiting:
            self._extreme_symbols |= (new := waiting.pop())
            terms = [self._terms[symbol] for symbol in new if symbol in self._terms]
            waiting += [term.symbol_atoms - self._extreme_symbols for term in terms]

    def _fold_atom(self, atom: Atom) -> Expr | None:
        """A simpler form of `atom`, or None."""
        if isinstance(atom, Division):
            return self._fold_division(atom)
        table = self.table
        if isinstance(atom, Conditional):
            return self._fold_conditional(atom)
        if isinstance(atom, Broadcast) and atom.is_plain:
            return self._fold_plain(atom)
        args = [self.normal(arg) for arg in atom.args]
        for new, old in zip(args, atom.args, strict=True):
            if new is not old and new != old:
                return atom.build(args)
        least, greatest = atom_range(atom, table.low, table.high, table.ranges)
        if least is not None and least == greatest:
            return constant(least)
        if isinstance(atom, MinMax):
            return self._fold_extreme(atom)
        folded = self.fits.broadcast(args)
        return None if folded.single_atom is atom else folded

    def _fold_plain(self, atom: Broadcast) -> Expr | None:
        """A simpler form of a broadcast of symbols, or None."""
        table = self.table
        free = atom.symbol_atoms.difference(table.solved)
        if len(free) < len(atom.args):
            values = {table.value_of(symbol) for symbol in atom.symbol_atoms - free}
            return atom.build([*in_order(free), *map(self.normal, values)])
        least, greatest = atom_range(atom, table.low, table.high, table.ranges)
        if least is not None and least == greatest:
            return constant(least)
        folded = self.fits.broadcast(atom.args)
        return None if folded.single_atom is atom else folded

    def _fold_conditional(self, atom: Conditional) -> Expr | None:
        """The branch that is taken, or both in normal form."""
        condition = self.table.decide(atom.condition)
        if isinstance(condition, Truth):
            return self.normal(atom.then if condition.value else atom.otherwise)
        folded = conditional(condition, self.normal(atom.then), self.normal(atom.otherwise))
        if folded.single_atom is atom:
            return chosen(atom, self.fits)
        return folded

    def _fold_division(self, atom: Division) -> Expr | None:
        numerator, denominator = self.normal(atom.numerator), self.normal(atom.denominator)
        divisor = denominator.constant_value
        if divisor == 0:
            return None
        quotient = isinstance(atom, FloorDiv)
        if divisor is not None and divisor > 0:
            folded = self._fold_by_number(quotient, numerator, divisor)
        else:
            folded = self._fold_by_size(quotient, numerator, denominator)
            if folded is not None and folded.single_atom is atom:
                return None
        if folded is None and not (numerator is atom.numerator and denominator is atom.denominator):
            folded = atom.build((numerator, denominator))
        return folded

    def _fold_by_number(self, quotient: bool, numerator: Expr, divisor: int) -> Expr | None:
        """The quotient or remainder of a normal form by a number, where it is known."""
        if not quotient:
            modulus, residue = of_expr(numerator, self.table.congruences)
            if modulus % divisor == 0:
                return constant(residue % divisor)
        least, greatest = self.table.range(numerator)
        if least is None or greatest is None or least // divisor != greatest // divisor:
            residues = self.table.congruences
            return divided(numerator, divisor, residues) if quotient and residues else None
        value = least // divisor
        return constant(value) if quotient else numerator - value * divisor

    def _fold_by_size(self, quotient: bool, numerator: Expr, denominator: Expr) -> Expr | None:
        """The quotient or remainder of normal forms, where it is simpler."""
        if not self.table.nonzero(denominator):
            return None
        whole, rest, small, factor = divide(numerator, denominator, self.table)
        even, rest = take_multiples(rest, small, self.fits)
        whole += even
        if not rest.polynomial or is_proper(rest, small, self.table):
            return whole if quotient else factor * rest
        least, greatest = quotient_range(self.table.range(rest), self.table.range(small))
        if least is not None and least == greatest:
            return whole + least if quotient else factor * (rest - small * least)
        if rest == numerator and small == denominator:
            return None
        return whole + rest // small if quotient else factor * (rest % small)

    def _fold_extreme(self, atom: MinMax) -> Expr | None:
        """Drops arguments that never count."""
        kept: dict[Expr, bool] = {}
        bounded: dict[Expr, bool] = {}
        table_range = self.table.range
        for arg in atom.args:
            is_free = self._is_free(arg)
            for other in list(bounded if is_free else kept):
                if (arg.single_atom, other.single_atom) in self._incomparable:
                    continue
                least, greatest = table_range(arg - other if atom.sign > 0 else other - arg)
                if greatest is not None and greatest <= 0:
                    break
                if least is not None and least >= 0:
                    del kept[other]
                    bounded.pop(other, None)
                else:
                    self._note_incomparable(arg.single_atom, other.single_atom)
            else:
                kept[arg] = True
                if not is_free:
                    bounded[arg] = True
        return None if len(kept) == len(atom.args) else atom.build(list(kept))

    def _note_incomparable(self, first: Atom | None, second: Atom | None) -> None:
        """Notes that neither of two symbols is known to be the greater one."""
        if type(first) is SymbolAtom and type(second) is SymbolAtom:
            self._incomparable.add((first, second))
            self._depend_on((first, second))

    def _is_free(self, size: Expr) -> bool:
        """Whether `size` is a symbol without a greatest value and not known to be compared with
        others: of two such neither is known to be the greater one.
        """
        symbol = size.single_atom
        if type(symbol) is not SymbolAtom or symbol in self.table.high:
            return False
        return not self._is_compared(symbol)
