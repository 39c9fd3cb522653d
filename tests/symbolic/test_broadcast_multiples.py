"""Quotients by an operand of a broadcast, multiples in broadcasts, and sizes that are absorbed."""

from itertools import product
from typing import Any

import pytest
from tieshape.symbolic import Facts, parse_expr, parse_predicate, prove

FIT = "broadcastable(a, b)"
SIMPLER = [
    # (facts, expression, what it becomes, the fact without which it does not)
    ([FIT, "a != 0"], "(c*broadcast(a, b))//a", "c*(broadcast(a, b)//a)", FIT),
    ([FIT, "a != 0"], "(c*broadcast(a, b))//a", "c*(broadcast(a, b)//a)", "a != 0"),
    ([FIT, "a != 0"], "(c*broadcast(a, b)) % a", "0", FIT),
    ([FIT, "a != 0"], "(c*broadcast(a, b)) % a", "0", "a != 0"),
    ([FIT, "a != 0"], "a*(broadcast(a, b)//a)", "broadcast(a, b)", FIT),
    ([FIT, "a != 0"], "(c + a*d + 2*broadcast(a, b))//a", "c//a + d + 2*(broadcast(a, b)//a)", FIT),
    (["c % a == 0", "a != 0"], "a*b*(c//a)", "b*c", "c % a == 0"),
    (["c % a == 0", "a != 0"], "a*b*(c//a)", "b*c", "a != 0"),
    (["d >= 1"], "broadcast(a, a*d)", "a*d", "d >= 1"),
    (["broadcastable(a, a*d)"], "broadcast(a, b, a*d)", "broadcast(b, a*d)", "broadcastable(a, a*d)"),
    (["a == broadcast(a, b)"], "broadcast(a, b, c)", "broadcast(a, c)", "a == broadcast(a, b)"),
    (["a*d == broadcast(b, a*d)"], "broadcast(a*d, b, c)", "broadcast(a*d, c)", "a*d == broadcast(b, a*d)"),
    (["broadcast(a, b) == broadcast(a, b, c)"], "broadcast(a, b, c, d)", "broadcast(a, b, d)", "broadcast(a, b) == broadcast(a, b, c)"),
]  # fmt: skip
NAMES = "abcd"


def knowing(stated: list[str], minimum: int = 0) -> Facts:
    facts = Facts()
    for name in NAMES:
        facts.symbol(name, minimum)
    for fact in stated:
        facts.learn(fact)
    return facts


@pytest.mark.parametrize(("stated", "text", "wanted", "needed"), SIMPLER)
def test_simplifying(stated: list[str], text: str, wanted: str, needed: str):
    expected = parse_expr(wanted)
    assert knowing(stated).simplify(text) == expected
    assert knowing([fact for fact in stated if fact != needed]).simplify(text) != expected


@pytest.mark.parametrize(("stated", "text", "wanted", "needed"), SIMPLER)
def test_on_numbers(stated: list[str], text: str, wanted: str, needed: str):
    """Both sides are equal wherever the facts hold, and somewhere else they are not."""
    old, new, claims = parse_expr(text), parse_expr(wanted), [parse_predicate(f) for f in stated]
    differ = met = False
    for numbers in product(range(5), repeat=len(NAMES)):
        values = dict(zip(NAMES, numbers, strict=True))
        try:
            same = old.evaluate(values) == new.evaluate(values)
            holds = all(claim.holds(values) for claim in claims)
        except ZeroDivisionError:
            continue
        assert same or not holds
        met |= holds
        differ |= not same
    assert met
    assert differ or "a != 0" in stated


def test_a_size_that_may_be_negative_is_no_divisor_of_its_multiple():
    text = "broadcast(a, a*d)"
    assert knowing(["broadcastable(a, a*d)"]).simplify(text) == parse_expr("a*d")
    facts = knowing(["broadcastable(a, a*d)"], minimum=-1)
    assert facts.simplify(text) == parse_expr(text)  # with a and d -1 it is -1, not 1
    assert not facts.proves(f"{text} == a*d")


def test_of_two_broadcasts_that_a_size_divides_one_is_divided():
    facts = knowing(["broadcastable(a, b)", "broadcastable(a, c)", "a != 0"])
    one, other = "broadcast(a, b)*(broadcast(a, c)//a)", "broadcast(a, c)*(broadcast(a, b)//a)"
    assert facts.simplify(one) == facts.simplify(other)
    less = knowing(["broadcastable(a, b)", "a != 0"])
    assert less.simplify(one) != less.simplify(other)


def test_a_reshape_by_minus_one_of_what_a_broadcast_made():
    stated = ["broadcastable(a, b)", "a != 0", "broadcastable(c, (c*broadcast(a, b))//a)"]
    for claim in ("broadcast(c, (c*broadcast(a, b))//a) == (c*broadcast(a, b))//a",
                  "a*((c*broadcast(a, b))//a) == c*broadcast(a, b)"):  # fmt: skip
        assert knowing(stated).proves(claim)
        assert not knowing(stated[2:]).proves(claim)
    assert not knowing(stated).proves("(c*broadcast(a, b))//a == c")


def test_absorbing_is_forgotten_with_its_scope():
    facts = knowing([])
    assert facts.simplify("broadcast(a, b)") == parse_expr("broadcast(a, b)")
    with facts.scope():
        facts.learn("a == broadcast(a, b)")
        assert facts.simplify("broadcast(a, b, c)") == parse_expr("broadcast(a, c)")
        assert facts.copy().simplify("broadcast(a, b)") == parse_expr("a")
        with facts.scope():
            facts.learn("a == c")
            assert facts.simplify("broadcast(b, c)") == parse_expr("a")
    assert facts.simplify("broadcast(a, b)") == parse_expr("broadcast(a, b)")
    assert not facts.proves("broadcast(a, b) == a")


def test_claims_about_many_sizes_are_told_apart_without_a_search(monkeypatch: pytest.MonkeyPatch):
    searched: list[Any] = []
    real = prove.search_once

    def search_once(given: Any, search: Any) -> Any:
        searched.append(given)
        return real(given, search)

    monkeypatch.setattr(prove, "search_once", search_once)
    names = [f"s{i}" for i in range(40)]
    facts = Facts()
    for name in names:
        facts.symbol(name)
    facts.learn(f"broadcastable({', '.join(names)})")
    whole, fewer = ", ".join(names), ", ".join(names[:-1])
    searched.clear()
    assert not facts.proves(f"broadcast({whole}) == broadcast({fewer})")
    assert not facts.proves(f"s39 == 1 or s39 == broadcast({fewer}, 4)")
    assert not searched
    facts.learn("s39 == 1")
    assert facts.proves(f"broadcast({whole}) == broadcast({fewer})")
