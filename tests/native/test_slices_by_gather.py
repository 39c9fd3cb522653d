"""Gathers of one window whose start is a size or a constant: no memory is read for it."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.native.engine import is_available
from tieshape.native.program import on_buffers
from tieshape.text.module import parse_module
from xdsl.dialects import func

from .programs import agree, both, fenced

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

NUMBERS = "#mhlo.gather<offset_dims = [0], start_index_map = [0]>"
CONSTANT = f"""
sdim.symbol @n
func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<2xf32> {{
  %s = mhlo.constant dense<START> : tensor<1xi32>
  %r = "mhlo.gather"(%x, %s) <{{dimension_numbers = {NUMBERS}, slice_sizes = dense<2> : tensor<1xi64>}}>
      : (tensor<?xf32, [@n]>, tensor<1xi32>) -> tensor<2xf32>
  func.return %r : tensor<2xf32>
}}
"""
HALF = f"""
sdim.symbol @n
sdim.symbol @h
sdim.constraints {{
  %0 = sdim.size @n
  %1 = arith.constant 2 : index
  %2 = arith.floordivsi %0, %1 : index
  sdim.equal @h, %2
}}
func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@h]> {{
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32, [@n]>
  %two = arith.constant 2 : index
  %h = arith.floordivsi %n, %two : index
  %i = arith.index_cast %h : index to i32
  %s = tensor.from_elements %i : tensor<1xi32>
  %r = "mhlo.dynamic_gather"(%x, %s, %s) <{{dimension_numbers = {NUMBERS}}}>
      : (tensor<?xf32, [@n]>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32, [@h]>
  func.return %r : tensor<?xf32, [@h]>
}}
"""
READ = f"""
sdim.symbol @n
func.func @main(%x: tensor<?xf32, [@n]>, %s: tensor<1xi32>) -> tensor<2xf32> {{
  %r = "mhlo.gather"(%x, %s) <{{dimension_numbers = {NUMBERS}, slice_sizes = dense<2> : tensor<1xi64>}}>
      : (tensor<?xf32, [@n]>, tensor<1xi32>) -> tensor<2xf32>
  func.return %r : tensor<2xf32>
}}
"""


def kernels(text: str) -> list[func.FuncOp]:
    lowered = on_buffers(Runner(parse_module(text, "text.mlir")).function).module()
    return [
        f for f in lowered.body.ops if isinstance(f, func.FuncOp) and "gather" in f.sym_name.data
    ]


@pytest.mark.parametrize("start", [-2, 0, 1, 3, 100])
@pytest.mark.parametrize("at_end", [True, False])
def test_a_constant_start_is_moved_inside(start: int, at_end: bool) -> None:
    text = CONSTANT.replace("START", str(start))
    (kernel,) = kernels(text)
    integers = [t for t in kernel.function_type.inputs if str(t) == "memref<?xi32>"]
    assert not integers
    (runner, program), walled = both(text), fenced(text, at_end=at_end)
    for n in (1, 2, 3, 5, 20):
        x = np.arange(n, dtype=np.float32)
        assert agree(runner, program, [x]) is (n > 1)
        if n > 1:
            np.testing.assert_array_equal(walled.run([x])[0], runner.run([x])[0])


@pytest.mark.parametrize("at_end", [True, False])
def test_half_of_a_size(at_end: bool) -> None:
    (kernel,) = kernels(HALF)
    assert not [t for t in kernel.function_type.inputs if str(t) == "memref<?xi32>"]
    (runner, program), walled = both(HALF), fenced(HALF, at_end=at_end)
    for n in (0, 1, 2, 5, 33, 64):
        x = np.arange(n, dtype=np.float32)
        assert agree(runner, program, [x])
        np.testing.assert_array_equal(walled.run([x])[0], x[n // 2 : n // 2 * 2])


def test_a_start_of_the_run_is_read() -> None:
    (kernel,) = kernels(READ)
    assert [t for t in kernel.function_type.inputs if str(t) == "memref<?xi32>"]
    runner, program = both(READ)
    for start in (-1, 0, 2, 9):
        assert agree(runner, program, [np.arange(5, dtype=np.float32), np.array([start], np.int32)])
