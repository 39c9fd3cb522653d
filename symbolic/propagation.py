"""Bounds: what follows for single symbols from a row and the bounds of the others."""

from __future__ import annotations

from collections import deque

from .atoms import SymbolAtom
from .expr import Expr
from .knowledge import Knowledge, is_wide
from .predicate import Eq, Le, Predicate, zero
from .ranges import monomial_range
from .terms import Monomial

MAX_STEPS = 120
"""One `assume` propagates bounds for at most this many steps."""
MAX_TIGHTENED = 3
"""The bounds of one symbol are propagated at most this often in one `assume`."""
MAX_BOUND = 2**80
"""Bounds beyond this are not derived (they are kept where they are stated)."""


class Infeasible(Exception):
    """The facts hold for no integers."""


class Propagation(Knowledge):
    """Facts whose bounds follow each other. What follows is added to `pending`, to be assumed."""

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
        ends: list[int | None] = []
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
            first, *others = monomial
            if others:
                self._tighten_factors(monomial, coefficient, rest)
            elif type(first) is SymbolAtom:
                self._tighten_symbol(first, coefficient, rest)

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
        times = self.tightened.get(symbol, 0)
        if times < MAX_TIGHTENED:
            self.tightened[symbol] = times + 1
            self.pending.append(claim)
