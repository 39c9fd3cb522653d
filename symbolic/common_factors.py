"""What all terms of a sum are multiples of: an integral domain has no divisors of zero."""

from __future__ import annotations

from .expr import Expr, drop, is_wide


def factored(expr: Expr) -> list[Expr]:
    """Factors of `expr`: what its terms have in common, each once, and the rest.

    Just `expr` where they have nothing in common or it is one term. A product is 0 where one of
    them is 0, and nowhere else.
    """
    terms = expr.polynomial
    if len(terms) < 2 or () in terms or is_wide(expr):
        return [expr]
    first, *others = terms
    shared = [atom for atom in dict.fromkeys(first) if all(atom in m for m in others)]
    for atom in shared:
        expr = Expr.of_terms({drop(m, atom): c for m, c in expr.polynomial.items()})
    return [*(atom.as_expr() for atom in shared), expr]
