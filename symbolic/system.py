"""Learning: a fact is brought into solved form, and its cheap consequences are drawn."""

from __future__ import annotations

from .atoms import SymbolAtom, TooLarge
from .expr import Expr
from .predicate import And, Eq, Le, Ne, Or, Predicate, Truth, any_of, at_most_zero, zero
from .propagation import Infeasible, Propagation


class System(Propagation):
    """Facts that hold together. `assume` adds one and draws the cheap consequences."""

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
            self._assume_zero(self.normal(claim.expr))
        elif isinstance(claim, Le):
            self._assume_at_most_zero(self.normal(claim.expr))
        elif isinstance(claim, Ne):
            self._assume_nonzero(self.normal(claim.expr))
        elif isinstance(claim, And):
            self.pending.extend(claim.args)
        elif isinstance(claim, Or):
            self._assume_or(claim)
        elif isinstance(claim, Truth) and not claim.value:
            raise Infeasible

    def _assume_zero(self, expr: Expr) -> None:
        claim = zero(expr)
        if not isinstance(claim, Eq):
            self._assume(claim)
            return
        expr = claim.expr
        least, greatest = self.range(expr)
        if (least is not None and least > 0) or (greatest is not None and greatest < 0):
            raise Infeasible
        if (Ne, expr) in self.rows:
            raise Infeasible
        if (Eq, expr) in self.rows or self.solve(expr):
            return
        factored = self.without_factors(expr)
        if factored is not expr:
            self.pending.append(zero(factored))
            return
        self.add_row((Eq, expr))
        self.tighten(expr)
        self.tighten(-expr)

    def solve(self, expr: Expr) -> bool:
        """Turns `expr == 0` into a substitution for a symbol that it determines, if there is one."""
        symbol = self.unit_symbol(expr)
        if symbol is None:
            return False
        term = (symbol,)
        coefficient = expr.polynomial[term]
        rest = Expr.of_terms({m: c for m, c in expr.polynomial.items() if m != term})
        self.substitute(symbol, rest if coefficient < 0 else -rest)
        return True

    def unit_symbol(self, expr: Expr) -> SymbolAtom | None:
        """The symbol to solve `expr == 0` for: the latest one that stands alone with coefficient 1 or -1."""
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

    def rank(self, symbol: SymbolAtom) -> int:
        """Symbols of greater rank are expressed by those of lesser."""
        return symbol.serial

    def substitute(self, symbol: SymbolAtom, value: Expr) -> None:
        """Records `symbol == value`; rewrites the rows and bounds of `symbol`."""
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
        if len(expr.polynomial) == 1 or (len(expr.polynomial) == 2 and () in expr.polynomial):
            ((monomial, coefficient),) = ((m, c) for m, c in expr.polynomial.items() if m)
            if len(monomial) == 1 and type(monomial[0]) is SymbolAtom:
                self._bound(monomial[0], coefficient, expr.constant_term)
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
        """`(q, d)` with `base == q * f` for a product of symbols f that is at least d > 0; else d is 0."""
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
        expr = self.without_factors(claim.expr)
        if expr is not claim.expr:
            self.pending.append(zero(expr).negate())
            return
        least, greatest = self.range(expr)
        if (least is not None and least > 0) or (greatest is not None and greatest < 0):
            return
        if (Eq, expr) in self.rows or (least == 0 and greatest == 0):
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
