"""Values of a symbol that may make a violated claim hold: a step of Newton's method, small steps.

The moves of min-conflicts (Minton et al., Artificial Intelligence 1992) for linear claims.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .expr import Expr, SymbolAtom
from .local_search import Assignment, satisfies, value_of
from .predicate import Eq, Le, Predicate, Relation
from .rows import RowKey


def is_linear(about: object) -> bool:
    """Whether `about` is a sum of multiples of symbols and a number."""
    return isinstance(about, Expr) and not about.depth and max(map(len, about.polynomial)) < 2


def at_risk(rows: Iterable[RowKey], symbol: SymbolAtom, step: int) -> Iterator[RowKey]:
    """Those of `rows`, all of which have `symbol`, that may be violated when it grows by `step`."""
    for row in rows:
        kind, about = row
        if kind is Le and isinstance(about, Expr):
            coefficient = about.polynomial.get((symbol,))
            if coefficient is not None and coefficient * step <= 0 and is_linear(about):
                continue
        yield row


class Repairs:
    """What may be done about a claim that `values` violate: one symbol gets another value.

    barely: whether an order should not hold as an equation
    """

    __slots__ = ("_barely", "_claim", "_expr", "_total", "_values", "is_linear")

    def __init__(self, claim: Predicate, values: Assignment, *, barely: bool) -> None:
        self._claim = claim
        self._values = values
        self._barely = barely and isinstance(claim, Le)
        self._expr = claim.expr if isinstance(claim, Relation) else None
        self._total = 0 if self._expr is None else _defined(self._expr, values)
        self.is_linear = is_linear(self._expr)

    def of(self, symbol: SymbolAtom) -> Iterator[int]:
        """Values of `symbol` that may satisfy the claim, best ones first."""
        old, slope, value = self._values[symbol], self._slope(symbol), self._total
        if slope and value is not None:
            step = -value // slope if slope < 0 else -(value // slope)
            if self._barely:
                yield old + step - (1 if slope > 0 else -1)
            yield old + step
            yield old - (-(-value // slope) if slope > 0 else value // slope)
        yield from (old + 1, old + 2, old - 1, 1)

    def satisfies(self, symbol: SymbolAtom, new: int) -> bool:
        """Whether the claim holds where `symbol` is `new`, all others as they are."""
        if not self.is_linear or self._total is None:
            try:
                return satisfies(self._claim, {**self._values, symbol: new})
            except ZeroDivisionError:
                return False
        value = self._total + self._slope(symbol) * (new - self._values[symbol])
        if isinstance(self._claim, Le):
            return value <= 0
        return (value == 0) is isinstance(self._claim, Eq)

    def _slope(self, symbol: SymbolAtom) -> int:
        """How much the expression grows with `symbol` + 1; 0 where a divisor is 0."""
        if self._expr is None or self._total is None:
            return 0
        if self.is_linear:
            return self._expr.polynomial[symbol,]
        changed = _defined(self._expr, {**self._values, symbol: self._values[symbol] + 1})
        return 0 if changed is None else changed - self._total


def _defined(expr: Expr, values: Assignment) -> int | None:
    try:
        return value_of(expr, values)
    except ZeroDivisionError:
        return None
