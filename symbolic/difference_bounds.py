"""Difference bounds: from `x0 + c0 <= x1`, `x1 + c1 <= x2`, ... a bound on any two ends at once.

Difference constraints (Dill 1989; shortest paths by Bellman-Ford in general), restricted to
disjoint paths of the constraint graph: a symbol has at most one predecessor and one successor, its
place on the path, and the prefix sum of the constants, so that a distance is one subtraction. A row
that continues no path is left to the search over rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .expr import Expr, SymbolAtom

ChainPlace = tuple[int, int, int]
"""Chain, position in it, sum of the constants up to here."""

Put = Callable[[dict[Any, Any], object, object], None]


class DifferenceBounds:
    """Changes go through `put`, so that they can be taken back."""

    __slots__ = ("_put", "after", "before", "ends", "places")

    def __init__(self, put: Put) -> None:
        self._put = put
        self.places: dict[SymbolAtom, ChainPlace] = {}
        self.ends: dict[int, tuple[SymbolAtom, SymbolAtom]] = {}
        self.after: dict[SymbolAtom, SymbolAtom] = {}
        self.before: dict[SymbolAtom, SymbolAtom] = {}

    def copy_from(self, other: DifferenceBounds) -> None:
        self.places.update(other.places)
        self.ends.update(other.ends)
        self.after.update(other.after)
        self.before.update(other.before)

    def add(self, lesser: SymbolAtom, greater: SymbolAtom, distance: int) -> None:
        """Enters `lesser + distance <= greater`, where it continues a chain."""
        low, high = self.places.get(lesser), self.places.get(greater)
        if low is None and high is None:
            chain = len(self.ends)
            self._link(lesser, greater)
            self._place(lesser, (chain, 0, 0))
            self._place(greater, (chain, 1, distance))
            self._put(self.ends, chain, (lesser, greater))
        elif high is None:
            assert low is not None
            chain, at, total = low
            first, last = self.ends[chain]
            if last is lesser:
                self._link(lesser, greater)
                self._place(greater, (chain, at + 1, total + distance))
                self._put(self.ends, chain, (first, greater))
        elif low is None:
            chain, at, total = high
            first, last = self.ends[chain]
            if first is greater:
                self._link(lesser, greater)
                self._place(lesser, (chain, at - 1, total - distance))
                self._put(self.ends, chain, (lesser, last))
        elif low[0] != high[0]:
            if self.ends[low[0]][1] is lesser and self.ends[high[0]][0] is greater:
                self._link(lesser, greater)
                self._join(low, high, distance)
        elif low[1] + 1 == high[1] and high[2] - low[2] < distance:
            more = distance - (high[2] - low[2])
            self._shift(greater, self.after, high[0], 0, more)

    def distance(self, lesser: SymbolAtom, greater: SymbolAtom) -> int | None:
        """A number d with `lesser + d <= greater`, if they are on one chain in this order."""
        low = self.places.get(lesser)
        if low is None:
            return None
        high = self.places.get(greater)
        if high is None or high[0] != low[0] or high[1] <= low[1]:
            return None
        return high[2] - low[2]

    def _place(self, symbol: SymbolAtom, place: ChainPlace) -> None:
        self._put(self.places, symbol, place)

    def _link(self, lesser: SymbolAtom, greater: SymbolAtom) -> None:
        self._put(self.after, lesser, greater)
        self._put(self.before, greater, lesser)

    def _join(self, low: ChainPlace, high: ChainPlace, distance: int) -> None:
        """Makes one chain of the one that ends at `low` and the one that starts at `high`."""
        first, end = self.ends[low[0]]
        start, last = self.ends[high[0]]
        steps, more = low[1] + 1 - high[1], low[2] + distance - high[2]
        if self.places[last][1] - high[1] < low[1] - self.places[first][1]:
            self._shift(start, self.after, low[0], steps, more)
            self._put(self.ends, low[0], (first, last))
        else:
            self._shift(end, self.before, high[0], -steps, -more)
            self._put(self.ends, high[0], (first, last))

    def _shift(
        self,
        start: SymbolAtom,
        way: dict[SymbolAtom, SymbolAtom],
        chain: int,
        steps: int,
        more: int,
    ) -> None:
        """Moves `start` and what follows it that way."""
        old = self.places[start][0]
        symbol: SymbolAtom | None = start
        while symbol is not None and self.places[symbol][0] == old:
            _, at, total = self.places[symbol]
            self._place(symbol, (chain, at + steps, total + more))
            symbol = way.get(symbol)


def as_difference(expr: Expr) -> tuple[SymbolAtom, SymbolAtom] | None:
    """`(x, y)` where `expr` is `x - y` plus a constant, for two symbols; None where it is not."""
    terms = expr.polynomial
    if len(terms) - (() in terms) != 2:
        return None
    plus = minus = None
    for monomial, coefficient in terms.items():
        if not monomial:
            continue
        symbol = monomial[0]
        if len(monomial) != 1 or not isinstance(symbol, SymbolAtom):
            return None
        if coefficient == 1:
            plus = symbol
        elif coefficient == -1:
            minus = symbol
    return None if plus is None or minus is None else (plus, minus)
