"""The fact base as a whole: what is remembered, forgotten, explained and printed."""

import subprocess
import sys

import pytest
from tieshape.symbolic import (
    Contradiction,
    Facts,
    Symbol,
    any_of,
    divides,
    eq,
    ge,
    le,
    parse_expr,
    parse_predicate,
)


def test_the_documented_example():
    facts = Facts()
    facts.symbol("s0", minimum=1)
    facts.learn("s0 % 4 == 0", why="user")
    assert facts.proves("s0 >= 4")
    assert facts.refutes("s0 == 6")
    assert [fact.why for fact in facts.why("s0 >= 4")] == ["user"]
    assert facts.simplify("s0//2*2") == Symbol("s0")
    assert facts.bounds("s0 + 3") == (7, None)
    assert facts.divisor("s0") == 4
    with facts.scope():
        facts.learn("s0 == 8")
        assert facts.proves("s0 + s0 == 16")
    assert not facts.proves("s0 == 8") and not facts.refutes("s0 == 8")


def test_objects_and_text_are_the_same_question():
    a, b = Symbol("a"), Symbol("b")
    facts = Facts()
    facts.learn(eq(a, b * 2) & ge(b, 3))
    assert facts.proves("a >= 6") and facts.proves(ge(a, 6))
    assert facts.proves(divides(2, a)) and facts.refutes(any_of(eq(a, 1), le(a, 3)))


def test_early_symbols_stand_for_late_ones():
    facts = Facts()
    for name in ("s0", "s1", "s2", "s9"):
        facts.symbol(name)
    facts.learn("s9 == s0*s1")
    facts.learn("s2 == s0")
    assert facts.simplify("s9") == parse_expr("s0*s1")
    assert facts.simplify("s2 + s9") == parse_expr("s0 + s0*s1")
    assert facts.simplify("s0") == Symbol("s0")
    facts.learn("s0 == s1 + 2")
    assert facts.simplify("s1") == parse_expr("s0 - 2")
    assert facts.simplify("s2") == Symbol("s0")


def test_simplify_knows_what_does_not_count():
    facts = Facts()
    facts.symbol("a", 1)
    facts.symbol("b", 1)
    facts.learn("a <= 7")
    facts.learn("a < b")
    for text, simple in [
        ("a//8", "0"),
        ("a % 8", "a"),
        ("max(a, b)", "b"),
        ("min(a, b + 1)", "a"),
        ("(a*b)//b", "a"),
        ("(a*b + a) % b", "a"),
        ("max(a, 1)", "a"),
    ]:
        assert facts.simplify(text) == parse_expr(simple), text


def test_no_name_of_the_engines_own_leaks():
    facts = Facts()
    facts.learn("3*a == 2*b")
    facts.learn("c % 6 == 1")
    facts.learn("d == c//2 + a % 3")
    for name in "abcd":
        assert facts.simplify(name).symbols() <= set("abcd")
    assert "?" not in str(facts.simplify("a*b + c//3 + d % 2"))


def test_least_values():
    facts = Facts()
    assert facts.symbol("a") == Symbol("a")
    facts.symbol("a")
    facts.symbol("a", 2)
    facts.symbol("a")
    assert facts.bounds("a") == (2, None)
    with pytest.raises(ValueError, match="loosen"):
        facts.symbol("a", 1)
    facts.symbol("w", -(2**63))
    assert facts.bounds("w") == (-(2**63), None)
    facts.learn("b <= 3", why="small")
    with pytest.raises(Contradiction, match="small"):
        facts.symbol("b", 4)
    assert facts.bounds("undeclared") == (0, None)
    facts.symbol("_0", -1)


def test_scopes_nest_and_forget():
    facts = Facts()
    facts.learn("a == b")
    with facts.scope():
        facts.learn("b % 4 == 0")
        facts.learn("c == a + 1")
        with facts.scope():
            facts.learn("a == 8")
            assert facts.proves("c == 9") and len(facts.learnt) == 4
        assert not facts.proves("c == 9") and facts.proves("a % 4 == 0")
        with pytest.raises(Contradiction):
            facts.learn("c % 2 == 0")
    assert facts.proves("a == b") and not facts.proves("a % 4 == 0")
    assert not facts.proves("c == a + 1") and len(facts.learnt) == 1
    facts.learn("c == a + 2")
    assert facts.refutes("c == a + 1")


