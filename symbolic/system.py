"""A conjunction of facts about integers, in solved form.

Equations that determine a symbol become substitutions; comparisons of one symbol with a constant become bounds;
what is left are rows, in normal form under the substitutions and indexed by symbol. Every change is logged, so
that it can be taken back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from .atoms import Atom, SymbolAtom
from .expr import Expr, Monomial, TooLarge
from .predicate import (
    And,
    Comparison,
    Eq,
    Le,
    Ne,
    Or,
    Predicate,
    Truth,
    all_of,
    any_of,
    at_most_zero,
    zero,
)
from .ranges import Memo, Range, expr_range, monomial_range, multiply

Row = tuple[type[Predicate], Expr | Or]
"""Kind and what it is about: `(Le, base)` stands for `base + rows[row] <= 0`, the others for themselves."""

MAX_STEPS = 120
"""One `assume` propagates bounds for at most this many steps."""


MAX_WIDTH = 48
"""Nothing but the obvious is concluded from a row with more terms, or more factors in a term, than this."""
MAX_TIGHTENED = 3
"""The bounds of one symbol are propagated at most this often in one `assume`."""
MAX_BOUND = 2**80
"""Bounds beyond this are not derived (they are kept where they are stated)."""


class Infeasible(Exception):
    """The facts hold for no integers."""


class System:
    """Facts that hold together. `assume` adds one and draws the cheap consequences."""

    def __init__(self) -> None:
        self.solved: dict[SymbolAtom, Expr] = {}
        self.low: dict[SymbolAtom, int] = {}
        self.high: dict[SymbolAtom, int] = {}
        self.rows: dict[Row, int] = {}
        self.index: dict[SymbolAtom, dict[Row, bool]] = {}
        self.pending: deque[Predicate] = deque()
        self.steps = 0
        self._tightened: dict[SymbolAtom, int] = {}
        self._trail: list[tuple[dict[Any, Any], object, object]] = []
        self._resolved: set[SymbolAtom] = set()
        self._ranges: Memo = {}

    # Changes and how to take them back.

    def mark(self) -> int:
        """A point that `undo` can go back to."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Takes back what changed since `mark`."""
        trail = self._trail
        while len(trail) > mark:
            table, key, old = trail.pop()
            if old is None:
                table.pop(key, None)
            else:
                table[key] = old
        self.pending.clear()
        self.changed()

    def changes(self, mark: int) -> list[tuple[object, object, object]]:
        """`(table, key, value before)` of each change since `mark`."""
        return list(self._trail[mark:])

    def forget_trail(self) -> None:
        """Makes the changes so far permanent."""
        self._trail.clear()

    def changed(self) -> None:
        """Called after every change of what is known; drops what was derived from it."""
        self._resolved.clear()
        self._ranges.clear()

    def put(self, table: dict[Any, Any], key: object, value: object) -> None:
        """Sets `table[key]`, or removes the key where `value` is None."""
        self._trail.append((table, key, table.get(key)))
        if value is None:
            table.pop(key, None)
        else:
            table[key] = value

    # What is known.

    def range(self, expr: Expr) -> Range:
        """Bounds of `expr`, which is in normal form, from those of its symbols and from rows about just it."""
        least, greatest = expr_range(expr, self.low, self.high, self._ranges)
        if self.rows and len(expr.polynomial) > 1 and self._has_rows(expr):
            offset = expr.constant_term
            base = expr - offset
            upper = self.rows.get((Le, base))
            if upper is not None and (greatest is None or offset - upper < greatest):
                greatest = offset - upper
            lower = self.rows.get((Le, -base))
            if lower is not None and (least is None or lower + offset > least):
                least = lower + offset
        if (least is None or greatest is None) and 1 < len(expr.polynomial) < MAX_WIDTH:
            return self._factored_range(expr, least, greatest)
        return least, greatest

    def _factored_range(self, expr: Expr, least: int | None, greatest: int | None) -> Range:
        """The range of a sum whose terms share a symbol, as that of a product."""
        first, *others = expr.polynomial
        for atom in first if len(first) > 1 or any(len(m) > 1 for m in others) else ():
            if all(atom in m for m in others):
                rest = Expr.of_terms({_drop(m, atom): c for m, c in expr.polynomial.items()})
                factor = expr_range(atom.as_expr(), self.low, self.high, self._ranges)
                low, high = multiply(factor, expr_range(rest, self.low, self.high, self._ranges))
                if low is not None and (least is None or low > least):
                    least = low
                if high is not None and (greatest is None or high < greatest):
                    greatest = high
        return least, greatest

    def _has_rows(self, expr: Expr) -> bool:
        """Whether there may be a row about just `expr`."""
        for monomial in expr.polynomial:
            if monomial and type(monomial[0]) is SymbolAtom:
                return bool(self.index.get(monomial[0]))
        return True

    def nonzero(self, expr: Expr) -> bool:
        """Whether `expr` is known not to be 0."""
        least, greatest = self.range(expr)
        if (least is not None and least > 0) or (greatest is not None and greatest < 0):
            return True
        return isinstance(known := zero(expr), Eq) and (Ne, known.expr) in self.rows

    def normal(self, expr: Expr) -> Expr:
        """`expr` under the substitutions."""
        solved = self.solved
        if not solved:
            return expr
        done = self._resolved
        touched = False
        for symbol in expr.symbol_atoms:
            if symbol in solved:
                touched = True
                if symbol not in done:
                    self._resolve(symbol)
        return expr.rewrite(solved, {}) if touched else expr

    def _resolve(self, symbol: SymbolAtom) -> None:
        """Brings `solved[symbol]` into normal form."""
        solved, done = self.solved, self._resolved
        stack = [symbol]
        while stack:
            top = stack[-1]
            value = solved[top]
            inner = [s for s in value.symbol_atoms if s in solved] if top not in done else []
            todo = [s for s in inner if s not in done]
            if todo:
                stack.extend(todo)
                continue
            if inner:
                self.put(solved, top, value.rewrite(solved, {}))
            done.add(top)
            stack.pop()

    # Learning.

    def assume(self, *claims: Predicate) -> None:
        """Adds facts. Raises Infeasible where they are seen to contradict what is known."""
        self.pending.extend(claims)
        self.steps = 0
        self._tightened.clear()
        pending = self.pending
        while pending:
            self.steps += 1
            with suppress(TooLarge):  # what is too large to write down is not concluded
                self._assume(pending.popleft())

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
                inner = set[SymbolAtom]()
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
        self.put(self.solved, symbol, value)
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

    def without_factors(self, expr: Expr) -> Expr:
        """`expr` divided by symbols that are factors of all its terms and not 0; itself where there are none."""
        if () in expr.polynomial or is_wide(expr):
            return expr
        first, *others = expr.polynomial
        for atom in first:
            if all(atom in m for m in others) and self.nonzero(atom.as_expr()):
                reduced = {_drop(m, atom): c for m, c in expr.polynomial.items()}
                return self.without_factors(Expr.of_terms(reduced))
        return expr

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
        factored = self._without_positive_factors(expr)
        if factored is not expr:
            self.pending.append(at_most_zero(factored))
            return
        offset = expr.constant_term
        base = expr - offset
        if (Eq, base if (Eq, base) in self.rows else -base) in self.rows and offset > 0:
            raise Infeasible
        self.add_row((Le, base), offset)
        self.tighten(expr)

    def _without_positive_factors(self, expr: Expr) -> Expr:
        factored = self.without_factors(expr)
        if factored is expr:
            return expr
        removed = expr
        first = next(iter(expr.polynomial))
        kept = next(iter(factored.polynomial))
        factors = list(first)
        for atom in kept:
            factors.remove(atom)
        removed = Expr.of_terms({tuple(factors): 1})
        least, greatest = self.range(removed)
        if least is not None and least > 0:
            return factored
        return -factored if greatest is not None and greatest < 0 else expr

    def _bound(self, symbol: SymbolAtom, coefficient: int, offset: int) -> None:
        """`coefficient * symbol + offset <= 0`, where that is news."""
        if coefficient > 0:
            self.set_high(symbol, -offset // coefficient)
        else:
            self.set_low(symbol, -(-offset // -coefficient))
        self.bound_changed(symbol)

    def set_low(self, symbol: SymbolAtom, value: int) -> None:
        self.put(self.low, symbol, value)
        self._ranges.clear()

    def set_high(self, symbol: SymbolAtom, value: int) -> None:
        self.put(self.high, symbol, value)
        self._ranges.clear()

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

    def tighten(self, expr: Expr) -> None:
        """Bounds of single symbols that follow from `expr <= 0` and the bounds of the other symbols."""
        if self.steps > MAX_STEPS or is_wide(expr):
            return
        low, high = self.low, self.high
        total = 0
        ends = list[int | None]()
        open_at = -1
        for monomial, coefficient in expr.polynomial.items():
            if len(monomial) == 1 and type(monomial[0]) is SymbolAtom:
                end = (low if coefficient > 0 else high).get(monomial[0])
            elif monomial:
                least, greatest = monomial_range(monomial, low, high, self._ranges)
                end = least if coefficient > 0 else greatest
            else:
                end = 1
            if end is not None:
                end *= coefficient
                total += end
            elif open_at >= 0:
                return
            else:
                open_at = len(ends)
            ends.append(end)
        if abs(total) > MAX_BOUND:
            return
        for i, (monomial, coefficient) in enumerate(expr.polynomial.items()):
            if not monomial or (open_at >= 0 and i != open_at):
                continue
            rest = total - (ends[i] or 0)
            if len(monomial) > 1:
                self._tighten_factors(monomial, coefficient, rest)
            elif type(monomial[0]) is SymbolAtom:
                self._tighten_symbol(monomial[0], coefficient, rest)

    def _tighten_factors(self, monomial: Monomial, coefficient: int, rest: int) -> None:
        """`coefficient * product + rest <= 0`: bounds of factors whose cofactor is positive."""
        limit = -rest // coefficient if coefficient > 0 else -(-rest // -coefficient)
        for i, symbol in enumerate(monomial):
            others = monomial[:i] + monomial[i + 1 :]
            if type(symbol) is not SymbolAtom or symbol in others:
                continue
            least, greatest = monomial_range(others, self.low, self.high)
            if least is None or least < 1:
                continue
            if coefficient > 0:  # symbol * others <= limit
                divisor = least if limit >= 0 else greatest
                bound = -1 if divisor is None else limit // divisor
                self._tighten_symbol(symbol, 1, -bound)
            else:
                divisor = least if limit <= 0 else greatest
                bound = 1 if divisor is None else -(-limit // divisor)
                self._tighten_symbol(symbol, -1, bound)

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
        times = self._tightened.get(symbol, 0)
        if times < MAX_TIGHTENED:
            self._tightened[symbol] = times + 1
            self.pending.append(claim)

    def _assume_nonzero(self, expr: Expr) -> None:
        claim = zero(expr)
        if not isinstance(claim, Eq):
            self._assume(claim.negate())
            return
        expr = claim.expr
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
        kept = list[Predicate]()
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

    def decide(self, claim: Predicate) -> Predicate:
        """`claim` in normal form, `TRUE` or `FALSE` where bounds and rows decide it at once."""
        if isinstance(claim, And | Or):
            build: Callable[..., Predicate] = all_of if isinstance(claim, And) else any_of
            return build(*map(self.decide, claim.args))
        if isinstance(claim, Eq | Ne):
            known = zero(self.normal(claim.expr))
            if isinstance(known, Eq):
                least, greatest = self.range(known.expr)
                away = (least is not None and least > 0) or (greatest is not None and greatest < 0)
                if away or (Ne, known.expr) in self.rows:
                    known = Truth(False)
                elif (least == 0 and greatest == 0) or (Eq, known.expr) in self.rows:
                    known = Truth(True)
            return known if isinstance(claim, Eq) else known.negate()
        if isinstance(claim, Le):
            known = at_most_zero(self.normal(claim.expr))
            if isinstance(known, Le):
                least, greatest = self.range(known.expr)
                if greatest is not None and greatest <= 0:
                    return Truth(True)
                if least is not None and least > 0:
                    return Truth(False)
            return known
        return claim

    # Rows.

    def claim_of(self, row: Row) -> Predicate:
        """The fact that a row states."""
        kind, about = row
        if isinstance(about, Or):
            return about
        if kind is Le:
            return at_most_zero(about + self.rows[row])
        return Eq(about) if kind is Eq else Ne(about)

    def add_row(self, row: Row, value: int = 0) -> None:
        """Adds a row, or replaces a weaker one."""
        known = self.rows.get(row)
        if known is not None and known >= value:
            return
        self.put(self.rows, row, value)
        if known is None:
            for symbol in row[1].symbol_atoms:
                self.put(self.index.setdefault(symbol, {}), row, True)
        self.changed()

    def remove_row(self, row: Row) -> None:
        if row in self.rows:
            self.put(self.rows, row, None)
            for symbol in row[1].symbol_atoms:
                self.put(self.index[symbol], row, None)

    def claims(self) -> Iterable[Predicate]:
        """The facts that the rows state."""
        return [self.claim_of(row) for row in self.rows]


def is_wide(expr: Expr) -> bool:
    """Whether `expr` is too large to be reasoned about."""
    terms = expr.polynomial
    return len(terms) > MAX_WIDTH or any(len(m) > MAX_WIDTH for m in terms)


def is_wide_claim(claim: Predicate) -> bool:
    """Whether some expression in `claim` is too large to be reasoned about."""
    if isinstance(claim, And | Or):
        return any(map(is_wide_claim, claim.args))
    return isinstance(claim, Comparison) and is_wide(claim.expr)


def _drop(monomial: Monomial, atom: Atom) -> Monomial:
    """`monomial` divided by one of its factors."""
    at = monomial.index(atom)
    return monomial[:at] + monomial[at + 1 :]
