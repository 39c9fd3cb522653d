"""Mistakes that other engines for symbolic shapes were seen to make, each asked here."""

import operator
from typing import Any

import pytest
from tieshape.symbolic import Contradiction, Facts, Symbol, maximum, minimum


def known(*facts: str, minimum: int = 1) -> Facts:
    result = Facts()
    for name in ("a", "b", "c", "d", "e", "h", "n", "total", "u0", "u1"):
        result.symbol(name, minimum)
    for fact in facts:
        result.learn(fact)
    return result


def test_a_factor_that_may_be_zero_is_not_cancelled():
    facts = known("u0*u1 == u0", minimum=0)
    assert not facts.proves("u1 == 1") and not facts.refutes("u1 == 1")
    assert known("u0*u1 == u0", minimum=1).proves("u1 == 1")


def test_divisibility_is_used():
    facts = known("n % 4 == 0")
    assert facts.proves("n//4*4 == n") and facts.proves("n % 2 == 0")
    assert known("h*d == e").proves("e % h == 0")
    assert known("total > 1").proves("total != 0")


def test_a_size_in_terms_of_itself_does_not_loop():
    facts = known("a == 2*b", "b == a - 3")
    assert facts.proves("a//2 == 3") and facts.proves("b == 3")


def test_a_chain_of_equalities_is_not_false():
    facts = known("a == b", "b == c", "c == d")
    assert facts.proves("a == d") and not facts.refutes("a == d")


def test_a_cycle_of_inequalities_does_not_recurse():
    facts = Facts()
    for i in range(3):
        facts.learn(f"x{i} == x{i + 1}")
    facts.learn("x0 >= x3")
    assert facts.proves("x0 == x3")


@pytest.mark.parametrize("length", [32, 1000])
def test_a_question_about_a_chain_of_inequalities_costs_little(length: int, work: Any):
    facts = Facts()
    for i in range(length):
        facts.learn(f"x{i} <= x{i + 1}")
    with work.counted():
        assert facts.proves(f"x0 <= x{length}")
        assert not facts.proves(f"x{length} <= x0") and not facts.refutes(f"x{length} <= x0")
    assert work.calls < 20_000


def test_a_stored_inequality_refutes_the_equality():
    facts = known("a != b")
    assert facts.refutes("a == b") and facts.proves("a != b")


def test_conflicting_constants_are_told():
    facts = known("a == 3")
    facts.learn("b == 4", why="graph input")
    with pytest.raises(Contradiction, match="graph input"):
        facts.learn("a == b")


@pytest.mark.parametrize(
    ("build", "meaning"),
    [
        (operator.add, operator.add),
        (operator.sub, operator.sub),
        (operator.mul, operator.mul),
        (operator.floordiv, operator.floordiv),
        (operator.mod, operator.mod),
        (maximum, max),
        (minimum, min),
    ],
)
def test_every_constructor_means_what_it_says(build, meaning):
    for x in range(-5, 6):
        for y in (-3, -1, 1, 2, 4):
            expr = build(Symbol("a"), Symbol("b"))
            assert expr.evaluate({"a": x, "b": y}) == meaning(x, y)


def test_sizes_zero_and_one_are_ordinary():
    facts = Facts()
    facts.symbol("n")
    for value in (0, 1):
        assert not facts.proves(f"n != {value}") and not facts.refutes(f"n == {value}")
    facts.learn("n == 0")
    assert facts.proves("n*m == 0")


def test_both_answers_hold_of_contradictory_facts_and_unknown_is_neither():
    facts = known("a % 2 == 0")
    assert not facts.proves("a == 4") and not facts.refutes("a == 4")
    assert facts.proves("0 == 0") and facts.refutes("0 == 1")
    assert not facts.proves("0 == 1") and not facts.refutes("0 == 0")
