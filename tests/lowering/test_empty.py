"""Dimensions of size 0, and what else TensorFlow takes: no op refuses them, against its results."""

import numpy as np
import pytest
from tieshape.interpreters import RunError
from tieshape.rules.errors import ShapeError
from tieshape.runtime import Model

from .harness import Argument, Constant, check_op, check_text, run_stages, tf_text


def f32(*shape: int) -> np.ndarray:
    return np.random.default_rng(len(shape)).standard_normal(shape).astype(np.float32)


def i32(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int32)


RESHAPED = """func.func @main(%x: tensor<?x?x?xf32>) -> tensor<*xf32> {{
  %shape = "tf.Shape"(%x) : (tensor<?x?x?xf32>) -> tensor<3xi32>
  %begin = "tf.Const"() <{{value = dense<0> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %count = "tf.Const"() <{{value = dense<{kept}> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %first = "tf.Slice"(%shape, %begin, %count) : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  %rest = "tf.Const"() <{{value = dense<{rest}> : tensor<{length}xi32>}}> : () -> tensor<{length}xi32>
  %axis = "tf.Const"() <{{value = dense<0> : tensor<i32>}}> : () -> tensor<i32>
  %to = "tf.ConcatV2"(%first, %rest, %axis) : (tensor<?xi32>, tensor<{length}xi32>, tensor<i32>) -> tensor<?xi32>
  %r = "tf.Reshape"(%x, %to) : (tensor<?x?x?xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}}
"""


@pytest.mark.parametrize(
    ("shape", "kept", "rest", "expected"),
    [
        ((2, 3, 4), 1, [-1], (2, 12)),
        ((0, 3, 4), 1, [-1], (0, 12)),
        ((0, 3, 0), 1, [-1], (0, 3)),
        ((0, 0, 0), 1, [-1], (0, 1)),
        ((2, 0, 3), 1, [-1], (2, 0)),
        ((2, 3, 4), 2, [-1, 2], (2, 3, 2, 2)),
        ((0, 3, 4), 2, [-1, 2], (0, 3, 2, 2)),
        ((0, 3, 0), 2, [-1, 2], (0, 3, 0, 2)),
    ],
)
def test_minus_1_beside_nothing(shape, kept, rest, expected):
    text = RESHAPED.format(kept=kept, rest=rest, length=len(rest))
    x = f32(*shape)
    check_text(text, [x], [x.reshape(expected)])


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize(
    ("shape", "target", "expected"),
    [
        ((0, 3), [-1, 0], (3, 0)),
        ((0, 0), [-1, 0], (1, 0)),
        ((0,), [-1, 3], (0, 3)),
        ((0, 5), [5, -1, 0], (5, 1, 0)),
        ((0, 5), [2, -1, 0], (2, 2, 0)),
        ((0, 4, 6), [-1, 0, 8], (3, 0, 8)),
        ((2, 3), [-1, 0], None),
        ((), [-1, 0], None),
    ],
)
def test_minus_1_beside_a_target_of_0(shape, target, expected, told):
    """As TensorFlow's kernel: zeros are left out of both products; with elements nothing fits."""
    dims, rank = "x".join(map(str, [*shape, "f32"])), len(target)
    result, x = f"tensor<{'?x' * rank}f32>", f32(*shape)
    constant = f'"tf.Const"() <{{value = dense<{target}> : tensor<{rank}xi32>}}> : ()'
    of = constant if told else f'"tf.Identity"(%a) : (tensor<{rank}xi32>)'
    text = f"""func.func @main(%x: tensor<{dims}>, %a: tensor<{rank}xi32>) -> {result} {{
  %t = {of} -> tensor<{rank}xi32>
  %r = "tf.Reshape"(%x, %t) : (tensor<{dims}>, tensor<{rank}xi32>) -> {result}
  func.return %r : {result}
}}"""
    inputs = [x, i32(*target)]
    if expected is not None:
        check_text(text, inputs, [x.reshape(expected)])
        return
    with pytest.raises((RunError, ShapeError), match=r"tf\.Reshape"):
        check_text(text, inputs, [x])


