"""Quotients by an operand of a broadcast, multiples in broadcasts, and sizes that are absorbed."""

import random
from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from tieshape.symbolic import (
    Contradiction,
    Expr,
    Facts,
    Predicate,
    Symbol,
    absorption,
    broadcast,
    broadcast_multiples,
    broadcastable,
    eq,
    ne,
    parse_expr,
    parse_predicate,
    prove,
)

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


def random_size(rng: random.Random, depth: int) -> Expr:
    """A product, a broadcast or a quotient of sizes."""
    if not depth or rng.random() < 0.2:
        return Symbol(rng.choice(NAMES))
    x, y = random_size(rng, depth - 1), random_size(rng, depth - 1)
    kind = rng.random()
    if kind < 0.35:
        return x * y
    if kind < 0.75:
        return broadcast(x, y, *([Symbol(rng.choice(NAMES))] if rng.random() < 0.3 else []))
    return x // y if kind < 0.9 else x + y


def random_fact(rng: random.Random) -> Predicate:
    kind, x, y = rng.random(), random_size(rng, 1), random_size(rng, 2)
    if kind < 0.4:
        return broadcastable(Symbol(rng.choice(NAMES)), x, *([y] if rng.random() < 0.3 else []))
    if kind < 0.6:
        return ne(Symbol(rng.choice(NAMES)), rng.choice((0, 0, 1)))
    if kind < 0.8:
        return eq(x, broadcast(x, y))
    return eq(y % Symbol(rng.choice(NAMES)), 0)


def faults(seed: int) -> list[str]:
    """What is simplified or proved and false for small sizes, of one random system of facts."""
    rng = random.Random(seed)
    least = rng.choice((0, 0, 1, -1))
    facts, stated = knowing([], least), list[Predicate]()
    for _ in range(rng.randint(1, 4)):
        fact = random_fact(rng)
        with suppress(Contradiction):
            facts.learn(fact)
            stated.append(fact)
    models = list[dict[str, int]]()
    for numbers in product(range(least, 4), repeat=len(NAMES)):
        values = dict(zip(NAMES, numbers, strict=True))
        with suppress(ZeroDivisionError):
            if all(fact.holds(values) for fact in stated):
                models.append(values)
    found = list[str]()
    for _ in range(6):
        size, other = random_size(rng, 3), random_size(rng, 2)
        pairs = [(size, facts.simplify(size))]
        if facts.proves(eq(size, other)):
            pairs.append((size, other))
        for values in models:
            for old, new in pairs:
                with suppress(ZeroDivisionError):
                    if old.evaluate(values) != new.evaluate(values):
                        found.append(f"{old} is not {new} for {values}, {list(map(str, stated))}")
    return found


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_random_products_quotients_and_broadcasts(first: int):
    for seed in range(first, first + 20):
        assert not faults(seed)


@pytest.mark.parametrize(("name", "first"), [("_is_multiple", 236), ("_counts", 0)])
def test_a_wrong_law_is_found(monkeypatch: pytest.MonkeyPatch, name: str, first: int):
    """A broadcast is taken for a multiple of any operand, and any multiple for one that counts."""
    wrong = {
        "_is_multiple": lambda atom, divisor, _: divisor.as_expr() in getattr(atom, "args", ()),
        "_counts": lambda other, size, *_: set(size.atoms()) < set(other.atoms()),
    }
    monkeypatch.setattr(broadcast_multiples, name, wrong[name])
    assert any(faults(seed) for seed in range(first, first + 40))


def test_a_wrong_absorption_is_found(monkeypatch: pytest.MonkeyPatch):
    """Sizes are absorbed beside some of those that absorb them, not beside all."""
    monkeypatch.setattr(absorption.Absorption, "counting", lambda self, sizes: list(sizes)[:1])
    assert any(faults(seed) for seed in range(60))
