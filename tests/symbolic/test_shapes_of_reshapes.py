"""Reshapes against TensorFlow's definition, for every small size: empty tensors above all.

Source: tensorflow/core/kernels/reshape_op.h
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import pytest
from tieshape.symbolic import as_expr, shapes
from tieshape.symbolic.shapes.reshaping import fits

from .test_shapes import Context


def reshaped(shape: Sequence[int], target: Sequence[int]) -> tuple[int, ...] | None:
    """The shape that TensorFlow gives, None where it refuses."""
    if target.count(-1) > 1 or min(target, default=0) < -1:
        return None
    given = [size for size in target if size != -1]
    has_zero = 0 in given
    elements = prod(size for size in shape if size > 0 or not has_zero)
    left_out = has_zero and 0 in shape
    inferred, rest = divmod(elements, prod(size for size in given if size))
    if -1 in target and rest and not left_out:
        return None
    result = tuple(inferred if size == -1 else size for size in target)
    return result if prod(result) == prod(shape) else None


def test_the_definition() -> None:
    assert reshaped([2, 0], [-1, 0]) == (2, 0)
    assert reshaped([0, 1], [0, -1, 2]) == (0, 0, 2)
    assert reshaped([3, 2], [-1, 4]) is None
    assert reshaped([3], [-1, 0]) is None
    assert reshaped([3, 2], [-1, -1]) is None


@pytest.mark.parametrize(
    ("shape", "beside"),
    [
        (["a"], ["b"]),
        (["a", "b"], ["c"]),
        ([2, "a", "b"], ["c"]),
        (["a", "b"], ["a", "c"]),
        (["a", "b"], ["a", 2]),
        (["a", "b", "c"], ["a", 2]),
        (["a", "b"], ["c", 2]),
        (["a", "b"], [0]),
        (["a", 3], ["b", "b"]),
        (["a"], ["a", "a"]),
        (["a", "b", "c"], ["a"]),
        (["a", 2, "b"], ["b"]),
    ],
)
def test_the_size_inferred_for_a_wildcard(
    shape: Sequence[str | int], beside: Sequence[str | int]
) -> None:
    """Whatever TensorFlow runs has its size, and all else is refused."""
    ctx = Context()
    symbols = {letter: ctx.facts.symbol(letter) for letter in "abc"}
    source, others = (
        [symbols[s] if isinstance(s, str) else as_expr(s) for s in part] for part in (shape, beside)
    )
    found = shapes.quotient(ctx, tuple(source), others)
    for numbers in product(range(5), repeat=3):
        sizes = dict(zip("abc", numbers, strict=True))
        a, b = ([sizes[s] if isinstance(s, str) else s for s in part] for part in (shape, beside))
        expected = reshaped(a, [-1, *b])
        if expected is None:
            assert ctx.refuses(sizes), sizes
        else:
            ctx.check((found,), expected[:1], sizes)


@pytest.mark.parametrize(
    ("shape", "beside"), [(["a", "b"], ["b"]), (["a", "b", "c"], ["b*c"]), (["a", "a"], ["a"])]
)
def test_what_keeps_its_size_is_never_given_another(
    shape: Sequence[str], beside: Sequence[str]
) -> None:
    """Where TensorFlow's size would be another one, which is so for empty tensors, it is refused."""
    ctx = Context()
    symbols = {letter: ctx.facts.symbol(letter) for letter in "abc"}
    symbols["b*c"] = symbols["b"] * symbols["c"]
    found = shapes.quotient(ctx, tuple(symbols[s] for s in shape), [symbols[s] for s in beside])
    assert ctx.facts.simplify(found) == symbols["a"]
    for numbers in product(range(4), repeat=3):
        sizes = dict(zip("abc", numbers, strict=True))
        values = {name: symbol.evaluate(sizes) for name, symbol in symbols.items()}
        expected = reshaped([values[s] for s in shape], [-1, *(values[s] for s in beside)])
        if not ctx.refuses(sizes):
            assert expected is not None
            ctx.check((found,), expected[:1], sizes)


@pytest.mark.parametrize("wildcard", [False, True])
def test_a_target_that_is_read_at_run_time(wildcard: bool) -> None:
    """The guard holds for just the targets that TensorFlow takes, two -1 not among them."""
    ctx = Context()
    elements, x, y = (ctx.facts.symbol(name, -9) for name in "exy")
    target = [x, y, as_expr(-1)] if wildcard else [x, y]
    guard = fits(elements, target, [0, 1])
    for size, *numbers in product(range(7), range(-3, 5), range(-3, 5)):
        sizes = dict(zip("exy", [size, *numbers], strict=True))
        expected = reshaped([size], [*numbers, -1] if wildcard else numbers)
        assert guard.holds(sizes) == (expected is not None), sizes
