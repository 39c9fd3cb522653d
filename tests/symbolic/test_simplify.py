"""Normal forms under facts keep the value and do not depend on the order of learning."""

import itertools
import random
from types import ModuleType

import pytest
from tieshape.symbolic import (
    Contradiction,
    Expr,
    Facts,
    Symbol,
    as_expr,
    eq,
    le,
    parse_expr,
    substitute,
    table,
)
from tieshape.symbolic.expr import TooLarge

NAMES: tuple[str, ...] = ("a", "b", "c")


def random_facts(rng: random.Random, facts: Facts, fuzz: ModuleType) -> None:
    """Bounds, residues and definitions, as many as there is room for."""
    for name in NAMES:
        low = rng.choice((1, 1, 0, -4))
        facts.symbol(name, low)
        if rng.random() < 0.5:
            facts.learn(le(Symbol(name), low + rng.randrange(1, 9)))
        if rng.random() < 0.4:
            modulus = rng.choice((2, 3, 4, 6))
            facts.learn(eq(Symbol(name) % modulus, rng.randrange(modulus)))
    if rng.random() < 0.4:
        facts.learn(eq(Symbol("c"), fuzz.random_expr(rng, 2, ["a", "b"])))
    if rng.random() < 0.3:
        facts.learn(le(Symbol("a"), Symbol("b")))


def models(facts: Facts) -> list[dict[str, int]]:
    """Small sizes that satisfy the facts and the least values."""
    found: list[dict[str, int]] = []
    ranges = [facts.bounds(name) for name in NAMES]
    for values in itertools.product(range(-4, 9), repeat=len(NAMES)):
        model = dict(zip(NAMES, values, strict=True))
        inside = all(low is None or low <= v for v, (low, _) in zip(values, ranges, strict=True))
        try:
            if inside and all(fact.predicate.holds(model) for fact in facts.learnt):
                found.append(model)
        except ZeroDivisionError:
            continue
    return found


def value(expr: Expr, model: dict[str, int]) -> int | None:
    try:
        return expr.evaluate(model)
    except ZeroDivisionError:
        return None


@pytest.mark.parametrize("seed", range(8))
def test_what_is_simplified_keeps_its_value(seed: int, fuzz: ModuleType):
    rng = random.Random(seed)
    changed = 0
    for _ in range(25):
        facts = Facts()
        try:
            random_facts(rng, facts, fuzz)
        except Contradiction:
            continue
        found = models(facts)
        for _ in range(8):
            expr: Expr = fuzz.random_expr(rng, 3, list(NAMES))
            simple = facts.simplify(expr)
            changed += simple != expr
            for model in rng.sample(found, min(len(found), 25)):
                wanted = value(expr, model)
                told = [str(fact.predicate) for fact in facts.learnt]
                assert wanted is None or value(simple, model) == wanted, (expr, simple, model, told)
    assert changed > 30


@pytest.mark.parametrize(
    ("facts", "expr", "simple"),
    [
        (["a == b*c"], "a//b", "c"),
        (["a == b*c"], "(a + b)//b", "c + 1"),
        (["a == b*c"], "a % b", "0"),
        (["8 <= a", "a <= 11"], "a//4", "2"),
        (["8 <= a", "a <= 11"], "a % 4", "a - 8"),
        (["8 <= a", "a <= 12"], "a//4", "a//4"),
        (["a % 6 == 4"], "(a + b*3) % 3", "1"),
        (["a % 6 == 4"], "a % 4", "a % 4"),
        (["b < a"], "(b*c) % (a*c)", "b*c"),
        (["b < a"], "(b*c + a*c)//(a*c)", "1"),
        (["a <= b"], "max(a, b, a - 1)", "b"),
        (["a <= b"], "min(a, b)", "a"),
        (["a <= b"], "max(a, c)", "max(a, c)"),
        (["a % 4 == 0", "c == a*b"], "c//4*4", "a*b"),
    ],
)
def test_examples(facts: list[str], expr: str, simple: str):
    known = Facts()
    for name in NAMES:
        known.symbol(name, 1)
    for fact in facts:
        known.learn(fact)
    assert known.simplify(expr) == parse_expr(simple)


