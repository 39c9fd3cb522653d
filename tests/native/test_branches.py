"""Choices among regions as machine code, against the interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

from .programs import agree, both

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")


def case(element: str, count: int) -> str:
    """A program that takes one of `count` regions by an integer."""
    bodies = [
        "%t = mhlo.negate %x : T\n    mhlo.return %t, %y : T, T",
        "mhlo.return %y, %x : T, T",
        "%t = mhlo.add %x, %y : T\n    %u = mhlo.tanh %t : T\n    mhlo.return %t, %u : T, T",
        "%t = mhlo.multiply %x, %x : T\n    mhlo.return %t, %t : T, T",
    ]
    regions = ", ".join(f"{{\n    {body}\n  }}" for body in bodies[:count])
    return f"""
sdim.symbol @n
func.func @main(%i: tensor<{element}>, %x: T, %y: T) -> (T, T) {{
  %r:2 = "mhlo.case"(%i) ({regions}) : (tensor<{element}>) -> (T, T)
  %s = mhlo.subtract %r#0, %r#1 : T
  func.return %s, %r#1 : T, T
}}
""".replace("T", "tensor<?xf32, [@n]>")


@pytest.mark.parametrize("element", ["i32", "i64", "i8"])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_the_last_region_is_taken_for_numbers_of_no_region(element: str, count: int) -> None:
    runner, program = both(case(element, count))
    assert not program.callbacks
    dtype = np.dtype({"i32": "i4", "i64": "i8", "i8": "i1"}[element])
    for size in (0, 1, 5, 17):
        x, y = np.random.default_rng(size).normal(size=(2, size)).astype(np.float32)
        for index in (0, 1, 2, 3, 4, -1, 100, -128):
            assert agree(runner, program, [np.array(index, dtype), x, y])


LATE = """
func.func @main(%x: tensor<?xf32>, %p: tensor<i1>, %i: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %g = "tf.Greater"(%x, %zero) : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1>
  %w = "tf.Where"(%g) : (tensor<?xi1>) -> tensor<?x1xi64>
  %r = "tf.IfRegion"(%p) ({
    %s = "tf.Squeeze"(%w) {squeeze_dims = [1]} : (tensor<?x1xi64>) -> tensor<?xi64>
    %t = "tf.GatherV2"(%x, %s, %axis) : (tensor<?xf32>, tensor<?xi64>, tensor<i32>) -> tensor<?xf32>
    "tf.Yield"(%t) : (tensor<?xf32>) -> ()
  }, {
    %y = "tf.AddV2"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %z = "tf.GatherV2"(%y, %i, %axis) : (tensor<?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?xf32>
    "tf.Yield"(%z) : (tensor<?xf32>) -> ()
  }) {is_stateless = true} : (tensor<i1>) -> tensor<?xf32>
  %q = "tf.ConcatV2"(%r, %x, %axis) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  func.return %q, %r : tensor<?xf32>, tensor<?xf32>
}
"""


def test_a_result_whose_size_a_branch_decides() -> None:
    """Sizes of the branch that is taken, of none and of one; what fails in a branch fails."""
    module = parse_module(LATE, "late.mlir")
    TieshapePass().apply(new_context(), module)
    runner = Runner(module.clone())
    program = NativeProgram(module, Runner(module).function)
    assert not program.callbacks
    taken = 0
    for x in ([], [-1], [1, -2, 3, 4], [5] * 40):
        for choice in (True, False):
            for places in ([], [0], [2, 1, 0, 1]):
                given = [np.array(x, "f4"), np.array(choice), np.array(places, "i4")]
                taken += agree(runner, program, given)
    assert taken == 21


SIZED_INSIDE = """
sdim.symbol @n
sdim.symbol @m
sdim.symbol @k
sdim.constraints {
  %0 = sdim.size @m
  %1 = arith.constant 4 : index
  %2 = arith.cmpi sle, %0, %1 : index
  %3 = arith.select %2, %0, %1 : index
  sdim.equal @k, %3
}
func.func @main(%x: tensor<?xf32, [@n]>, %c: tensor<i1>, %limit: tensor<1xi32>) -> tensor<?xf32, [@k]> {
  %0 = mhlo.constant dense<0> : tensor<1xi32>
  %1 = mhlo.constant dense<1> : tensor<1xi32>
  %2 = mhlo.constant dense<4> : tensor<1xi32>
  %r = "mhlo.if"(%c) ({
    %s = mhlo.real_dynamic_slice %x, %0, %limit, %1 : (tensor<?xf32, [@n]>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32, [@m]>
    %l = mhlo.minimum %limit, %2 : tensor<1xi32>
    %t = mhlo.real_dynamic_slice %s, %0, %l, %1 : (tensor<?xf32, [@m]>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32, [@k]>
    mhlo.return %t : tensor<?xf32, [@k]>
  }, {
    %s = mhlo.real_dynamic_slice %x, %0, %limit, %1 : (tensor<?xf32, [@n]>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32, [@m]>
    %u = mhlo.negate %s : tensor<?xf32, [@m]>
    %l = mhlo.minimum %limit, %2 : tensor<1xi32>
    %t = mhlo.real_dynamic_slice %u, %0, %l, %1 : (tensor<?xf32, [@m]>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32, [@k]>
    mhlo.return %t : tensor<?xf32, [@k]>
  }) : (tensor<i1>) -> tensor<?xf32, [@k]>
  func.return %r : tensor<?xf32, [@k]>
}
"""


def test_what_a_branch_computes_from_sizes_of_its_own_stays_inside() -> None:
    """After it `@m` is not known, nor whether it is less than 4."""
    runner, program = both(SIZED_INSIDE)
    assert not program.callbacks
    for size, limit, taken in ((6, 5, True), (6, 2, False), (6, 6, False), (0, 0, True)):
        x = np.arange(size, dtype=np.float32)
        assert agree(runner, program, [x, np.array(taken), np.array([limit], np.int32)])


BEFORE_A_CALLBACK = """
sdim.symbol @n
sdim.symbol @m
sdim.symbol @k
func.func @main(%p: tensor<i1>, %x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@m]>, %h: tensor<?xui64, [@n]>)
    -> (tensor<?xf32, [@k]>, tensor<?xui64, [@n]>, tensor<?xf32, [@n]>) {
  %c = tensor.extract %p[] : tensor<i1>
  %0 = arith.constant 0 : index
  %r = scf.if %c -> (tensor<?xf32, [@k]>) {
    %a = mhlo.exponential %x : tensor<?xf32, [@n]>
    %d = tensor.dim %a, %0 : tensor<?xf32, [@n]>
    %t = sdim.tie_shape %a, [%d] : tensor<?xf32, [@n]> -> tensor<?xf32, [@k]>
    scf.yield %t : tensor<?xf32, [@k]>
  } else {
    %a = mhlo.exponential %y : tensor<?xf32, [@m]>
    %d = tensor.dim %a, %0 : tensor<?xf32, [@m]>
    %t = sdim.tie_shape %a, [%d] : tensor<?xf32, [@m]> -> tensor<?xf32, [@k]>
    scf.yield %t : tensor<?xf32, [@k]>
  }
  %g = mhlo.maximum %h, %h : tensor<?xui64, [@n]>
  %s = "mhlo.sort"(%x) ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %l = mhlo.compare LT, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  %w = mhlo.add %s, %x : tensor<?xf32, [@n]>
  %z = mhlo.negate %r : tensor<?xf32, [@k]>
  func.return %z, %g, %w : tensor<?xf32, [@k]>, tensor<?xui64, [@n]>, tensor<?xf32, [@n]>
}
"""


@pytest.mark.parametrize("first", [True, False])
def test_what_a_branch_makes_outlives_the_next_callback(first: bool) -> None:
    """Its address is in words, and no callback reads them: the sort must not take its place."""
    runner, program = both(BEFORE_A_CALLBACK)
    assert program.callbacks
    x, y = np.arange(40, dtype=np.float32)[::-1] / 10, np.arange(70, dtype=np.float32) / 20
    assert agree(runner, program, [np.array(first), x.copy(), y, x.astype(np.uint64)])
