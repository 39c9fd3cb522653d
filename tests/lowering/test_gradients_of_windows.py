"""Gradients of linear ops on images and volumes are their transposes, an element at a time."""

from collections.abc import Callable

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_op, run_stages, tf_text
from .test_windows import attributes, convolved, random_case, windows


def transposed(
    like: np.ndarray, apply: Callable[[np.ndarray], np.ndarray], arriving: np.ndarray
) -> np.ndarray:
    """The gradient of `sum(arriving * apply(v))` by `v`, which has the shape of `like`."""
    result = np.zeros_like(like)
    for at in np.ndindex(like.shape):
        unit = np.zeros_like(like)
        unit[at] = 1
        result[at] = (apply(unit) * arriving).sum()
    return result


def given(shape: tuple[int, ...], known: bool) -> Constant | Argument:
    sizes = np.array(shape, np.int32)
    return Constant(sizes) if known else Argument(sizes, (0,))


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_gradients_of_convolutions_of_volumes(seed, known):
    rng = np.random.default_rng(300 + seed)
    sizes, window, strides, dilations, padding, paddings = random_case(rng, 3)
    sizes = [min(size, 4) if size > max(window) else size for size in sizes]
    inner, outer = 1 + seed % 2, 2
    x = rng.standard_normal((2, *sizes, inner))
    kernel = rng.standard_normal((*window, inner, outer))
    case = strides, dilations, paddings
    arriving = rng.standard_normal(convolved(x, kernel, *case).shape)
    text = attributes(strides, dilations, padding, paddings, "NDHWC")
    expected = transposed(x, lambda v: convolved(v, kernel, *case), arriving)
    operands = [given(x.shape, known), Argument(kernel, (3,)), Argument(arriving)]
    check_op("tf.Conv3DBackpropInputV2", operands, [expected], text)
    expected = transposed(kernel, lambda v: convolved(x, v, *case), arriving)
    operands = [Argument(x, (4,)), given(kernel.shape, known), Argument(arriving)]
    check_op("tf.Conv3DBackpropFilterV2", operands, [expected], text)


@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_gradients_of_depthwise_convolutions(seed, static):
    rng = np.random.default_rng(400 + seed)
    sizes, window, strides, dilations, padding, paddings = random_case(rng, 2)
    strides = [strides[0]] * 2  # all that TensorFlow has a kernel for
    paddings = [padding] * 2 if isinstance(paddings[0], str) else paddings
    sizes = [
        max(size, (k - 1) * d + 1) for size, k, d in zip(sizes, window, dilations, strict=True)
    ]
    channels, multiplier = 1 + seed % 3, 1 + seed % 2

    def applied(x, kernel):
        views = windows(x, window, strides, dilations, paddings, 0)
        result = np.einsum("n...abc,abcm->n...cm", views, kernel)
        return result.reshape(*result.shape[:-2], channels * multiplier)

    x = rng.standard_normal((2, *sizes, channels))
    kernel = rng.standard_normal((*window, channels, multiplier))
    arriving = rng.standard_normal(applied(x, kernel).shape)
    text = attributes(strides, dilations, padding, paddings, "NHWC")
    shown = [(2, 3), (3,)] if static else [(), ()]
    expected = transposed(x, lambda v: applied(v, kernel), arriving)
    operands = [given(x.shape, static), Argument(kernel, shown[0]), Argument(arriving, shown[1])]
    check_op("tf.DepthwiseConv2dNativeBackpropInput", operands, [expected], text)
    expected = transposed(kernel, lambda v: applied(x, v), arriving)
    operands = [Argument(x, shown[1]), given(kernel.shape, static), Argument(arriving, shown[1])]
    check_op("tf.DepthwiseConv2dNativeBackpropFilter", operands, [expected], text)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("mode", ["REFLECT", "SYMMETRIC"])
@pytest.mark.parametrize(
    ("shape", "amounts"),
    [((4, 1, 3), [[2, 1], [0, 0], [0, 2]]), ((3,), [[2, 2]]), ((2, 2), [[1, 1], [1, 0]])],
)
def test_gradients_of_mirrored_paddings(shape, amounts, mode, known):
    rng = np.random.default_rng(5)
    x, amount = np.zeros(shape), np.array(amounts, np.int32)

    def padded(value: np.ndarray) -> np.ndarray:
        return np.pad(value, amount, mode=mode.lower())

    arriving = rng.standard_normal(padded(x).shape)
    operands = [Argument(arriving), Constant(amount) if known else Argument(amount, (0, 1))]
    expected = transposed(x, padded, arriving)
    check_op("tf.MirrorPadGrad", operands, [expected], f'mode = "{mode}"')


@pytest.mark.parametrize(("size", "amounts"), [(5, [2, 2]), (2, [1, 1]), (4, [0, 3])])
def test_a_gradient_that_padding_does_not_leave_anything_of(size, amounts):
    """Of `size` elements so many are padding that mirrors more than there is."""
    arriving, amount = np.ones(size), np.array([amounts], np.int32)
    text = tf_text(
        "tf.MirrorPadGrad",
        [Argument(arriving), Argument(amount, (0, 1))],
        ["tensor<*xf64>"],
        'mode = "REFLECT"',
    )
    with pytest.raises(RunError, match=r"padding|leave"):
        run_stages(text, [arriving, amount])
