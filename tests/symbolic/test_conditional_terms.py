"""Sizes by cases: laws of construction, what the engine decides of them, and what it must not."""

import pickle
import random

import pytest
from tieshape.symbolic import (
    FALSE,
    TRUE,
    Conditional,
    Contradiction,
    Facts,
    Symbol,
    as_expr,
    broadcast,
    conditional,
    eq,
    ge,
    le,
    maximum,
    minimum,
    ne,
    parse_expr,
    substitute,
)
from tieshape.symbolic.sympy import expr_from_sympy, to_sympy

A, B, C = Symbol("a"), Symbol("b"), Symbol("c")


def test_folding():
    assert conditional(TRUE, A, B) == conditional(FALSE, B, A) == conditional(eq(A, 1), A, 1) * A
    assert conditional(eq(C, 1), A, A) == A
    assert conditional(eq(A, B), A, B) == B
    assert conditional(ne(A, B), A, B) == A
    assert conditional(ne(C, 1), A, B) == conditional(eq(C, 1), B, A)
    assert conditional(ge(C, 4), A, B) == conditional(le(C, 3), B, A)
    assert conditional(le(A, B), A, B) == minimum(A, B)
    assert conditional(ge(A, B), A + 2, B + 2) == maximum(A, B) + 2
    assert conditional(eq(C, 1), A + B, A) == A + conditional(eq(C, 1), B, 0)
    assert conditional(eq(C, 1), 6 * A, 4 * B) == 2 * conditional(eq(C, 1), 3 * A, 2 * B)
    assert conditional(eq(C, 1), A * C, B) == conditional(eq(C, 1), A, B)
    assert str(conditional(eq(C, 1), A + 2, A + 4)) == "(2 if c == 1 else 4) + a"
    inner = conditional(eq(C, 1), A, 7)
    assert conditional(eq(C, 1), inner, B) == conditional(eq(C, 1), A, B)
    assert conditional(le(A, B), A, C) != minimum(A, C)
    assert conditional(eq(C, 1), B, A * C) != conditional(eq(C, 1), B, A)


def test_folding_of_a_choice_that_stays():
    term = conditional(eq(C, 1), A, B).single_atom
    assert isinstance(term, Conditional)
    assert (term.then, term.otherwise, term.condition) == (A, B, eq(C, 1))
    assert term.args == (A, B)
    assert {atom.name for atom in term.symbol_atoms} == {"a", "b", "c"}


@pytest.mark.parametrize("seed", range(6))
def test_construction_keeps_the_value(seed: int):
    rng = random.Random(seed)
    names = ("a", "b", "c")

    def term(depth: int) -> str:
        kind = rng.randrange(8) if depth else 0
        if kind < 2:
            return rng.choice((*names, "0", "1", "2", "-1"))
        a, b = term(depth - 1), term(depth - 1)
        if kind < 6:
            sign = rng.choice(("==", "!=", "<", "<=", ">", ">="))
            claim = f"{term(depth - 1)} {sign} {term(0)}"
            more = rng.choice(("", "", f" or {term(0)} == 1", f" and {term(0)} != 1"))
            return f"({a} if {claim}{more} else {b})"
        return f"({a} {rng.choice('+-*')} {b})"

    for _ in range(80):
        text = term(3)
        expr = parse_expr(text)
        assert parse_expr(str(expr)) == pickle.loads(pickle.dumps(expr)) == expr, text
        for _ in range(12):
            values = {name: rng.randrange(-2, 4) for name in names}
            assert expr.evaluate(values) == eval(text, {}, dict(values)), (text, str(expr))


def test_only_the_branch_that_is_taken_is_evaluated():
    expr = parse_expr("a//b if b != 0 else 7")
    assert expr.evaluate({"a": 9, "b": 0}) == 7
    assert expr.evaluate({"a": 9, "b": 2}) == 4
    assert substitute(expr, {"b": 0}) == as_expr(7)
    assert substitute(expr, {"b": 2}) == parse_expr("a//2")


def test_sympy_and_back():
    for text in ("a if b == 1 else c", "2*(a if b <= 3 and c != 2 else c + 1) - a"):
        expr = parse_expr(text)
        there = to_sympy(expr)
        for values in ({"a": 5, "b": 1, "c": 2}, {"a": 4, "b": 9, "c": -1}):
            assert int(
                there.subs({to_sympy(Symbol(k)): v for k, v in values.items()})
            ) == expr.evaluate(values)
        facts = Facts()
        for name in "abc":
            facts.symbol(name, -5)
        assert facts.proves(eq(expr_from_sympy(there), expr))