def test_a_scope_forgets_after_an_error():
    facts = Facts()
    with pytest.raises(RuntimeError), facts.scope():
        facts.learn("a == 1")
        raise RuntimeError
    assert not facts.proves("a == 1")


def test_copies_are_independent():
    facts = Facts()
    facts.learn("a <= b")
    other = facts.copy()
    other.learn("b == 3")
    facts.learn("a == 5")
    assert other.proves("a <= 3") and not facts.proves("a <= 3")
    assert facts.proves("b >= 5") and not other.proves("a == 5")
    assert [f.words for f in other.learnt] == ["a <= b", "b == 3"]


def test_a_conflict_names_few_facts_and_changes_nothing():
    facts = Facts()
    for i in range(30):
        facts.learn(f"y{i} == y{i + 1}", why=f"layer {i}")
    facts.learn("a == b", why="first")
    facts.learn("b == c", why="second")
    facts.learn("c % 2 == 1", why="third")
    with pytest.raises(Contradiction) as caught:
        facts.learn("a == 4", why="fourth")
    assert [f.why for f in caught.value.facts] == ["first", "second", "third", "fourth"]
    assert "a == b (first)" in str(caught.value)
    assert facts.refutes("a == 4") and not facts.proves("a == 4")
    facts.learn("a == 5")


def test_why_needs_an_answer():
    facts = Facts()
    facts.learn("a == 2", why="here")
    assert facts.why("a + 1 == 3")[0].words == "a == 2"
    assert [f.why for f in facts.why("a == 3")] == ["here"]
    assert facts.why("b*2 >= b") == ()
    with pytest.raises(ValueError, match="neither"):
        facts.why("b == 3")


def test_why_through_a_long_chain():
    facts = Facts()
    for i in range(200):
        facts.learn(f"x{i} == x{i + 1}", why=i)
    assert [f.why for f in facts.why("x50 == x60")] == list(range(50, 60))


def test_why_is_kept_as_it_was_given():
    facts, source = Facts(), object()
    facts.learn(parse_predicate("a == 3"), why=source)
    (fact,) = facts.learnt
    assert fact.why is source and fact.words == "a == 3"


@pytest.mark.parametrize("text", ["a ==", "a == 1.0", "g(a) == 1", "a//0 == 1"])
def test_wrong_text_changes_nothing(text: str):
    facts = Facts()
    for ask in (facts.learn, facts.proves, facts.refutes, facts.why):
        with pytest.raises(ValueError, match="column"):
            ask(text)
    assert not facts.learnt


def test_sympy_is_not_imported():
    code = "import sys, tieshape.symbolic as s; f = s.Facts(); f.learn('a % 4 == 0'); " + (
        "assert f.proves('a*b % 2 == 0'); sys.exit('sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_to_sympy_and_back():
    form = pytest.importorskip("tieshape.symbolic.sympy")
    for text in ("(n + 7)//8*8 - n", "3*max(a, b) - min(a, 2)//k", "n*n % (k + 1)", "5"):
        expr = parse_expr(text)
        assert form.expr_from_sympy(form.to_sympy(expr)) == expr
    claim = parse_predicate("a < b and (c == 1 or a != 2)")
    again = form.predicate_from_sympy(form.to_sympy(claim))
    for a in range(4):
        for b in range(4):
            for c in range(3):
                values = {"a": a, "b": b, "c": c}
                assert again.holds(values) == claim.holds(values)
    with pytest.raises(ValueError, match="not an integer"):
        form.expr_from_sympy("a/2")


def test_a_least_value_raised_in_a_scope_is_forgotten():
    facts = Facts()
    facts.symbol("a", 1)
    with facts.scope():
        facts.symbol("a", 5)
        assert facts.proves("a >= 5")
    assert facts.bounds("a") == (1, None)
    facts.symbol("a", 2)
    assert facts.bounds("a") == (2, None)
    with pytest.raises(ValueError, match="loosen"):
        facts.symbol("a", 1)
