"""The shape algebra against numpy, on random small shapes with every size a symbol."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from tieshape.symbolic import Expr, Facts, Predicate, Symbol, as_expr, minimum, shapes
from tieshape.symbolic.shapes import Shape

SEEDS = range(60)


class Context:
    """Learns what rules demand, as inference does, and keeps it to be held against real sizes."""

    def __init__(self) -> None:
        self.facts = Facts()
        self.broadcast_sizes: dict[tuple[Expr, Expr], Expr] = {}
        self.said: list[Predicate] = []
        self.cases: dict[str, tuple[Predicate, Expr, Expr]] = {}
        self.fresh_count = 0

    def fresh(self, minimum: int = 0) -> Expr:
        self.fresh_count += 1
        return self.facts.symbol(f"f{self.fresh_count}", minimum)

    def assume(self, fact: Predicate) -> None:
        self.facts.learn(fact)
        self.said.append(fact)

    def require(self, claim: Predicate, words: str) -> None:
        assert words
        if not self.facts.proves(claim):
            self.assume(claim)

    def select(self, condition: Predicate, then: Expr, otherwise: Expr) -> Expr:
        name = f"c{len(self.cases)}"
        self.cases[name] = condition, then, otherwise
        return self.facts.symbol(name, -(2**40))

    def expect(self, *branches: Predicate) -> Predicate | None:
        return None

    def values(self, sizes: dict[str, int]) -> dict[str, int]:
        result = dict(sizes)
        for name, (condition, then, otherwise) in self.cases.items():
            result[name] = (then if condition.holds(result) else otherwise).evaluate(result)
        return result

    def check(self, found: Shape, expected: Sequence[int], sizes: dict[str, int]) -> None:
        """The shape found is `expected` at these sizes, and all that was assumed holds there."""
        values = self.values(sizes)
        assert [size.evaluate(values) for size in found] == list(expected)
        for fact in self.said:
            assert fact.holds(values), fact

    def refuses(self, sizes: dict[str, int]) -> bool:
        """Whether something that was demanded does not hold at these sizes."""
        values = self.values(sizes)
        return not all(fact.holds(values) for fact in self.said)


def named(letter: str, shape: Sequence[int], sizes: dict[str, int]) -> Shape:
    """`shape` with a symbol for each size, some of them constants, recorded in `sizes`."""
    result = list[Expr]()
    for i, size in enumerate(shape):
        if (len(letter) + i + size) % 4 == 0:
            result.append(as_expr(size))
        else:
            name = f"{letter}{i}"
            sizes[name] = size
            result.append(Symbol(name))
    return tuple(result)


def some_shape(rng: random.Random, least: int = 0, most: int = 4) -> list[int]:
    return [rng.choice([0, 1, 1, 2, 3, 5]) for _ in range(rng.randint(least, most))]


@pytest.mark.parametrize("seed", SEEDS)
def test_broadcast(seed: int) -> None:
    rng = random.Random(seed)
    a = some_shape(rng)
    b = [rng.choice([size, size, 1, 2]) for size in a][rng.randint(0, len(a)) :]
    sizes: dict[str, int] = {}
    ctx = Context()
    found = (
        shapes.broadcast(ctx, named("a", a, sizes), named("bb", b, sizes)) if fits(a, b) else None
    )
    if found is not None:
        ctx.check(found, np.broadcast_shapes(tuple(a), tuple(b)), sizes)
    else:
        refused_when_wrong(a, b)


def fits(a: Sequence[int], b: Sequence[int]) -> bool:
    try:
        np.broadcast_shapes(tuple(a), tuple(b))
    except ValueError:
        return False
    return True


def refused_when_wrong(a: Sequence[int], b: Sequence[int]) -> None:
    """Sizes that numpy refuses break what was demanded of symbols."""
    ctx = Context()
    sizes = {f"a{i}": size for i, size in enumerate(a)} | {f"b{i}": s for i, s in enumerate(b)}
    left = tuple(Symbol(f"a{i}") for i in range(len(a)))
    right = tuple(Symbol(f"b{i}") for i in range(len(b)))
    shapes.broadcast(ctx, left, right)
    assert ctx.refuses(sizes)


@pytest.mark.parametrize("seed", SEEDS)
def test_concat(seed: int) -> None:
    rng = random.Random(seed)
    first = some_shape(rng, 1)
    axis = rng.randrange(len(first))
    parts = [
        [rng.randint(0, 4) if i == axis else size for i, size in enumerate(first)]
        for _ in range(rng.randint(1, 3))
    ]
    sizes: dict[str, int] = {}
    ctx = Context()
    found = shapes.concat(ctx, [named("p" * (n + 1), p, sizes) for n, p in enumerate(parts)], axis)
    ctx.check(found, np.concatenate([np.zeros(p) for p in parts], axis).shape, sizes)


@pytest.mark.parametrize("seed", SEEDS)
def test_reduce_and_transpose(seed: int) -> None:
    rng = random.Random(seed)
    shape = some_shape(rng, 1)
    sizes: dict[str, int] = {}
    ctx = Context()
    symbols = named("s", shape, sizes)
    axes = tuple(rng.sample(range(-len(shape), 0), rng.randint(0, len(shape))))
    for keep in (False, True):
        ctx.check(
            shapes.reduce(symbols, axes, keep),
            np.zeros(shape).sum(axes, keepdims=keep).shape,
            sizes,
        )
    order = rng.sample(range(len(shape)), len(shape))
    ctx.check(shapes.transpose(symbols, order), np.zeros(shape).transpose(order).shape, sizes)


@pytest.mark.parametrize("seed", SEEDS)
def test_matmul(seed: int) -> None:
    rng = random.Random(seed)
    m, k, n = (rng.choice([0, 1, 2, 3]) for _ in range(3))
    batch = some_shape(rng, 0, 2)
    other = [rng.choice([size, 1]) for size in batch]
    adjoint_a, adjoint_b = rng.random() < 0.5, rng.random() < 0.5
    a, b = [*batch, m, k], [*other, k, n]
    a_given = [*batch, k, m] if adjoint_a else a
    b_given = [*other, n, k] if adjoint_b else b
    sizes: dict[str, int] = {}
    ctx = Context()
    found = shapes.matmul(
        ctx, named("x", a_given, sizes), named("yy", b_given, sizes), adjoint_a, adjoint_b
    )
    ctx.check(found, (np.zeros(a) @ np.zeros(b)).shape, sizes)


@pytest.mark.parametrize("seed", SEEDS)
def test_reshape(seed: int) -> None:
    rng = random.Random(seed)
    shape = [rng.choice([1, 2, 3, 4, 6]) for _ in range(rng.randint(1, 4))]
    elements = int(np.prod(shape))
    target, left = list[int](), elements
    while left > 1 and len(target) < 3:
        factor = rng.choice([d for d in range(1, left + 1) if left % d == 0])
        target.append(factor)
        left //= factor
    target.append(left)
    wildcard = rng.choice([None, *range(len(target))])
    sizes: dict[str, int] = {}
    ctx = Context()
    wanted = list[Expr | None](named("ttt", target, sizes))
    if wildcard is not None:
        sizes.pop(f"ttt{wildcard}", None)
        wanted[wildcard] = as_expr(-1)
    found = shapes.reshape(ctx, named("s", shape, sizes), wanted)
    ctx.check(found, target, sizes)


EXTREMES = (-(2**63), 1 - 2**63, 2**63 - 1)
"""Bounds by which exporters say that a slice goes on to either end."""


@pytest.mark.parametrize("seed", SEEDS)
def test_strided_slices(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        size = rng.randint(0, 6)
        begin, end = (rng.choice([None, rng.randint(-8, 8), *EXTREMES]) for _ in range(2))
        stride = rng.choice([-3, -2, -1, 1, 2, 3])
        ctx = Context()
        symbol = ctx.facts.symbol("n")
        start, stop = shapes.strided_bounds(
            ctx,
            symbol,
            None if begin is None else as_expr(begin),
            None if end is None else as_expr(end),
            stride,
        )
        count = shapes.strided_size(ctx, start, stop, stride)
        taken = range(size)[begin:end:stride]
        ctx.check((count,), (len(taken),), {"n": size})
        if len(taken):
            ctx.check((start,), (taken[0],), {"n": size})


@pytest.mark.parametrize(("stride", "far"), [(1, 2**63 - 1), (-1, -(2**63)), (-1, 1 - 2**63)])
def test_a_bound_beyond_every_size_is_an_open_end(stride: int, far: int) -> None:
    ctx = Context()
    size = ctx.facts.symbol("n")
    start = as_expr(0) if stride > 0 else as_expr(-1)
    found = [
        shapes.strided_bounds(ctx, size, start, None if end is None else as_expr(end), stride)
        for end in (far, None)
    ]
    assert [shapes.strided_size(ctx, *bounds, stride) for bounds in found] == [size, size]
    assert ctx.facts.simplify(found[0][1]) == ctx.facts.simplify(found[1][1])


@pytest.mark.parametrize("size", range(7))
@pytest.mark.parametrize("divisor", range(1, 5))
def test_rounding_up(size: int, divisor: int) -> None:
    assert shapes.ceil_div(Symbol("n"), divisor).evaluate({"n": size}) == -(-size // divisor)


def test_a_size_beside_a_wildcard_cancels_where_either_is_not_zero() -> None:
    ctx = Context()
    a, b = ctx.facts.symbol("a"), ctx.facts.symbol("b", 1)
    assert ctx.facts.simplify(shapes.quotient(ctx, (a, b, as_expr(8)), [b, as_expr(2)])) == a * 4
    assert not ctx.refuses({"a": 0, "b": 1})


@pytest.mark.parametrize(("a", "b", "size"), [(0, 0, 4), (2, 0, 8), (0, 3, 0), (2, 3, 8)])
def test_zero_sizes_beside_a_wildcard_are_left_out(a: int, b: int, size: int) -> None:
    ctx = Context()
    shape = (ctx.facts.symbol("a"), ctx.facts.symbol("b"), as_expr(8))
    found = shapes.quotient(ctx, shape, [shape[1], as_expr(2)])
    ctx.check((found,), (size,), {"a": a, "b": b})


def test_a_size_that_is_left_keeps_its_name() -> None:
    ctx = Context()
    a, b = ctx.facts.symbol("a"), ctx.facts.symbol("b")
    assert shapes.quotient(ctx, (a, b), [b]) == a
    assert ctx.refuses({"a": 0, "b": 0})
    assert not ctx.refuses({"a": 0, "b": 2})


def test_a_product_beside_a_wildcard_must_not_be_zero() -> None:
    """TensorFlow reshapes [2, 0, 3] to [0, 6] for [0, -1]; cancelling would say 2 or 3."""
    ctx = Context()
    a, b, c = (ctx.facts.symbol(name) for name in "abc")
    assert ctx.facts.simplify(shapes.quotient(ctx, (a, b, c), [b * c])) == a
    assert ctx.refuses({"a": 2, "b": 0, "c": 3})
    assert not ctx.refuses({"a": 2, "b": 1, "c": 3})


def test_the_rest_of_a_rest_is_as_short_as_a_rest() -> None:
    context, a = Context(), Symbol("a")
    context.facts.symbol("a")
    size = a
    for skipped in (1, 2, 0, 3):
        start, stop = shapes.strided_bounds(context, size, as_expr(skipped), None, 1)
        size = shapes.strided_size(context, start, stop, 1)
    assert size == a - minimum(6, a)
    for value in range(9):
        assert size.evaluate({"a": value}) == len(range(value)[1:][2:][0:][3:])
