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


def test_guards_are_kept_or_dropped_whether_values_show_it_or_a_search() -> None:
    """With sizes that satisfy all facts, few proofs are looked for; what is kept is the same."""
    texts = [
        "n == broadcast(a, b)",
        "broadcastable(a, b)",
        "broadcastable(a, b, c)",
        "m == broadcast(a, b, c)",
        "m == d",
        "d == m",
        "d*c == e",
        "e == m*c",
    ]
    facts, known = list[ModuleFact](), Facts()
    for text in texts:
        fact = parse_predicate(text)
        known.learn(fact)
        facts.append(ModuleFact(fact, "assume" if text[0] == "n" else "assert", text))
    names, arguments = list("abcdenm"), list("abcde")
    searched = entailing_subset(facts, names, arguments)
    assert entailing_subset(facts, names, arguments, like=known) == searched
    assert 4 < len(searched) < len(facts)
