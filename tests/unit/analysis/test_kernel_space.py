"""Loops of kernels: sizes that two shapes have in common."""

from __future__ import annotations

import pytest
from tieshape.analysis.kernel_space import quotient, refined
from tieshape.symbolic import parse_expr

CASES = [
    ("b 2", "4*h*w", "b 8 h w", ("b 2", "4 h w")),
    ("b 8", "h w", "b 2 4*h*w", ("b 2 4", "h w")),
    ("b", "6", "b 2 3", ("b", "2 3")),
    ("b 1", "n", "b n 1", ("b", "n")),
    ("b 3", "h", "b 2 h", None),
    ("b", "h w", "b w h", None),
    ("b", "h", "b h 2", None),
    ("b", "h + 1", "b h + 1", ("b", "h + 1")),
    ("b", "2*(h + 1)", "b 2 h + 1", None),
]


def sizes(text: str) -> tuple[object, ...]:
    return tuple(parse_expr(part) for part in text.replace(" + ", "+").split())


@pytest.mark.parametrize(("rows", "columns", "other", "wanted"), CASES)
def test_the_sizes_that_shapes_have_in_common(
    rows: str, columns: str, other: str, wanted: tuple[str, str] | None
) -> None:
    found = refined(sizes(rows), sizes(columns), sizes(other))  # pyright: ignore[reportArgumentType]
    assert found == (None if wanted is None else tuple(map(sizes, wanted)))


def test_a_quotient_leaves_nothing() -> None:
    a, b = parse_expr("6*h*w*w"), parse_expr("3*w")
    assert quotient(a, b) == parse_expr("2*h*w")
    assert quotient(b, a) is None
    assert quotient(parse_expr("4*h"), b) is None
