"""The results of inference for the IR: facts with a strength, for the module or for one region."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..symbolic import Expr, Predicate
from .module_facts import substitute


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact that inference found, and how strong it is: "assume", "expect" or "assert"."""

    fact: Predicate
    strength: str
    why: str

    def renamed(self, names: Mapping[str, Expr]) -> Statement:
        """The statement with sizes by other names."""
        return replace(self, fact=substitute(self.fact, names))


@dataclass(frozen=True, slots=True)
class RegionFacts:
    """What inference found that holds in one region only."""

    statements: tuple[Statement, ...]

    def symbols(self) -> frozenset[str]:
        """The symbols that the facts are about."""
        return frozenset[str]().union(*(s.fact.symbols() for s in self.statements))

    def renamed(self, names: Mapping[str, Expr]) -> RegionFacts:
        """The facts with sizes by other names."""
        return RegionFacts(tuple(statement.renamed(names) for statement in self.statements))
