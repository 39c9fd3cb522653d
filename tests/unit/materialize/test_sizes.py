"""Sizes in code: what may be undefined where a branch does not run is computed in the branch."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.analysis.branches import inside
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.materialize.sizes import SizeValues
from tieshape.passes.fuse.fuse import FusePass
from tieshape.passes.version_broadcasts.version_broadcasts import VersionBroadcastsPass
from tieshape.symbolic import Symbol, ge
from tieshape.text.module import parse_module
from xdsl.context import Context
from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import ModuleOp

PARTS = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %w: tensor<WIDTHxf32>) -> tensor<?xf32> {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %first = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %size = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %parts = "tf.Size"(%w) : (tensor<WIDTHxf32>) -> tensor<i32>
  %some = "tf.Greater"(%size, %parts) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %positive = "tf.Greater"(%parts, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "tf.IfRegion"(%CONDITION) ({
    %q = "tf.FloorDiv"(%size, %parts) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %s = "tf.Pack"(%q) {axis = 0 : i64} : (tensor<i32>) -> tensor<1xi32>
    %0 = "tf.Slice"(%x, %first, %s) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
    %1 = "tf.AddV2"(%0, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    "tf.Yield"(%1) : (tensor<?xf32>) -> ()
  }, {
    %0 = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    "tf.Yield"(%0) : (tensor<?xf32>) -> ()
  }) {is_stateless = true} : (tensor<i1>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""


def divisions_at_start(module: ModuleOp) -> int:
    """How many divisions the function makes whichever branch runs."""
    (function,) = (op for op in module.body.block.ops if isinstance(op, func.FuncOp))
    return sum(isinstance(op, arith.FloorDivSIOp) for op in function.body.block.ops)


@pytest.mark.parametrize("last", [FusePass, VersionBroadcastsPass])
def test_a_size_by_cases_is_divided_where_the_divisor_is_not_0(last: type) -> None:
    text = PARTS.replace("WIDTH", "?").replace("%CONDITION", "%positive")
    module = parse_module(text, "parts.mlir")
    for step in TieshapePass().pipeline():
        step.apply(Context(), module)
        if isinstance(step, last):
            break
    assert not divisions_at_start(module)
    runner = Runner(module)
    x, y = np.arange(4, dtype=np.float32), np.ones(2, dtype=np.float32)
    (found,) = runner.run([x, y, y])
    np.testing.assert_array_equal(found, x[:2] + y)
    (found,) = runner.run([x, y[:1], y[:0]])
    np.testing.assert_array_equal(found, x + y[:1])


def test_a_size_by_cases_with_a_constant_divisor_is_computed_once_at_the_start() -> None:
    text = PARTS.replace("WIDTH", "3").replace("%CONDITION", "%some")
    module = parse_module(text, "parts.mlir")
    TieshapePass().apply(Context(), module)
    assert divisions_at_start(module) >= 1


BRANCH = """
sdim.symbol @S0
sdim.symbol @S1
func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32, [@S0]>
  %e = tensor.dim %y, %c0 : tensor<?xf32, [@S1]>
  %more = arith.cmpi sle, %e, %d : index
  scf.if %more {
    %inner = arith.constant 1 : index
    scf.yield
  }
  func.return
}
"""


def test_what_a_branch_knows_does_not_change_code_at_the_start() -> None:
    module = parse_module(BRANCH, "branch.mlir")
    function = module.body.block.last_op
    assert isinstance(function, func.FuncOp)
    analysis = analyze(module)
    sizes = SizeValues(analysis, function)
    (branch,) = (op for op in function.body.block.ops if isinstance(op, scf.IfOp))
    block = branch.true_region.block
    rest = (Symbol("S0") - Symbol("S1")) % 4
    with inside(block, analysis), sizes.inside(block):
        assert block.first_op is not None
        assert analysis.facts.proves(ge(Symbol("S0") - Symbol("S1"), 0))
        made = sizes.index(rest, block.first_op)
    assert function.body.block.last_op is not None
    assert sizes.index(rest, function.body.block.last_op) is made, "made once, for both"
    # Outside, the difference may be negative, where the remainder of `arith.remsi` is, too.
    assert not any(isinstance(op, arith.RemSIOp) for op in function.walk())
