"""Answers are remembered between learnings, and only as long as they are right."""

import os
import pickle
import subprocess
import sys
from typing import Any

import pytest
from tieshape.symbolic import (
    Contradiction,
    Facts,
    Symbol,
    answers,
    any_of,
    eq,
    le,
    parse_predicate,
    prove,
)
from tieshape.symbolic import facts as facts_module

HARD = parse_predicate("a*b != 12 or a + b != 7")


def padded() -> Facts:
    facts = Facts()
    for name in "abc":
        facts.symbol(name, 1)
    return facts


def test_learning_brings_new_answers():
    facts = padded()
    claim = parse_predicate("a <= b")
    assert not facts.proves(claim) and not facts.refutes(claim)
    facts.learn("a <= c")
    assert not facts.proves(claim)
    facts.learn("c <= b")
    assert facts.proves(claim) and not facts.refutes(claim)


def test_a_higher_least_value_brings_new_answers():
    facts = padded()
    assert not facts.proves("a >= 3")
    facts.symbol("a", 3)
    assert facts.proves("a >= 3")


def test_a_scope_keeps_what_was_known_and_forgets_what_it_learnt():
    facts = padded()
    facts.learn("a == 2*b")
    even, small, unknown = map(parse_predicate, ("a % 2 == 0", "a <= 4", "a == c"))
    assert facts.proves(even) and not facts.proves(small) and not facts.proves(unknown)
    with facts.scope():
        assert facts.proves(even) and not facts.proves(small)
        facts.learn("b <= 2")
        assert facts.proves(even) and facts.proves(small) and not facts.refutes(unknown)
        with facts.scope():
            facts.learn("c == 5")
            assert facts.refutes(unknown)
        assert not facts.refutes(unknown) and facts.proves(small)
    assert facts.proves(even) and not facts.proves(small) and not facts.refutes(small)


def test_a_scope_left_by_a_contradiction_leaves_the_answers():
    facts = padded()
    facts.learn("a <= 3")
    claim = parse_predicate("a <= 2")
    assert not facts.proves(claim)
    with pytest.raises(Contradiction), facts.scope():
        facts.learn("a <= 2")
        assert facts.proves(claim)
        facts.learn("a >= 4")
    assert not facts.proves(claim)
    with pytest.raises(Contradiction):
        facts.learn("a >= 4")
    assert not facts.proves(claim) and facts.proves("a <= 3")


def test_copies_remember_apart():
    facts = padded()
    claim = eq(Symbol("a"), Symbol("b"))
    assert not facts.proves(claim)
    other = facts.copy()
    other.learn(claim)
    assert other.proves(claim) and not facts.proves(claim)
    facts.learn(le(Symbol("a"), 0) | any_of(eq(Symbol("a"), 7)))
    assert facts.proves("a == 7") and not other.proves("a == 7")


def test_the_same_question_is_searched_once(monkeypatch: pytest.MonkeyPatch):
    asked = list[object]()
    search = facts_module.proves

    def counted(*args: object) -> bool:
        asked.append(args[1])
        return search(*args)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(facts_module, "proves", counted)
    facts = padded()
    for _ in range(3):
        assert not facts.proves(HARD)
        assert not facts.proves(parse_predicate(str(HARD)))
    facts.learn("a <= 100")
    assert not facts.proves(HARD)
    assert len(asked) == 2


def test_so_many_answers_are_remembered_at_most(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(answers, "MAX_ANSWERS", 10)
    facts = padded()
    for _ in range(2):
        for i in range(-20, 20):
            assert facts.proves(f"a >= {i}") == (i <= 1)
            assert facts.refutes(f"a == {i}") == (i < 1)


def test_claims_that_were_pickled_elsewhere_are_the_same_keys():
    code = (
        "import pickle, sys; from tieshape.symbolic import parse_predicate;"
        "p = [parse_predicate(t) for t in ('a <= b', 'a == 1 or b % 2 == 0')];"
        "hash(p[0]); hash(p[1]); sys.stdout.buffer.write(pickle.dumps(p))"
    )
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env=environment
    ).stdout
    here = {parse_predicate("a <= b"), parse_predicate("a == 1 or b % 2 == 0")}
    assert set(pickle.loads(output)) == here


def counting(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The claims that are looked into from now on, by any fact base."""
    asked: list[str] = []
    real = facts_module.proves

    def proves(*args: Any) -> bool:
        asked.append(str(args[1]))
        return real(*args)

    monkeypatch.setattr(facts_module, "proves", proves)
    return asked


def test_copies_share_answers_until_one_learns(monkeypatch: pytest.MonkeyPatch):
    facts = padded()
    claim = parse_predicate("a <= b")
    asked = counting(facts, monkeypatch)
    first, second = facts.copy(), facts.copy()
    assert not first.proves(claim) and not second.proves(claim) and not facts.proves(claim)
    assert len(asked) == 1
    first.learn("a <= b")
    assert first.proves(claim) and not second.proves(claim) and not facts.copy().proves(claim)
    facts.learn("a == b")
    assert facts.proves(claim) and facts.copy().proves(claim) and not second.proves(claim)


def test_copies_do_not_share_answers_about_later_symbols():
    facts = padded()
    low, high = facts.copy(), facts.copy()
    low.symbol("new", -10)
    high.symbol("new", 3)
    claim = parse_predicate("new >= 0")
    assert high.proves(claim) and not low.proves(claim)
    assert facts.copy().proves(claim) and not low.proves(claim)


def test_a_scope_in_a_copy_keeps_its_answers_to_itself():
    facts = padded()
    copy, claim = facts.copy(), parse_predicate("a <= b")
    with copy.scope():
        copy.learn("a == b")
        assert copy.proves(claim) and copy.copy().proves(claim)
    assert not copy.proves(claim) and not facts.proves(claim)


def test_a_search_is_made_once_for_all_that_it_depends_on(monkeypatch: pytest.MonkeyPatch):
    searched = list[object]()
    search = prove.Search

    def counted(*args: Any):
        searched.append(args)
        return search(*args)

    monkeypatch.setattr(prove, "Search", counted)
    answers.clear_searches()
    first, second = padded(), padded()
    assert first.proves(HARD) == second.proves(HARD)
    once = len(searched)
    answers.clear_searches()
    padded().proves(HARD)
    assert len(searched) == 2 * once > 0


def test_a_search_under_other_bounds_is_another_one():
    claim = parse_predicate("a*b != 12 or a + b != 8")
    answers.clear_searches()
    near, far = Facts(), Facts()
    for name in "ab":
        near.symbol(name, 1)
        far.symbol(name, 3)
    assert not near.proves(claim)
    assert far.proves(claim)
    far.learn("a + b <= 7")
    assert far.proves(claim) and not near.proves(claim)
