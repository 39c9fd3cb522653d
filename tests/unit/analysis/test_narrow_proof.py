"""Proofs from few of many facts, and what does not follow from them."""

from tieshape.analysis.narrow_proof import proves_narrowly
from tieshape.symbolic import Facts, parse_predicate

DEFINITIONS = ("c == (b + 1)//2", "d == min(1, 2*a*n*((b + 1)//2))", "n % f == 0")
OF_ANOTHER = "broadcastable(n, min(1, 2*a*n*((e + 1)//2)))"


def narrowly(claim: str, *known: str) -> bool:
    facts, learnt = Facts(), [parse_predicate(text) for text in (*DEFINITIONS, *known)]
    for name in "nbef":
        facts.symbol(name, 1)
    for fact in learnt:
        facts.learn(fact)
    return proves_narrowly(facts, learnt, parse_predicate(claim))


def test_a_fit_follows_from_that_of_another_size() -> None:
    """Both least sizes are 0 just where `a` is: the one fact says that `n` is 1 then."""
    assert narrowly("broadcastable(n, d)", OF_ANOTHER)


def test_without_the_other_fit_it_does_not_follow() -> None:
    assert not narrowly("broadcastable(n, d)")


def test_a_fit_of_other_sizes_does_not_follow() -> None:
    assert not narrowly("broadcastable(e, d)", OF_ANOTHER)
