"""Elements that native code does not compute with: it hands them to the interpreter and back."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.native.engine import is_available

from .programs import agree, both, fenced

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

DTYPES = {
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}


def some(dtype: type[np.generic], n: int, seed: int) -> np.ndarray:
    parts = np.random.default_rng(seed).normal(size=(2, n)) * 3
    return (parts[0] + 1j * parts[1]).astype(dtype)


def sums(element: str) -> str:
    """Sums, elements that are moved alone, and one result that is an argument."""
    x = f"tensor<?x{element}, [@n]>"
    return f"""
sdim.symbol @n
func.func @main(%x: {x}, %y: {x}) -> ({x}, {x}, {x}) {{
  %s = mhlo.add %x, %y : {x}
  %t = "mhlo.reverse"(%x) <{{dimensions = dense<0> : tensor<1xi64>}}> : ({x}) -> {x}
  %u = "mhlo.reverse"(%s) <{{dimensions = dense<0> : tensor<1xi64>}}> : ({x}) -> {x}
  func.return %u, %t, %y : {x}, {x}, {x}
}}
"""


@pytest.mark.parametrize("element", DTYPES)
@pytest.mark.parametrize("n", [0, 1, 5])
def test_results_are_those_of_the_interpreter(element: str, n: int) -> None:
    runner, program = both(sums(element))
    dtype = DTYPES[element]
    assert program.callbacks
    assert agree(runner, program, [some(dtype, n, 1), some(dtype, n, 2)])


@pytest.mark.parametrize("element", ["complex<f32>", "complex<f64>"])
@pytest.mark.parametrize("at_end", [False, True])
def test_nothing_is_touched_outside(element: str, at_end: bool) -> None:
    program = fenced(sums(element), at_end=at_end)
    a, b = (some(DTYPES[element], 5, seed) for seed in (1, 2))
    reversed_sum, turned, same = program.run([a, b])
    np.testing.assert_array_equal(reversed_sum, (a + b)[::-1])
    np.testing.assert_array_equal(turned, a[::-1])
    np.testing.assert_array_equal(same, b)


COMPARED = """
sdim.symbol @n
func.func @main(%x: tensor<?xui8, [@n]>, %y: tensor<?xui8, [@n]>) -> (tensor<?xi1, [@n]>, tensor<?xf32, [@n]>) {
  %l = mhlo.compare LT, %x, %y : (tensor<?xui8, [@n]>, tensor<?xui8, [@n]>) -> tensor<?xi1, [@n]>
  %f = mhlo.convert %x : (tensor<?xui8, [@n]>) -> tensor<?xf32, [@n]>
  %g = mhlo.exponential %f : tensor<?xf32, [@n]>
  func.return %l, %g : tensor<?xi1, [@n]>, tensor<?xf32, [@n]>
}
"""


def test_no_sign_is_seen_where_there_is_none() -> None:
    """200 is more than 100, though it is less as an i8."""
    _, program = both(COMPARED)
    less, _ = program.run([np.array([200, 3], np.uint8), np.array([100, 200], np.uint8)])
    assert less.tolist() == [False, True]


CARRIED = """
sdim.symbol @n
func.func @main(%x: tensor<?xcomplex<f32>, [@n]>, %k: tensor<i32>) -> tensor<?xcomplex<f32>, [@n]> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %one = mhlo.constant dense<1> : tensor<i32>
  %i, %r = mhlo.while(%a = %zero, %b = %x) : tensor<i32>, tensor<?xcomplex<f32>, [@n]> cond {
    %c = mhlo.compare LT, %a, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  } do {
    %d = mhlo.multiply %b, %x : tensor<?xcomplex<f32>, [@n]>
    %e = mhlo.add %a, %one : tensor<i32>
    mhlo.return %e, %d : tensor<i32>, tensor<?xcomplex<f32>, [@n]>
  }
  func.return %r : tensor<?xcomplex<f32>, [@n]>
}
"""


@pytest.mark.parametrize("trips", [0, 1, 3])
def test_a_loop_carries_them(trips: int) -> None:
    runner, program = both(CARRIED)
    assert agree(runner, program, [some(np.complex64, 4, 3), np.array(trips, np.int32)])


EXTRACTED = """
sdim.symbol @n
sdim.symbol @m
func.func @main(%x: tensor<?xf32, [@n]>, %k: tensor<ui8>) -> tensor<?xf32, [@m]> {
  %i = mhlo.convert %k : (tensor<ui8>) -> tensor<i64>
  %e = tensor.extract %i[] : tensor<i64>
  %m = arith.index_cast %e : i64 to index
  %s = tensor.from_elements %m : tensor<1xindex>
  %c = mhlo.constant dense<2.0> : tensor<f32>
  %r = "mhlo.dynamic_broadcast_in_dim"(%c, %s) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@m]>
  func.return %r : tensor<?xf32, [@m]>
}
"""


def test_a_size_without_a_sign() -> None:
    runner, program = both(EXTRACTED)
    assert agree(runner, program, [np.ones(1, np.float32), np.array(200, np.uint8)])
