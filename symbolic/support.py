"""Which facts a conclusion rests on: a small unsat core, found by deriving it from fewer facts.

Candidates are taken by breadth-first search from the conclusion's symbols, twice as many each time
until they suffice; then parts are deleted by halves as in delta debugging (Zeller and Hildebrandt,
TSE 2002). The conclusion follows from the result alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from .predicate import Predicate

MAX_WORK = 4_000
"""Facts are learnt again at most this often; then the result need not be minimal."""


class HasPredicate(Protocol):
    predicate: Predicate


F = TypeVar("F", bound=HasPredicate)


def connected(facts: Sequence[F], start: Iterable[str]) -> list[F]:
    """Those of `facts`, in their order, that share symbols with `start`, some through others."""
    return [facts[i] for i in sorted(by_distance(facts, start))]


class _Spent(Exception):
    """No more work may be done."""


def support(
    facts: Sequence[F], start: Iterable[str], suffice: Callable[[Sequence[F]], bool]
) -> tuple[F, ...]:
    """A small part of `facts`, in their order, that suffices; all of them where no part is found.

    start: the symbols that the conclusion is about
    suffice: whether the conclusion follows from some of the facts; called for MAX_WORK facts in all
    """
    order = by_distance(facts, start)
    work = 0

    def enough(chosen: Sequence[int]) -> bool:
        nonlocal work
        work += 1 + len(chosen)
        if work > MAX_WORK:
            raise _Spent
        return suffice([facts[i] for i in sorted(chosen)])

    chosen = list(range(len(facts)))
    try:
        if enough(()):
            return ()
        count = 1
        while count < len(order) and not enough(order[:count]):
            count *= 2
        if count < len(order) or enough(order):
            chosen = order[:count]
        chosen = _shrink(chosen, enough)
    except _Spent:
        pass
    return tuple(facts[i] for i in sorted(chosen))


def _shrink(chosen: list[int], enough: Callable[[Sequence[int]], bool]) -> list[int]:
    """Leaves out ever smaller parts of `chosen`, the farthest first, while the rest is enough."""
    size = max(len(chosen) // 2, 1)
    while True:
        end = len(chosen)
        while end > 0:
            kept = chosen[: max(end - size, 0)] + chosen[end:]
            if len(kept) < len(chosen) and enough(kept):
                chosen = kept
            end -= size
        if size == 1:
            return chosen
        size = max(size // 2, 1)


def by_distance(facts: Sequence[HasPredicate], start: Iterable[str]) -> list[int]:
    """The positions of the facts connected to `start` through shared symbols, the nearest first."""
    uses: dict[str, list[int]] = {}
    symbols = [fact.predicate.symbols() for fact in facts]
    for i, names in enumerate(symbols):
        for name in names:
            uses.setdefault(name, []).append(i)
    seen = set(start)
    frontier = sorted(seen)
    found: dict[int, None] = {}
    while frontier:
        reached: list[str] = []
        for name in frontier:
            for i in uses.get(name, ()):
                if i not in found:
                    found[i] = None
                    reached.extend(sorted(symbols[i] - seen))
                    seen |= symbols[i]
        frontier = reached
    return list(found)
