"""Questions to a store, answered by refutation: a claim is proved where its opposite is infeasible.

First what bounds, substitutions and rows say at once; then a search over the facts connected to the question.
"""

from __future__ import annotations

from collections.abc import Iterable

from .atoms import SymbolAtom
from .expr import TooLarge
from .predicate import And, Or, Predicate, Truth
from .problem import Exhausted, Problem
from .search import Limits, Search
from .store import Store
from .system import Infeasible, Row

MAX_ROWS = 120
"""At most this many of the facts connected to a question are looked at, the nearest first."""


def proves(store: Store, claim: Predicate, limits: Limits) -> bool:
    """Whether `claim` follows from the facts of `store`."""
    if isinstance(claim, And):
        return all(proves(store, arg, limits) for arg in claim.args)
    return infeasible(store, claim.negate(), limits)


def infeasible(store: Store, claim: Predicate, limits: Limits) -> bool:
    """Whether `claim` contradicts the facts of `store`."""
    if isinstance(claim, Or):
        return all(infeasible(store, arg, limits) for arg in claim.args)
    verdict = store.decide(claim)
    if isinstance(verdict, Truth) and not verdict.value:
        return True
    rows = [] if isinstance(verdict, Truth) else connected(store, verdict.symbol_atoms)
    if isinstance(verdict, Truth) and not rows:
        return False
    symbols = set(verdict.symbol_atoms).union(*(row[1].symbol_atoms for row in rows))
    if "models" in limits.layers and store.guesses.satisfy(store, symbols, rows, verdict):
        return False
    try:
        search = Search(excerpt(store, symbols, rows, verdict), limits, symbols)
        refuted = search.refutes()
    except Infeasible:
        return True
    except (Exhausted, TooLarge):
        return False
    if search.model is not None:
        store.guesses.remember(search.model)
    return refuted


def connected(store: Store, symbols: Iterable[SymbolAtom]) -> list[Row]:
    """The rows that share symbols with `symbols`, directly or through each other."""
    found: dict[Row, None] = {}
    seen = set(symbols)
    frontier = list(seen)
    while frontier:
        reached = list[SymbolAtom]()
        for symbol in frontier:
            for row in store.index.get(symbol, ()):
                if row in found:
                    continue
                found[row] = None
                if len(found) == MAX_ROWS:
                    return list(found)
                for other in row[1].symbol_atoms:
                    if other not in seen:
                        seen.add(other)
                        reached.append(other)
        frontier = reached
    return list(found)


def excerpt(
    store: Store, symbols: Iterable[SymbolAtom], rows: Iterable[Row], claim: Predicate
) -> Problem:
    """The problem of `claim` and `rows`. Raises Infeasible where that is seen at once."""
    problem = Problem(
        {s: low for s in symbols if (low := store.low.get(s)) is not None},
        {s: high for s in symbols if (high := store.high.get(s)) is not None},
    )
    problem.constrain(
        {s: c for s in symbols if (c := store.congruences.get(s)) is not None},
        [*(store.claim_of(row) for row in rows), claim],
    )
    return problem
