"""Claims: normal forms, negation, text, and errors for malformed text."""

import itertools
import random

import pytest
from tieshape.symbolic import (
    FALSE,
    TRUE,
    And,
    Eq,
    Le,
    Or,
    Predicate,
    Symbol,
    all_of,
    any_of,
    divides,
    eq,
    ge,
    gt,
    le,
    lt,
    ne,
    parse_expr,
    parse_predicate,
)

A, B = Symbol("a"), Symbol("b")
GRID = [{"a": x, "b": y} for x, y in itertools.product(range(-4, 7), repeat=2)]


@pytest.mark.parametrize("seed", range(6))
def test_claims_mean_what_python_means(seed: int):
    rng = random.Random(seed)
    sides = ("a", "b", "2*a - 4", "3*b + 1", "a*b", "6", "a//2", "b % 3", "max(a, b)")

    def text(depth: int) -> str:
        if depth == 0 or rng.random() < 0.4:
            sign = rng.choice(("==", "!=", "<=", "<", ">=", ">"))
            return f"{rng.choice(sides)} {sign} {rng.choice(sides)}"
        if rng.random() < 0.2:
            return f"not ({text(depth - 1)})"
        return f"({text(depth - 1)}) {rng.choice(('and', 'or'))} ({text(depth - 1)})"

    for _ in range(40):
        words = text(2)
        claim = parse_predicate(words)
        assert parse_predicate(str(claim)) == claim, (words, str(claim))
        opposite = claim.negate()
        for values in GRID:
            wanted = eval(words, {"max": max}, dict(values))
            assert claim.holds(values) == wanted, (words, str(claim), values)
            assert opposite.holds(values) != wanted


def test_constructors():
    for values in GRID:
        a, b = values["a"], values["b"]
        for build, wanted in (
            (eq, a == b),
            (ne, a != b),
            (le, a <= b),
            (lt, a < b),
            (ge, a >= b),
            (gt, a > b),
        ):
            assert build(A, B).holds(values) == wanted
        assert divides(3, A).holds(values) == (a % 3 == 0)
        assert (eq(A, 1) & eq(B, 1)).holds(values) == (a == 1 and b == 1)
        assert (eq(A, 1) | eq(B, 1)).holds(values) == (a == 1 or b == 1)


def test_normal_forms():
    assert eq(2 * A, 4 * B) == eq(A, 2 * B) == eq(2 * B, A)
    assert hash(eq(2 * A, 4 * B)) == hash(eq(A, 2 * B))
    assert eq(2 * A, 4 * B + 1) == FALSE
    assert le(2 * A, 5) == le(A, 2)
    assert eq(A, A + 1) == FALSE and ne(A, A + 1) == TRUE and le(A, A) == TRUE
    assert all_of() == TRUE and any_of() == FALSE
    assert all_of(eq(A, 1), TRUE) == eq(A, 1)
    assert any_of(eq(A, 1), any_of(eq(B, 1), eq(A, 1))) == any_of(eq(A, 1), eq(B, 1))
    assert all_of(eq(A, 1), FALSE) == FALSE and any_of(eq(A, 1), TRUE) == TRUE
    assert eq(A, 1) != ne(A, 1)
    assert TRUE.holds({}) and not FALSE.holds({})


def test_kinds_can_be_taken_apart():
    claim = parse_predicate("a == b and (a <= 3 or b != 2)")
    assert isinstance(claim, And) and isinstance(claim.args[0], Eq)
    inner = claim.args[1]
    assert isinstance(inner, Or) and isinstance(inner.args[0], Le)
    assert inner.args[0].expr == A - 3
    assert claim.symbols() == {"a", "b"}


def test_chained_comparisons():
    claim = parse_predicate("1 <= a < b <= 5")
    for values in GRID:
        assert claim.holds(values) == (1 <= values["a"] < values["b"] <= 5)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("a +", "unexpected end", 4),
        ("a $ b", "unexpected '$'", 3),
        ("f(a) == 1", "unknown function 'f'", 1),
        ("a//0 == 1", "division by zero", 2),
        ("a % (2 - 2) == 1", "division by zero", 3),
        ("a == 1.5", "'1.5' is not an integer", 6),
        ("a/b == 1", "unexpected '/'", 2),
        ("a***2 == 1", "unexpected '*'", 4),
        ("a = b", "unexpected '='", 3),
        ("a == 1 == (b == 2)", "expected an integer", 19),
        ("max(a == 1, b)", "expected an integer", 11),
        ("max(a, 1", "expected ')'", 9),
        ("a == b or", "unexpected end", 10),
        ("a == b)", "unexpected ')'", 7),
        ("", "unexpected end", 1),
        ("a", "expected a comparison", 2),
        ("a if b", "expected a comparison", 7),
        ("a if b == 1", "expected 'else'", 12),
        ("a == (b if c == 1 else d == 2)", "expected an integer", 30),
        ("broadcast == 1", "unexpected 'broadcast'", 1),
        ("broadcast()", "unexpected ')'", 11),
        ("lambda == 3", "unexpected 'lambda'", 1),
        ("a == 'x'", "unexpected", 6),
        ("1e5 == a", "'1e5' is not an integer", 1),
        ("(" * 300 + "a" + ")" * 300 + " == 1", "deep", 101),
        ("-" * 300 + "a == 1", "deep", 101),
        ("9" * 5000 + " == a", "too large", 1),
    ],
)
def test_wrong_text_is_told_where(text: str, message: str, column: int):
    with pytest.raises(ValueError) as caught:
        parse_predicate(text)
    assert message in str(caught.value)
    assert f"column {column} " in str(caught.value)


def test_an_integer_is_no_claim_and_a_claim_no_integer():
    with pytest.raises(ValueError, match="expected a comparison"):
        parse_predicate("a + 1")
    with pytest.raises(ValueError, match="expected an integer"):
        parse_expr("a == 1")


def test_text_of_a_claim():
    claims: list[tuple[Predicate, str]] = [
        (le(A + 1, 2 * B), "a + 1 <= 2*b"),
        (divides(4, A), "a % 4 == 0"),
        (any_of(eq(A, 1), all_of(eq(B, 1), ne(A, B))), "a == 1 or (b == 1 and a != b)"),
        (TRUE, "True"),
    ]
    for claim, text in claims:
        assert str(claim) == text
