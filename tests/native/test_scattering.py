"""Scatters as machine code, against the interpreter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from tieshape.interpreters.arrays import Array
from tieshape.native.engine import is_available

from .programs import agree, both, fenced, interpreted, not_native, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

ADD = "    %s = mhlo.add %a0, %b0 : tensor<f32>\n    mhlo.return %s : tensor<f32>"
SET = "    mhlo.return %b0 : tensor<f32>"
LESS = "    %s = mhlo.subtract %b0, %a0 : tensor<f32>\n    mhlo.return %s : tensor<f32>"


def scattering(
    types: tuple[str, str, str], numbers: str, body: str = ADD, element: str = "f32", count: int = 1
) -> str:
    """A program of one scatter: types of the inputs, indices and updates."""
    x, i, u = map(tensor, types)
    scalar = f"tensor<{element}>"
    inputs = [f"%x{k}: {x}" for k in range(count)]
    updates = [f"%u{k}: {u}" for k in range(count)]
    arguments = ", ".join(f"%{side}{k}: {scalar}" for side in "ab" for k in range(count))
    operands = ", ".join(
        [*(f"%x{k}" for k in range(count)), "%i", *(f"%u{k}" for k in range(count))]
    )
    results = ", ".join([x] * count)
    names = "\n".join(f"sdim.symbol @{s}" for s in "mnkv")
    return f"""
{names}
func.func @main({", ".join([*inputs, f"%i: {i}", *updates])}) -> ({results}) {{
  %r:{count} = "mhlo.scatter"({operands}) <{{scatter_dimension_numbers = #mhlo.scatter<{numbers}>}}> ({{
  ^bb0({arguments}):
{body.replace("f32", element)}
  }}) : ({", ".join([x] * count + [i] + [u] * count)}) -> ({results})
  func.return {", ".join(f"%r#{k}" for k in range(count))} : {results}
}}
"""


ROWS = (
    "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],"
    " index_vector_dim = 1"
)
POINTS = (
    "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1"
)
WINDOWS = "update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1"
ONE = "update_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 0"
BATCHES = (
    "update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0],"
    " scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2"
)
TWO = """
    %s = mhlo.add %a0, %b1 : tensor<f32>
    %t = mhlo.maximum %a1, %b0 : tensor<f32>
    mhlo.return %s, %t : tensor<f32>, tensor<f32>
"""
SCATTERS = {
    "rows are added": scattering(("v n", "k 1:i32", "k n"), ROWS),
    "rows are set": scattering(("v n", "k 1:i64", "k n"), ROWS, SET),
    "rows of other lengths": scattering(("v 9", "k 1:i32", "k n"), ROWS),
    "the order counts": scattering(("v n", "k 1:i32", "k n"), ROWS, LESS),
    "no vector dimension": scattering(("v n", "k:i32", "k n"), ROWS),
    "points": scattering(("v n", "k 2:i32", "k"), POINTS),
    "points of small integers": scattering(("v n", "k 2:i8", "k"), POINTS, SET),
    "windows": scattering(("v n", "k 2:i32", "k 2 3"), WINDOWS),
    "windows of any size": scattering(("v n", "k 2:i64", "k m 3"), WINDOWS, LESS),
    "one window": scattering(("v n", "1:i32", "v 2"), ONE, SET),
    "batches": scattering(("m v n", "m k 1:i32", "m k n"), BATCHES),
    "i32": scattering(("v n:i32", "k 1:i32", "k n:i32"), ROWS, ADD, "i32"),
    "i64": scattering(("v n:i64", "k 1:i32", "k n:i64"), ROWS, LESS, "i64"),
    "f64": scattering(("v n:f64", "k 1:i32", "k n:f64"), ROWS, ADD, "f64"),
    "i1": scattering(("v n:i1", "k 1:i32", "k n:i1"), ROWS, SET, "i1"),
    "two inputs": scattering(("v n", "k 1:i32", "k n"), ROWS, TWO, count=2),
}
SIZES = ((2, 3, 5, 4), (1, 16, 3, 2), (3, 17, 9, 7), (2, 1, 40, 1), (0, 4, 0, 3), (1, 0, 2, 5))
"""Of m, n, k, v."""
DTYPES = {"f32": "f4", "f64": "f8", "i32": "i4", "i64": "i8", "i8": "i1", "i1": "?"}


def arrays(text: str, sizes: Sequence[int], seed: int) -> list[Array]:
    """Arguments, of which the indices lie around the inputs."""
    random, found = np.random.default_rng(seed), list[Array]()
    known = dict(zip(("@m", "@n", "@k", "@v"), sizes, strict=True))
    head = text.partition("@main(")[2].partition(") ->")[0]
    for name, part in zip(head.split("%")[1:], head.split("tensor<")[1:], strict=True):
        entries = part.partition("[")[2].partition("]")[0].split(", ")
        shape = [known[e] if e[0] == "@" else int(e) for e in entries]
        dtype = np.dtype(DTYPES[part.partition(",")[0].rpartition("x")[2]])
        low, high = (-3, max(sizes) + 3) if name[0] == "i" else (-50, 50)
        found.append(random.integers(low, high, shape).astype(dtype))
    return found


@pytest.mark.parametrize("name", SCATTERS)
def test_scatters_are_those_of_the_interpreter(name: str) -> None:
    text = SCATTERS[name]
    runner, program = both(text)
    assert not program.callbacks
    for seed, sizes in enumerate(SIZES):
        for again in range(3):
            arguments = arrays(text, sizes, 10 * seed + again)
            assert agree(runner, program, arguments)


@pytest.mark.parametrize("name", ["rows are set", "windows of any size"])
def test_indices_may_be_anything(name: str) -> None:
    """Sums with the greatest and the least integers do not leave their range."""
    text = SCATTERS[name]
    runner, program = both(text)
    extremes = [2**63 - 1, -(2**63), -(2**63) + 5, 2**63 - 4, -1, 0]
    for seed in range(20):
        arguments = arrays(text, (4, 7, 6, 9), seed)
        index = next(a for a in arguments if a.dtype == np.int64)
        random = np.random.default_rng(seed)
        index[...] = random.choice(np.array(extremes, np.int64), index.shape)
        assert agree(runner, program, arguments)


def test_inputs_are_not_changed() -> None:
    text = SCATTERS["rows are added"]
    _, program = both(text)
    arguments = arrays(text, (1, 4, 5, 3), 1)
    before = [argument.copy() for argument in arguments]
    program.run(arguments)
    for a, b in zip(arguments, before, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_body_that_is_not_native_is_left_to_the_interpreter() -> None:
    body = f"{not_native('%s', '%a0')}    mhlo.return %s : tensor<f32>"
    _, program = both(scattering(("v n", "k 1:i32", "k n"), ROWS, body))
    assert [callback.op.name for callback in program.callbacks] == ["mhlo.scatter"]


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize("name", ["rows of other lengths", "windows of any size", "points"])
def test_scatters_stay_in_their_buffers(name: str, at_end: bool) -> None:
    text = SCATTERS[name]
    runner, program = interpreted(text), fenced(text, at_end=at_end)
    for seed, sizes in enumerate(SIZES):
        assert agree(runner, program, arrays(text, sizes, seed))
