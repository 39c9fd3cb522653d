"""Values of symbols for which all facts are known to hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from .expr import Expr, TooLarge
from .fact import Fact
from .store import Store
from .support import connected
from .witnesses import Witnesses


def known_models(
    store: Store,
    seen: Witnesses,
    facts: Sequence[Fact],
    about: frozenset[str] | None = None,
    ones: bool = False,
) -> Sequence[dict[str, int]]:
    """The witnesses for which `facts` hold, as values of all symbols; found once until these
    change.

    about: only these symbols, and those that facts connect with them, are of interest
    ones: whether sizes of 1 come last
    """
    key = len(store.names), len(facts), about, ones
    found = seen.models.get(key)
    if found is None:
        names = store.names.keys()
        if about is not None:
            facts = connected(facts, about)
            names &= about.union(*(fact.predicate.symbols() for fact in facts))
        sizes = {name: _simplest(store, store.names[name][0].as_expr()) for name in names}
        found = seen.models[key] = list(_found(store, seen, sizes, facts, ones))
    return found


def _simplest(store: Store, size: Expr) -> Expr:
    try:
        return store.normal(size)
    except TooLarge:
        return size


def _found(
    store: Store, seen: Witnesses, sizes: Mapping[str, Expr], facts: Sequence[Fact], ones: bool
) -> Iterator[dict[str, int]]:
    last = [seen.ones] if ones and seen.ones.valid else []
    for witness in (*reversed(seen.valid()), *last):
        with suppress(ZeroDivisionError):
            values = {name: witness.value_of(store, size) for name, size in sizes.items()}
            if all(fact.predicate.holds(values) for fact in facts):
                yield values
