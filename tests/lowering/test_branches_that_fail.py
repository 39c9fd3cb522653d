"""Branches and loop bodies that cannot run to their end: nothing else is refused for them."""

import numpy as np
import pytest
from tieshape.dialects import mhlo
from tieshape.interpreters import RunError, run_function

from .harness import compiled, run_stages

BRANCH = """
func.func @main(%p: tensor<i1>, %x: tensor<?x3xf32>, %y: tensor<{0}x2xf32>) -> tensor<f32> {{
  %axes = "tf.Const"() <{{value = dense<[0, 1]> : tensor<2xi32>}}> : () -> tensor<2xi32>
  %r = "tf.IfRegion"(%p) ({{
    %c = "tf.MatMul"(%x, %y) : (tensor<?x3xf32>, tensor<{0}x2xf32>) -> tensor<?x2xf32>
    %e = "tf.Exp"(%c) : (tensor<?x2xf32>) -> tensor<?x2xf32>
    %a = "tf.Sum"(%e, %axes) : (tensor<?x2xf32>, tensor<2xi32>) -> tensor<f32>
    "tf.Yield"(%a) : (tensor<f32>) -> ()
  }}, {{
    %a = "tf.Sum"(%x, %axes) : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<f32>
    "tf.Yield"(%a) : (tensor<f32>) -> ()
  }}) {{is_stateless = true}} : (tensor<i1>) -> tensor<f32>
  func.return %r : tensor<f32>
}}
"""

LOOP = """
func.func @main(%n: tensor<i32>, %x: tensor<2x3xf32>) -> tensor<3xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %start = "tf.Const"() <{value = dense<0.5> : tensor<3xf32>}> : () -> tensor<3xf32>
  %r:2 = "tf.WhileRegion"(%zero, %start) ({
  ^bb0(%i: tensor<i32>, %s: tensor<3xf32>):
    %c = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %s: tensor<3xf32>):
    %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %row = "tf.Squeeze"(%x) <{squeeze_dims = [0]}> : (tensor<2x3xf32>) -> tensor<3xf32>
    %t = "tf.AddV2"(%s, %row) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "tf.Yield"(%j, %t) : (tensor<i32>, tensor<3xf32>) -> ()
  }) {is_stateless = true} : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
  func.return %r#1 : tensor<3xf32>
}
"""


def arrays(take: bool, rows: int) -> list[np.ndarray]:
    x = np.arange(6, dtype=np.float32).reshape(2, 3) / 8
    return [np.array(take), x, np.full((rows, 2), 0.25, np.float32)]


def test_a_branch_whose_sizes_contradict_each_other_is_refused_where_it_runs():
    text = BRANCH.format(4)
    for name, (found,) in run_stages(text, arrays(False, 4)).items():
        assert found == arrays(False, 4)[1].sum(), name
    module = compiled(text)
    assert "sizes 3 and 4 must agree" in str(module)
    with pytest.raises(RunError, match=r"tf.MatMul.*sizes 3 and 4 must agree"):
        run_function(module, "main", arrays(True, 4))


@pytest.mark.parametrize("size", ["3", "?"])
def test_a_branch_that_can_run_is_lowered(size):
    text = BRANCH.format(size)
    assert not any(isinstance(op, mhlo.CustomCallOp) for op in compiled(text).walk())
    _, x, y = arrays(True, 3)
    for name, (found,) in run_stages(text, [np.array(True), x, y]).items():
        np.testing.assert_allclose(found, np.exp(x @ y).sum(), 1e-6, err_msg=name)


def test_a_loop_body_that_fails_is_refused_on_its_first_trip():
    x = np.ones((2, 3), np.float32)
    for name, (found,) in run_stages(LOOP, [np.int32(0), x]).items():
        assert found.tolist() == [0.5] * 3, name
    with pytest.raises(RunError, match=r"dimension 0 of size 2 must be 1"):
        run_function(compiled(LOOP), "main", [np.int32(1), x])
