"""Squeezes of all dimensions of size 1, where the sizes are known in a run only."""

import itertools

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module

from .harness import Argument, check_op, check_text, stages, tf_text

NONE = "squeeze_dims = []"


@pytest.mark.parametrize("shape", itertools.product((0, 1, 3), repeat=2))
def test_every_case_has_its_branch(shape):
    x = np.arange(4 * np.prod(shape), dtype=np.float32).reshape(*shape, 4)
    check_op("tf.Squeeze", [Argument(x, (2,))], [x.squeeze()], NONE)


def test_sizes_that_are_known_need_no_branch():
    text = tf_text("tf.Squeeze", [Argument(np.zeros((3, 1)), (0, 1))], ["tensor<*xf64>"], NONE)
    assert not any("mhlo.if" in stage for stage in stages(text).values())


def test_the_type_of_the_result_decides():
    text = tf_text("tf.Squeeze", [Argument(np.zeros((3, 4)))], ["tensor<?x?xf64>"], NONE)
    found = stages(text)
    assert not any("mhlo.if" in stage for stage in found.values())
    for name, stage in found.items():
        with pytest.raises(RunError, match="must not be 1"):
            run_function(parse_module(stage, name), "main", [np.zeros((1, 4))])


FOLLOWED = """func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %0 = "tf.Squeeze"(%x) <{squeeze_dims = []}> : (tensor<?x?xf32>) -> tensor<*xf32>
  %1 = "tf.Squeeze"(%y) <{squeeze_dims = []}> : (tensor<?x?xf32>) -> tensor<*xf32>
  %2 = "tf.AddV2"(%0, %1) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %2 : tensor<*xf32>
}
"""


@pytest.mark.parametrize(
    ("x", "y"), [((2, 3), (2, 3)), ((1, 3), (2, 3)), ((3, 1), (1, 3)), ((1, 1), (2, 1))]
)
def test_one_after_the_other(x, y):
    a, b = np.full(x, 2, np.float32), np.full(y, 3, np.float32)
    check_text(FOLLOWED, [a, b], [a.squeeze() + b.squeeze()])


PRODUCT = """func.func @main(%x: tensor<?x?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %0 = "tf.Squeeze"(%x) <{squeeze_dims = []}> : (tensor<?x?x?xf32>) -> tensor<*xf32>
  %1 = "tf.MatMul"(%0, %y) <{transpose_a = false, transpose_b = false}> : (tensor<*xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %1 : tensor<*xf32>
}
"""


def test_a_case_that_a_later_op_refuses_is_refused_by_its_name():
    y = np.ones((3, 5), np.float32)
    for shape in ((1, 2, 3), (2, 1, 3)):
        x = np.full(shape, 2, np.float32)
        check_text(PRODUCT, [x, y], [x.squeeze() @ y])
    module = parse_module(stages(PRODUCT)["tieshape-version-broadcasts"], "test.mlir")
    for shape in ((2, 2, 3), (1, 1, 3)):
        with pytest.raises(RunError, match=r"tf\.MatMul at"):
            run_function(module, "main", [np.ones(shape, np.float32), y])


SIZE = """func.func @main(%x: tensor<?x?x?xf32>) -> tensor<?xi32> {
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %step = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Squeeze"(%x) <{squeeze_dims = []}> : (tensor<?x?x?xf32>) -> tensor<*xf32>
  %1 = "tf.Shape"(%0) : (tensor<*xf32>) -> tensor<?xi32>
  %2 = "tf.StridedSlice"(%1, %one, %two, %one) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<?xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %3 = "tf.Range"(%zero, %2, %step) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  func.return %3 : tensor<?xi32>
}
"""


def test_a_size_that_some_cases_lack():
    for shape, size in (((2, 4, 1), 4), ((2, 3, 4), 3), ((1, 2, 3), 3)):
        check_text(SIZE, [np.zeros(shape, np.float32)], [np.arange(size, dtype=np.int32)])
    module = parse_module(stages(SIZE)["tieshape-version-broadcasts"], "test.mlir")
    for shape in ((1, 4, 1), (1, 1, 1)):
        with pytest.raises(RunError, match=r"tf\.StridedSlice at .*index 1 must be less"):
            run_function(module, "main", [np.zeros(shape, np.float32)])


HALVED = """func.func @main(%x: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %0 = "tf.Squeeze"(%x) <{squeeze_dims = []}> : (tensor<?x?x?xf32>) -> tensor<*xf32>
  %1 = "tf.While"(%0) <{body = @body, cond = @cond, is_stateless = true, parallel_iterations = 10 : i64, shape_invariant}> : (tensor<*xf32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
func.func private @body(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = "tf.StridedSlice"(%x, %c0, %c0, %c2) <{begin_mask = 1 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func private @cond(%x: tensor<?xf32>) -> tensor<i1> {
  %c2 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %1 = "tf.Greater"(%0, %c2) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  func.return %1 : tensor<i1>
}
"""


@pytest.mark.parametrize("shape", [(1, 5, 1), (1, 1, 2), (9, 1, 1), (1, 0, 1)])
def test_a_loop_that_carries_another_rank_is_in_no_branch_that_runs(shape):
    x = np.arange(np.prod(shape), dtype=np.float32)
    wanted = x
    while wanted.size > 2:
        wanted = wanted[::2]
    check_text(HALVED, [x.reshape(shape)], [wanted])


@pytest.mark.parametrize("shape", [(2, 5, 1), (1, 1, 1), (2, 3, 4)])
def test_a_loop_refuses_another_rank_than_it_carries(shape):
    for name, stage in stages(HALVED).items():
        with pytest.raises(RunError, match="rank"):
            run_function(parse_module(stage, name), "main", [np.zeros(shape, np.float32)])
