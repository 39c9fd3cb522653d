"""Sizes in symbols that can be read: right where they are found, and found where they are needed."""

from __future__ import annotations

import pytest
from tieshape.materialize.respelling import deepest_first, respelled, respelled_by
from tieshape.symbolic import Expr, eq, parse_expr

FORMS = {"n": "a*b", "m": "2*c + k", "k": "k", "w": "broadcast(b, c)"}
"""Symbols that can be read, each with what it is simplified to."""

A, B, C, K = 6, 5, 3, 4
VALUES = {"a": A, "b": B, "c": C, "k": K, "n": A * B, "m": 2 * C + K, "w": B}


def is_readable(size: Expr) -> bool:
    return size.symbols() <= FORMS.keys()


@pytest.mark.parametrize(
    ("size", "spelling"),
    [
        ("a*b", "n"),
        ("3*a*b + 1", "3*n + 1"),
        ("a*a*b*b - k", "n*n - k"),
        ("max(1, a*b)//2", "max(1, n)//2"),
        ("(a*b + k) % 7", "(n + k) % 7"),
        ("2*c", "m - k"),
        ("a*b + 4*c", "n + 2*m - 2*k"),
        ("broadcast(b, c, k)", "broadcast(w, k)"),
        ("broadcast(b, c, k, a*b) + 1", "broadcast(w, k, n) + 1"),
    ],
)
def test_what_is_known_in_readable_symbols(size: str, spelling: str) -> None:
    forms = {name: parse_expr(form) for name, form in FORMS.items()}
    found = respelled(parse_expr(size), forms, is_readable)
    assert found == parse_expr(spelling)
    assert found.evaluate(VALUES) == parse_expr(size).evaluate(VALUES)


@pytest.mark.parametrize(
    "size",
    ["a", "a + b", "c", "a*c", "a*b + b", "max(a, b)", "broadcast(b, k)", "broadcast(a, b, c)"],
)
def test_what_is_not(size: str) -> None:
    forms = {name: parse_expr(form) for name, form in FORMS.items()}
    assert respelled(parse_expr(size), forms, is_readable) is None


@pytest.mark.parametrize(
    ("size", "spelling"),
    [
        ("t - min(1, t)", "s"),
        ("max(2, t - min(1, t)) - 3*t + 3*min(1, t)", "max(2, s) - 3*s"),
    ],
)
def test_what_is_in_an_operation_is_a_term_beside_it(size: str, spelling: str) -> None:
    forms = {"s": parse_expr("t - min(1, t)")}
    found = respelled(parse_expr(size), forms, lambda part: part.symbols() <= forms.keys())
    assert found == parse_expr(spelling)


def test_operations_are_replaced_before_their_parts() -> None:
    """Of `a*b + 2*a` only the second term is a multiple of `p`."""
    given = {"p": "2*a", "b": "b", "q": "max(1, a*b + 2*a)"}
    forms = {name: parse_expr(form) for name, form in given.items()}
    assert list(deepest_first(forms)) == ["q", "b", "p"]
    size = parse_expr("broadcast(b, max(1, a*b + 2*a))")

    def is_of_these(part: Expr) -> bool:
        return part.symbols() <= forms.keys()

    assert respelled(size, deepest_first(forms), is_of_these) == parse_expr("broadcast(b, q)")
    assert respelled(size, forms, is_of_these) is None


def test_what_an_equation_of_products_says() -> None:
    claims = [eq(parse_expr("a*b"), parse_expr("p*q")), eq(parse_expr("a*k"), parse_expr("r*r"))]

    def is_of_these(part: Expr) -> bool:
        return part.symbols() <= {"a", "b", "k"}

    assert respelled_by(parse_expr("p*q + k"), claims, is_of_these) == parse_expr("a*b + k")
    assert respelled_by(parse_expr("3*r*r - p*q"), claims, is_of_these) == parse_expr("3*a*k - a*b")
    assert respelled_by(parse_expr("p + q"), claims, is_of_these) is None
