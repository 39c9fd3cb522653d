"""Sums of many sizes, said in terms of sums of some of them that are symbols already.

As with broadcasts (`named_broadcasts`): in a chain of n concatenations every step has one more
term, and each is said by the step before it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..symbolic import Expr
from ..symbolic.expr import Monomial

FLAT = 16
"""A sum of at most this many terms is written out, so that a reader sees what it is."""


class NamedSums:
    """Sums that symbols are stated to be."""

    def __init__(self) -> None:
        self._known: list[tuple[Mapping[Monomial, int], Expr]] = []
        """(the terms, the symbol), those of most terms last."""

    def add(self, total: Expr, symbol: Expr) -> None:
        """Lets `symbol`, which was stated to be `total`, be written in place of it."""
        terms = total.polynomial
        if len(terms) < FLAT:
            return
        place = len(self._known)
        while place and len(self._known[place - 1][0]) > len(terms):
            place -= 1
        self._known.insert(place, (terms, symbol))

    def cover(self, total: Expr) -> tuple[list[Expr], Expr]:
        """(symbols, rest), which together are `total`."""
        found, rest = list[Expr](), total
        if len(rest.polynomial) <= FLAT:
            return found, rest
        for terms, symbol in reversed(self._known):
            if len(rest.polynomial) < FLAT:
                break
            if len(terms) < len(total.polynomial) and terms.items() <= rest.polynomial.items():
                rest = Expr.of_terms({m: c for m, c in rest.polynomial.items() if m not in terms})
                found.append(symbol)
        return found, rest
