"""Arguments of unknown rank: elementwise programs run flat, others for the ranks that are told."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.rules.errors import ShapeError
from tieshape.runtime import ArgumentError, Model
from tieshape.text.module import parse_module

from .harness import check_text, stages

RNG = np.random.default_rng(5)
SHAPES = [(), (4,), (0, 3), (2, 1, 3)]

ELEMENTWISE = """
func.func @main(%x: tensor<*xf32>, %p: tensor<i1>) -> (tensor<*xf32>, tensor<*xi1>, tensor<i32>) {
  %c = "tf.Const"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
  %0 = "tf.Abs"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  %1 = "tf.If"(%p, %0) <{then_branch = @exp, else_branch = @twice, is_stateless = true}> : (tensor<i1>, tensor<*xf32>) -> tensor<*xf32>
  %2 = "tf.AddV2"(%c, %1) : (tensor<f32>, tensor<*xf32>) -> tensor<*xf32>
  %3 = "tf.Greater"(%2, %x) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xi1>
  %n = "tf.Size"(%2) : (tensor<*xf32>) -> tensor<i32>
  func.return %2, %3, %n : tensor<*xf32>, tensor<*xi1>, tensor<i32>
}
func.func private @exp(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "tf.Exp"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}
func.func private @twice(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "tf.AddV2"(%x, %x) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}
"""

PRODUCT = """
func.func @main(%x: tensor<*xf32>, %y: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "tf.Mul"(%x, %y) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %1 = "tf.Softmax"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  func.return %1 : tensor<*xf32>
}
"""


def floats(*shape: int) -> np.ndarray:
    return np.asarray(RNG.standard_normal(shape), np.float32)


@pytest.mark.parametrize("shape", SHAPES)
def test_an_elementwise_program_takes_any_rank(shape: tuple[int, ...]) -> None:
    x = floats(*shape)
    for p in (True, False):
        y = 0.5 + (np.exp(np.abs(x)) if p else 2 * np.abs(x))
        check_text(ELEMENTWISE, [x, np.array(p)], [y, y > x, np.array(x.size, np.int32)])


def test_a_reshape_takes_any_rank_and_checks_the_number_of_elements() -> None:
    text = """
    func.func @main(%x: tensor<*xf32>) -> tensor<1x32xf32> {
      %c = "tf.Const"() <{value = dense<[1, 32]> : tensor<2xi32>}> : () -> tensor<2xi32>
      %0 = "tf.Reshape"(%x, %c) : (tensor<*xf32>, tensor<2xi32>) -> tensor<1x32xf32>
      func.return %0 : tensor<1x32xf32>
    }"""
    for shape in ((32,), (2, 16), (4, 2, 4)):
        x = floats(*shape)
        check_text(text, [x], [x.reshape(1, 32)])
    for stage in stages(text).values():
        with pytest.raises(RunError):
            run_function(parse_module(stage, "stage.mlir"), "main", [floats(33)])


def test_a_rank_that_the_program_demands() -> None:
    text = """
    func.func @main(%x: tensor<*xf32>, %w: tensor<3x2xf32>) -> tensor<?x2xf32> {
      %0 = "tf.EnsureShape"(%x) <{shape = #tf_type.shape<?x3>}> : (tensor<*xf32>) -> tensor<?x3xf32>
      %1 = "tf.MatMul"(%0, %w) <{transpose_a = false, transpose_b = false}> : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
      func.return %1 : tensor<?x2xf32>
    }"""
    x, w = floats(4, 3), floats(3, 2)
    check_text(text, [x, w], [x @ w])
    for stage in stages(text).values():
        for wrong in (floats(4, 2), floats(3), floats(1, 4, 3)):
            with pytest.raises(RunError):
                run_function(parse_module(stage, "stage.mlir"), "main", [wrong, w])


def test_a_program_that_needs_the_rank_says_how_to_tell_it() -> None:
    with pytest.raises(ShapeError, match=r'tf\.Mul: .* argument `1`.*--hints "1=2x3".*rank = 2'):
        stages(PRODUCT)


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def test_a_model_compiles_once_for_each_rank() -> None:
    model = Model(PRODUCT)
    for shapes in [((2, 3), (3,)), ((4,), (4,)), ((5, 3), (3,)), ((7,), (7,))]:
        x, y = (floats(*shape) for shape in shapes)
        np.testing.assert_allclose(model(x, y)[0], softmax(x * y), 1e-5)
    assert model.stats.compiles == 2
    assert model.stats.hits == 2


def test_a_version_of_another_rank_is_passed_over_for_a_refusal_of_its_own() -> None:
    model = Model(PRODUCT)
    model(floats(2, 3), floats(3))
    with pytest.raises(ArgumentError, match="1 given"):
        model(floats(2, 3))
    x = floats(1, 2, 3)
    np.testing.assert_allclose(model(x, x)[0], softmax(x * x), 1e-5)


@pytest.mark.parametrize("shape", SHAPES)
def test_an_elementwise_model_of_any_rank(shape: tuple[int, ...]) -> None:
    x = floats(*shape)
    found = Model(ELEMENTWISE)(x, np.array(True))
    np.testing.assert_allclose(found[0], 0.5 + np.exp(np.abs(x)), 1e-5)
    assert found[1].shape == shape
