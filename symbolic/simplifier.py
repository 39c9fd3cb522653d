"""Normal forms of expressions under facts: quotients, remainders and extremes folded by what is known."""

from __future__ import annotations

from .atoms import Atom, Extreme, FloorDiv, Fraction, Max, Min, SymbolAtom
from .congruence import Congruence, of_expr
from .division import divide, is_proper
from .expr import Expr, constant
from .folding import extreme, floor_div, modulo
from .knowledge import drop
from .ranges import atom_range, quotient_range
from .system import System
from .terms import Terms

MAX_ROUNDS = 8
"""What an atom was replaced by is looked at again at most this often."""


class Simplifier(System):
    """Facts, residues among them, that expressions are simplified by."""

    def __init__(self) -> None:
        super().__init__()
        self.congruences: dict[SymbolAtom, Congruence] = {}
        self._memo: dict[Expr, Expr] = {}
        self._atom_memo: dict[Atom, Expr | None] = {}

    def changed(self) -> None:
        super().changed()
        self._memo.clear()
        self._atom_memo.clear()

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
