"""Index maps against numpy, on all positions of small shapes."""

import random
from collections.abc import Sequence
from itertools import product as grid
from math import prod

import numpy as np
import pytest
from tieshape.analysis.index_maps import (
    Index,
    at_loops,
    coefficients,
    divided,
    linear,
    regroup,
    reshaped,
)
from tieshape.analysis.kernel_space import KernelLoop, coalesced, trips
from tieshape.symbolic import Expr, Symbol, as_expr

NAMES = ["i", "j", "k", "l"]


def exprs(shape: Sequence[int | str]) -> tuple[Expr, ...]:
    return tuple(as_expr(s) if isinstance(s, int) else Symbol(s) for s in shape)


def loops(shape: Sequence[int | str]) -> Index:
    return at_loops([(Symbol(n), s) for n, s in zip(NAMES, exprs(shape), strict=False)])


def position(index: Index, shape: Sequence[int], place: Sequence[int]) -> int:
    return linear(index, exprs(shape)).evaluate(dict(zip(NAMES, place, strict=False)))


def check(index: Index, source: Sequence[int], target: Sequence[int]) -> None:
    """`index` into `target` is, at each place of `source`, the element of the same number."""
    numbers = np.arange(prod(source)).reshape(source)
    for place in np.ndindex(*source):
        assert position(index, target, place) == numbers[place]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ((2, 3, 4), (6, 4)),
        ((6, 4), (2, 3, 4)),
        ((4, 3), (3, 4)),
        ((12,), (2, 1, 6)),
        ((1, 5), (5,)),
    ],
)
def test_a_reshape_keeps_the_row_major_position(
    source: tuple[int, ...], target: tuple[int, ...]
) -> None:
    check(reshaped(loops(source), exprs(source), exprs(target)), source, target)
    start = linear(loops(source), exprs(source))
    check(divided(start, exprs(target)), source, target)


def test_digits_are_regrouped_where_they_fit_and_only_there() -> None:
    assert regroup(
        loops(("a", "b", 8)), exprs(("a", "b", 8)), (Symbol("a") * Symbol("b"), as_expr(8))
    )
    assert regroup(loops(("a", 8)), exprs(("a", 8)), exprs((8, "a"))) is None
    assert regroup(loops((4, 3)), exprs((4, 3)), exprs((3, 4))) is None


def test_a_slice_that_begins_at_0_is_regrouped_as_the_whole() -> None:
    """Its digits are of its own size: they do not tell how the dimension is to be cut."""
    slice_ = loops(("a", 8))
    found = regroup(slice_, exprs(("a", 32)), exprs((1, "a", 32)))
    assert found is not None
    assert [str(c.position) for c in found] == ["0", "i", "j"]
    assert regroup(slice_, exprs(("a", 32)), exprs(("a", 4, 8))) is None


def test_sizes_of_one_carry_no_digit() -> None:
    index = regroup(loops((1, 3)), exprs((1, 3)), exprs((3, 1, 1)))
    assert index is not None
    assert [str(c.position) for c in index] == ["j", "0", "0"]


def test_coefficients_tell_what_is_not_linear() -> None:
    i, j, s = Symbol("i"), Symbol("j"), Symbol("s")
    found, other = coefficients(i * s * 8 + j + 3, frozenset("ij"))
    assert {name: str(c) for name, c in found.items()} == {"i": "8*s", "j": "1"}
    assert not other
    assert coefficients(i * j + (i + 1) // 4, frozenset("ij"))[1] == {"i", "j"}


def test_coalesced_loops_reach_the_same_elements_in_the_same_order() -> None:
    rng = random.Random(7)
    for _ in range(200):
        sizes = [rng.randint(1, 3) for _ in range(3)]
        nest = [KernelLoop(n, as_expr(s)) for n, s in zip(NAMES, sizes, strict=False)]
        accesses = [_access(rng, sizes) for _ in range(rng.randint(1, 2))]
        groups = coalesced(nest, accesses)
        assert [loop for group in groups for loop in group] == nest
        for access in accesses:
            assert _reached(access, groups) == [
                access.evaluate(dict(zip(NAMES, place, strict=False)))
                for place in np.ndindex(*sizes)
            ]


def _access(rng: random.Random, sizes: Sequence[int]) -> Expr:
    if rng.random() < 0.5:
        shape = exprs(sizes)
        return linear(loops(sizes), shape) * rng.randint(1, 2) + rng.randint(0, 2)
    return sum((Symbol(n) * rng.randint(0, 3) for n in NAMES[:3]), as_expr(0))


def _reached(access: Expr, groups: list[list[KernelLoop]]) -> list[int]:
    """The positions with all variables of a group but the last at 0."""
    ranges = [range(trips(group).evaluate({})) for group in groups]
    zeros = dict.fromkeys(NAMES, 0)
    names = [group[-1].name for group in groups]
    return [
        access.evaluate(zeros | dict(zip(names, place, strict=True))) for place in grid(*ranges)
    ]


def test_what_moves_otherwise_is_not_coalesced() -> None:
    nest = [KernelLoop("i", Symbol("a")), KernelLoop("j", Symbol("b"))]
    i, j, b = Symbol("i"), Symbol("j"), Symbol("b")
    assert len(coalesced(nest, [i * b + j])) == 1
    assert len(coalesced(nest, [i * b + j, j])) == 2  # a bias along the rows
    assert len(coalesced(nest, [i * b + j, i])) == 2
    assert len(coalesced(nest, [i * 8 + j])) == 2  # nothing says that b is 8
    assert len(coalesced(nest, [(i * b + j) // 4])) == 2
