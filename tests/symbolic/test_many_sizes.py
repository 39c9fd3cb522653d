"""Broadcasts of many sizes: what is not known is told at little cost, and what is learnt still counts."""

from typing import Any

import pytest
from tieshape.symbolic import Expr, Facts, Symbol, any_of, broadcast, broadcastable, eq, ne, prove
from tieshape.symbolic.refutation import LAYERS, Limits

N = 60
SIZES = [Symbol(f"s{i}") for i in range(N)]
WHOLE = broadcast(*SIZES)


def fitting(sizes: list[Expr]) -> Facts:
    facts = Facts()
    facts.learn(broadcastable(*sizes))
    return facts


def questions(sizes: list[Expr]) -> list[Any]:
    """Claims that nothing is known of where `sizes` fit, and another one may not."""
    whole, part, other = broadcast(*sizes), broadcast(*sizes[:-1]), Symbol("other")
    return [
        eq(whole, part),
        eq(whole, sizes[0]),
        eq(whole, 1),
        ne(whole, 1),
        ne(part, whole),
        any_of(eq(sizes[0], 1), eq(sizes[1], 1)),
        any_of(eq(other, 1), eq(other, whole)),
        any_of(eq(whole, 1), eq(other, whole)),
        broadcastable(*sizes, other),
        broadcastable(*sizes[:3], other),
    ]


@pytest.mark.parametrize("number", range(10))
def test_what_is_not_known_costs_about_as_much_as_it_is_long(number: int, work: Any) -> None:
    calls = list[int]()
    for n in (12, 48):
        facts = fitting(SIZES[:n])
        claim = questions(SIZES[:n])[number]
        with work.counted():
            assert not facts.proves(claim)
        calls.append(work.calls)
    assert calls[1] < 6 * calls[0] + 500


def test_what_is_not_known_is_seen_without_search(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = list[object]()
    monkeypatch.setattr(prove, "_refuted", lambda *args: searched.append(args) or (False, None))
    facts = fitting(SIZES)
    for claim in questions(SIZES):
        assert not facts.proves(claim)
    assert not searched


def test_what_follows_is_proved_of_many_sizes() -> None:
    facts = fitting(SIZES)
    assert facts.proves(broadcastable(*SIZES[10:50]))
    assert facts.proves(any_of(eq(SIZES[3], 1), eq(SIZES[3], WHOLE)))
    assert facts.proves(any_of(eq(broadcast(*SIZES[:9]), 1), eq(broadcast(*SIZES[:9]), WHOLE)))
    with facts.scope():
        facts.learn(ne(SIZES[7], 1))
        assert facts.proves(eq(WHOLE, SIZES[7]))
        assert facts.proves(eq(broadcast(*SIZES[5:9]), broadcast(*SIZES[6:30])))
        assert not facts.proves(eq(broadcast(*SIZES[:7]), WHOLE))
    assert not facts.proves(eq(WHOLE, SIZES[7]))


@pytest.mark.parametrize(
    ("fact", "claim"),
    [
        ("s4 == 1", "broadcast(s3, s4, s5) == broadcast(s3, s5)"),
        ("s4 >= 2", "broadcast(s3, s4, s5) == s4"),
        ("s4 == 0", "broadcast(s3, s4, s5) == 0"),
        ("s4 != 1", "broadcast(s3, s4, s5) == s4"),
        ("s4 == s3", "broadcast(s3, s4, s5) == broadcast(s3, s5)"),
        ("s4 == 1 or s4 == s5", "broadcast(s3, s4, s5) == broadcast(s3, s5)"),
    ],
)
def test_a_normal_form_that_lasted_changes_with_what_is_learnt(fact: str, claim: str) -> None:
    """The term was in normal form before, and other facts were learnt in between."""
    facts = fitting(SIZES[:9])
    term = broadcast(*SIZES[3:6])
    for text in ("s20 == 7", "s21 >= 3", "s22 != s23"):
        assert facts.simplify(term) == term
        facts.learn(text)
    with facts.scope():
        facts.learn(fact)
        assert facts.proves(claim)
    assert facts.simplify(term) == term and not facts.proves(claim)
    copy = facts.copy()
    copy.learn(fact)
    assert copy.proves(claim) and not facts.proves(claim)
    facts.learn(fact)
    assert facts.proves(claim)
    assert facts.simplify(term) != term


def test_bounds_and_residues_leave_no_size_1() -> None:
    """A model with sizes of 1 would be none: what follows must still be found."""
    facts = fitting(SIZES[:8])
    facts.learn("s0 % 8 == 0")
    facts.learn("s1 >= 2")
    assert facts.proves(eq(SIZES[0], SIZES[1]))
    assert facts.proves(eq(broadcast(*SIZES[:8]), SIZES[1]))
    assert not facts.proves(eq(SIZES[2], SIZES[1]))
    assert not facts.proves(eq(broadcast(*SIZES[2:8]), SIZES[1]))
    assert not facts.proves(any_of(eq(SIZES[2], 1), eq(SIZES[3], 1)))


def test_without_models_the_answers_are_the_same() -> None:
    without = Facts(Limits(layers=LAYERS - {"models"}))
    facts = fitting(SIZES[:5])
    without.learn(broadcastable(*SIZES[:5]))
    for claim in questions(SIZES[:5]):
        assert facts.proves(claim) is without.proves(claim) is False
        assert facts.refutes(claim) is without.refutes(claim) is False
