"""Sizes by cases that a factor beside them decides.

`a*(t if a == 0 and c else e)` is `a*e`: where the condition holds both are 0. What a reshape by -1
gives back is such a size. Simplification under the path condition (Cheatham, Holloway, Townley,
"Symbolic evaluation and the analysis of programs", IEEE TSE 1979).
"""

from __future__ import annotations

from .broadcast import Broadcastable
from .conditional import Conditional
from .expr import Atom, Expr, Monomial, drop
from .predicate import And, Eq, Or, Predicate


def without_zero_cases(expr: Expr) -> Expr:
    """`expr` without the cases that are multiplied by 0 wherever they are taken."""
    while True:
        for monomial, coefficient in expr.polynomial.items():
            if (product := _without_case(monomial)) is not None:
                expr += (product - Expr.of_terms({monomial: 1})) * coefficient
                break
        else:
            return expr


def _without_case(monomial: Monomial) -> Expr | None:
    """`monomial` with one branch in place of a size by cases; None where both may count."""
    if len(monomial) < 2:
        return None
    for atom in monomial:
        if type(atom) is not Conditional or isinstance(atom.condition, Broadcastable):
            continue
        others = drop(monomial, atom)
        if _makes_zero(atom.condition, others):
            return atom.otherwise * Expr.of_terms({others: 1})
        if _makes_zero(atom.condition.negate(), others):
            return atom.then * Expr.of_terms({others: 1})
    return None


def _makes_zero(condition: Predicate, factors: tuple[Atom, ...]) -> bool:
    """Whether the product of `factors` is seen to be 0 where `condition` holds."""
    if isinstance(condition, Eq):
        terms = list(condition.expr.polynomial)
        if len(terms) != 1 or not terms[0]:
            return False
        rest = list(factors)
        for atom in terms[0]:
            if atom not in rest:
                return False
            rest.remove(atom)
        return True
    if isinstance(condition, And):
        return any(_makes_zero(arg, factors) for arg in condition.args)
    return isinstance(condition, Or) and all(_makes_zero(a, factors) for a in condition.args)
