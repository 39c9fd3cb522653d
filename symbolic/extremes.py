"""Bounds of sums with extremes: `a + max(b, c)` is the greatest of `a + b` and `a + c`.

What more sizes are the greatest of is at least what some of these are: `max(a, b, c) >= max(a, b)`.
Addition distributes over max and min, as in a max-plus semiring (Baccelli, Cohen, Olsder, Quadrat,
"Synchronization and Linearity", 1992), so terms of the arguments cancel with terms of the sum.
"""

from __future__ import annotations

from collections.abc import Callable

from .expr import Expr, MinMax, Monomial
from .ranges import OPEN, Range, greatest_of, intersection, least_of

MAX_EXTREMES = 2
"""At most this many extremes of one sum are replaced by their arguments."""
MAX_ARGS = 3
"""Extremes of more arguments stay as they are."""


def range_by_arguments(
    expr: Expr, range_of: Callable[[Expr], Range], times: int = MAX_EXTREMES
) -> Range:
    """The range of `expr` by those of the sums with an extreme's arguments in its place."""
    term = _extreme_of(expr)
    if term is None:
        return OPEN
    atom, coefficient = term
    rest = expr - atom.as_expr() * coefficient
    ranges = list[Range]()
    for arg in atom.args:
        case = rest + arg * coefficient
        known = range_of(case)
        if times > 1 and case.depth and None in known:
            known = intersection(known, range_by_arguments(case, range_of, times - 1))
        ranges.append(known)
    return greatest_of(ranges) if atom.sign * coefficient > 0 else least_of(ranges)


def _extreme_of(expr: Expr) -> tuple[MinMax, int] | None:
    """An extreme of few arguments that is a term of `expr`, and its coefficient."""
    for monomial, coefficient in expr.polynomial.items():
        atom = monomial[0] if len(monomial) == 1 else None
        if isinstance(atom, MinMax) and len(atom.args) <= MAX_ARGS:
            return atom, coefficient
    return None


def range_by_parts(expr: Expr, range_of: Callable[[Expr], Range]) -> Range:
    """The range of `expr` without a difference in it of an extreme and some of its arguments."""
    terms, known = expr.polynomial, OPEN
    for monomial, coefficient in terms.items():
        atom = monomial[0] if len(monomial) == 1 else None
        if not isinstance(atom, MinMax):
            continue
        for other, times in terms.items():
            if times == -coefficient and _is_part(other, atom):
                rest = Expr.of_terms({m: c for m, c in terms.items() if m not in (monomial, other)})
                least, greatest = range_of(rest)
                grows = atom.sign * coefficient > 0
                known = intersection(known, (least, None) if grows else (None, greatest))
    return known


def _is_part(term: Monomial, atom: MinMax) -> bool:
    """Whether `term` is an argument of `atom`, or the extreme of some of its arguments."""
    if not term:
        return False
    inner = term[0] if len(term) == 1 else None
    if isinstance(inner, MinMax) and type(inner) is type(atom):
        return set(inner.args) < set(atom.args)
    return Expr.of_terms({term: 1}) in atom.args
