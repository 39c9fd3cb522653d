"""Sizes in loops whose formulas divide by what only a test around the loop says is not 0."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module

from .harness import check_text, stages

TEXT = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<?xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %rest = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %n = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %s = "tf.Pack"(%rest, %n) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %begin = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %end = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0:2 = "tf.WhileRegion"(%zero, %v) <{is_stateless = true, shape_invariant}> ({
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
    %c = "tf.Less"(%i, %three) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
    %first = "tf.StridedSlice"(%x, %begin, %end, %end) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<f32>
    %r = "tf.Reshape"(%y, %s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %m = "tf.Sum"(%r, %one) <{keep_dims = false}> : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
    %2:2 = "tf.WhileRegion"(%zero, %a) <{is_stateless = true, shape_invariant}> ({
    ^bb0(%k: tensor<i32>, %b: tensor<?xf32>):
      %c = "tf.Less"(%k, %three) : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "tf.Yield"(%c) : (tensor<i1>) -> ()
    }, {
    ^bb0(%k: tensor<i32>, %b: tensor<?xf32>):
      %e = "tf.AddV2"(%b, %m) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %f = "tf.Mul"(%e, %first) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
      %j = "tf.AddV2"(%k, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "tf.Yield"(%j, %f) : (tensor<i32>, tensor<?xf32>) -> ()
    }) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
    %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "tf.Yield"(%j, %2#1) : (tensor<i32>, tensor<?xf32>) -> ()
  }) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
  func.return %0#1 : tensor<?xf32>
}
"""


def arrays(x: int, y: int, v: int) -> list[np.ndarray]:
    return [np.full(n, 1 + n, np.float32) for n in (x, y, v)]


@pytest.mark.parametrize("sizes", [(2, 6, 3), (2, 6, 1), (3, 3, 4), (1, 5, 5), (2, 0, 1)])
def test_a_size_that_grows_in_a_loop_is_computed(sizes):
    x, y, v = arrays(*sizes)
    wanted, rows = v, y.reshape(-1, x.size).sum(1)
    for _ in range(9):
        wanted = (wanted + rows) * x[0]
    check_text(TEXT, [x, y, v], [wanted])


@pytest.mark.parametrize(
    ("sizes", "words"),
    [((0, 6, 3), "index 0 must be less"), ((4, 6, 3), "must divide"), ((2, 6, 2), "must be equal")],
)
def test_what_the_tests_say_is_tested(sizes, words):
    for name, stage in list(stages(TEXT).items())[1:]:
        with pytest.raises(RunError, match=words):
            run_function(parse_module(stage, name), "main", arrays(*sizes))
