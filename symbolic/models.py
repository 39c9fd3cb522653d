"""Values of symbols for which all facts are known to hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from .expr import Expr
from .fact import Fact
from .local_search import value_of
from .store import Store
from .witnesses import Witnesses


def known_models(
    store: Store,
    seen: Witnesses,
    sizes: Mapping[str, Expr],
    facts: Sequence[Fact],
    ones: bool = False,
) -> Iterator[dict[str, int]]:
    """The witnesses for which `facts` hold, as values of the symbols that `sizes` spells."""
    last = [seen.ones] if ones and seen.ones.valid else []
    for witness in (*reversed(seen.valid()), *last):
        with suppress(ZeroDivisionError):
            values = {
                name: value_of(size, witness.of(store, size.symbol_atoms))
                for name, size in sizes.items()
            }
            if all(fact.predicate.holds(values) for fact in facts):
                yield values
