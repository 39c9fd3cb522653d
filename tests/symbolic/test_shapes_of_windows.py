"""Shape algebra of windows, blocks and einsum against their definitions on arrays."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from tieshape.symbolic import Expr, Facts, Predicate, Symbol, as_expr
from tieshape.symbolic.shapes.blocks import (
    batch_to_space,
    depth_to_space,
    space_to_batch,
    space_to_depth,
)
from tieshape.symbolic.shapes.einsum import einsum, spell_ellipsis
from tieshape.symbolic.shapes.windows import (
    filter_gradient_padding,
    input_gradient_padding,
    place,
    spread,
)


class Context:
    """Collects demands; sizes may be anything from 0 on."""

    def __init__(self):
        self.facts = Facts()
        self.demands: list[Predicate] = []
        self.broadcast_sizes: dict[tuple[Expr, Expr], Expr] = {}
        self.cases: dict[str, tuple[Predicate, Expr, Expr]] = {}

    def fresh(self, minimum: int = 0) -> Expr:
        return self.facts.symbol(f"_{len(self.cases)}", minimum)

    def assume(self, fact: Predicate) -> None:
        self.facts.learn(fact)

    def require(self, claim: Predicate, words: str) -> None:
        assert words
        if not self.facts.proves(claim):
            self.demands.append(claim)

    def select(self, condition: Predicate, then: Expr, otherwise: Expr) -> Expr:
        name = f"c{len(self.cases)}"
        self.cases[name] = condition, then, otherwise
        return self.facts.symbol(name)

    def expect(self, *branches: Predicate) -> Predicate | None:
        return None

    def holds(self, values: dict[str, int]) -> bool:
        """Whether every demand holds at `values`."""
        return all(claim.holds(self.complete(values)) for claim in self.demands)

    def at(self, expr: Expr, values: dict[str, int]) -> int:
        return expr.evaluate(self.complete(values))

    def complete(self, values: dict[str, int]) -> dict[str, int]:
        """`values` and those of the symbols defined by cases."""
        result = dict(values)
        for name, (condition, then, otherwise) in self.cases.items():
            result[name] = (then if condition.holds(result) else otherwise).evaluate(result)
        return result


def sized(ctx: Context, name: str, minimum: int = 0) -> Expr:
    return ctx.facts.symbol(name, minimum)


WINDOWS = [
    (window, stride, dilation, padding)
    for window, stride, dilation in product((1, 2, 3, 5), (1, 2, 3), (1, 2))
    for padding in ("SAME", "VALID", (1, 0), (2, 3))
]


def starts(size: int, reach: int, stride: int, low: int, high: int) -> list[int]:
    """Where windows start in the padded dimension, by trying every place."""
    return [i for i in range(0, size + low + high, stride) if i + reach <= size + low + high]


@pytest.mark.parametrize("window, stride, dilation, padding", WINDOWS)
def test_windows_are_all_places_that_fit(window, stride, dilation, padding):
    ctx = Context()
    found = place(ctx, sized(ctx, "n"), window, stride, dilation, padding)
    reach = (window - 1) * dilation + 1
    for n in range(12):
        if not ctx.holds({"n": n}):
            continue
        low, high, count = (ctx.at(e, {"n": n}) for e in (found.low, found.high, found.count))
        assert count == len(starts(n, reach, stride, low, high))
        if padding == "SAME":
            assert count == -(-n // stride) and 0 <= high - low <= 1
            smaller = low + high - 1
            assert smaller < 0 or n == 0 or len(starts(n, reach, stride, 0, smaller)) < count
        else:
            assert (low, high) == ((0, 0) if padding == "VALID" else padding)


@pytest.mark.parametrize("padding", ["VALID", (1, 0)])
def test_a_window_must_almost_fit(padding):
    ctx = Context()
    found = place(ctx, sized(ctx, "n"), 5, 2, 1, padding)
    extra = 0 if padding == "VALID" else 1
    assert [ctx.holds({"n": n}) for n in range(6)] == [n + extra + 3 >= 5 for n in range(6)]
    assert ctx.at(found.count, {"n": 2 - extra}) == 0 and ctx.at(found.count, {"n": 5 - extra}) == 1


@pytest.mark.parametrize("window, stride, dilation, padding", WINDOWS)
def test_gradients_are_convolutions_with_the_right_sizes(window, stride, dilation, padding):
    ctx = Context()
    forward = place(ctx, sized(ctx, "n"), window, stride, dilation, padding)
    to_input = input_gradient_padding(ctx, forward)
    to_filter = filter_gradient_padding(ctx, forward)
    dilated = spread(ctx, forward.count, stride)
    reach = (window - 1) * dilation + 1
    for n in range(12):
        if not ctx.holds({"n": n}):
            continue
        low, high, count = (ctx.at(e, {"n": n}) for e in (*to_input, dilated))
        assert count == (max(ctx.at(forward.count, {"n": n}) - 1, -1) * stride + 1 if count else 0)
        assert low + count + high - reach + 1 == n
        low, high = (ctx.at(e, {"n": n}) for e in to_filter)
        if count:
            assert (low + n + high - count) // dilation + 1 == window


def test_padding_of_a_window_by_one_does_not_depend_on_the_size():
    ctx = Context()
    found = place(ctx, sized(ctx, "n"), 3, 1, 2, "SAME")
    assert (found.low, found.high) == (as_expr(2), as_expr(2)) and found.count == Symbol("n")


def test_padding_of_a_window_as_wide_as_its_stride_is_at_the_end():
    ctx = Context()
    n = sized(ctx, "n")
    found = place(ctx, n, 2, 2, 1, "SAME")
    assert found.low == as_expr(0)
    assert ctx.facts.proves(f"{found.high} <= 1")


def check_shape(
    algebra: Callable[[Context, list[Expr]], tuple[Expr, ...]],
    rank: int,
    definition: Callable[[np.ndarray], np.ndarray],
) -> int:
    """Compares with the shapes of `definition` on arrays; returns how many were legal."""
    ctx = Context()
    names = [f"n{i}" for i in range(rank)]
    result = algebra(ctx, [sized(ctx, name) for name in names])
    legal = 0
    for shape in product(range(5), repeat=rank):
        values = dict(zip(names, shape, strict=True))
        if ctx.holds(values):
            legal += 1
            found = tuple(ctx.at(size, values) for size in result)
            assert found == definition(np.zeros(shape)).shape, shape
    return legal


@pytest.mark.parametrize("block", [2, 3])
def test_blocks_of_pixels(block):
    def to_depth(x: np.ndarray) -> np.ndarray:
        h, w, c = x.shape
        parts = x.reshape(h // block, block, w // block, block, c).transpose(0, 2, 1, 3, 4)
        return parts.reshape(h // block, w // block, block * block * c)

    def to_space(x: np.ndarray) -> np.ndarray:
        h, w, c = x.shape
        depth = c // block**2
        parts = x.reshape(h, w, block, block, depth).transpose(0, 2, 1, 3, 4)
        return parts.reshape(h * block, w * block, depth)

    assert check_shape(lambda ctx, s: space_to_depth(ctx, *s, block), 3, to_depth)
    assert check_shape(lambda ctx, s: depth_to_space(ctx, *s, block), 3, to_space)


@pytest.mark.parametrize("block, low, high", [(2, 0, 1), (3, 1, 0), (1, 2, 2)])
def test_blocks_and_batch(block, low, high):
    amounts = [(as_expr(low), as_expr(high))]

    def to_batch(x: np.ndarray) -> np.ndarray:
        padded = np.pad(x, [(0, 0), (low, high), (0, 0)])
        n, h, c = padded.shape
        return padded.reshape(n, h // block, block, c).transpose(2, 0, 1, 3).reshape(n * block, -1, c) \
            if padded.size else np.zeros((n * block, h // block, c))  # fmt: skip

    def to_space(x: np.ndarray) -> np.ndarray:
        n, h, c = x.shape
        return np.zeros((n // block, h * block, c))[:, low : h * block - high]

    assert check_shape(lambda ctx, s: space_to_batch(ctx, tuple(s), [block], amounts), 3, to_batch)
    assert check_shape(lambda ctx, s: batch_to_space(ctx, tuple(s), [block], amounts), 3, to_space)


@pytest.mark.parametrize(
    "equation, ranks",
    [("ij,jk->ik", (2, 2)), ("ii->i", (2,)), ("...i,...i->...", (2, 2)), (".i,.->.", (2, 2))],
)
def test_einsum(equation, ranks):
    dotted = equation.replace("...", ".")
    left, _, right = dotted.partition("->")
    labels = spell_ellipsis(left.split(","), right, ranks)
    ctx = Context()
    total = sum(ranks)
    names = [f"n{i}" for i in range(total)]
    symbols = [sized(ctx, name) for name in names]
    split = [tuple(symbols[: ranks[0]]), tuple(symbols[ranks[0] :])][: len(ranks)]
    result = einsum(ctx, labels, split)
    legal = 0
    for sizes in product((1, 2, 3), repeat=total):
        values = dict(zip(names, sizes, strict=True))
        shapes = [sizes[: ranks[0]], sizes[ranks[0] :]][: len(ranks)]
        if ctx.holds(values):
            legal += 1
            expected = np.einsum(dotted.replace(".", "..."), *map(np.zeros, shapes)).shape
            assert tuple(ctx.at(size, values) for size in result) == expected
    assert legal
