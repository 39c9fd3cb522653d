"""The part of the facts that is kept entails the rest."""

from tieshape.analysis.entailing_subset import entailing_subset
from tieshape.analysis.module_facts import ModuleFact
from tieshape.symbolic import Facts, parse_predicate


def test_a_fact_is_kept_that_only_dropped_ones_helped_to_prove() -> None:
    """Guards that entail each other only together: one of them must stay."""
    facts = [
        parse_predicate(text)
        for text in (
            "n * m == s",
            "n != 0",
            "n * (m // 4) != 0",
            "n * (m % 2) == 0",
            "(n * m) % (4 * n * (m // 4)) == 0",
        )
    ]
    stated = [ModuleFact(fact, "assert" if i else "assume", "") for i, fact in enumerate(facts)]
    known = Facts()
    for fact in entailing_subset(stated, ["n", "m", "s"], ["n", "m"]):
        known.learn(fact.predicate)
    assert all(known.proves(fact) for fact in facts)
