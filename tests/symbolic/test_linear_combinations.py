"""Equations about products imply their combinations, whatever else is known of the sizes."""

import pytest
from tieshape.symbolic import Facts

EQUATIONS = ["c*d == k*l", "c*d == m*n", "a*b == k*l", "c*d == p*q"]
BROADCASTS = ["broadcastable(k, s)", "broadcastable(l, t)", "broadcastable(u, k, s)", "c >= 1"]
CLAIM = "a*b == p*q"


def known(claims: list[str]) -> Facts:
    facts = Facts()
    for name in "abcdklmnpqstu":
        facts.symbol(name)
    for claim in claims:
        facts.learn(claim)
    return facts


@pytest.mark.parametrize("number", range(len(BROADCASTS) + 1))
def test_a_combination_is_proved_beside_broadcasts(number: int) -> None:
    assert known([*EQUATIONS, *BROADCASTS[:number]]).proves(CLAIM)
    assert known([*BROADCASTS[:number], *EQUATIONS[::-1]]).proves(CLAIM)


@pytest.mark.parametrize("missing", [0, 2, 3])
def test_each_equation_is_needed(missing: int) -> None:
    others = [claim for number, claim in enumerate(EQUATIONS) if number != missing]
    facts = known([*others, *BROADCASTS])
    assert not facts.proves(CLAIM)
    assert not facts.refutes(CLAIM)


def test_a_combination_that_is_one_more_is_refuted() -> None:
    facts = known([*EQUATIONS, *BROADCASTS])
    assert facts.refutes("a*b == p*q + 1")
