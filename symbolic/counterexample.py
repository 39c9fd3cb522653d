"""Sizes that satisfy all facts and refute a claim: what "not known" looks like.

Small sizes are enumerated first (bounded model finding), then the models of the search for a proof
and those of local search (`local_search`) are tried. Whatever is found is evaluated: the facts as
they were learnt, the least values, and the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, product

from .cone_of_influence import cone_of_influence, subproblem
from .expr import SymbolAtom, TooLarge
from .fact import Fact
from .local_search import Assignment, LocalSearch, nearest, satisfies, value_of
from .outcomes import Infeasible
from .predicate import TRUE, Predicate
from .problem import Exhausted
from .refutation import Limits, Search
from .store import Store
from .witnesses import Witnesses

MAX_ENUMERATED = 3_000
"""At most this many combinations of small sizes are tried."""
MAX_ENUMERATED_SYMBOLS = 4
SPREADS = (0, 1, 2, 3, 5, 8, 13)
"""How far above its least value a symbol starts in local search."""


def find_counterexample(
    store: Store, seen: Witnesses, facts: Sequence[Fact], wrong: Predicate, limits: Limits
) -> dict[str, int] | None:
    """Values of all symbols of `facts` and `wrong` for which all of them hold, or None.

    store: knows `facts` and `wrong`
    """
    claims = [wrong, *(fact.predicate for fact in facts)]
    symbols = dict.fromkeys(
        s for c in claims for s in sorted(c.symbol_atoms, key=lambda s: store.rank(s))
    )
    for values in _candidates(store, seen, claims, list(symbols), limits):
        if _holds(store, claims, values):
            return {s.name: values[s] for s in symbols}
    return None


def _holds(store: Store, claims: Sequence[Predicate], values: Assignment) -> bool:
    if any(value < store.minimum.get(s, 0) for s, value in values.items()):
        return False
    try:
        return all(satisfies(claim, values) for claim in claims)
    except ZeroDivisionError:
        return False


def _candidates(
    store: Store,
    seen: Witnesses,
    claims: Sequence[Predicate],
    symbols: Sequence[SymbolAtom],
    limits: Limits,
) -> Iterator[Assignment]:
    yield from _small(store, symbols)
    free = _free(store, symbols)
    for witness in (seen.first, *seen.others):
        yield _whole(store, witness.of(store, free), symbols)
    if (model := _model(store, free, limits)) is not None:
        missing = {s: seen.first.value(store, s) for s in free if s not in model}
        yield _whole(store, missing | model, symbols)
    search = LocalSearch([store.claim_of(row) for row in store.rows], partial(nearest, store))
    for spread in SPREADS:
        values = {s: nearest(store, s, store.low.get(s, 0) + spread) for s in free}
        if search.finds_model(values):
            yield _whole(store, values, symbols)
    over_all = LocalSearch(claims, lambda s, value: max(value, store.minimum.get(s, 0)))
    for spread in SPREADS:
        values = {s: store.minimum.get(s, 0) + spread for s in symbols}
        if over_all.finds_model(values):
            yield values


def _small(store: Store, symbols: Sequence[SymbolAtom]) -> Iterator[Assignment]:
    """Small values of few symbols, the smallest first."""
    free = sorted(_free(store, symbols), key=store.rank)
    if len(free) > MAX_ENUMERATED_SYMBOLS:
        return
    width = {0: 1, 1: 200, 2: 40, 3: 13}.get(len(free), 7)
    starts = [nearest(store, s, store.low.get(s, 0)) for s in free]
    steps = [store.congruences.get(s, (1, 0))[0] for s in free]
    ranges = sorted(product(range(width), repeat=len(free)), key=sum)
    for offsets in islice(ranges, MAX_ENUMERATED):
        values = {
            s: start + step * n
            for s, start, step, n in zip(free, starts, steps, offsets, strict=True)
        }
        yield _whole(store, values, symbols)


def _free(store: Store, symbols: Sequence[SymbolAtom]) -> set[SymbolAtom]:
    """The symbols that no equation determines, of those that determine `symbols`, and of rows."""
    free = {
        inner for symbol in symbols for inner in store.substituted(symbol.as_expr()).symbol_atoms
    }
    return free.union(*(row[1].symbol_atoms for row in store.rows))


def _whole(store: Store, values: Assignment, symbols: Sequence[SymbolAtom]) -> Assignment:
    """The values of `symbols` where free ones have `values`; of none that divides by 0."""
    try:
        return {s: value_of(store.substituted(s.as_expr()), values) for s in symbols}
    except ZeroDivisionError:
        return dict.fromkeys(symbols, 0)


def _model(store: Store, free: set[SymbolAtom], limits: Limits) -> Assignment | None:
    """What the search for a refutation finds to be a model of the facts."""
    rows = cone_of_influence(store, free)
    try:
        problem, groups = subproblem(store, free, rows, TRUE)
        search = Search(problem, limits, [*free, *groups])
        if search.refutes() or search.model is None:
            return None
    except (Infeasible, Exhausted, TooLarge):
        return None
    model = search.model
    for group, members in groups.items():
        value = model.pop(group, 1)
        model.update((member, nearest(store, member, value)) for member in members)
    return model
