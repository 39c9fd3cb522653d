"""The parser against Python's own: the same texts are accepted, and they mean the same."""

import ast
import random
from collections.abc import Callable

import pytest
from tieshape.symbolic import (
    FALSE,
    TRUE,
    Expr,
    Predicate,
    Symbol,
    all_of,
    any_of,
    as_expr,
    broadcast,
    broadcastable,
    conditional,
    eq,
    ge,
    gt,
    le,
    lt,
    maximum,
    minimum,
    ne,
    parse_predicate,
)
from tieshape.symbolic.expr import SymbolAtom
from tieshape.symbolic.parse import parse_expr
from tieshape.symbolic.parse_terms import Names
from tieshape.symbolic.text import name_like

BINARY: dict[type[ast.operator], Callable[[Expr, Expr], Expr]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
}
COMPARE: dict[type[ast.cmpop], Callable[[Expr, Expr], Predicate]] = {
    ast.Eq: eq,
    ast.NotEq: ne,
    ast.Lt: lt,
    ast.LtE: le,
    ast.Gt: gt,
    ast.GtE: ge,
}
FUNCTIONS: dict[str, Callable[..., Expr]] = {
    "max": maximum,
    "min": minimum,
    "broadcast": broadcast,
}
TOKENS = (
    *("a", "b", "c", "a", "b", "1", "2", "0", "12", "(", ")", "(", ")", ",", "max", "min", "max("),
    *("+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "==", "and", "or", "not", "not"),
    *(
        "True",
        "False",
        "007",
        "1.5",
        "1e5",
        "/",
        "=",
        "if",
        "else",
        "a if b == 1 else",
        "broadcast(",
        "broadcastable(",
        "is",
        "in",
        "**",
        "$",
        "é",
        "²",
        "٣",
        ":=",
    ),
)
KNOWN: Names = {name: (SymbolAtom(name),) for name in "ab"}
NO_NAMES: Names = {}


def by_python(text: str) -> Expr | Predicate:
    """The meaning of `text` to Python. Raises ValueError or SyntaxError outside the subset."""
    return _value(ast.parse(text, mode="eval").body)


def _value(node: ast.expr) -> Expr | Predicate:
    match node:
        case ast.Constant(bool() as truth):
            return TRUE if truth else FALSE
        case ast.Constant(int() as number):
            return as_expr(number)
        case ast.Name(name) if name not in FUNCTIONS and name != "broadcastable":
            return Symbol(name)
        case ast.UnaryOp(ast.USub(), inner):
            return -_expr(inner)
        case ast.UnaryOp(ast.UAdd(), inner):
            return _expr(inner)
        case ast.UnaryOp(ast.Not(), inner):
            return _claim(inner).negate()
        case ast.BinOp(left, sign, right) if type(sign) in BINARY:
            return BINARY[type(sign)](_expr(left), _expr(right))
        case ast.Call(ast.Name(name), args, []) if (
            name in FUNCTIONS and args and type(args[-1]) is not ast.Starred
        ):
            return FUNCTIONS[name](*map(_expr, args))
        case ast.Call(ast.Name("broadcastable"), args, []) if args:
            return broadcastable(*map(_expr, args))
        case ast.IfExp(condition, then, otherwise):
            return conditional(_claim(condition), _expr(then), _expr(otherwise))
        case ast.Compare(first, signs, others) if all(type(sign) in COMPARE for sign in signs):
            sides = [_expr(first), *map(_expr, others)]
            pairs = zip(signs, sides, sides[1:], strict=False)
            return all_of(*(COMPARE[type(sign)](a, b) for sign, a, b in pairs))
        case ast.BoolOp(sign, args):
            return (all_of if isinstance(sign, ast.And) else any_of)(*map(_claim, args))
        case _:
            raise ValueError(f"{ast.dump(node)} is not in the subset")


def _expr(node: ast.expr) -> Expr:
    value = _value(node)
    if not isinstance(value, Expr):
        raise ValueError("a claim where an integer is needed")
    return value


def _claim(node: ast.expr) -> Predicate:
    value = _value(node)
    if not isinstance(value, Predicate):
        raise ValueError("an integer where a claim is needed")
    return value


def outcome(read: Callable[[], Expr | Predicate]) -> Expr | Predicate | None:
    try:
        return read()
    except (ValueError, SyntaxError):
        return None


def sum_text(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.25:
        return rng.choice(("a", "b", "c", "2", "3", "0", "17"))
    inner = sum_text(rng, depth - 1)
    kind = rng.randrange(9)
    if kind == 8:
        return f"({inner} if {claim_text(rng, 1)} else {sum_text(rng, depth - 1)})"
    if kind < 4:
        sign = rng.choice((" + ", " - ", "*", " * ", "//", " % ", "-"))
        return f"{inner}{sign}{sum_text(rng, depth - 1)}"
    if kind == 4:
        return f"{rng.choice('-+')}{inner}"
    if kind == 5:
        return f"{rng.choice(('max', 'min', 'broadcast'))}({inner}, {sum_text(rng, depth - 1)})"
    return f"({inner})"


def claim_text(rng: random.Random, depth: int) -> str:
    kind = rng.randrange(8) if depth else 0
    if kind < 4:
        signs = [
            rng.choice(("==", "!=", "<", "<=", ">", ">=")) for _ in range(rng.choice((1, 1, 2)))
        ]
        return sum_text(rng, 3) + "".join(f" {sign} {sum_text(rng, 3)}" for sign in signs)
    inner = claim_text(rng, depth - 1)
    if rng.random() < 0.2:
        return f"broadcastable({sum_text(rng, 1)}, {sum_text(rng, 2)}, {sum_text(rng, 1)})"
    if kind == 4:
        return f"not {inner}"
    if kind == 5:
        return f"({inner})"
    return f"{inner} {rng.choice(('and', 'or'))} {claim_text(rng, depth - 1)}"


def same_as_python(text: str) -> bool:
    """Whether `text` is accepted; checks that Python agrees."""
    wanted = outcome(lambda: by_python(text))
    for names in (KNOWN, NO_NAMES):
        expr = outcome(lambda names=names: parse_expr(text, names))
        claim = outcome(lambda names=names: parse_predicate(text, names))
        assert expr == (wanted if isinstance(wanted, Expr) else None), text
        assert claim == (wanted if isinstance(wanted, Predicate) else None), text
    return wanted is not None


@pytest.mark.parametrize("seed", range(4))
def test_the_parser_agrees_with_pythons(seed: int):
    rng = random.Random(seed)
    accepted = 0
    for _ in range(400):
        text = claim_text(rng, 2) if rng.random() < 0.7 else sum_text(rng, 4)
        accepted += same_as_python(text)
    assert accepted > 200


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("seed", range(4))
def test_texts_that_are_nearly_right_are_judged_as_python_does(seed: int):
    rng = random.Random(100 + seed)
    accepted = 0
    for _ in range(1_500):
        words = claim_text(rng, 1).split(" ") if rng.random() < 0.5 else []
        for _ in range(rng.randrange(1, 3) if words else rng.randrange(1, 7)):
            words.insert(rng.randrange(len(words) + 1), rng.choice(TOKENS))
        accepted += same_as_python(" ".join(words))
    assert accepted > 20


@pytest.mark.parametrize(
    "text",
    [
        "a # b",
        "a if b else c",
        "broadcast()",
        "broadcast(*a)",
        "a[0]",
        "a.b",
        "max(*a)",
        "max()",
        "max(a, b,)",
        "1_000",
        "'a'",
    ],
)
def test_the_rest_of_python_is_refused(text: str):
    with pytest.raises(ValueError, match=r"at column \d+ of"):
        parse_expr(text)


@pytest.mark.parametrize(
    "text", ["0 + (a == b)", "(a == b) + 0", "0*(a == b)", "-(a == b)", "(a == b) // 2"]
)
def test_a_claim_is_no_term(text: str):
    assert not same_as_python(text)
    with pytest.raises(ValueError, match="expected an integer"):
        parse_predicate(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("batch", "batch"),
        ("_b_", "_b_"),
        ("in", "in_"),
        ("max", "max_"),
        ("batch size", "batch_size"),
        (" in ", "in_"),
        ("1x", "size_1x"),
        ("?", "size_"),
    ],
)
def test_names_like_those_of_others(text: str, name: str):
    assert name_like(text) == name
    assert parse_expr(name_like(text)) == Symbol(name)
