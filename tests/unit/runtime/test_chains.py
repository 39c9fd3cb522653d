"""Chains and trees of broadcasts over unknown sizes, at sizes 0 to 3, against numpy."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import product

import numpy as np
import pytest
from tieshape.interpreters.arrays import Array
from tieshape.runtime import Artifact, AssertGuardError

from .models import compiled

VECTOR = "tensor<?xf32>"


def chain(n: int) -> Iterator[str]:
    for i in range(n):
        yield f'%r{i + 1} = "tf.AddV2"(%r{i}, %a{i + 1}) : ({VECTOR}, {VECTOR}) -> {VECTOR}'


def tree(n: int) -> Iterator[str]:
    level, count = ["%r0", *(f"%a{i}" for i in range(1, n + 1))], 0
    while len(level) > 1:
        above = level[len(level) // 2 * 2 :]
        for left, right in zip(level[::2], level[1::2], strict=False):
            count += 1
            yield f'%r{count} = "tf.AddV2"({left}, {right}) : ({VECTOR}, {VECTOR}) -> {VECTOR}'
            above.append(f"%r{count}")
        level = above


def program(
    lines: Sequence[str], n: int, result: str = "", type: str = VECTOR, more: str = ""
) -> str:
    """A function of n + 1 vectors that returns `result`, of `type`, and the last sum.

    more: lines that make `result`
    """
    arguments = [f"%r0: {VECTOR}", *(f"%a{i}: {VECTOR}" for i in range(1, n + 1))]
    results, types = f"{result}, %r{n}", f"{type}, {VECTOR}"
    if not result:
        results, types = f"%r{n}", VECTOR
    body = "\n".join([*lines, *([more] if more else []), f"func.return {results} : {types}"])
    return f"func.func @main({', '.join(arguments)}) -> ({types}) {{\n{body}\n}}\n"


def vectors(sizes: Sequence[int]) -> list[Array]:
    return [np.random.default_rng(i).standard_normal(s, np.float32) for i, s in enumerate(sizes)]


def prefixes(arrays: Sequence[Array]) -> list[Array]:
    """The sum of the first one, two, and so on. Raises ValueError where sizes do not fit."""
    found = [arrays[0]]
    for array in arrays[1:]:
        found.append(found[-1] + array)
    return found


def check(artifact: Artifact, sizes: Sequence[int], wanted: Callable[[list[Array]], list[Array]]):
    """Whether numpy takes the sizes; the artifact must do the same, with the same numbers."""
    arrays = vectors(sizes)
    try:
        expected = wanted(arrays)
    except ValueError:
        with pytest.raises(AssertGuardError, match=r"tf\.AddV2 at .*must be equal or one of"):
            artifact(*arrays)
        return False
    for found, right in zip(artifact(*arrays), expected, strict=True):
        assert found.shape == right.shape, sizes
        np.testing.assert_allclose(found, right, rtol=1e-5, atol=1e-6)
    return True


def total(arrays: list[Array]) -> list[Array]:
    return [reduce(np.add, arrays)]


def some_sizes(n: int, count: int) -> Iterator[list[int]]:
    """Sizes of n + 1 operands: many that fit, and many of which one does not."""
    rng = random.Random(n)
    for i in range(count):
        common = rng.choice((0, 2, 3))
        sizes = [rng.choice((1, common)) for _ in range(n + 1)]
        if i % 2:
            sizes[rng.randrange(n + 1)] = rng.choice((0, 2, 3))
        yield sizes


@pytest.mark.parametrize("form", [chain, tree])
def test_all_sizes_from_0_to_3_of_four_operands(form: Callable[[int], Iterator[str]]) -> None:
    artifact = compiled(program(list(form(3)), 3))
    taken = [check(artifact, sizes, total) for sizes in product(range(4), repeat=4)]
    # All are 1, or those that are not 1 are one of three numbers.
    assert taken.count(True) == 1 + 3 * (2**4 - 1)


@pytest.mark.parametrize("form", [chain, tree])
@pytest.mark.parametrize("n", [5, 9, 16])
def test_more_operands_than_are_written_out(n: int, form: Callable[[int], Iterator[str]]) -> None:
    artifact = compiled(program(list(form(n)), n))
    assert any("S" in str(g.claim) and len(g.claim.symbols()) == 2 for g in artifact.header.guards)
    taken = [check(artifact, sizes, total) for sizes in some_sizes(n, 60)]
    assert True in taken and False in taken


def test_the_guard_that_fails_names_the_op_that_does_not_fit() -> None:
    artifact = compiled(program(list(chain(9)), 9))
    for place in range(1, 10):
        sizes = [2, *[1, 2] * 5][:10]
        sizes[place] = 3
        with pytest.raises(AssertGuardError, match=rf"tf\.AddV2 at \S+:{place + 1}:\d+"):
            artifact(*vectors(sizes))


@pytest.mark.parametrize("place", [2, 6])
def test_a_sum_in_between_that_is_returned_keeps_its_own_size(place: int) -> None:
    artifact = compiled(program(list(chain(8)), 8, f"%r{place}"))
    wanted = lambda arrays: [prefixes(arrays)[place], prefixes(arrays)[8]]  # noqa: E731
    taken = [check(artifact, sizes, wanted) for sizes in some_sizes(8, 40)]
    assert True in taken
    # The first ones are 1, a later one is not: the sum in between stays small.
    assert check(artifact, [1] * (place + 1) + [3] * (8 - place), wanted)
    assert check(artifact, [1] * (place + 1) + [0] * (8 - place), wanted)


def test_the_shape_of_a_sum_in_between_is_its_own() -> None:
    line = f'%s = "tf.Shape"(%r6) : ({VECTOR}) -> tensor<1xi32>'
    artifact = compiled(program(list(chain(8)), 8, "%s", "tensor<1xi32>", line))

    def wanted(arrays: list[Array]) -> list[Array]:
        sums = prefixes(arrays)
        return [np.array(sums[6].shape, np.int32), sums[8]]

    for sizes in ([1] * 9, [1] * 8 + [3], [1] * 7 + [0, 1], [1, 2] + [1] * 7, [0] + [1] * 8):
        assert check(artifact, sizes, wanted), sizes
    assert not check(artifact, [1, 2, 1, 3, 1, 1, 1, 1, 1], wanted)


def test_a_sum_over_a_sum_in_between_adds_up_its_own_elements() -> None:
    lines = (
        '%axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>\n'
        f'%s = "tf.Sum"(%r6, %axis) <{{keep_dims = false}}> : ({VECTOR}, tensor<i32>) -> tensor<f32>'
    )
    artifact = compiled(program(list(chain(8)), 8, "%s", "tensor<f32>", lines))

    def wanted(arrays: list[Array]) -> list[Array]:
        sums = prefixes(arrays)
        return [np.array(sums[6].sum()), sums[8]]

    for sizes in ([1] * 9, [1] * 8 + [3], [1] * 7 + [0, 1], [1, 2] + [1] * 7, [0] + [1] * 8):
        assert check(artifact, sizes, wanted), sizes


def test_what_is_written_grows_with_the_operands_only() -> None:
    """Each broadcast is said by the one before it: twice the ops are twice the text, about."""
    small, large = (len(compiled(program(list(chain(n)), n)).code) for n in (16, 32))
    assert large < 2.3 * small
