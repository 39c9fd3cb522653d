"""The part of the facts that a question is about, purified to polynomials over symbols alone.

Purification: Nelson and Oppen, "Simplification by cooperating decision procedures", TOPLAS 1979;
equal operations on equal arguments are equal, as in congruence closure. Quotients, remainders and
extremes become symbols of the problem's own, tied to their arguments by definitions and by the
inequalities that hold of them. Residues and linear equations become parameters (`n % 4 == 0` is `n
== 4*k`), as in the Omega test's elimination of equalities (Pugh, CACM 1992).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .broadcast import Broadcast
from .comparisons import eq, le
from .conditional import Conditional
from .congruence import Congruence
from .definition import Definition, broadcast_clauses, broadcast_size, choice, is_at_most
from .division import divide, is_proper
from .expr import (
    Atom,
    Expr,
    FloorDiv,
    Max,
    Min,
    Mod,
    SymbolAtom,
    Terms,
    add_terms,
    floor_div,
    is_wide,
    multiply_terms,
)
from .outcomes import Exhausted, Infeasible
from .predicate import Eq, Ne, Or, Predicate, at_most_zero
from .propagation import MAX_BOUND, Propagation
from .ranges import Range, broadcast_range, either, quotient_range
from .rows import RowKey
from .text import AUXILIARY

MAX_SYMBOLS = 400
"""A problem introduces at most this many symbols of its own."""
MAX_COMPARED = 8
"""The arguments of an extreme of more are not compared with each other, nor told apart by cases."""
MAX_STEPS_OF_ALL = 4_000
"""What is assumed in a problem takes at most this many steps in all. Known proofs: up to 800."""


class Problem(Propagation):
    """A small system that may introduce symbols. Raises Infeasible like any system."""

    def __init__(self, low: Mapping[SymbolAtom, int], high: Mapping[SymbolAtom, int]) -> None:
        super().__init__()
        self.low.update(low)
        self.high.update(high)
        self.symbols_made = self.all_steps = 0
        self.purified: dict[Atom, Expr] = {}
        self.named: dict[tuple[object, ...], Expr] = {}

    def constrain(
        self, congruences: Mapping[SymbolAtom, Congruence], claims: Iterable[Predicate]
    ) -> None:
        """Adds what is known to start with."""
        self.assume(
            *(
                eq(symbol.as_expr(), self.fresh() * modulus + residue)
                for symbol, (modulus, residue) in congruences.items()
            ),
            *claims,
        )

    def assume(self, *claims: Predicate) -> None:
        self.all_steps += self.steps  # those of the last call
        if self.all_steps > MAX_STEPS_OF_ALL:
            raise Exhausted
        super().assume(*claims)

    def fresh(self) -> Expr:
        """A symbol of the problem's own. Raises Exhausted when there are too many."""
        self.symbols_made += 1
        if self.symbols_made > MAX_SYMBOLS:
            raise Exhausted
        return SymbolAtom(f"{AUXILIARY}{self.symbols_made}").as_expr()

    def rank(self, symbol: SymbolAtom) -> int:
        return symbol.serial + (1 << 256 if symbol.name[0] == AUXILIARY else 0)

    def normal(self, expr: Expr) -> Expr:
        return self.substituted(self.purify(expr) if expr.depth else expr)

    def range(self, expr: Expr) -> Range:
        least, greatest = super().range(expr)
        if least is not None and greatest is not None and least > greatest:
            raise Infeasible
        return least, greatest

    def purify(self, expr: Expr) -> Expr:
        """`expr` with the problem's symbols in place of quotients and so on."""
        total: Terms = {}
        for monomial, coefficient in expr.polynomial.items():
            product: Terms = {(): coefficient}
            for atom in monomial:
                factor = self._symbol_of(atom) if atom.depth else atom.as_expr()
                product = multiply_terms(product, factor.polynomial)
            add_terms(total, product)
        return Expr.of_terms({m: c for m, c in total.items() if c})

    def _symbol_of(self, atom: Atom) -> Expr:
        known = self.purified.get(atom)
        if known is None:
            args = tuple(self.purify(arg) if arg.depth else arg for arg in atom.args)
            if isinstance(atom, Mod) and args[1].constant_value:
                known = args[0] - args[1] * self._symbol_of_quotient(args)
            elif isinstance(atom, FloorDiv):
                known = self._symbol_of_quotient(args)
            else:
                known = self.fresh()
                if isinstance(atom, Conditional):
                    claim = choice(known, atom.condition, *args)
                    self._limit(known, either([self.range(arg) for arg in args]))
                else:
                    claim = Definition(known, type(atom), args)
                self.pending.append(claim)
            self.put(self.purified, atom, known)
        return known

    def _symbol_of_quotient(self, args: tuple[Expr, ...]) -> Expr:
        key = (FloorDiv, *args)
        known = self.named.get(key)
        if known is None:
            known = self.fresh()
            self.put(self.named, key, known)
            self.pending.append(Definition(known, FloorDiv, args))
        return known

    def take_definition(self, claim: Predicate) -> None:
        assert isinstance(claim, Definition)
        args = tuple(self.normal(arg) for arg in claim.args)
        value = self.normal(claim.value)
        if claim.kind is FloorDiv:
            self._define_quotient(value, args[0], args[1])
        elif claim.kind is Mod:
            self._define_remainder(value, args[0], args[1])
        elif claim.kind is Broadcast:
            self._define_broadcast(value, args)
        else:
            self._define_extreme(value, Max if claim.kind is Max else Min, args)

    def _define(self, value: Expr, kind: type[Atom], args: tuple[Expr, ...]) -> None:
        """Keeps a definition; two values of the same operation on the same arguments are equal."""
        key = (kind, *args)
        known = self.named.get(key)
        if known is not None and (known := self.normal(known)) != value:
            self.pending.append(eq(known, value))
        self.put(self.named, key, value)
        self.add_row((Definition, Definition(value, kind, args)))

    def _define_quotient(self, value: Expr, numerator: Expr, denominator: Expr) -> None:
        divisor = denominator.constant_value
        if divisor is not None:
            if divisor == 0:
                return
            folded = floor_div(numerator, denominator)
            atom = folded.single_atom
            if not isinstance(atom, FloorDiv):
                self.pending.append(eq(folded, value))
                return
            numerator, denominator = atom.numerator, atom.denominator
        elif (inner := self._inner_quotient(numerator, denominator)) is not None:
            value_of_inner = self._symbol_of_quotient(inner)
            self.pending.append(eq(value_of_inner, value))
            return
        elif self.nonzero(denominator):
            quotient, rest, small, _ = divide(numerator, denominator, self)
            if is_proper(rest, small, self):
                self.pending.append(eq(quotient, value))
                return
            if rest != numerator or small != denominator:
                inner = self._symbol_of_quotient((rest, small))
                self.pending.append(eq(quotient + inner, value))
                return
        self._define(value, FloorDiv, (numerator, denominator))
        self._bound_quotient(value, numerator, denominator)

    def _define_remainder(self, value: Expr, numerator: Expr, denominator: Expr) -> None:
        """A remainder is that of its quotient, unless it is one by 0."""
        if denominator.constant_value == 0:
            return
        if self.nonzero(denominator):
            quotient = self._symbol_of_quotient((numerator, denominator))
            self.pending.append(eq(value, numerator - denominator * quotient))
        else:
            self._define(value, Mod, (numerator, denominator))

    def _inner_quotient(self, numerator: Expr, denominator: Expr) -> tuple[Expr, Expr] | None:
        """`(x, a*b)` for `(x // a) // b` with positive a and b, which is `x // (a*b)`."""
        symbol = numerator.single_atom
        if not isinstance(symbol, SymbolAtom):
            return None
        for row in self.index.get(symbol, ()):
            known = row[1]
            if not isinstance(known, Definition) or known.kind is not FloorDiv:
                continue
            if known.value == numerator:
                divisor = known.args[1]
                if self._positive(divisor) and self._positive(denominator):
                    return known.args[0], divisor * denominator
        return None

    def _positive(self, expr: Expr) -> bool:
        least = self.range(expr)[0]
        return least is not None and least > 0

    def _bound_quotient(self, value: Expr, numerator: Expr, denominator: Expr) -> None:
        """What holds of a quotient by an expression of known sign."""
        least, greatest = self.range(denominator)
        if greatest is not None and greatest < 0:
            numerator, denominator = -numerator, -denominator
        elif least is None or least < 1:
            return
        rest = numerator - denominator * value
        self.pending.append(at_most_zero(-rest))
        self.pending.append(at_most_zero(rest - denominator + 1))
        inner = self.range(numerator)
        self._limit(value, quotient_range(inner, self.range(denominator)))
        if inner[0] is not None and inner[0] >= 0:
            self.pending.append(le(value, numerator))

    def _limit(self, value: Expr, values: Range) -> None:
        """Adds bounds, unless they are beyond what is derived."""
        low, high = values
        if low is not None and abs(low) <= MAX_BOUND:
            self.pending.append(le(low, value))
        if high is not None and abs(high) <= MAX_BOUND:
            self.pending.append(le(value, high))

    def _define_broadcast(self, value: Expr, args: tuple[Expr, ...]) -> None:
        folded = broadcast_size(self, args)
        atom = folded.single_atom
        if not isinstance(atom, Broadcast):
            self.pending.append(eq(folded, value))
            return
        self._define(value, Broadcast, atom.args)
        self._limit(value, broadcast_range([self.range(arg) for arg in atom.args]))
        self.pending.extend(broadcast_clauses(self, value, atom.args))

    def _define_extreme(
        self, value: Expr, kind: type[Max] | type[Min], args: tuple[Expr, ...]
    ) -> None:
        sign = kind.sign
        kept: list[Expr] = []
        for i, arg in enumerate(args):
            others = [*kept, *args[i + 1 :]] if len(args) <= MAX_COMPARED else ()
            if not any(is_at_most(self, arg * sign, other * sign) for other in others):
                kept.append(arg)
        folded = kind.build(kept)
        atom = folded.single_atom
        if not isinstance(atom, kind):
            self.pending.append(eq(folded, value))
            return
        kept = list(atom.args)
        self._define(value, kind, atom.args)
        self.pending.extend(at_most_zero((arg - value) * sign) for arg in kept)

    def add_row(self, row: RowKey, value: int = 0) -> None:
        about = row[1]
        if isinstance(about, Expr):
            if is_wide(about):
                return
            if row[0] is Ne and row not in self.rows:
                self._take_again(about.symbol_atoms)
        super().add_row(row, value)

    def _take_again(self, symbols: frozenset[SymbolAtom]) -> None:
        """Takes up again the clauses about `symbols`: something is known not to be 0."""
        for row in list(self.index.get(next(iter(symbols)), ())):
            if isinstance(about := row[1], Or) and symbols <= about.symbol_atoms:
                self.remove_row(row)
                self.pending.append(about)

    def claims(self) -> list[Predicate]:
        """The facts that the rows state."""
        return [self.claim_of(row) for row in self.rows]

    def parametrize(self, expr: Expr) -> bool:
        """Replaces a symbol of a linear equation by one with smaller coefficients in it."""
        terms = expr.polynomial
        linear = [m for m in terms if m]
        if len(linear) < 2 or any(len(m) > 1 for m in linear):
            return False
        least = min(linear, key=lambda m: abs(terms[m]))
        symbol, divisor = least[0], terms[least]
        assert isinstance(symbol, SymbolAtom)
        value = self.fresh()
        for monomial, coefficient in terms.items():
            if monomial != least and (times := (2 * coefficient + divisor) // (2 * divisor)):
                value = value - Expr.of_terms({monomial: times})
        self.pending.append(Eq(expr))
        self.substitute(symbol, value)
        return True
