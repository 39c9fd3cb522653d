"""Claims and sizes that say at length that two sizes broadcast, as code does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from .broadcast import broadcast, broadcastable
from .comparisons import eq
from .conditional import Conditional, conditional
from .expr import Expr, maximum
from .predicate import Eq, Or, Predicate


def folded(claim: Predicate) -> Predicate:
    """`claim`, as `broadcastable` where it is that written out.

    `a == 1 or b == 1 or a == b`, and `b == 1 or b == (b if a == 1 else a)`.
    """
    if not isinstance(claim, Or) or len(claim.args) > 3:
        return claim
    parts = set(claim.args)
    ones = dict.fromkeys(size for arg in claim.args for size in _compared_with_one(arg))
    for a, b in permutations(ones, 2):
        if parts == {eq(a, 1), eq(b, 1), eq(a, b)}:
            return broadcastable(a, b)
    for b in ones:
        for a in (a for arg in claim.args for a in _chosen(arg)):
            if parts == {eq(b, 1), eq(b, conditional(eq(a, 1), b, a))}:
                return broadcastable(a, b)
    return claim


def chosen(condition: Predicate, then: Expr, otherwise: Expr) -> Expr:
    """`then if condition else otherwise`, as `broadcast` where it is that written out.

    `a if b == 1 else (b if a == 1 else max(a, b))`
    """
    for size in _compared_with_one(condition) if otherwise.depth else ():
        if otherwise == conditional(eq(then, 1), size, maximum(then, size)):
            return broadcast(then, size)
    return conditional(condition, then, otherwise)


def _compared_with_one(claim: Predicate) -> Iterator[Expr]:
    if isinstance(claim, Eq) and not any(atom.depth for atom in claim.expr.atoms()):
        yield from (claim.expr + 1, 1 - claim.expr)


def _chosen(claim: Predicate) -> Iterator[Expr]:
    """What conditional sizes in `claim` are where their conditions do not hold."""
    if isinstance(claim, Eq):
        for atom in claim.expr.atoms():
            if isinstance(atom, Conditional):
                yield atom.otherwise
