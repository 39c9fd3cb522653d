"""Proofs from few facts, where a search among all of a module's is given up."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from ..symbolic import Contradiction, Facts, Predicate, Symbol
from .module_facts import substitute
from .shape_analysis import LEAST_INTEGER
from .symbol_names import symbol_order


def proves_narrowly(facts: Facts, known: Iterable[Predicate], claim: Predicate) -> bool:
    """Whether `claim` follows from those of `known` that are about its sizes, or one size more.

    facts: holds all of `known`; what it replaces sizes by is put into the claim first
    """
    known = tuple(known)
    claim = substitute(claim, {name: facts.simplify(Symbol(name)) for name in claim.symbols()})
    names = claim.symbols()
    if _proves_about(names, facts, known, claim):
        return True
    beside = [fact.symbols() - names for fact in known if fact.symbols() & names]
    others = frozenset[str]().union(*(few for few in beside if len(few) == 1))
    return any(_proves_about(names | {other}, facts, known, claim) for other in sorted(others))


def _proves_about(
    names: frozenset[str], facts: Facts, known: Iterable[Predicate], claim: Predicate
) -> bool:
    few = Facts()
    for name in sorted(names, key=symbol_order):
        least = facts.bounds(Symbol(name))[0]
        few.symbol(name, LEAST_INTEGER if least is None else least)
    for fact in known:
        if fact.symbols() <= names:
            with suppress(Contradiction):
                few.learn(fact)
    return few.proves(claim)
