"""Bounds of extremes and quotients are bounds of their arguments."""

import itertools

import pytest
from tieshape.symbolic import Facts, Le, Predicate, parse_predicate, prove
from tieshape.symbolic.bounded_terms import of_arguments
from tieshape.symbolic.store import Store

SAME = [
    ("max(a, 0) >= 4", "a >= 4"),
    ("max(a - 3, 0) >= 4", "a >= 7"),
    ("max(a, b) <= 4", "a <= 4 and b <= 4"),
    ("min(a, b) >= 2", "a >= 2 and b >= 2"),
    ("min(a, 9) <= 5", "a <= 5"),
    ("2*max(a, 1) >= 7", "a >= 4"),
    ("a//2 >= 4", "a >= 8"),
    ("(a + 1)//3 <= 2", "a <= 7"),
    ("-2*(a//3) <= -5", "a >= 9"),
]
OPEN = [
    "max(a, b) >= 4",
    "min(a, b) <= 4",
    "a//b >= 2",
    "(a + b)//2 >= 4",
    "a % 3 <= 1",
    "max(a, 3) >= b",
]


def of(text: str) -> Predicate | None:
    claim, store = parse_predicate(text), Store()
    store.declare_all(claim.symbol_atoms)
    assert isinstance(claim, Le)
    return of_arguments(claim.expr, store.range)


@pytest.mark.parametrize(("text", "wanted"), SAME)
def test_it_says_the_same(text: str, wanted: str) -> None:
    found = of(text)
    assert found is not None
    for a, b in itertools.product(range(-1, 14), repeat=2):
        sizes = {"a": a, "b": b}
        known = {parse_predicate(t).holds(sizes) for t in (text, wanted)} | {found.holds(sizes)}
        assert len(known) == 1, sizes


@pytest.mark.parametrize("text", OPEN)
def test_what_is_more_than_one_case_stays(text: str) -> None:
    assert of(text) is None


@pytest.mark.parametrize("text", [text for text, _ in SAME] + OPEN)
def test_what_was_learnt_is_known_at_once(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove, "_searched", lambda *_: pytest.fail("a search where none is needed"))
    facts = Facts()
    facts.learn(text)
    assert facts.proves(text)
    assert not facts.refutes(text)


def test_the_argument_that_must_be_great_is_bounded() -> None:
    facts = Facts()
    facts.learn("max((n + 1)//2 - 2, 0) >= 4")
    assert facts.bounds("n") == (11, None)
    assert not facts.proves("n >= 12")
    assert facts.simplify("max((n + 1)//2 - 2, 0)") == facts.simplify("(n + 1)//2 - 2")


def test_one_of_two_arguments_may_be_the_great_one() -> None:
    facts = Facts()
    facts.learn("max(a, b) >= 4")
    assert facts.bounds("a") == (0, None)
    facts.learn("b <= 3")
    assert facts.proves("a >= 4")
