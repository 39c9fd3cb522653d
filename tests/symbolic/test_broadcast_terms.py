"""Broadcasts as terms: their laws on all integers, what follows where sizes fit, and what does not."""

import pickle
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tieshape.symbolic import (
    FALSE,
    TRUE,
    Broadcastable,
    Contradiction,
    Facts,
    Symbol,
    all_of,
    broadcast,
    broadcastable,
    eq,
    parse_expr,
    parse_predicate,
    substitute,
)
from tieshape.symbolic.sympy import expr_from_sympy, predicate_from_sympy, to_sympy

A, B, C = Symbol("a"), Symbol("b"), Symbol("c")
integers = st.integers(-3, 5)


def number(*sizes: int) -> int:
    """What `sizes` broadcast to, worked out on terms of constants."""
    value = broadcast(*sizes).constant_value
    assert value is not None
    return value


@given(integers, integers, integers)
def test_a_semilattice_with_unit_one_on_all_integers(a: int, b: int, c: int):
    assert number(a, b) == number(b, a)
    assert number(a, number(b, c)) == number(number(a, b), c) == number(a, b, c)
    assert number(a, a) == number(a) == number(a, 1) == a
    assert number(a, b) in (a, b)
    if min(a, b) >= 1:
        assert number(a, b) == max(a, b)
    if broadcastable(a, b) == TRUE:
        assert number(a, b) == (b if a == 1 else a)


@given(st.lists(integers, min_size=1, max_size=5), st.integers(0, 5), st.integers(-2, 5))
def test_terms_have_the_values_of_numbers(sizes: list[int], split: int, constant: int):
    names = [f"x{i}" for i in range(len(sizes))]
    values = dict(zip(names, sizes, strict=True))
    exprs = [Symbol(name) for name in names]
    nested = broadcast(broadcast(1, *exprs[:split]), constant, *exprs[split:])
    assert nested == broadcast(*reversed(exprs), constant, *exprs)
    assert nested.evaluate(values) == number(*sizes, constant)
    fits = len({size for size in (*sizes, constant) if size != 1}) < 2
    claim = broadcastable(*exprs, constant)
    assert claim.holds(values) is fits
    assert claim.negate().holds(values) is not fits
    assert not isinstance(claim, Broadcastable) or all_of(*claim.args).holds(values) is fits


def test_texts_and_copies():
    for text in ("broadcast(a, b, c)", "2*broadcast(4, a) - 1", "broadcast(a//b, a + 1)"):
        expr = parse_expr(text)
        assert parse_expr(str(expr)) == pickle.loads(pickle.dumps(expr)) == expr
        assert expr_from_sympy(to_sympy(expr)) == expr
    for text in ("broadcastable(a, b)", "broadcastable(a, b, 4)", "broadcastable(a, b) or c == 2"):
        claim = parse_predicate(text)
        assert str(claim) == text
        assert pickle.loads(pickle.dumps(claim)) == claim
        facts = Facts()
        facts.learn(claim)
        assert facts.proves(predicate_from_sympy(to_sympy(claim)))
    assert to_sympy(broadcast(A, B)).subs({to_sympy(A): 4, to_sympy(B): 1}) == 4


def test_folding():
    assert broadcast() == broadcast(1, 1) == 1 * broadcast(1)
    assert broadcast(A) == broadcast(A, 1, A) == A
    assert broadcast(A, 4, 2, 0) == broadcast(4, A)
    assert broadcast(A, 0) != A
    assert broadcastable() == broadcastable(A) == broadcastable(A, A, 1) == TRUE
    assert broadcastable(A, 2, 3) == broadcastable(0, A, 4) == FALSE
    assert broadcastable(A, 4) == parse_predicate("a == 1 or a == 4")
    assert broadcastable(2 * A, 3) == FALSE
    assert broadcastable(B, A) == broadcastable(A, B, A)
    assert substitute(broadcast(A, B), {"a": 1}) == B
    assert str(broadcastable(A, B) & eq(C, 2)) == "broadcastable(a, b) and c == 2"


