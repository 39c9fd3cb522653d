"""Memo tables of answers, valid until a fact is learnt; copies of facts share them until then.
What a search found is remembered by all that it was given, so that it stays valid.

Memoisation (Michie, "Memo functions and machine learning", Nature 1968), keyed by the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from .expr import SymbolAtom
from .predicate import Predicate

MAX_ANSWERS = 10_000
"""At most this many answers to each kind of question are remembered."""

Answers = dict[Predicate | str, bool]
"""By the claim as it was given."""


MAX_SEARCHES = 2_000
"""At most this many searches are remembered."""

SearchResult = tuple[bool, dict[SymbolAtom, int] | None, int]
"""Whether there is no solution; else a model, if one was found; how many steps that took."""

_searches: dict[Hashable, SearchResult] = {}


def search_once(given: Hashable, search: Callable[[], SearchResult]) -> SearchResult:
    """What `search` finds, which depends on `given` alone: searched for once in a process."""
    known = _searches.get(given)
    if known is None:
        if len(_searches) >= MAX_SEARCHES:
            _searches.clear()
        known = _searches[given] = search()
    return known


def clear_searches() -> None:
    """Forgets all searches, for those who measure."""
    _searches.clear()


class Origin:
    """What copies of one fact base share until they learn: its symbols and the answers."""

    __slots__ = ("proved", "refuted", "symbols")

    def __init__(self, symbols: frozenset[SymbolAtom], proved: Answers, refuted: Answers):
        self.symbols = symbols
        self.proved = proved
        self.refuted = refuted


def remember(answers: Answers, claim: Predicate | str, answer: bool) -> None:
    """Adds an answer, in place of all others where there are too many."""
    if len(answers) >= MAX_ANSWERS:
        answers.clear()
    answers[claim] = answer


def shared_answer(
    answers: Answers | None, claim: Predicate, decide: Callable[[Predicate], bool]
) -> bool:
    """What `decide` says of `claim`, or `answers` remember, if there are any."""
    if answers is None:
        return decide(claim)
    known = answers.get(claim)
    if known is None:
        known = decide(claim)
        remember(answers, claim, known)
    return known
