"""What the broadcasts in claims are, as some of the claims say that sizes fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .broadcast import Broadcast, Broadcastable
from .comparisons import eq
from .conditional import Conditional, expressions
from .expr import Atom, Expr
from .known_fit import is_among
from .predicate import Predicate, any_of


def clauses(claims: Sequence[Predicate]) -> Iterator[Predicate]:
    """What follows of the broadcasts of some of the sizes that `claims` say to fit.

    Each is 1 or what all these sizes broadcast to.
    """
    known = [claim for claim in claims if isinstance(claim, Broadcastable)]
    if not known:
        return
    found: dict[Atom, bool] = {}
    for claim in claims:
        if not isinstance(claim, Broadcastable):
            for expr in expressions(claim):
                add_broadcasts(expr, found)
    terms = [atom.as_expr() for atom, is_broadcast in found.items() if is_broadcast]
    for claim in known:
        sizes = frozenset(claim.sizes)
        whole = Broadcast.build(claim.sizes)
        for size in terms:
            if size not in sizes and size != whole and is_among(size, sizes):
                yield any_of(eq(size, 1), eq(size, whole))


def add_broadcasts(expr: Expr, found: dict[Atom, bool]) -> None:
    """Adds the operations in `expr`, at any depth, and whether each is a broadcast."""
    if expr.depth:
        for atom in expr.atoms():
            if atom.depth and atom not in found:
                found[atom] = isinstance(atom, Broadcast)
                if isinstance(atom, Broadcast) and atom.is_plain:
                    continue
                if isinstance(atom, Conditional):
                    for inner in expressions(atom.condition):
                        add_broadcasts(inner, found)
                for arg in atom.args:
                    add_broadcasts(arg, found)