def test_minus_1_that_does_not_divide():
    text = RESHAPED.format(kept=2, rest=[-1, 2], length=2)
    with pytest.raises(RunError, match="elements must divide by 2"):
        check_text(text, [f32(2, 3, 5)], [])


@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.int64])
def test_mean_of_no_integers(dtype):
    axes = Constant(i32(0))
    check_op("tf.Mean", [Argument(np.zeros((0, 2), dtype)), axes], [np.zeros(2, dtype)])
    x = np.array([[1, 4], [4, 4]], dtype)
    check_op("tf.Mean", [Argument(x), axes], [np.array([2, 4], dtype)])


@pytest.mark.parametrize(("length", "size"), [(0, 0), (1, 1), (4, 3), (5, 3)])
@pytest.mark.parametrize("constant", [True, False])
def test_spectrum_of_nothing(length, size, constant):
    x = f32(2, length)
    axis = () if not constant else (1,)
    expected = np.zeros((2, 0)) if length == 0 else np.fft.rfft(x)
    text = f"""func.func @main(%x: tensor<?x{length if axis else "?"}xf32>) -> tensor<*xcomplex<f32>> {{
  %shape = "tf.Shape"(%x) : (tensor<?x{length if axis else "?"}xf32>) -> tensor<2xi32>
  %one = "tf.Const"() <{{value = dense<1> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %n = "tf.Slice"(%shape, %one, %one) : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %r = "tf.RFFT"(%x, %n) : (tensor<?x{length if axis else "?"}xf32>, tensor<1xi32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}}
"""
    assert expected.shape == (2, size)
    check_text(text, [x], [expected.astype(np.complex64)])


@pytest.mark.parametrize(
    ("y", "dy"), [((2, 3), (2, 3)), ((2, 3), (3, 2)), ((2, 3), (6,)), ((0, 5), (4, 0))]
)
def test_gradient_of_a_result_has_as_many_elements(y, dy):
    a, b = np.abs(f32(*y)) + 1, f32(*dy)
    expected = b.reshape(y) * np.float32(0.5) / a
    check_op("tf.SqrtGrad", [Argument(a), Argument(b)], [expected])


def test_gradient_of_a_result_with_other_elements_is_refused():
    with pytest.raises(RunError, match="elements must be as many"):
        check_op("tf.SqrtGrad", [Argument(f32(2, 3)), Argument(f32(2, 4))], [f32(2, 3)])


def test_gradient_of_features_has_their_shape():
    with pytest.raises(RunError, match="must agree"):
        check_op("tf.ReluGrad", [Argument(f32(2, 3)), Argument(f32(3, 2))], [f32(2, 3)])


CONVOLUTION = (
    'data_format = "NHWC", dilations = [1, {d}, {d}, 1], explicit_paddings = [], '
    'padding = "{p}", strides = [1, {s}, {s}, 1], use_cudnn_on_gpu = true'
)


