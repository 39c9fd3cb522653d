"""A sum that is not 0 has no factor that is 0: what its terms have in common, and what is left."""

from itertools import product
from math import prod

import pytest
from tieshape.symbolic import Facts, parse_expr
from tieshape.symbolic.common_factors import factored

SPLIT = [
    ("a*b - a*c", ["a", "b - c"]),
    ("a*b*c + a*b", ["a", "b", "c + 1"]),
    ("a*a*b - a*a*c", ["a", "a*b - a*c"]),
    ("2*a*b - 6*a", ["a", "2*b - 6"]),
    ("a*(b//c) - a", ["a", "b//c - 1"]),
]
WHOLE = ["a*b - c", "a*b - a + 1", "a*b", "a*b - b*c + c*a", "a", "7"]
FLAT = "max(1, b)*max(1, s) if v == 0 and b*s == 0 else b*s"
REST = (
    f"(max(1, w)*max(1, {FLAT}))//(max(1, b)*max(1, s)*max(1, h))"
    f" if b*s*h == 0 and w*({FLAT}) == 0 else (w*({FLAT}))//(max(1, b)*max(1, s)*max(1, h))"
)


@pytest.mark.parametrize(("text", "parts"), SPLIT)
def test_a_sum_is_the_product_of_its_parts(text: str, parts: list[str]) -> None:
    found = factored(parse_expr(text))
    assert found == [parse_expr(part) for part in parts]
    for some in product((-2, -1, 1, 2, 3), repeat=3):
        sizes = dict(zip("abc", some, strict=True))
        value = parse_expr(text).evaluate(sizes)
        assert (value == 0) == (prod(part.evaluate(sizes) for part in found) == 0)


@pytest.mark.parametrize("text", WHOLE)
def test_a_sum_without_a_factor_in_common_stays(text: str) -> None:
    assert factored(parse_expr(text)) == [parse_expr(text)]


def test_nothing_in_common_is_zero_where_the_sum_is_not() -> None:
    facts = Facts()
    facts.learn("a*b != a*c")
    assert facts.proves("a >= 1")
    assert facts.proves("b != c")
    assert facts.proves("a*b != a*c")
    assert not facts.proves("b >= 1")
    assert not facts.proves("b*c != 0")


def test_a_sum_of_other_products_tells_no_factor() -> None:
    facts = Facts()
    facts.learn("a*b != b*c + a")
    assert not facts.proves("a >= 1")
    assert not facts.proves("b >= 1")


def test_a_factor_that_may_be_zero_is_not_cancelled() -> None:
    facts = Facts()
    facts.learn("a*b == a*c")
    assert not facts.proves("b == c")
    assert facts.proves("a*b*d == a*c*d")
    facts.learn("a != 0")
    assert facts.proves("b == c")


def test_heads_times_what_is_left_of_the_width_is_the_width() -> None:
    facts = Facts()
    facts.learn(f"b*s*h*((w*({FLAT}))//(max(1, b)*max(1, s)*max(1, h))) == w*({FLAT})")
    facts.learn(f"r == ({REST})")
    assert facts.proves("b*s*w == b*s*h*r")
    assert not facts.proves("w == h*r")  # no element tells the width where the batch is 0
    assert not facts.proves("b*s*w == b*h*r")