def test_a_quotient_by_what_may_be_0_stays():
    facts = Facts()
    facts.learn("a == b*c")
    assert facts.simplify("a//b") == parse_expr("b*c//b") and facts.simplify("a % b") != as_expr(0)


@pytest.mark.parametrize("most", [0, 1, 16])
@pytest.mark.parametrize("seed", range(4))
def test_definitions_in_any_order(seed: int, most: int, monkeypatch: pytest.MonkeyPatch):
    """However many values are updated eagerly, each symbol is reduced to the first ones."""
    monkeypatch.setattr(table, "MAX_USERS", most)
    rng = random.Random(seed)
    base = ["x0", "x1", "x2"]
    names = [f"x{i}" for i in range(25)]
    meaning = {name: Symbol(name) for name in base}
    steps: list[tuple[str, Expr]] = []
    for i, name in enumerate(names[3:], 3):
        used = rng.sample(names[:i], 2)
        right = Symbol(used[0]) * rng.choice((1, 2)) + Symbol(used[1]) + rng.randrange(3)
        if rng.random() < 0.2:
            right = right // 2 + Symbol(used[0])
        steps.append((name, right))
        meaning[name] = substitute(right, {n: meaning[n] for n in used})
    facts = Facts()
    for name in names:
        facts.symbol(name, 0)
    rng.shuffle(steps)
    for number, (name, right) in enumerate(steps):
        if rng.random() < 0.3:
            with facts.scope():
                for other, value in rng.sample(steps[number:], min(3, len(steps) - number)):
                    facts.learn(eq(Symbol(other), value))
                facts.simplify(sum((Symbol(n) for n in names), as_expr(0)))
        if rng.random() < 0.2:
            facts = facts.copy()
        facts.learn(eq(Symbol(name), right))
        if rng.random() < 0.5:
            facts.simplify(Symbol(rng.choice(names)) + Symbol(rng.choice(names)))
    for name in names:
        assert facts.simplify(name) == meaning[name], name
        assert facts.proves(eq(Symbol(name), meaning[name]))
        assert not facts.proves(eq(Symbol(name), meaning[name] + 1))


def test_what_gets_too_large_is_not_put_in_but_nothing_is_lost():
    facts = Facts()
    letters, products = "abcd", "wxyz"
    sums = [" + ".join(f"{letter}{i}" for i in range(40)) for letter in letters]
    for letter in letters:
        for i in range(40):
            facts.symbol(f"{letter}{i}", 0)
    for name in (*products, "product", "power"):
        facts.symbol(name, 50)
    facts.learn("product == w*x*y*z")
    facts.learn("power == w*w*w*w")
    for name, text in zip(products, sums, strict=True):
        facts.learn(f"{name} == {text}")
    for name, text in zip(products, sums, strict=True):
        assert facts.simplify(name) == parse_expr(text)
        assert facts.proves(f"{text} >= 50") and not facts.proves(f"{text} >= 51")
    with pytest.raises(TooLarge):
        parse_expr("*".join(f"({text})" for text in sums))


@pytest.mark.parametrize(
    ("known", "claim"),
    [
        ((), "min(k, n) <= n"),
        ((), "n - min(3, n) >= 0"),
        ((), "min(2, n) - min(1, n) >= 0"),
        ((), "max(n, m) - m >= 0"),
        (("n % 2 == 0", "(n//2) % 2 == 0", "(n//4) % 2 == 0"), "n % 8 == 0"),
        (("n % 3 == 1", "(n//3) % 5 == 2"), "n % 15 == 7"),
    ],
)
def test_what_is_seen_at_once_is_no_row(known: tuple[str, ...], claim: str):
    facts = Facts()
    for text in known:
        facts.learn(text)
    assert facts.proves(claim)
    facts.learn(claim)
    assert not facts._store.rows  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    ("known", "claim"),
    [
        ((), "min(k, n) <= n - 1"),
        ((), "n - min(3, n) >= 1"),
        ((), "min(2, n) - min(1, n) >= 1"),
        (("(n//2) % 2 == 0",), "n % 4 == 0"),
        (("n % 3 == 1", "(n//3) % 5 == 2"), "n % 15 == 6"),
    ],
)
def test_what_does_not_follow_of_extremes_and_quotients(known: tuple[str, ...], claim: str):
    facts = Facts()
    for text in known:
        facts.learn(text)
    assert not facts.proves(claim)
