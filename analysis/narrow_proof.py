"""Proofs from few facts, where a search among all of a module's is given up."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from ..symbolic import Contradiction, Facts, Predicate, Symbol
from .module_facts import substitute
from .shape_analysis import LEAST_INTEGER


def proves_narrowly(facts: Facts, known: Iterable[Predicate], claim: Predicate) -> bool:
    """Whether `claim` follows from those of `known` that are about its sizes and no others.

    facts: holds all of `known`; what it replaces sizes by is put into the claim first
    """
    claim = substitute(claim, {name: facts.simplify(Symbol(name)) for name in claim.symbols()})
    names, few = claim.symbols(), Facts()
    for name in sorted(names):
        least = facts.bounds(Symbol(name))[0]
        few.symbol(name, LEAST_INTEGER if least is None else least)
    for fact in known:
        if fact.symbols() <= names:
            with suppress(Contradiction):
                few.learn(fact)
    return few.proves(claim)
