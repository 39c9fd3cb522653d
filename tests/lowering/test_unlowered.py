"""An op without a lowering: the rest is compiled, the run is refused where it reaches the op."""

import numpy as np
import pytest
from tieshape.analysis.survival import Snapshot
from tieshape.dialects import tf
from tieshape.interpreters import RunError, run_function
from tieshape.lowering.convert_tf_to_mhlo import convert
from tieshape.lowering.pipelines import TieshapePass
from tieshape.lowering.tf_to_mhlo import LOWERINGS
from tieshape.lowering.tf_to_mhlo.control_flow import take_regions
from tieshape.materialize.errors import UnloweredError
from tieshape.text.module import parse_module, print_module, verify_module
from tieshape.tools.module_report import unlowered
from xdsl.context import Context

BRANCHES = """
func.func @main(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %r = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    %a = "tf.FractionalMaxPool"(%x, %x, %x) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    "tf.Yield"(%a) : (tensor<?xf32>) -> ()
  }, {
    %b = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    "tf.Yield"(%b) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  %d = "tf.Exp"(%r) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %d : tensor<?xf32>
}
"""
LOOP = """
func.func @main(%x: tensor<2xf32>, %c: tensor<i1>) -> tensor<2xf32> {
  %n = "tf.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %r = "tf.WhileRegion"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<2xf32>):
    %0 = "tf.AddV2"(%a, %n) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "tf.Yield"(%0) : (tensor<2xf32>) -> ()
  }) {is_stateless = true, parallel_iterations = 10 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %r : tensor<2xf32>
}
"""
UNKNOWN = """
func.func @main(%x: tensor<?xf32>) -> tensor<*xf32> {
  %name = "tf.Const"() <{value = dense<"w"> : tensor<!tf_type.string>}>
    : () -> tensor<!tf_type.string>
  %a = "tf.FractionalMaxPool"(%x, %name) : (tensor<?xf32>, tensor<!tf_type.string>) -> tensor<*xf32>
  %b = "tf.Exp"(%a) : (tensor<*xf32>) -> tensor<*xf32>
  func.return %b : tensor<*xf32>
}
"""


def compiled(text):
    """The module after the whole pipeline, read again; every pass must keep every fact."""
    module = parse_module(text, "test.mlir")
    before = Snapshot.of(module)
    for step in TieshapePass().pipeline():
        step.apply(Context(), module)
        verify_module(module)
        after = Snapshot.of(module)
        assert not before.lost_in(after)
        before = after
    return parse_module(print_module(module), "test.mlir")


def test_a_run_is_refused_where_it_reaches_the_call():
    module = compiled(BRANCHES)
    x = np.array([1.0, 2.0], np.float32)
    (result,) = run_function(module, "main", [x, np.array(False)])
    np.testing.assert_allclose(result, np.exp(-x), 1e-6)
    with pytest.raises(
        RunError, match=r"tf\.FractionalMaxPool cannot be run: there is no lowering"
    ):
        run_function(module, "main", [x, np.array(True)])


def test_the_report_names_each_call():
    found = unlowered(compiled(UNKNOWN))
    assert [call["op"] for call in found] == ["tf.Const", "tf.FractionalMaxPool", "tf.Exp"]
    assert found[2]["why"] == "the rank of the result is not known"


def test_a_loop_that_cannot_be_lowered_is_refused_in_words():
    """Its regions are gone by then: there is no call that could stand for it."""

    def failing(op, b):
        take_regions(op)
        raise b.fail("no size for it")

    module = parse_module(LOOP, "test.mlir")
    with pytest.raises(UnloweredError, match=r"tf\.WhileRegion: no size for it"):
        convert(module, {**LOWERINGS, tf.WhileRegionOp: failing})
