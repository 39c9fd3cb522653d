"""Polynomials as dictionaries: coefficients by products of atoms."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from operator import attrgetter

from .atoms import Atom, TooLarge

Monomial = tuple[Atom, ...]
"""A product, its atoms in the order of their serial numbers."""

Terms = dict[Monomial, int]

MAX_TERMS = 20_000
"""An expression with more terms than this is refused."""

_by_serial = attrgetter("serial")


def ordered(factors: Monomial) -> Monomial:
    """A product of atoms in any order as a monomial."""
    return tuple(sorted(factors, key=_by_serial))


def times(x: Monomial, y: Monomial) -> Monomial:
    """The product of two monomials."""
    if not x or not y:
        return x or y
    if x[-1].serial <= y[0].serial:
        return x + y
    if y[-1].serial <= x[0].serial:
        return y + x
    return tuple(sorted(x + y, key=_by_serial))


def multiply_terms(a: Mapping[Monomial, int], b: Mapping[Monomial, int]) -> Terms:
    """The product of two polynomials; zeros are left in. Raises TooLarge."""
    if len(a) * len(b) > MAX_TERMS:
        raise TooLarge(f"a product of {len(a)} by {len(b)} terms")
    total: Terms = {}
    for x, c in a.items():
        for y, d in b.items():
            product = times(x, y)
            total[product] = total.get(product, 0) + c * d
    return total


def add_terms(total: Terms, more: Mapping[Monomial, int]) -> None:
    """Adds `more` to `total`, in place; zeros are left in."""
    for monomial, coefficient in more.items():
        total[monomial] = total.get(monomial, 0) + coefficient


def signed_factor(terms: Mapping[Monomial, int]) -> int:
    """The greatest divisor of the coefficients but the constant's, at least one, with the sign of the leading one."""
    factor = 0
    lead: Monomial = ()
    for monomial, coefficient in terms.items():
        if monomial:
            factor = gcd(factor, coefficient)
            if not lead or _precedes(monomial, lead):
                lead = monomial
    return factor if terms[lead] > 0 else -factor


def _precedes(a: Monomial, b: Monomial) -> bool:
    """A total order of products that does not depend on how they were come by."""
    if a[0] is not b[0]:
        return a[0].serial < b[0].serial
    return [atom.serial for atom in a] < [atom.serial for atom in b]
