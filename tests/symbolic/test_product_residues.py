"""What is known of the remainder of a product simplifies quotients of it, as that of a symbol does."""

import itertools
import random

import pytest
from tieshape.symbolic import Expr, Facts, Predicate, Symbol, eq
from tieshape.symbolic import congruence as module

from .learning import facts

NAMES = "abc"
MODELS = [dict(zip(NAMES, v, strict=True)) for v in itertools.product(range(9), repeat=len(NAMES))]


@pytest.mark.parametrize(
    ("learnt", "size", "simple"),
    [
        (["(a*b) % 6 == 0"], "6*((a*b)//6)", "a*b"),
        (["(a*b) % 6 == 0"], "2*((a*b)//2)", "a*b"),
        (["(a*b) % 2 == 0", "(2*((a*b)//2)) % 3 == 0"], "3*((2*((a*b)//2))//3)", "a*b"),
        (["(a*b) % 2 == 0", "((a*b)//2) % 3 == 0"], "6*((a*b)//6)", "a*b"),
        (["(a*b) % 4 == 3"], "4*((a*b)//4)", "a*b - 3"),
        (["(a*b + 1) % 4 == 0"], "(a*b) % 4", "3"),
        (["(a*b) % 4 == 0", "(a*b) % 3 == 0"], "(5*a*b) % 12", "0"),
        (["(a*b) % 4 == 0"], "(a*b + c)//4 - c//4", "(a*b)//4"),
        (["broadcast(a, b) % 3 == 0"], "3*(broadcast(a, b)//3)", "broadcast(a, b)"),
        (["2*((a*b)//2) == c", "(a*b) % 2 == 0"], "c", "a*b"),
    ],
)
def test_exact(learnt: list[str], size: str, simple: str) -> None:
    known = facts(*learnt)
    assert known.simplify(size) == known.simplify(simple)
    assert known.proves(f"{size} == {simple}")


@pytest.mark.parametrize(
    ("learnt", "size", "simple"),
    [
        (["(a*b) % 6 == 0"], "4*((a*b)//4)", "a*b"),
        (["(a*b) % 6 == 0"], "6*((a*c)//6)", "a*c"),
        (["(a*b) % 6 == 0"], "6*(a//6)", "a"),
        (["(a*b + a) % 6 == 0"], "6*((a*b)//6)", "a*b"),
        (["((a*b)//2) % 3 == 0"], "6*((a*b)//6)", "a*b"),
        (["(2*a*b) % 4 == 0"], "4*((a*b)//4)", "a*b"),
    ],
)
def test_not_exact(learnt: list[str], size: str, simple: str) -> None:
    known = facts(*learnt)
    assert known.simplify(size) != known.simplify(simple)
    assert not known.proves(f"{size} == {simple}")


def test_a_factor_that_is_told_later_keeps_what_was_said_of_the_product() -> None:
    known = facts("(a*b) % 6 == 0", "a == 4")
    assert known.proves("b % 3 == 0")
    assert not known.proves("b % 2 == 0")


def test_a_scope_takes_it_back() -> None:
    known = facts("(a*b) % 3 == 0")
    with known.scope():
        known.learn("(a*b) % 5 == 0")
        assert known.simplify("15*((a*b)//15)") == known.simplify("a*b")
    assert known.simplify("15*((a*b)//15)") != known.simplify("a*b")
    assert known.simplify("3*((a*b)//3)") == known.simplify("a*b")


def test_a_copy_knows_it_and_learns_alone() -> None:
    known = facts("(a*b) % 3 == 0")
    other = known.copy()
    other.learn("(a*b) % 5 == 0")
    assert other.proves("(a*b) % 15 == 0")
    assert not known.proves("(a*b) % 15 == 0")


def test_what_is_said_of_other_products_stays() -> None:
    learnt = ["(a*b) % 2 == 0", "(a*b*c) % 3 == 0", "(a*c) % 5 == 0", "(b*c) % 7 == 0"]
    for order in itertools.permutations(learnt):
        known = facts(*order)
        assert all(map(known.proves, learnt))


def random_size(rng: random.Random, depth: int) -> Expr:
    """A sum of products and of quotients of such sums."""
    symbols = [Symbol(name) for name in NAMES]
    product = rng.choice(symbols) * rng.choice(symbols) * rng.choice((1, 1, 2, 3))
    if depth and rng.random() < 0.7:
        product = random_size(rng, depth - 1) // rng.choice((2, 3, 4)) * rng.choice((1, 2, 3))
    return product + rng.choice((0, 0, 1, rng.choice(symbols)))


def random_remainder(rng: random.Random) -> Predicate:
    divisor = rng.choice((2, 3, 4, 6))
    return eq(random_size(rng, 1) % divisor, rng.choice((0, 0, 0, 1)))


def wrong_value(seed: int) -> str | None:
    """Facts, a size, and sizes for which the facts hold and its simplest form is another number."""
    rng = random.Random(seed)
    learnt = [random_remainder(rng) for _ in range(3)]
    models = [model for model in MODELS if all(fact.holds(model) for fact in learnt)]
    if not models:
        return None
    known = Facts()
    for fact in learnt:
        known.learn(fact)
    for _ in range(8):
        size = random_size(rng, 2)
        simple = known.simplify(size)
        for model in models:
            if size.evaluate(model) != simple.evaluate(model):
                return f"{[str(fact) for fact in learnt]}: {size} as {simple}, {model}"
    return None


def forgotten(seed: int) -> str | None:
    """Facts, and one of them that is not known any more after the others were learnt."""
    rng = random.Random(seed)
    learnt = [random_remainder(rng) for _ in range(4)]
    model = next((m for m in MODELS if all(fact.holds(m) for fact in learnt)), None)
    known = Facts()
    for fact in learnt if model else ():
        known.learn(fact)
    if model and rng.random() < 0.5:
        name = rng.choice(NAMES)
        known.learn(eq(Symbol(name), model[name]))
    lost = [str(fact) for fact in learnt if model and not known.proves(fact)]
    return f"{[str(fact) for fact in learnt]}: {lost}" if lost else None


@pytest.mark.parametrize("seed", range(60))
def test_no_fact_is_lost(seed: int) -> None:
    assert forgotten(seed) is None


@pytest.mark.parametrize("seed", range(60))
def test_values_stay(seed: int) -> None:
    assert wrong_value(seed) is None


def test_a_product_taken_for_a_multiple_of_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "meet", lambda x, y: (x[0] * y[0], 0))
    assert any(wrong_value(seed) for seed in range(60))