SIMPLER = [
    # (facts, expression, what it becomes); and the twin, in which one fact is missing
    (["a == 1"], "broadcast(a, b)", "b", []),
    (["a != 1", "broadcastable(a, b)"], "broadcast(a, b)", "a", ["broadcastable(a, b)"]),
    (["a != 1", "broadcastable(a, b)"], "broadcast(a, b)", "a", ["a != 1"]),
    (["a >= 2", "b <= a"], "broadcast(a, b)", "a", ["b <= a"]),
    (["b == 1 or b == a"], "broadcast(a, b)", "a", ["b == 1 or b == c"]),
    (["a == b"], "broadcast(a, b)", "a", ["a <= b"]),
    (["broadcastable(a, b)"], "b if a == 1 else a", "broadcast(a, b)", ["broadcastable(a, c)"]),
    (["a == 1 or b == 1 or a == b"], "a if b == 1 else b", "broadcast(a, b)", []),
    (["broadcastable(4, a)"], "4 if a == 1 else a", "4", ["broadcastable(3, a)"]),
    (["broadcastable(a + 1, b)"], "b + c if a == 0 else a + c + 1", "broadcast(a + 1, b) + c", []),
    (["s == broadcast(a, b)"], "broadcast(s, c, a)", "broadcast(a, b, c)", []),
    (["broadcastable(a, b, c)", "c != 1"], "broadcast(a, b, c)", "c", ["broadcastable(a, b, c)"]),
    (["broadcastable(a, b, c)", "c != 1"], "broadcast(a, b)", "broadcast(a, b)", ["c != 1"]),
    (["broadcastable(broadcast(a, b), c)", "c >= 2"], "broadcast(a, b, c)", "c", ["c >= 2"]),
]  # fmt: skip


@pytest.mark.parametrize(("stated", "text", "wanted", "fewer"), SIMPLER)
def test_simplifying(stated: list[str], text: str, wanted: str, fewer: list[str]):
    facts, less = Facts(), Facts()
    for name in "abc":
        facts.symbol(name, 0)
        less.symbol(name, 0)
    for fact in stated:
        facts.learn(fact)
    for fact in fewer:
        less.learn(fact)
    simple = facts.simplify(text)
    assert str(simple) == wanted
    if wanted != text:
        assert str(less.simplify(text)) != wanted
        assert not less.proves(eq(parse_expr(text), simple)) or "s ==" in stated[0]


NOT_LAWS = [
    (["broadcastable(a, b)", "broadcastable(b, c)"], "broadcastable(a, c)"),
    (["broadcastable(a, b)", "broadcastable(b, c)"], "broadcastable(a, b, c)"),
    (["broadcastable(a, b)"], "broadcast(a, b) == a"),
    (["broadcastable(a, b)"], "a == b"),
    (["broadcastable(a, b)"], "broadcast(a, b) == max(a, b)"),
    ([], "broadcast(a, b) == max(a, b)"),
    ([], "a <= broadcast(a, b)"),
    ([], "a == 1 or a == broadcast(a, b)"),
    ([], "broadcastable(a, b)"),
    (["broadcastable(broadcast(a, b), c)"], "broadcastable(a, b)"),
    (["broadcastable(a, b)", "s == broadcast(a, b)", "s != a"], "b == 2"),
    (["broadcast(a, b) == broadcast(a, c)"], "b == c"),
    (["broadcastable(a, b, c)", "a*b == a*c"], "b == c"),
    (["broadcastable(a, b)", "a % 4 == 0"], "broadcast(a, b) % 8 == 0"),
    (["broadcastable(a, b, c)", "a >= 2"], "broadcast(b, c) == a"),
]


@pytest.mark.parametrize(("stated", "claim"), NOT_LAWS)
def test_what_is_no_law_is_not_proved(stated: list[str], claim: str):
    facts = Facts()
    for fact in stated:
        facts.learn(fact)
    assert not facts.proves(claim) and not facts.refutes(claim)


def test_an_identity_is_one_exactly_where_the_other_size_is_one_or_the_same():
    facts = Facts()
    facts.learn("broadcastable(a, b)")
    with facts.scope():
        facts.learn("broadcast(a, b) == a")
        assert facts.proves("b == 1 or b == a")
    with facts.scope():
        facts.learn("b == 1 or b == a")
        assert facts.proves("broadcast(a, b) == a")
    assert not facts.proves("b == 1 or b == a")


