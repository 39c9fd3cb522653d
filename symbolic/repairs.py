"""Values of a symbol that may make a violated claim hold: a step of Newton's method, small steps.

The moves of min-conflicts (Minton et al., Artificial Intelligence 1992) for linear claims.
"""

from __future__ import annotations

from collections.abc import Iterator

from .expr import SymbolAtom
from .local_search import Assignment, value_of
from .predicate import Le, Predicate, Relation


def repairs(
    claim: Predicate, symbol: SymbolAtom, values: Assignment, *, barely: bool
) -> Iterator[int]:
    """Values of `symbol` that may satisfy `claim`, violated by `values`, best ones first.

    barely: whether an order should not hold as an equation
    """
    old = values[symbol]
    if isinstance(claim, Relation):
        try:
            value = value_of(claim.expr, values)
            slope = value_of(claim.expr, {**values, symbol: old + 1}) - value
        except ZeroDivisionError:
            slope = value = 0
        if slope:
            step = -value // slope if slope < 0 else -(value // slope)
            if barely and isinstance(claim, Le):
                yield old + step - (1 if slope > 0 else -1)
            yield old + step
            yield old - (-(-value // slope) if slope > 0 else value // slope)
    yield from (old + 1, old + 2, old - 1, 1)
