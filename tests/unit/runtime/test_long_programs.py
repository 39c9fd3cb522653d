"""Long and wide programs: their sizes get names on the way, their guards still hold what they did."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tieshape.runtime import AssertGuardError, Model

V, I0, I1 = "tensor<?xf32>", "tensor<i32>", "tensor<1xi32>"
AXIS = f'%axis = "tf.Const"() <{{value = dense<0> : {I0}}}> : () -> {I0}'


def function(arguments: int, lines: list[str], result: str) -> str:
    listed = ", ".join(f"%a{i}: {V}" for i in range(arguments))
    body = "\n  ".join([AXIS, *lines, f"func.return {result} : {V}"])
    return f"func.func @main({listed}) -> {V} {{\n  {body}\n}}\n"


def thirds(steps: int) -> str:
    """The first and the last third, again and again."""
    lines, value = [], "%a0"
    for i in range(steps):
        lines += [
            f'%s{i}:3 = "tf.Split"(%axis, {value}) : ({I0}, {V}) -> ({V}, {V}, {V})',
            f'%c{i} = "tf.ConcatV2"(%s{i}#0, %s{i}#2, %axis) : ({V}, {V}, {I0}) -> {V}',
        ]
        value = f"%c{i}"
    return function(1, lines, value)


def joined(parts: int) -> str:
    """Arguments joined one after the other."""
    lines, value = [], "%a0"
    for i in range(1, parts):
        lines.append(
            f'%c{i} = "tf.ConcatV2"({value}, %a{i}, %axis) : ({V}, {V}, {I0}) -> {V}',
        )
        value = f"%c{i}"
    return function(parts, lines, value)


def counted(steps: int) -> str:
    """Ones, as many as arithmetic on and on makes of a size: never less than 5."""
    lines = [
        f'%n0 = "tf.Size"(%a0) : ({V}) -> {I0}',
        f'%five = "tf.Const"() <{{value = dense<5> : {I0}}}> : () -> {I0}',
        f'%seven = "tf.Const"() <{{value = dense<7> : {I0}}}> : () -> {I0}',
        '%one = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>',
    ]
    for i in range(steps):
        lines += [
            f'%m{i} = "tf.FloorMod"(%n{i}, %seven) : ({I0}, {I0}) -> {I0}',
            f'%k{i} = "tf.AddV2"(%m{i}, %n0) : ({I0}, {I0}) -> {I0}',
            f'%n{i + 1} = "tf.Maximum"(%k{i}, %five) : ({I0}, {I0}) -> {I0}',
        ]
    lines += [
        f'%p = "tf.Pack"(%n{steps}) <{{axis = 0 : i64}}> : ({I0}) -> {I1}',
        f'%f = "tf.Fill"(%p, %one) : ({I1}, tensor<f32>) -> {V}',
    ]
    return function(1, lines, "%f")


def model(tmp_path: Path, text: str) -> Callable[..., list[np.ndarray]]:
    path = tmp_path / "model.mlir"
    path.write_text(text)
    return Model(str(path))  # pyright: ignore[reportReturnType]


def ones(size: int) -> np.ndarray:
    return np.ones(size, np.float32)


def test_splits_inside_each_other_are_all_tested(tmp_path: Path):
    run = model(tmp_path, thirds(9))
    assert run(ones(3**9))[0].shape == (2**9,)
    with pytest.raises(AssertGuardError, match="divisible into 3 parts"):
        run(ones(3**8))
    with pytest.raises(AssertGuardError, match="divisible into 3 parts"):
        run(ones(3**9 + 1))


@pytest.mark.parametrize("parts", [3, 110])
def test_many_parts_are_joined(tmp_path: Path, parts: int):
    run = model(tmp_path, joined(parts))
    sizes = [i % 4 for i in range(parts)]
    assert run(*map(ones, sizes))[0].shape == (sum(sizes),)


@pytest.mark.parametrize("steps", [2, 80])
def test_numbers_from_numbers(tmp_path: Path, steps: int):
    for size in (0, 3, 11):
        n = size
        for _ in range(steps):
            n = max(n % 7 + size, 5)
        assert model(tmp_path, counted(steps))(ones(size))[0].shape == (n,)