DECIDED = [
    (["c == 1"], "(a if c == 1 else b) == a"),
    (["c >= 2"], "(a if c == 1 else b) == b"),
    ([], "(a if c == 1 else b) == a or (a if c == 1 else b) == b"),
    ([], "(a if c == 1 else b) <= max(a, b)"),
    ([], "(a if c == 1 else b) + (b if c == 1 else a) == a + b"),
    (["s == (a if c == 1 else b)", "a >= 3", "b >= 4"], "s >= 3"),
    (["s == (a if c == 1 else b)", "s != a"], "c != 1"),
    (["s == (a if c == 1 else b)", "s < b"], "s == a and c == 1"),
    (["a % 4 == 0", "b % 6 == 0"], "(a if c <= 3 else b) % 2 == 0"),
    (["s == (b if w == -1 else w)", "w >= 0"], "s == w"),
    (["n == (1 if a == 0 else a)"], "n >= 1"),
    (["s == (a if c <= 3 or d == 2 else b)", "d == 2"], "s == a"),
    (["broadcastable(a, b)"], "(b if a == 1 else a) == (a if b == 1 else b)"),
]


@pytest.mark.parametrize(("stated", "claim"), DECIDED)
def test_decided(stated: list[str], claim: str):
    facts = Facts()
    facts.symbol("w", -1)
    for fact in stated:
        facts.learn(fact)
    assert facts.proves(claim)
    assert not facts.refutes(claim)
    if stated:
        assert not Facts().proves(claim)
        assert set(facts.why(claim)) <= set(facts.learnt)


NOT_LAWS = [
    ([], "(a if c == 1 else b) == a"),
    ([], "(a if c == 1 else b) <= a"),
    ([], "(b if a == 1 else a) == (a if b == 1 else b)"),
    (["c <= 3"], "(a if c <= 2 else b) == a"),
    (["s == (a if c == 1 else b)", "s == a"], "c == 1"),
    (["s == (a if c == 1 else b)", "a >= 3"], "s >= 3"),
    (["a % 4 == 0"], "(a if c <= 3 else b) % 4 == 0"),
]


@pytest.mark.parametrize(("stated", "claim"), NOT_LAWS)
def test_what_is_no_law_is_not_proved(stated: list[str], claim: str):
    facts = Facts()
    for fact in stated:
        facts.learn(fact)
    assert not facts.proves(claim) and not facts.refutes(claim)


def test_bounds_divisors_and_contradictions():
    facts = Facts()
    for fact in ("a <= 8", "a >= 4", "b == 12", "a % 4 == 0"):
        facts.learn(fact)
    assert facts.bounds("a if c == 1 else b") == (4, 12)
    assert facts.divisor("a if c == 1 else b") == 4
    facts.learn("s == (a if c == 1 else b)", why="select")
    with pytest.raises(Contradiction) as error:
        facts.learn("s == 9", why="user")
    assert {"select", "user"} <= {fact.why for fact in error.value.facts}
    with facts.scope():
        facts.learn("c == 1")
        assert facts.simplify("s") == A
    assert not facts.proves("s == a")


def test_conditions_are_simplified_in_place():
    facts = Facts()
    facts.learn("c == d + 1")
    facts.learn("a == b + 3")
    assert facts.simplify("c if c == 1 or b == 4 else a") == facts.simplify(
        "d + 1 if d == 0 or b == 4 else b + 3"
    )
    assert facts.proves("(a if c == 1 or b == 4 else b) == (b + 3 if d == 0 or b == 4 else b)")
    assert facts.simplify("(a if c == d + 1 else b)//1") == facts.simplify("a")


def test_choices_that_share_parts_cost_no_more_than_the_parts():
    """Each term has the last one in it three times, so its text is 3**40 long."""
    last = Symbol("x0")
    for i in range(1, 40):
        last = conditional(eq(last, 1), Symbol(f"x{i}"), last)
    facts = Facts()
    facts.learn(eq(Symbol("s"), last))
    facts.learn(le(broadcast(last, A), maximum(last, B)))
    assert facts.proves("x0 == 1 or s == x0")
    assert not facts.proves("s == x0")
    assert last.evaluate({f"x{i}": 1 if i < 7 else i for i in range(40)}) == 7


@pytest.mark.parametrize("sure", [True, False])
def test_a_product_with_a_choice_is_one_with_a_broadcast_as_soon_as_the_sizes_fit(sure: bool):
    facts = Facts()
    for name in "abcdefg":
        facts.symbol(name, minimum=0)
    facts.learn("d == broadcast(e, f)")
    facts.learn("a*d*(c if b == 1 else b) == g")
    with facts.scope():
        facts.learn("broadcastable(b, c)" if sure else "broadcastable(b, a)")
        assert facts.proves("a*d*broadcast(b, c) == g") is sure
        assert facts.proves("a*d*(c if b == 1 else b) == g")
    assert not facts.proves("a*d*broadcast(b, c) == g")
    assert facts.proves("a*d*(c if b == 1 else b) == g")