def test_bounds_divisors_and_reasons():
    facts = Facts()
    for fact in ("a <= 9", "b >= 2", "b <= 30", "a % 4 == 0", "b % 6 == 0", "d == 3"):
        facts.learn(fact)
    assert facts.bounds("broadcast(a, b)") == (6, 30)
    assert facts.divisor("broadcast(a, b)") == 2
    assert facts.bounds("broadcast(a, c)") == (0, None)
    assert facts.refutes("broadcast(a, b) == 31")
    facts.learn("broadcastable(x, y)", why="add")
    facts.learn("broadcastable(y, z)", why="mul")
    facts.learn("x != 1", why="user")
    assert [fact.why for fact in facts.why("broadcast(x, y) == x")] == ["add", "user"]
    copy = facts.copy()
    copy.learn("y == 5")
    assert copy.proves("x == 5") and not facts.proves("x == 5")


def test_sizes_that_cannot_fit_contradict():
    facts = Facts()
    facts.learn("broadcastable(a, b, c)", why="add")
    facts.learn("a >= 2", why="first")
    with pytest.raises(Contradiction) as error, facts.scope():
        facts.learn("b == a + 1", why="second")
    assert [fact.why for fact in error.value.facts] == ["add", "first", "second"]
    facts.learn("b == a - 1")
    assert facts.proves("b == 1 and a == 2")


@pytest.mark.parametrize("size", ["({x} if {last} == 1 else {last})", "broadcast({last}, {x})"])
@pytest.mark.parametrize(
    "fit", ["broadcastable({last}, {x})", "{x} == 1 or {last} == 1 or {last} == {x}"]
)
@pytest.mark.parametrize("fit_first", [True, False])
def test_other_words_for_the_same(size: str, fit: str, fit_first: bool):
    """However a chain is spelled, its results are flat terms, of which the questions are lookups."""
    facts = Facts()
    last = "x0"
    for i in range(1, 9):
        stated = [fit.format(last=last, x=f"x{i}"), f"s{i} == {size.format(last=last, x=f'x{i}')}"]
        for text in stated if fit_first else reversed(stated):
            facts.learn(text)
        last = f"s{i}"
    assert facts.simplify(last) == broadcast(*(Symbol(f"x{i}") for i in range(9)))
    assert all(facts.proves(f"s{i} == 1 or s{i} == {last}") for i in range(1, 9))
    assert all(facts.proves(f"x{i} == 1 or x{i} == {last}") for i in range(9))
    assert not facts.proves(f"x3 == {last}")


@settings(max_examples=25, deadline=None)
@given(st.permutations(range(12)), st.sampled_from([0, 1]))
def test_partial_results_in_any_order(order: list[int], minimum: int):
    """Each partial result is 1 or the last one, whatever the order in which facts come."""
    facts = Facts()
    names = [f"x{i}" for i in order]
    for name in names:
        facts.symbol(name, minimum)
    results = [names[0], *(f"s{i}" for i in range(1, len(names)))]
    stated = [
        text
        for (last, result), name in zip(pairwise(results), names[1:], strict=True)
        for text in (f"broadcastable({last}, {name})", f"{result} == broadcast({name}, {last})")
    ]
    for text in stated if order[0] % 2 else reversed(stated):
        facts.learn(text)
    last = results[-1]
    assert all(facts.proves(f"{size} == 1 or {size} == {last}") for size in (*results, *names))
    assert facts.simplify(last) == broadcast(*map(Symbol, names))
    assert not facts.proves(f"{last} == {names[3]}")


def test_questions_about_many_sizes_cost_about_as_many_calls(work: Any):
    """No cases over the operands: four times as many cost about four times as much a question."""
    calls: list[int] = []
    for n in (12, 48):
        facts = Facts()
        sizes = ", ".join(f"x{i}" for i in range(n))
        facts.learn(f"broadcastable({sizes})")
        facts.learn(f"s == broadcast({sizes})")
        facts.learn("x1 + x2 >= 5")
        with work.counted():
            assert facts.proves("x3 == 1 or x3 == s")
            assert facts.proves("s >= 2 and s*x4 == s*broadcast(x4, 1)")
            assert facts.proves("x1 == s or x2 == s")
            assert not facts.proves("x3 == s")
            assert not facts.proves("x3*x5 == s")
        calls.append(work.calls)
    assert calls[1] < 6 * calls[0]
