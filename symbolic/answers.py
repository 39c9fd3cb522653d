"""Answers that are remembered until something is learnt, shared by copies of a fact base that have learnt nothing."""

from __future__ import annotations

from .expr import SymbolAtom
from .predicate import Predicate

MAX_ANSWERS = 10_000
"""So many answers to each kind of question are remembered."""

Answers = dict[Predicate | str, bool]
"""By the claim as it was given."""


class Origin:
    """What copies of one fact base have in common as long as they learn nothing: its symbols and the answers about them."""

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
