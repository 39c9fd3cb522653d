"""Broadcasts written out by code are read as one term, and what only looks like them is not."""

from itertools import product

import pytest
from tieshape.symbolic import (
    Facts,
    Symbol,
    chosen,
    eq,
    folded,
    maximum,
    parse_expr,
    parse_predicate,
)

FIT = [
    "a == 1 or b == 1 or a == b",
    "a == b or b == 1 or a == 1",
    "b == 1 or b == (b if a == 1 else a)",
    "n + 2 == 1 or b == 1 or n + 2 == b",
]
NOT = [
    "a == 1 or b == 1 or a == c",
    "a == 1 or b == 2 or a == b",
    "a == 1 or a == b",
    "b == 1 or b == (a if a == 1 else b)",
    "b == 1 or b == (b if a == 2 else a)",
    "a == 1 or b == 1 or a == b or c == 1",
]


@pytest.mark.parametrize("text", FIT)
def test_sizes_that_fit(text: str) -> None:
    claim = parse_predicate(text)
    assert str(folded(claim)).startswith("broadcastable(")
    for a, b, n in product(range(5), repeat=3):
        values = {"a": a, "b": b, "n": n}
        assert folded(claim).holds(values) == claim.holds(values)


@pytest.mark.parametrize("text", NOT)
def test_claims_that_say_something_else(text: str) -> None:
    claim = parse_predicate(text)
    assert folded(claim) is claim


def test_a_size_that_code_computes() -> None:
    a, b = Symbol("a"), Symbol("b")
    inner = chosen(eq(a, 1), b, maximum(a, b))
    whole = chosen(eq(b, 1), a, inner)
    assert whole == parse_expr("broadcast(a, b)")
    for x, y in product(range(-2, 5), repeat=2):
        expected = x if y == 1 else (y if x == 1 else max(x, y))
        assert whole.evaluate({"a": x, "b": y}) == expected


def test_sizes_that_are_no_broadcast() -> None:
    a, b = Symbol("a"), Symbol("b")
    for other in (maximum(a, b), b, chosen(eq(a, 1), b, a), chosen(eq(a, 2), b, maximum(a, b))):
        assert "broadcast" not in str(chosen(eq(b, 1), a, other))


def test_solutions_are_forgotten_with_their_scope() -> None:
    facts = Facts()
    facts.learn("n == a + b")
    assert facts.solutions("a") == [parse_expr("n - b")]
    with facts.scope():
        facts.learn("a == 2*c")
        assert facts.solutions("a") == [parse_expr("n - b"), parse_expr("2*c")]
        assert facts.solutions("c") == ()
    assert facts.solutions("a") == [parse_expr("n - b")]


def test_a_fact_that_conflicts_is_not_accepted() -> None:
    facts = Facts()
    assert facts.accepts(parse_predicate("n >= 4"))
    assert not facts.accepts(parse_predicate("n == 3"))
    assert len(facts.learnt) == 1
    assert facts.proves("n >= 4")
