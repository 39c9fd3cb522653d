"""Sizes by cases beside a factor that is 0 where a case is taken: `a*(t if a == 0 else e) == a*e`."""

from itertools import product

import pytest
from tieshape.symbolic import Facts, parse_expr

SIMPLER = [
    ("a*(d if a == 0 else c)", "a*c"),
    ("a*(max(1, b)*max(1, c) if a == 0 and b*c == 0 else b*c)", "a*b*c"),
    ("a*b*(d if a*b == 0 else c)", "a*b*c"),
    ("a*b*(d if a == 0 or b == 0 else c)", "a*b*c"),
    ("a*(c if a != 0 or b != 0 else d)", "a*c"),
    ("a*(d if a == 0 else c) + a*b", "a*c + a*b"),
    ("a*a*(d if a == 0 else (b if a*a == 0 else c))", "a*a*c"),
]
DIFFERENT = [
    ("a*(d if b == 0 else c)", "a*c"),
    ("a*(d if a == 1 else c)", "a*c"),
    ("a*(d if a == 0 or b == 0 else c)", "a*c"),
    ("a*(d if a*b == 0 else c)", "a*c"),
    ("a*(c if a != 0 and b != 0 else d)", "a*c"),
    ("a*(d if a <= 0 and b == 1 else c)", "a*d"),
    ("b*(d if a == 0 else c)", "b*c"),
]


def values(text: str, other: str) -> list[tuple[int, int]]:
    """What both expressions are for many sizes; some products are 0 and some are not."""
    left, right = parse_expr(text), parse_expr(other)
    sizes = (dict(zip("abcd", some, strict=True)) for some in product(range(-1, 4), repeat=4))
    return [(left.evaluate(known), right.evaluate(known)) for known in sizes]


@pytest.mark.parametrize(("text", "wanted"), SIMPLER)
def test_the_case_of_a_product_that_is_zero_goes(text: str, wanted: str) -> None:
    assert Facts().simplify(text) == parse_expr(wanted)
    assert all(left == right for left, right in values(text, wanted))


@pytest.mark.parametrize(("text", "other"), DIFFERENT)
def test_a_case_that_counts_stays(text: str, other: str) -> None:
    assert Facts().simplify(text) != parse_expr(other)
    assert any(left != right for left, right in values(text, other))
