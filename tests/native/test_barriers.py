"""`mhlo.optimization_barrier` as machine code: other names of the same buffers."""

import numpy as np
import pytest
from tieshape.dialects import mhlo
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

from .programs import agree, both, interpreted

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

X, T = "tensor<?x4xf32, [@n, 4]>", "tensor<4x?xf32, [4, @n]>"

BETWEEN = f"""
sdim.symbol @n
func.func @main(%x: {X}, %i: tensor<i32>) -> ({X}, {T}, tensor<i32>) {{
  %e = "mhlo.exponential"(%x) : ({X}) -> {X}
  %b:2 = "mhlo.optimization_barrier"(%e, %i) : ({X}, tensor<i32>) -> ({X}, tensor<i32>)
  %s = mhlo.add %b#0, %x : {X}
  %t = "mhlo.transpose"(%s) <{{permutation = dense<[1, 0]> : tensor<2xi64>}}> : ({X}) -> {T}
  %c = "mhlo.optimization_barrier"(%t) : ({T}) -> {T}
  func.return %b#0, %c, %b#1 : {X}, {T}, tensor<i32>
}}
"""

SIZE = f"""
sdim.symbol @n
func.func @main(%x: {X}) -> (tensor<2xi32>, tensor<i32>) {{
  %size = "mhlo.get_dimension_size"(%x) <{{dimension = 0 : i64}}> : ({X}) -> tensor<i32>
  %b = "mhlo.optimization_barrier"(%size) : (tensor<i32>) -> tensor<i32>
  %twice = mhlo.add %b, %b : tensor<i32>
  %column = "mhlo.reshape"(%twice) : (tensor<i32>) -> tensor<1xi32>
  %pair = "mhlo.concatenate"(%column, %column) <{{dimension = 0 : i64}}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  func.return %pair, %b : tensor<2xi32>, tensor<i32>
}}
"""

SWAPPED = f"""
sdim.symbol @n
func.func @main(%x: {X}, %y: {X}, %trips: tensor<i32>) -> ({X}, {X}) {{
  %zero = mhlo.constant dense<0> : tensor<i32>
  %one = mhlo.constant dense<1> : tensor<i32>
  %r:3 = mhlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, {X}, {X}
  cond {{
    %more = mhlo.compare LT, %i, %trips : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %more : tensor<i1>
  }} do {{
    %next = mhlo.add %i, %one : tensor<i32>
    %sum = mhlo.add %a, %b : {X}
    %k:3 = "mhlo.optimization_barrier"(%next, %b, %sum) : (tensor<i32>, {X}, {X}) -> (tensor<i32>, {X}, {X})
    mhlo.return %k#0, %k#1, %k#2 : tensor<i32>, {X}, {X}
  }}
  func.return %r#1, %r#2 : {X}, {X}
}}
"""


def rows(count: int) -> np.ndarray:
    return np.random.default_rng(count).standard_normal((count, 4)).astype(np.float32)


@pytest.mark.parametrize("count", [0, 1, 7])
def test_what_a_barrier_hands_on_is_what_it_was_given(count: int) -> None:
    runner, program = both(BETWEEN)
    assert not program.callbacks
    assert agree(runner, program, [rows(count), np.array(3, np.int32)])


def test_what_it_keeps_apart_is_not_one_kernel() -> None:
    module = parse_module(BETWEEN, "between.mlir")
    TieshapePass().apply(new_context(), module)
    groups = [op for op in module.walk() if isinstance(op, mhlo.FusionOp)]
    assert [[op.name for op in group.fused_computation.block.ops] for group in groups] == [
        ["mhlo.add", "mhlo.transpose", "mhlo.return"]
    ]
    program = NativeProgram(module, Runner(module).function)
    assert not program.callbacks
    assert agree(interpreted(BETWEEN), program, [rows(5), np.array(3, np.int32)])


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_size_behind_a_barrier(count: int) -> None:
    runner, program = both(SIZE)
    assert not program.callbacks
    assert agree(runner, program, [rows(count)])


@pytest.mark.parametrize("trips", [0, 1, 2, 5])
def test_what_a_loop_carries_is_not_overwritten_while_another_name_of_it_is_read(
    trips: int,
) -> None:
    runner, program = both(SWAPPED)
    assert not program.callbacks
    assert agree(runner, program, [rows(2), rows(3)[:2], np.array(trips, np.int32)])
