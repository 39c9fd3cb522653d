"""Fact bases that first try what satisfies the facts of another one."""

import pytest
from tieshape.symbolic import Contradiction, Facts, prove
from tieshape.symbolic.answers import clear_searches

KNOWN = ("broadcastable(a, b)", "c == broadcast(a, b)*4", "d <= a", "c % 8 == 0", "d != 3")


def knowing(*claims: str, like: Facts | None = None) -> Facts:
    facts = Facts(like=like)
    for claim in claims:
        facts.learn(claim)
    return facts


@pytest.mark.parametrize("count", range(len(KNOWN) + 1))
def test_answers_are_those_of_a_base_alone(count: int) -> None:
    """What the other one knows is tried, never taken as known."""
    other = knowing(*KNOWN)
    facts, alone = knowing(*KNOWN[:count], like=other), knowing(*KNOWN[:count])
    for claim in (*KNOWN, "a == b", "d <= broadcast(a, b)", "c != 12", "c >= 4*d", "a == 1"):
        assert facts.proves(claim) is alone.proves(claim)
        assert facts.refutes(claim) is alone.refutes(claim)


def test_what_the_other_one_contradicts_can_be_learnt() -> None:
    facts = Facts(like=knowing("a >= 5", "b == a + 2"))
    facts.learn("a <= 3")
    facts.learn("b == 7*a")
    assert facts.proves("b % 7 == 0")
    assert not facts.refutes("a == 2")
    with pytest.raises(Contradiction):
        facts.learn("b == 22")


def test_the_other_one_may_be_contradictory_inside_a_scope_and_is_left_as_it_is() -> None:
    other = knowing("a <= 9")
    with other.scope():
        other.learn("a >= 9")
        facts = Facts(like=other)
    facts.learn("a <= 4")
    assert not other.refutes("a == 7")
    assert facts.refutes("a == 7")


CHAIN = ("b == broadcast(a, c)", "d == broadcast(a + e, e + b)", "broadcastable(a + e, e + b)")


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The searches that are made, none of which is remembered from before."""
    made, search = list[object](), prove._searched
    monkeypatch.setattr(prove, "_searched", lambda *args: made.append(args[3]) or search(*args))
    clear_searches()
    return made


def test_sizes_that_a_search_found_are_tried_where_the_same_is_known(searches: list[object]):
    other = knowing(*CHAIN)
    assert not other.proves("d == e + b") and searches
    clear_searches()
    searches.clear()
    assert not knowing(*CHAIN, like=other).proves("d == e + b") and not searches


def test_sizes_that_a_search_found_do_not_hold_where_more_is_known(searches: list[object]):
    other = knowing(*CHAIN)
    assert not other.proves("d == e + b")
    assert knowing(*CHAIN, "e >= 2", like=other).proves("d == e + b")
