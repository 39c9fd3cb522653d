"""Expressions mean what Python means by them, in every normal form."""

import copy
import itertools
import pickle
import random

import pytest
from tieshape.symbolic import Expr, Symbol, as_expr, maximum, minimum, parse_expr, substitute
from tieshape.symbolic.expr import MAX_TERMS, FloorDiv, Max, Min, Mod, SymbolAtom, TooLarge

NAMES = ("a", "b", "c")
GRID = [dict(zip(NAMES, v, strict=True)) for v in itertools.product((-3, -1, 0, 1, 2, 5), repeat=3)]


def random_text(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice((*NAMES, *NAMES, "0", "1", "2", "3", "7"))
    a, b = random_text(rng, depth - 1), random_text(rng, depth - 1)
    kind = rng.randrange(9)
    if kind < 5:
        return f"({a} {'+-*+*'[kind]} {b})"
    if kind < 7:
        divisor = rng.choice(("2", "3", "4", "(-3)", "6", b))
        return f"({a} {'//' if kind == 5 else '%'} {divisor})"
    return f"{'max' if kind == 7 else 'min'}({a}, {b}, {rng.choice(NAMES)})"


@pytest.mark.parametrize("seed", range(8))
def test_normal_forms_keep_the_value(seed: int):
    rng = random.Random(seed)
    checked = 0
    for _ in range(60):
        text = random_text(rng, 3)
        try:
            expr = parse_expr(text)
        except ValueError as error:
            assert "division by zero" in str(error)
            continue
        again = parse_expr(str(expr))
        assert again == expr and hash(again) == hash(expr), (text, str(expr))
        for values in GRID[:: rng.choice((3, 5, 7))]:
            try:
                wanted = eval(text, {"max": max, "min": min}, dict(values))
            except ZeroDivisionError:
                continue
            try:
                found = expr.evaluate(values)
            except ZeroDivisionError:
                pytest.fail(f"{text} became {expr}, which divides by zero at {values}")
            assert found == wanted, (text, str(expr), values)
            checked += 1
    assert checked > 500


@pytest.mark.parametrize("divisor", [1, 2, 3, 4, 6, 8, -1, -2, -5])
@pytest.mark.parametrize("k", [-7, -1, 0, 3, 9])
def test_quotients_by_constants(divisor: int, k: int):
    a, b = Symbol("a"), Symbol("b")
    for x, y in itertools.product(range(-9, 10), repeat=2):
        values = {"a": x, "b": y}
        n, m = 6 * a + 4 * b + k, 6 * x + 4 * y + k
        assert (n // divisor).evaluate(values) == m // divisor
        assert (n % divisor).evaluate(values) == m % divisor
        assert ((a // 2 + k) // divisor).evaluate(values) == (x // 2 + k) // divisor
        limited = maximum(a + k, 3)
        assert (limited // divisor).evaluate(values) == max(x + k, 3) // divisor
        nested = minimum(minimum(a, b + k) - 2, b)
        assert nested.evaluate(values) == min(min(x, y + k) - 2, y)
        assert ((a % 12 + b) % divisor).evaluate(values) == (x % 12 + y) % divisor


def test_what_is_the_same_is_equal_from_birth():
    for left, right in [
        ("(a + b)*(a + b)", "a*a + 2*a*b + b*b"),
        ("(n + 7)//8*8 % 8", "0"),
        ("(6*n + 3)//4", "(3*n + 1)//2"),
        ("n//4//2", "n//8"),
        ("(n - 1)//2 + 1", "(n + 1)//2"),
        ("max(a + c, b + c)", "max(b, a) + c"),
        ("min(4*a, 4*b)", "4*min(a, b)"),
        ("max(a, max(b, a + 1))", "max(b, a + 1)"),
        ("max(0, max(0, n - 3) - 1)", "max(0, n - 4)"),
        ("max(0, max(0, n - 1)//2 - 1)//2", "max(0, (n - 3)//4)"),
        ("min(7, n)//-2", "-min(7, n)//2"),
        ("(n % 12) % 4", "n % 4"),
    ]:
        assert parse_expr(left) == parse_expr(right)
    for left, right in [
        ("a//b//c", "a//(b*c)"),
        ("n//n", "1"),
        ("a*b//b", "a"),
        ("a % 2", "a % 4"),
        ("max(0, max(a, b) + c)", "max(0, a + c, b + c)"),
        ("max(0, min(0, n - 3) - 1)", "max(0, n - 4)"),
    ]:
        assert parse_expr(left) != parse_expr(right)


def test_values_are_immutable_and_survive_copies():
    expr = parse_expr("max(a*b//c, 3) + a % 2")
    assert copy.deepcopy(expr) == expr
    assert pickle.loads(pickle.dumps(expr)) == expr
    before = str(expr)
    _ = expr + 1, expr * expr, -expr, expr - expr
    assert str(expr) == before


def test_equality_says_nothing_about_sizes():
    assert Symbol("a") != Symbol("b")
    with pytest.raises(TypeError, match="ask facts"):
        assert Symbol("a") == 3
    assert isinstance(Symbol("a") == Symbol("a"), bool)


def test_parts():
    expr = parse_expr("3*a*a*b - 2*(a//b) + 5")
    assert expr.terms() == (
        (3, ((SymbolAtom("a"), 2), (SymbolAtom("b"), 1))),
        (-2, ((FloorDiv(Symbol("a"), Symbol("b")), 1),)),
        (5, ()),
    )
    assert expr.symbols() == {"a", "b"}
    assert as_expr(7).constant_value == 7
    assert expr.constant_value is None
    assert Symbol("a").symbol_name == "a"
    assert (Symbol("a") + 1).symbol_name is None
    rebuilt = as_expr(0)
    for coefficient, powers in expr.terms():
        term = as_expr(coefficient)
        for atom, power in powers:
            for _ in range(power):
                term = term * atom.as_expr()
        rebuilt = rebuilt + term
    assert rebuilt == expr
    assert isinstance(parse_expr("max(a, b)").single_atom, Max)
    assert isinstance(parse_expr("min(a, b)").single_atom, Min)
    assert isinstance(parse_expr("a % b").single_atom, Mod)


def test_substitution_is_simultaneous():
    expr = parse_expr("a*b + a//b + max(a, 3)")
    swapped = substitute(expr, {"a": Symbol("b"), "b": Symbol("a")})
    assert swapped == parse_expr("a*b + b//a + max(b, 3)")
    assert substitute(expr, {"a": 12, "b": 5}).constant_value == 60 + 2 + 12
    assert substitute(expr, {"a": Symbol("a")}) == expr
    with pytest.raises(ValueError, match="division by zero"):
        substitute(expr, {"b": 0})


def test_division_by_the_constant_zero_is_refused():
    for build in (lambda a: a // 0, lambda a: a % 0, lambda a: a // (a - a)):
        with pytest.raises(ValueError, match="division by zero"):
            build(Symbol("a"))


def test_integers_stand_wherever_expressions_do():
    a = Symbol("a")
    assert 3 + a == a + 3 and 3 - a == -(a - 3) and 2 * a == a * 2
    assert (7 // a).evaluate({"a": 2}) == 3 and (7 % a).evaluate({"a": 4}) == 3
    assert maximum(a, 3) == maximum(3, a)
    assert minimum(4).constant_value == 4
    assert sum([a, a], start=as_expr(0)) == 2 * a


def test_products_beyond_the_limit_are_refused():
    wide = sum((Symbol(f"w{i}") for i in range(150)), start=as_expr(0))
    with pytest.raises(TooLarge):
        _ = wide * wide * wide
    assert MAX_TERMS >= 150 * 150 // 2


@pytest.mark.parametrize("name", ["", "1a", "a b", "max", "and", "a-b"])
def test_names(name: str):
    with pytest.raises(ValueError, match="not a name"):
        Symbol(name)


def test_a_deep_quotient_is_refused_and_not_a_crash():
    expr: Expr = Symbol("n")
    with pytest.raises(ValueError, match="deep"):
        for _ in range(1000):
            expr = (expr + 1) // Symbol("d")
