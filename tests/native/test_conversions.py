"""Floats as integers: cut off, saturated, NaN as 0, with and without a clamp before."""

from itertools import product

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.native.engine import is_available
from tieshape.native.program import on_buffers
from tieshape.passes import FusePass
from tieshape.text.module import parse_module
from xdsl.dialects import arith

from tieshape import new_context

from .programs import agree, both

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

FLOATS = {"f32": np.float32, "f64": np.float64}
TARGETS = ["i8", "i16", "i32", "i64", "ui8", "ui16"]
CLAMPS = {"none": None, "inside": (0.0, 100.0), "one side": (-1e5, 100.0), "wider": (-4e4, 7e4)}


def program(source: str, target: str, clamp: tuple[float, float] | None) -> str:
    type_, scalar = f"tensor<?x{source}, [@n]>", f"tensor<{source}>"
    head, value = "", "%x"
    if clamp is not None:
        low, high = clamp
        value = "%inside"
        head = f"""
  %low = mhlo.constant dense<{low:e}> : {scalar}
  %high = mhlo.constant dense<{high:e}> : {scalar}
  %size = sdim.size @n
  %shape = tensor.from_elements %size : tensor<1xindex>
  %lows = "mhlo.dynamic_broadcast_in_dim"(%low, %shape) <{{broadcast_dimensions = dense<> : tensor<0xi64>}}> : ({scalar}, tensor<1xindex>) -> {type_}
  %highs = "mhlo.dynamic_broadcast_in_dim"(%high, %shape) <{{broadcast_dimensions = dense<> : tensor<0xi64>}}> : ({scalar}, tensor<1xindex>) -> {type_}
  %below = mhlo.minimum %x, %highs : {type_}
  %inside = mhlo.maximum %below, %lows : {type_}"""
    return f"""
sdim.symbol @n
func.func @main(%x: {type_}) -> tensor<?x{target}, [@n]> {{{head}
  %r = mhlo.convert {value} : ({type_}) -> tensor<?x{target}, [@n]>
  func.return %r : tensor<?x{target}, [@n]>
}}"""


def values(dtype: type[np.floating]) -> Array:
    """Around the ends of all types, and what is no number."""
    ends = [0, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**31, 2**53, 2**63]
    near = [
        sign * (end + less) for end in ends for less in (-1, -0.6, 0, 0.4, 1) for sign in (1, -1)
    ]
    found = np.array([*near, np.nan, np.inf, -np.inf, -0.0, 1e-42, 1e38], dtype)
    whole = [np.nextafter(dtype(end), dtype(0)) for end in (2**31, 2**63, -(2**31), -(2**63))]
    return np.concatenate([found, np.array(whole, dtype)])


@pytest.mark.parametrize("clamp", CLAMPS)
@pytest.mark.parametrize(("source", "target"), list(product(FLOATS, TARGETS)))
def test_as_the_interpreter(source: str, target: str, clamp: str) -> None:
    given = values(FLOATS[source])
    runner, native = both(program(source, target, CLAMPS[clamp]))
    assert not native.callbacks
    assert agree(runner, native, [given])
    assert agree(runner, native, [np.resize(given, 1000)])


@pytest.mark.parametrize(("clamp", "count"), [("none", 3), ("inside", 1), ("one side", 3)])
def test_a_clamp_to_the_type_is_not_tested_again(clamp: str, count: int) -> None:
    """But whether it is a number; and the twins, which may lie outside."""
    text = program("f32", "ui8", CLAMPS[clamp])
    module = parse_module(text, "program.mlir")
    FusePass().apply(new_context(), module)
    function = Runner(module).function
    loops = on_buffers(function)
    tests = [op for kernel in loops.kernels for op in kernel.walk() if isinstance(op, arith.CmpfOp)]
    assert len(tests) == count
