"""Squares of sizes beside what they broadcast to.

Where `a` is one of the sizes that broadcast to `b`, and they fit, `a` is 1 or `b`: `(a - 1)*(a - b)
== 0`, so `a*a` is `a*b + a - b`. A dimension of size `b` that is cut into `a` and the rest `b - a +
1`, of which one is 1, has so the size `b` again. Reduction by a polynomial (Cox, Little, O'Shea,
"Ideals, Varieties, and Algorithms", 2.3), the broadcast being the greater one.
"""

from __future__ import annotations

import itertools

from .broadcast import Broadcast, operands
from .broadcast_multiples import FittingSizes
from .expr import Atom, Expr, Monomial

MAX_TERMS = 24
"""Squares in sums of more terms are left."""
MAX_REDUCTIONS = 32
"""So many squares of one sum are replaced at most; those of known programs are up to 9."""


def without_squares(expr: Expr, fits: FittingSizes) -> Expr:
    """`expr` without the squares of sizes that are 1 or a broadcast that is in `expr` too."""
    for _ in range(MAX_REDUCTIONS):
        found = _square_beside_broadcast(expr, fits)
        if found is None:
            break
        monomial, size, common = found
        rest = list(monomial)
        rest.remove(size)
        rest.remove(size)
        a, b = size.as_expr(), common.as_expr()
        change = (a * b + a - b - a * a) * Expr.of_terms({tuple(rest): 1})
        expr += change * expr.polynomial[monomial]
    return expr


def has_square_beside_broadcast(expr: Expr) -> bool:
    """Whether `without_squares` may find something once more sizes are known to fit."""
    return any(True for _ in _candidates(expr))


def _square_beside_broadcast(
    expr: Expr, fits: FittingSizes
) -> tuple[Monomial, Atom, Broadcast] | None:
    for monomial, size, common in _candidates(expr):
        if fits.fit(common.args):
            return monomial, size, common
    return None


def _candidates(expr: Expr) -> list[tuple[Monomial, Atom, Broadcast]]:
    """Terms with a square, the size, and a broadcast of it and others; smaller ones first."""
    if not 1 < len(expr.polynomial) <= MAX_TERMS:
        return []
    squares = [(m, a) for m in expr.polynomial for a in _squared(m)]
    if not squares:
        return []
    atoms = {atom for monomial in expr.polynomial for atom in monomial}
    broadcasts = [atom for atom in atoms if isinstance(atom, Broadcast)]
    broadcasts.sort(key=lambda b: (len(b.args), b.serial))
    return [
        (monomial, size, common)
        for monomial, size in squares
        for common in broadcasts
        if common is not size and set(operands(size.as_expr())) < set(common.args)
    ]


def _squared(monomial: Monomial) -> list[Atom]:
    """The atoms that are more than once in `monomial`, which is sorted."""
    return [a for a, b in itertools.pairwise(monomial) if a is b]
