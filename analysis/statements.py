"""The results of inference for the IR: facts with a strength, for the module or for one region."""

from __future__ import annotations

from dataclasses import dataclass

from ..symbolic import Predicate


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact that inference found, and how strong it is: "assume", "expect" or "assert"."""

    fact: Predicate
    strength: str
    why: str


@dataclass(frozen=True, slots=True)
class RegionFacts:
    """What inference found that holds in one region only."""

    statements: tuple[Statement, ...]
