"""Learning by propagation: facts are brought into solved form, cheap consequences are drawn.

Bounds follow each other through rows (bounds consistency: Davis, "Constraint propagation with
interval labels", Artificial Intelligence 1987), products included; equations are solved for a
symbol with coefficient 1 or -1; disjunctions are reduced by what decides their cases (unit
propagation).
"""

from __future__ import annotations

from collections import deque

from .bounded_terms import of_arguments, single_term
from .common_factors import factored
from .congruence import ANYTHING
from .expr import Expr, SymbolAtom, TooLarge, is_wide
from .outcomes import Infeasible
from .predicate import And, Eq, Le, Ne, Or, Predicate, Truth, any_of, at_most_zero, zero
from .ranges import excludes_zero, implied_bounds
from .table import FactTable

MAX_STEPS = 120
"""One `assume` propagates bounds for at most this many steps."""
MAX_TIGHTENED = 3
"""The bounds of one symbol are propagated at most this often in one `assume`."""
MAX_BOUND = 2**80
"""Bounds beyond this are not derived (they are kept where they are stated)."""


class Propagation(FactTable):
    """Facts that hold together. `assume` adds some; consequences wait in a worklist, `pending`."""

    def __init__(self) -> None:
        super().__init__()
        self.pending: deque[Predicate] = deque()
        self.steps = 0
        self.tightened: dict[SymbolAtom, int] = {}
        """How often bounds of a symbol were derived since the last `assume`."""

    def undo(self, mark: int) -> None:
        self.pending.clear()
        super().undo(mark)

    def set_low(self, symbol: SymbolAtom, value: int) -> None:
        modulus, residue = self.congruences.get(symbol, ANYTHING)
        self.put(self.low, symbol, value + (residue - value) % modulus)
        self.ranges.clear()

    def set_high(self, symbol: SymbolAtom, value: int) -> None:
        modulus, residue = self.congruences.get(symbol, ANYTHING)
        self.put(self.high, symbol, value - (value - residue) % modulus)
        self.ranges.clear()

    def bound_changed(self, symbol: SymbolAtom) -> None:
        """Draws consequences of a new bound of `symbol`."""
        self.changed()
        low, high = self.low.get(symbol), self.high.get(symbol)
        if low is not None and high is not None and low > high:
            raise Infeasible
        if low is not None and low == high:
            self.pending.append(zero(symbol.as_expr() - low))
            return
        if self.steps > MAX_STEPS:
            return
        for row in list(self.index.get(symbol, ())):
            kind, about = row
            if isinstance(about, Expr) and is_wide(about):
                continue
            if kind is Le and isinstance(about, Expr):
                self.tighten(about + self.rows[row])
            elif kind is Eq and isinstance(about, Expr):
                self.tighten(about)
                self.tighten(-about)
            else:
                self.remove_row(row)
                self.pending.append(self.claim_of(row))

    def assume(self, *claims: Predicate) -> None:
        """Adds facts. Raises Infeasible where they are seen to contradict what is known."""
        self.pending.extend(claims)
        self.steps = 0
        self.tightened.clear()
        pending = self.pending
        while pending:
            self.steps += 1
            try:
                self._assume(pending.popleft())
            except TooLarge:  # what is too large to write down is not concluded
                continue

    def _assume(self, claim: Predicate) -> None:
        if isinstance(claim, Eq):
            expr = self.normal(claim.expr)
            if not self.take_equation(expr):
                self._assume_zero(expr)
        elif isinstance(claim, Le):
            self._assume_at_most_zero(self.normal(claim.expr))
        elif isinstance(claim, Ne):
            self._assume_nonzero(self.normal(claim.expr))
        elif isinstance(claim, And):
            self.take_conjunction(claim)
        elif isinstance(claim, Or):
            self._assume_or(claim)
        elif not isinstance(claim, Truth):
            self.take_definition(claim)
        elif not claim.value:
            raise Infeasible

    def take_conjunction(self, claim: And) -> None:
        """Adds all of `claim`."""
        self.pending.extend(claim.args)

    def _assume_zero(self, expr: Expr) -> None:
        claim = zero(expr)
        if not isinstance(claim, Eq):
            self._assume(claim)
            return
        expr = claim.expr
        if excludes_zero(self.range(expr)) or (Ne, expr) in self.rows:
            raise Infeasible
        if (Eq, expr) in self.rows or self._solve(expr) or self.parametrize(expr):
            return
        factored = self.without_factors(expr)
        if factored is not expr:
            self.pending.append(zero(factored))
            return
        self.add_row((Eq, expr))
        self.tighten(expr)
        self.tighten(-expr)

    def _solve(self, expr: Expr) -> bool:
        """Turns `expr == 0` into a substitution for a symbol that it determines, if any."""
        symbol = self._unit_symbol(expr)
        if symbol is None:
            return False
        term = (symbol,)
        coefficient = expr.polynomial[term]
        rest = Expr.of_terms({m: c for m, c in expr.polynomial.items() if m != term})
        self.substitute(symbol, rest if coefficient < 0 else -rest)
        return True

    def _unit_symbol(self, expr: Expr) -> SymbolAtom | None:
        """The symbol to solve `expr == 0` for: the latest with coefficient 1 or -1."""
        best: SymbolAtom | None = None
        best_rank = -1
        inner: set[SymbolAtom] | None = None
        for monomial, coefficient in expr.polynomial.items():
            if len(monomial) != 1 or (coefficient != 1 and coefficient != -1):
                continue
            symbol = monomial[0]
            if type(symbol) is not SymbolAtom or (rank := self.rank(symbol)) <= best_rank:
                continue
            if inner is None:
                inner = set()
                for m in expr.polynomial:
                    if len(m) != 1 or type(m[0]) is not SymbolAtom:
                        for atom in m:
                            inner |= atom.symbol_atoms
            if symbol not in inner:
                best, best_rank = symbol, rank
        return best

    def substitute(self, symbol: SymbolAtom, value: Expr) -> None:
        """Records `symbol == value`; rewrites the rows, bounds and residue of `symbol`."""
        congruence = self.congruences.get(symbol)
        if congruence is not None:
            self.put(self.congruences, symbol, None)
            modulus, residue = congruence
            self.pending.append(zero((value - residue) % modulus))
        self.express(symbol, value)
        self.changed()
        low, high = self.low.get(symbol), self.high.get(symbol)
        if low is not None:
            self.put(self.low, symbol, None)
            self.pending.append(at_most_zero(low - value))
        if high is not None:
            self.put(self.high, symbol, None)
            self.pending.append(at_most_zero(value - high))
        for row in list(self.index.get(symbol, ())):
            self.pending.append(self.claim_of(row))
            self.remove_row(row)

    def _assume_at_most_zero(self, expr: Expr) -> None:
        claim = at_most_zero(expr)
        if not isinstance(claim, Le):
            self._assume(claim)
            return
        expr = claim.expr
        least, greatest = self.range(expr)
        if greatest is not None and greatest <= 0:
            return
        if least is not None and least >= 0:
            if least > 0:
                raise Infeasible
            self.pending.append(zero(expr))
            return
        if (term := single_term(expr)) is not None and type(term[0]) is SymbolAtom:
            self._bound(term[0], term[1], expr.constant_term)
            return
        if (inner := of_arguments(expr, self.range)) is not None:
            self.pending.append(inner)
            return
        offset = expr.constant_term
        base = expr - offset
        quotient, divisor = self._cofactor(base)
        if divisor:
            if offset == 0:
                self.pending.append(at_most_zero(quotient))
                return
            limit = -1 if offset > 0 else -offset // divisor
            self.pending.append(at_most_zero(quotient - limit))
        if (Eq, base if (Eq, base) in self.rows else -base) in self.rows and offset > 0:
            raise Infeasible
        self.add_row((Le, base), offset)
        self.tighten(expr)

    def _cofactor(self, base: Expr) -> tuple[Expr, int]:
        """`(q, d)` with `base == q * f`, f a product of symbols, f >= d > 0; else d is 0."""
        quotient = self.without_factors(base)
        if quotient is base:
            return base, 0
        factors = list(next(iter(base.polynomial)))
        for atom in next(iter(quotient.polynomial)):
            factors.remove(atom)
        least, greatest = self.range(Expr.of_terms({tuple(factors): 1}))
        if least is not None and least > 0:
            return quotient, least
        if greatest is not None and greatest < 0:
            return -quotient, -greatest
        return base, 0

    def _bound(self, symbol: SymbolAtom, coefficient: int, offset: int) -> None:
        """`coefficient * symbol + offset <= 0`, where that is news."""
        if coefficient > 0:
            self.set_high(symbol, -offset // coefficient)
        else:
            self.set_low(symbol, -(-offset // -coefficient))
        self.bound_changed(symbol)

    def _assume_nonzero(self, expr: Expr) -> None:
        claim = zero(expr)
        if not isinstance(claim, Eq):
            self._assume(claim.negate())
            return
        expr = claim.expr
        if (parts := factored(self.without_factors(expr))) != [expr]:
            self.pending.extend(zero(part).negate() for part in parts)
            return
        least, greatest = values = self.range(expr)
        if excludes_zero(values):
            return
        if (Eq, expr) in self.rows or values == (0, 0):
            raise Infeasible
        if least == 0:
            self.pending.append(at_most_zero(1 - expr))
        elif greatest == 0:
            self.pending.append(at_most_zero(1 + expr))
        else:
            self.add_row((Ne, expr))

    def _assume_or(self, claim: Or) -> None:
        kept: list[Predicate] = []
        for arg in claim.args:
            verdict = self.decide(arg)
            if isinstance(verdict, Truth):
                if verdict.value:
                    return
                continue
            kept.append(verdict)
        rest = any_of(*kept)
        if isinstance(rest, Or):
            self.add_row((Or, rest))
        else:
            self.pending.append(rest)

    def tighten(self, expr: Expr) -> None:
        """Bounds of single symbols that follow from `expr <= 0` and the other symbols' bounds."""
        if self.steps > MAX_STEPS or is_wide(expr):
            return
        for bound in implied_bounds(expr, self.low, self.high, self.ranges, MAX_BOUND):
            self._tighten_symbol(*bound)

    def _tighten_symbol(self, symbol: SymbolAtom, coefficient: int, rest: int) -> None:
        """`coefficient * symbol + rest <= 0`, unless this symbol was tightened often enough."""
        if coefficient > 0:
            limit = -rest // coefficient
            known = self.high.get(symbol)
            if known is not None and limit >= known:
                return
            claim = Le(symbol.as_expr() - limit)
        else:
            limit = -(-rest // -coefficient)
            known = self.low.get(symbol)
            if known is not None and limit <= known:
                return
            claim = Le(limit - symbol.as_expr())
        times = self.tightened.get(symbol, 0)
        if times < MAX_TIGHTENED:
            self.tightened[symbol] = times + 1
            self.pending.append(claim)
