"""Signs of zero, and shifts beyond the width, as TensorFlow's CPU gives them."""

import numpy as np
import pytest

from .harness import Argument, check_op, run_stages, tf_text

ZEROS = np.array([0.0, -0.0], np.float32)


@pytest.mark.parametrize(
    ("name", "negative"),
    [
        ("Asinh", True),
        ("Sinh", True),
        ("Atanh", True),
        ("Relu", True),
        ("Relu6", True),
        ("Sign", False),
        ("Erfinv", False),
    ],
)
def test_sign_of_zero(name, negative):
    text = tf_text(f"tf.{name}", [Argument(ZEROS)], ["tensor<*xf32>"])
    for (result,) in run_stages(text, [ZEROS]).values():
        assert (result == 0).all()
        assert np.signbit(result).tolist() == [False, negative]


def test_quotients_of_zero_have_no_sign():
    operands = [Argument(ZEROS), Argument(np.array([-1, 1], np.float32))]
    text = tf_text("tf.Xdivy", operands, ["tensor<*xf32>"])
    for (result,) in run_stages(text, [o.value for o in operands]).values():
        assert np.signbit(result).tolist() == [False, False]


def test_an_outer_product_keeps_the_sign_of_zero():
    x, y = ZEROS, np.array([-2, 3, 0], np.float32)
    text = tf_text(
        "tf.Einsum", [Argument(x), Argument(y)], ["tensor<*xf32>"], 'equation = "i,j->ij"'
    )
    for stage, (result,) in run_stages(text, [x, y]).items():
        np.testing.assert_array_equal(np.signbit(result), np.signbit(np.outer(x, y)), stage)


def test_outer_products_with_shared_and_reordered_labels():
    rng = np.random.default_rng(5)
    x, y = rng.standard_normal((2, 3, 4)), rng.standard_normal((3, 5, 2))
    for equation in ("abc,bda->dacb", "abc,bda->abcd"):
        expected = np.einsum(equation, x, y)
        check_op("tf.Einsum", [Argument(x), Argument(y)], [expected], f'equation = "{equation}"')


def test_relu_keeps_nan():
    x = np.array([np.nan, -1, 2], np.float32)
    check_op("tf.Relu", [Argument(x)], [np.array([np.nan, 0, 2], np.float32)])


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
@pytest.mark.parametrize("name", ["LeftShift", "RightShift"])
def test_shift_amounts_stay_within_the_width(name, dtype):
    bits = np.dtype(dtype).itemsize * 8
    amounts = np.array([0, 1, bits - 1, bits, 100], dtype)
    if dtype != "uint8":
        amounts = np.concatenate([amounts, np.array([-1, -100], dtype)])
    x = np.full_like(amounts, 77)
    shift = {"LeftShift": np.left_shift, "RightShift": np.right_shift}[name]
    expected = shift(x, np.clip(amounts, 0, bits - 1))
    check_op(f"tf.{name}", [Argument(x), Argument(amounts)], [expected])
