"""The expressions that claims are made of."""

from __future__ import annotations

from collections.abc import Iterator

from .expr import Division, Expr
from .predicate import Predicate


def divisors(claim: Predicate) -> list[Expr]:
    """What `claim` divides by that is no number."""
    return [
        atom.denominator
        for size in _sizes(claim)
        for atom in size.atoms()
        if isinstance(atom, Division) and atom.denominator.constant_value is None
    ]


def greatest_number(claim: Predicate) -> int:
    """The greatest magnitude of a number in `claim`."""
    return max((abs(n) for size in _sizes(claim) for n in size.polynomial.values()), default=0)


def _sizes(claim: Predicate) -> Iterator[Expr]:
    """All expressions in `claim`, those in others too."""
    waiting = list[Expr]()

    def met(size: Expr) -> Expr:
        waiting.append(size)
        return size

    claim.rebuild(met)
    while waiting:
        size = waiting.pop()
        yield size
        for atom in size.atoms():
            waiting += atom.args
