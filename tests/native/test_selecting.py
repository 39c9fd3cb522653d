"""select_and_scatter, the gradient of maxima in windows, as machine code and on the interpreter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from tieshape.interpreters.arrays import Array
from tieshape.native.engine import is_available

from .programs import agree, both, fenced, interpreted, not_native, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

SIZES = [(1, 1, 1), (2, 3, 4), (1, 7, 5), (3, 16, 17), (0, 4, 4), (2, 2, 9)]


def dense(values: Sequence[int], pairs: bool = False) -> str:
    shape = f"{len(values) // 2}x2" if pairs else f"{len(values)}"
    rows = [list(values[i : i + 2]) for i in range(0, len(values), 2)] if pairs else list(values)
    return f"dense<{rows}> : tensor<{shape}xi64>"


def program(
    window: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[int],
    *,
    element: str = "f32",
    select: str = "GE",
    fold: str = "add",
) -> str:
    image, source = tensor(f"b h w 2:{element}"), tensor(f"c y x 2:{element}")
    scalar = f"tensor<{element}>"
    return f"""
        sdim.symbol @b
        sdim.symbol @h
        sdim.symbol @w
        sdim.symbol @c
        sdim.symbol @y
        sdim.symbol @x
        func.func @main(%a: {image}, %s: {source}, %i: {scalar}) -> {image} {{
          %r = "mhlo.select_and_scatter"(%a, %s, %i) <{{
              window_dimensions = {dense((1, *window, 1))}, window_strides = {dense((1, *strides, 1))},
              padding = {dense((0, 0, *padding, 0, 0), pairs=True)}}}> ({{
            ^bb0(%p: {scalar}, %q: {scalar}):
              %k = mhlo.compare {select}, %p, %q : ({scalar}, {scalar}) -> tensor<i1>
              mhlo.return %k : tensor<i1>
          }}, {{
            ^bb0(%p: {scalar}, %q: {scalar}):
              %k = mhlo.{fold} %p, %q : {scalar}
              mhlo.return %k : {scalar}
          }}) : ({image}, {source}, {scalar}) -> {image}
          func.return %r : {image}
        }}
    """


PROGRAMS = {
    "pool": ((2, 2), (2, 2), (0, 0, 0, 0), {}),
    "overlapping, padded": ((3, 2), (2, 1), (1, 1, 0, 2), {}),
    "only padding": ((1, 2), (1, 1), (2, 0, 0, 1), {}),
    "least": ((2, 3), (1, 2), (0, 1, 1, 1), {"select": "LE"}),
    "products": ((2, 2), (1, 1), (0, 0, 0, 0), {"fold": "multiply"}),
    "f64": ((2, 2), (2, 2), (0, 1, 0, 1), {"element": "f64"}),
    "i32": ((2, 2), (1, 2), (0, 1, 0, 1), {"element": "i32", "select": "GT"}),
    "bf16": ((2, 2), (2, 2), (0, 0, 0, 0), {"element": "bf16"}),
}


def text_of(name: str) -> str:
    window, strides, padding, options = PROGRAMS[name]
    return program(window, strides, padding, **options)


def arrays(name: str, sizes: tuple[int, int, int], seed: int) -> list[Array]:
    """Few different numbers, so that elements of a window are equal."""
    window, strides, padding, options = PROGRAMS[name]
    draw = np.random.default_rng(seed)
    counts = [
        max(0, (size + low + high - length + stride) // stride)
        for size, length, stride, low, high in zip(
            sizes[1:], window, strides, padding[::2], padding[1::2], strict=True
        )
    ]
    dtype = {"f64": np.float64, "i32": np.int32}.get(options.get("element", ""), np.float32)
    image = draw.integers(-3, 4, (*sizes, 2)).astype(dtype)
    source = draw.integers(-9, 9, (sizes[0], *counts, 2)).astype(dtype)
    return [image, source, np.array(3, dtype)]


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_of_windows_are_those_of_the_interpreter(name: str) -> None:
    runner, native = both(text_of(name))
    assert not native.callbacks
    for seed, sizes in enumerate(SIZES):
        given = arrays(name, sizes, seed)
        assert agree(runner, native, given)
        if given[0].dtype.kind == "f" and given[0].size:
            given[0].flat[:: max(1, given[0].size // 5)] = (np.nan, np.inf, -0.0)[seed % 3]
            assert agree(runner, native, given)


def test_another_number_of_windows_is_refused() -> None:
    runner, native = both(text_of("pool"))
    image, source, start = arrays("pool", (2, 4, 6), 0)
    assert agree(runner, native, [image, source, start])
    assert not agree(runner, native, [image, source[:, :1], start])


def test_a_selection_that_is_not_native_is_left_to_the_interpreter() -> None:
    (line,) = [line for line in text_of("pool").splitlines() if " %p, %q" in line and "add" in line]
    text = text_of("pool").replace(line, not_native(line.split()[0], "%p"))
    _, native = both(text)
    assert [callback.op.name for callback in native.callbacks] == ["mhlo.select_and_scatter"]


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize("name", ["overlapping, padded", "only padding"])
def test_windows_stay_in_their_buffers(name: str, at_end: bool) -> None:
    runner, native = interpreted(text_of(name)), fenced(text_of(name), at_end=at_end)
    for seed, sizes in enumerate(SIZES):
        agree(runner, native, arrays(name, sizes, seed))
