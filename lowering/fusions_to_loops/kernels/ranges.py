"""Conditions on positions that hold on all trips of loops, on none, or from some trip on.

A loop over a concatenation asks on each trip from which operand its element comes. In two loops,
one over each operand, nothing is asked: they are cut where the condition changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ....analysis.index_maps import ONE, ZERO, coefficients
from ....symbolic import And, Expr, Le, Or, Predicate
from ....symbolic.expr import SymbolAtom
from ....symbolic.predicate import Truth
from ....symbolic.substitute import substitute


@dataclass(frozen=True, slots=True)
class Ranges:
    """Variables that run from 0 to a number of trips, or to less; which symbols are at least 0."""

    trips: Mapping[str, Expr]
    sizes: frozenset[str]

    def decides(self, claim: Predicate) -> bool | None:
        """Whether `claim` holds on all trips (True), on none (False), or who knows (None)."""
        if isinstance(claim, Truth):
            return claim.value
        if isinstance(claim, And | Or):
            parts = [self.decides(part) for part in claim.args]
            settles = isinstance(claim, Or)
            if settles in parts:
                return settles
            return None if None in parts else not settles
        if not isinstance(claim, Le):
            return None
        greatest, least = (self._bound(claim.expr, at_end) for at_end in (True, False))
        if greatest is not None and self.is_natural(-greatest):
            return True
        if least is not None and self.is_natural(least - 1):
            return False
        return None

    def _bound(self, expr: Expr, greatest: bool) -> Expr | None:
        """At most (or at least) what `expr` is on any trip."""
        moves, other = coefficients(expr, frozenset(self.trips))
        if other:
            return None
        for name, by in moves.items():
            grows = self.is_natural(by)
            if not grows and not self.is_natural(-by):
                return None
            end = self.trips[name] - 1 if grows is greatest else ZERO
            expr = substitute(expr, {name: end})
        return expr

    def is_natural(self, expr: Expr) -> bool:
        """Whether `expr` is at least 0 because no term is negative."""
        return all(
            factor >= 0
            and all(isinstance(a, SymbolAtom) and a.name in self.sizes for a in monomial)
            for monomial, factor in expr.polynomial.items()
        )

    def cut(self, claim: Predicate) -> tuple[str, Expr] | None:
        """A variable, and the trip from which on a part of `claim` is settled: at least 0; it may
        be more than the number of trips.
        """
        if isinstance(claim, And | Or):
            cuts = (self.cut(part) for part in claim.args)
            return next((cut for cut in cuts if cut is not None), None)
        if not isinstance(claim, Le) or self.decides(claim) is not None:
            return None
        moves, other = coefficients(claim.expr, frozenset(self.trips))
        if other or len(moves) != 1:
            return None
        ((name, by),) = moves.items()
        rest = substitute(claim.expr, {name: ZERO})
        if by == ONE:
            place = 1 - rest
        elif by == -ONE:
            place = rest
        else:
            return None
        return (name, place) if self.is_natural(place) else None


NO_RANGES = Ranges({}, frozenset())