@pytest.mark.parametrize(
    ("padding", "stride", "dilation", "image", "kernel", "spatial"),
    [
        ("SAME", 2, 1, (1, 6, 0, 6), (0, 0, 6, 3), (3, 0)),
        ("SAME", 1, 1, (1, 1, 0, 3), (1, 0, 3, 3), (1, 0)),
        ("VALID", 1, 2, (3, 0, 6, 6), (0, 0, 6, 3), (2, 8)),
        ("VALID", 3, 1, (2, 0, 3, 2), (0, 2, 2, 3), (1, 0)),
        ("VALID", 2, 1, (0, 4, 3, 2), (0, 2, 2, 3), (0, 1)),
    ],
)
def test_filters_without_elements(padding, stride, dilation, image, kernel, spatial):
    if padding == "VALID":
        spatial = tuple(
            (size - (window - 1) * dilation - 1 + stride) // stride
            for size, window in zip(image[1:3], kernel[:2], strict=True)
        )
    text = CONVOLUTION.format(p=padding, s=stride, d=dilation)
    result = np.zeros((image[0], *spatial, kernel[3]), np.float32)
    x, w, g = np.ones(image, np.float32), np.ones(kernel, np.float32), result + 1
    check_op("tf.Conv2D", [Argument(x), Argument(w)], [result], text)
    sizes = Argument(i32(*image), (0,))
    check_op("tf.Conv2DBackpropInput", [sizes, Argument(w), Argument(g)], [x * 0], text)
    sizes = Argument(i32(*kernel), (0,))
    check_op("tf.Conv2DBackpropFilter", [Argument(x), sizes, Argument(g)], [w * 0], text)


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("kernel", [(0, 3, 2, 3), (2, 0, 2, 3), (0, 0, 2, 0)])
def test_an_image_gradient_of_a_filter_without_elements_is_0(kernel, stride):
    text = CONVOLUTION.format(p="SAME", s=stride, d=1)
    gradient = np.ones((1, 4 // stride, 6 // stride, kernel[3]), np.float32)
    operands = [Argument(i32(1, 4, 6, 2), (0,)), Argument(f32(*kernel)), Argument(gradient)]
    check_op("tf.Conv2DBackpropInput", operands, [np.zeros((1, 4, 6, 2), np.float32)], text)


def test_a_filter_without_elements_for_an_image_with_some_is_refused():
    text = CONVOLUTION.format(p="SAME", s=1, d=1)
    operands = [Argument(f32(1, 4, 4, 2)), Argument(np.ones((0, 3, 2, 3), np.float32))]
    with pytest.raises(RunError, match="filter size"):
        check_op("tf.Conv2D", operands, [np.zeros((1, 5, 4, 3), np.float32)], text)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("shape", [(2, 3), (0, 4), (), (1,)])
@pytest.mark.parametrize("dtype", ["float32", "int64", "bool"])
def test_a_tensor_of_zeros(dtype, shape, known):
    """Where zeros are asked for; otherwise its content is not defined."""
    sizes = np.array(shape, np.int32)
    operand = Constant(sizes) if known else Argument(sizes, (0,))
    check_op("tf.Empty", [operand], [np.zeros(shape, dtype)], "init = true")


def test_a_tensor_of_a_negative_size_stops_the_run():
    sizes = i32(2, -1)
    text = tf_text("tf.Empty", [Argument(sizes, (0,))], ["tensor<*xf32>"], "init = true")
    with pytest.raises(RunError, match="must be at least 0"):
        run_stages(text, [sizes])


KEPT = """func.func @main(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %shape = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %begin = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %last = "tf.Slice"(%shape, %begin, %begin) : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %free = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %to = "tf.ConcatV2"(%free, %last, %axis) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %to) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
"""


def test_minus_1_beside_a_kept_size_is_1_where_both_are_0():
    """A call of another kind compiles again; the code for all others keeps the first size."""
    model = Model(KEPT)
    for shape, expected, compiles in [
        ((2, 3), (2, 3), 1),
        ((0, 3), (0, 3), 1),
        ((5, 0), (5, 0), 1),
        ((0, 0), (1, 0), 2),
        ((4, 4), (4, 4), 2),
        ((0, 0), (1, 0), 2),
    ]:
        (found,) = model(f32(*shape))
        assert (found.shape, model.stats.compiles) == (expected, compiles)


def test_minus_1_beside_a_kept_size_without_hints():
    check_text(KEPT, [f32(0, 3)], [f32(0, 3)])
    with pytest.raises(RunError, match="-1 needs non-zero sizes beside it"):
        run_stages(KEPT, [f32(0, 0)])
