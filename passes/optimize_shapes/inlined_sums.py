"""Sums that one other sum alone is about, written out in it.

A sum of very many sizes is found in parts, each of which has a symbol. Where no type has the symbol
of a part, and one other fact does, the two are one fact of as many sizes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import replace

from ...analysis.module_facts import ModuleFact
from ...symbolic import Eq, Expr, SymbolAtom
from ...symbolic.large_terms import sum_of_others


def inline_sums(facts: Sequence[ModuleFact], told: Set[str]) -> list[ModuleFact]:
    """`facts` without symbols for parts of sums; those of `told` stay.

    A part is what its symbol is of sizes alone, each added: no symbol less than 0 could be.
    """
    found = dict(enumerate(facts))
    facts_with = defaultdict[str, set[int]](set)
    for number, fact in found.items():
        for name in fact.symbols():
            facts_with[name].add(number)
    for number in range(len(facts)):  # a fact may have become longer since
        fact = found[number]
        part = _defined(fact)
        if part is None or part.name in told or len(facts_with[part.name]) != 2:
            continue
        (other,) = facts_with[part.name] - {number}
        if _defined(found[other]) is None:
            continue
        whole = found[other].substitute({part.name: _value_of(part, fact)})
        if _defined(whole) is None:
            continue
        for name in found[other].symbols() | fact.symbols():
            facts_with[name] -= {number, other}
        del found[number]
        found[other] = replace(whole, why=whole.why or fact.why)
        for name in whole.symbols():
            facts_with[name].add(other)
    return list(found.values())


def _defined(fact: ModuleFact) -> SymbolAtom | None:
    """The symbol that `fact` says to be the sum of others, and of nothing else."""
    claim = fact.predicate
    if fact.strength != "assume" or not isinstance(claim, Eq) or claim.expr.constant_term:
        return None
    return sum_of_others(claim.expr)


def _value_of(part: SymbolAtom, fact: ModuleFact) -> Expr:
    assert isinstance(fact.predicate, Eq)
    equation = fact.predicate.expr
    return part.as_expr() - equation * equation.polynomial[part,]
