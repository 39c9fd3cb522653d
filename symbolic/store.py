"""The facts of a fact base: a system over the user's own symbols, with quotients and so on as opaque atoms."""

from __future__ import annotations

from .atoms import NO_SYMBOLS, Atom, Extreme, FloorDiv, Fraction, Max, Min, Mod, SymbolAtom
from .chains import Chains, as_difference
from .congruence import ANYTHING, Congruence, meet, of_expr, of_remainder
from .division import divide, is_proper
from .expr import ONE, Expr, Monomial, Terms, constant
from .folding import extreme, floor_div, modulo
from .guesses import Guesses
from .knowledge import Row, drop
from .predicate import Eq, Le, Predicate, zero
from .ranges import Range, atom_range, quotient_range
from .system import Infeasible, System
from .witness import Witness

ANCIENT = -1
MAX_ROUNDS = 8
"""What an atom was replaced by is looked at again at most this often."""


class Store(System):
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
        self.congruences: dict[SymbolAtom, Congruence] = {}
        self.chains = Chains(self.put)
        self.guesses = Guesses()
        self.witness = Witness({}, 0)
        self.other_witness = Witness({}, 4)
        self._memo: dict[Expr, Expr] = {}
        self._atom_memo: dict[Atom, Expr | None] = {}
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
        other.guesses = self.guesses  # looked at anew each time, so they may serve both
        other.witness = self.witness.copy()
        other.other_witness = self.other_witness.copy()
        return other

    def rank(self, symbol: SymbolAtom) -> int:
        return self.ranks.get(symbol, ANCIENT)

    def free_symbols(self, claim: Predicate) -> frozenset[SymbolAtom]:
        """The symbols that `claim` comes down to under the substitutions."""
        return NO_SYMBOLS.union(
            *(self.normal(s.as_expr()).symbol_atoms for s in claim.symbol_atoms)
        )

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
        self._memo.clear()
        self._atom_memo.clear()
        self.decided = None

    def normal(self, expr: Expr) -> Expr:
        if not expr.depth:
            return self.substituted(expr)
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
        return self._merge_multiples(expr) if self.congruences else expr

    def _replaced(self, expr: Expr) -> Expr:
        """One round of `_normal`; `expr` itself where nothing is to be replaced."""
        solved, folded = self.solved, self._atom_memo
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
                    if value is not None and atom not in self._resolved:
                        value = self.resolved(atom)
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
        value = self._atom_memo[atom] = self._fold_atom(atom)
        return value

    def _fold_atom(self, atom: Atom) -> Expr | None:
        """A simpler form of `atom`, or None."""
        if isinstance(atom, Fraction):
            return self._fold_fraction(atom)
        assert isinstance(atom, Extreme)
        args = [self.normal(arg) for arg in atom.args]
        for new, old in zip(args, atom.args, strict=True):
            if new is not old and new != old:
                return extreme(Max if isinstance(atom, Max) else Min, args)
        least, greatest = atom_range(atom, self.low, self.high, self._ranges)
        if least is not None and least == greatest:
            return constant(least)
        return self._fold_extreme(atom)

    def _fold_fraction(self, atom: Fraction) -> Expr | None:
        numerator, denominator = self.normal(atom.numerator), self.normal(atom.denominator)
        divisor = denominator.constant_value
        if divisor == 0:
            return None
        quotient = isinstance(atom, FloorDiv)
        if divisor is not None and divisor > 0:
            folded = self._fold_by_number(quotient, numerator, divisor)
        else:
            folded = self._fold_by_size(quotient, numerator, denominator)
        if folded is None and not (numerator is atom.numerator and denominator is atom.denominator):
            folded = (floor_div if quotient else modulo)(numerator, denominator)
        return folded

    def _fold_by_number(self, quotient: bool, numerator: Expr, divisor: int) -> Expr | None:
        """`numerator // divisor` or `numerator % divisor` where it is known, both in normal form."""
        if not quotient:
            modulus, residue = of_expr(numerator, self.congruences)
            if modulus % divisor == 0:
                return constant(residue % divisor)
        least, greatest = self.range(numerator)
        if least is None or greatest is None or least // divisor != greatest // divisor:
            return None
        value = least // divisor
        return constant(value) if quotient else numerator - value * divisor

    def _fold_by_size(self, quotient: bool, numerator: Expr, denominator: Expr) -> Expr | None:
        """`numerator // denominator` or `numerator % denominator`, both in normal form, where it is simpler."""
        if not self.nonzero(denominator):
            return None
        whole, rest, small, factor = divide(numerator, denominator, self)
        if is_proper(rest, small, self):
            return whole if quotient else factor * rest
        least, greatest = quotient_range(self.range(rest), self.range(small))
        if least is not None and least == greatest:
            return whole + least if quotient else factor * (rest - small * least)
        if rest == numerator and small == denominator:
            return None
        return whole + rest // small if quotient else factor * (rest % small)

    def _fold_extreme(self, atom: Extreme) -> Expr | None:
        """Drops arguments that never count."""
        kind = Max if isinstance(atom, Max) else Min
        kept: list[Expr] = []
        for arg in atom.args:
            for other in list(kept):
                least, greatest = self.range(arg - other if kind is Max else other - arg)
                if greatest is not None and greatest <= 0:
                    break
                if least is not None and least >= 0:
                    kept.remove(other)
            else:
                kept.append(arg)
        return None if len(kept) == len(atom.args) else extreme(kind, kept)

    def _merge_multiples(self, expr: Expr) -> Expr:
        """Writes `c*(n//c)` as `n - r` where `n % c` is known to be `r`."""
        for monomial, coefficient in expr.polynomial.items():
            for atom in monomial:
                if not isinstance(atom, FloorDiv):
                    continue
                divisor = atom.denominator.constant_value
                if not divisor or coefficient % divisor:
                    continue
                modulus, residue = of_expr(atom.numerator, self.congruences)
                if modulus % divisor:
                    continue
                rest = list(monomial)
                rest.remove(atom)
                term = Expr.of_terms({monomial: coefficient})
                cofactor = Expr.of_terms({tuple(rest): coefficient // divisor})
                value = (atom.numerator - residue % divisor) * cofactor
                return self._merge_multiples(expr - term + value)
        return expr

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


def replace_atom(expr: Expr, atom: Atom, value: Expr) -> Expr:
    """`expr` with `value` in place of `atom`, outside of other atoms."""
    total = expr
    for monomial, coefficient in expr.polynomial.items():
        if atom in monomial:
            term: Expr = constant(coefficient)
            for factor in monomial:
                term = term * (value if factor is atom else factor.as_expr())
            total = total - Expr.of_terms({monomial: coefficient}) + term
    return total


__all__ = ["ONE", "Store", "as_remainder", "replace_atom"]
