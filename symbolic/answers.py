"""Memo tables of answers, valid until a fact is learnt; copies of facts share them until then.

Memoisation (Michie, "Memo functions and machine learning", Nature 1968), keyed by the claim.
"""

from __future__ import annotations

from collections.abc import Callable

from .expr import SymbolAtom
from .predicate import Predicate

MAX_ANSWERS = 10_000
"""At most this many answers to each kind of question are remembered."""

Answers = dict[Predicate | str, bool]
"""By the claim as it was given."""


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
