"""The part of a store that a question touches: its cone of influence, and the problem made of it.

Localisation (Kurshan 1994): facts that share symbols with the question, directly or through each
other, the nearest first.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import count, islice

from .broadcast import Broadcastable
from .expr import Expr, SymbolAtom, is_wide
from .fit_clauses import clauses
from .operand_groups import GroupKnowledge, Groups, grouped
from .predicate import Connective, Predicate, Relation
from .problem import Problem
from .rows import RowKey
from .store import Store

MAX_ROWS = 64
"""How many facts a cone of influence has at most."""


def cone_of_influence(
    store: Store, symbols: Iterable[SymbolAtom], limit: int = MAX_ROWS
) -> list[RowKey]:
    """At most `limit` rows that share symbols with `symbols`, directly or through each other.

    Rows that bring in no further symbol come first, then those that bring in symbols of few rows:
    what holds of a size that everything depends on comes last.
    """
    index = store.index
    found: dict[RowKey, None] = {}
    seen: set[SymbolAtom] = set()
    waiting: list[tuple[int, int, RowKey]] = []
    ties = count()
    arrived = sorted(symbols, key=lambda s: s.serial)
    while len(found) < limit:
        seen.update(arrived)
        for symbol in arrived:
            for row in islice(index.get(symbol, ()), limit * 2):
                if row in found or _is_wide_row(row):
                    continue
                fresh = [len(index[s]) for s in row[1].symbol_atoms if s not in seen]
                weight = sum(fresh) + len(index[symbol]) if fresh else 0
                heappush(waiting, (weight, next(ties), row))
        if not waiting:
            break
        row = heappop(waiting)[2]
        if row not in found:
            found[row] = None
            arrived = sorted(row[1].symbol_atoms - seen, key=lambda s: s.serial)
        else:
            arrived = []
    return list(found)


def _is_wide_row(row: RowKey) -> bool:
    about = row[1]
    return is_wide(about) if isinstance(about, Expr) else is_wide_claim(about)


def is_wide_claim(claim: Predicate) -> bool:
    """Whether some expression in `claim` is too large to be reasoned about."""
    if isinstance(claim, Relation):
        return is_wide(claim.expr)
    if isinstance(claim, Broadcastable):
        return claim.is_wide
    return isinstance(claim, Connective) and any(map(is_wide_claim, claim.args))


def subproblem(
    store: Store, symbols: Iterable[SymbolAtom], rows: Iterable[RowKey], claim: Predicate
) -> tuple[Problem, Groups]:
    """The problem of `claim` and `rows`. Raises Infeasible where that is seen at once."""
    claims, groups = grouped([*(store.claim_of(row) for row in rows), claim])
    merged = {member for members in groups.values() for member in members}
    kept = [symbol for symbol in symbols if symbol not in merged] if merged else symbols
    known = GroupKnowledge(store, groups)
    problem = Problem(
        known.low | {s: low for s in kept if (low := store.low.get(s)) is not None},
        known.high | {s: high for s in kept if (high := store.high.get(s)) is not None},
    )
    problem.constrain(
        known.congruences | {s: c for s in kept if (c := store.congruences.get(s)) is not None},
        [*claims, *clauses(claims)],
    )
    return problem, groups
