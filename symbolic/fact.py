"""What was learnt, one by one, and that some of it cannot hold together."""

from __future__ import annotations

from collections.abc import Sequence

from .predicate import Predicate


class Fact:
    """Something that was learnt: the claim, where it comes from, and the words it was stated in."""

    __slots__ = ("_words", "predicate", "why")

    def __init__(self, predicate: Predicate, why: object, words: str | None):
        self.predicate = predicate
        self.why = why
        self._words = words

    @property
    def words(self) -> str:
        return str(self.predicate) if self._words is None else self._words

    def __repr__(self) -> str:
        return (
            f"Fact({self.words!r})"
            if self.why is None
            else f"Fact({self.words!r}, why={self.why!r})"
        )


class Contradiction(ValueError):
    """No sizes satisfy the facts. `facts` are some that conflict, as few as were found."""

    def __init__(self, facts: Sequence[Fact]):
        self.facts = tuple(facts)
        stated = [f.words if f.why is None else f"{f.words} ({f.why})" for f in self.facts]
        super().__init__("facts contradict each other: " + "; ".join(stated))
