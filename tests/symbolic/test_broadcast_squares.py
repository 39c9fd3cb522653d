"""Squares of sizes beside what they broadcast to: `a*a == a*b + a - b` where `b` is `a` or `a` 1."""

from itertools import product

import pytest
from tieshape.symbolic import Facts, broadcast_squares, parse_expr

FIT = "broadcastable(a, b)"
SIMPLER = [
    # (facts, expression, what it becomes, the fact without which it does not)
    ([FIT], "a*(broadcast(a, b) - a + 1)", "broadcast(a, b)", FIT),
    ([FIT], "c*a*(broadcast(a, b) - a + 1)", "c*broadcast(a, b)", FIT),
    ([FIT], "a*a - a*broadcast(a, b)", "a - broadcast(a, b)", FIT),
    ([FIT, "broadcastable(c, d)"], "a*c*(broadcast(a, b) - a + 1)*(broadcast(c, d) - c + 1)", "broadcast(a, b)*broadcast(c, d)", FIT),
    (["broadcastable(a, b, c)"], "broadcast(a, b)*(broadcast(a, b, c) - broadcast(a, b) + 1)", "broadcast(a, b, c)", "broadcastable(a, b, c)"),
    (["broadcastable(a, b, c)"], "a*a*a + broadcast(a, b)", "a*a*broadcast(a, b) + a*a - a*broadcast(a, b) + broadcast(a, b)", "broadcastable(a, b, c)"),
]  # fmt: skip


def knowing(*stated: str) -> Facts:
    facts = Facts()
    for fact in stated:
        facts.learn(fact)
    return facts


@pytest.mark.parametrize(("stated", "text", "wanted", "needed"), SIMPLER)
def test_simplifying(stated: list[str], text: str, wanted: str, needed: str) -> None:
    known, unknown = knowing(*stated), knowing(*(fact for fact in stated if fact != needed))
    expected = parse_expr(wanted)
    assert known.simplify(f"({text}) - ({wanted})") == 0
    assert unknown.simplify(text) != unknown.simplify(expected)
    assert not unknown.proves(f"{text} == {wanted}")


@pytest.mark.parametrize("case", SIMPLER, ids=lambda case: str(case[1]))
def test_the_law_holds_for_all_small_sizes(case: tuple[list[str], str, str, str]) -> None:
    stated, text, wanted, _ = case
    facts = [knowing(fact).learnt[0].predicate for fact in stated]
    left, right = parse_expr(text), parse_expr(wanted)
    met = 0
    for values in product(range(-1, 4), repeat=4):
        sizes = dict(zip("abcd", values, strict=True))
        if all(fact.holds(sizes) for fact in facts):
            met += 1
            assert left.evaluate(sizes) == right.evaluate(sizes)
    assert met


@pytest.mark.parametrize(
    "text",
    [
        "a*(broadcast(a, c) - a + 1) == broadcast(a, c)",
        "b*(broadcast(b, c) - a + 1) == broadcast(b, c)",
        "a*(broadcast(a, b) - a) == broadcast(a, b)",
    ],
)
def test_sizes_that_may_not_fit_keep_their_squares(text: str) -> None:
    assert not knowing(FIT).proves(text)


def test_an_equation_with_a_square_is_still_known_once_more_sizes_fit() -> None:
    known = knowing("a*a == a*broadcast(a, b) + 3*c", FIT)
    assert known.proves("a*a == a*broadcast(a, b) + 3*c")
    assert known.proves("a - broadcast(a, b) == 3*c")


def test_a_broadcast_that_is_absent_is_not_brought_in() -> None:
    assert knowing(FIT).simplify("a*a + c") == parse_expr("a*a + c")
    assert not broadcast_squares.has_square_beside_broadcast(parse_expr("a*a + c"))
