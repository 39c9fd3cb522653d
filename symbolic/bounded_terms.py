"""Bounds of extremes and quotients as bounds of their arguments.

`max(a, 0) >= 4` is `a >= 4`, `max(a, b) <= 4` is `a <= 4 and b <= 4`, and `a//2 >= 4` is `a >= 8`:
inverse images of intervals (HC4-revise: Benhamou et al., "Revising hull and box consistency", ICLP
1999).
"""

from __future__ import annotations

from collections.abc import Callable

from .expr import Atom, Expr, FloorDiv, MinMax
from .extremes import MAX_ARGS
from .predicate import Predicate, all_of, at_most_zero
from .ranges import Range


def of_arguments(expr: Expr, range_of: Callable[[Expr], Range]) -> Predicate | None:
    """What `expr <= 0` says of the arguments of the one operation in it.

    None where that is more than one case, where `expr` is not one operation and a number, and where
    bounds of the arguments would not show at once what `expr` says.
    """
    offset, term = expr.constant_term, single_term(expr)
    if term is None or not term[0].depth:
        return None
    atom, coefficient = term
    if isinstance(atom, FloorDiv):
        divisor = atom.denominator.constant_value
        if divisor is None or divisor <= 0 or single_term(atom.numerator) is None:
            return None
        if coefficient > 0:
            limit = -offset // coefficient * divisor + divisor - 1
            return at_most_zero(atom.numerator - limit)
        return at_most_zero(-(offset // coefficient) * divisor - atom.numerator)
    if not isinstance(atom, MinMax):
        return None
    if len(atom.args) > MAX_ARGS and None in map(single_term, atom.args):
        return None
    claims = [arg * coefficient + offset for arg in atom.args]
    if atom.sign * coefficient < 0:  # it suffices that one of them holds
        claims = [c for c in claims if (least := range_of(c)[0]) is None or least <= 0]
        if len(claims) != 1:
            return None
    return all_of(*map(at_most_zero, claims))


def single_term(expr: Expr) -> tuple[Atom, int] | None:
    """The symbol or operation of which `expr` is a multiple, plus a number; with the factor."""
    terms = expr.polynomial
    if len(terms) - (() in terms) != 1:
        return None
    ((monomial, coefficient),) = ((m, c) for m, c in terms.items() if m)
    return (monomial[0], coefficient) if len(monomial) == 1 else None
