"""Gradients of activation functions, and functions that go with them, against formulas."""

import numpy as np
import pytest

from .harness import Argument, check_op, check_text, run_stages, tf_text

RNG = np.random.default_rng(21)
SCALE, ALPHA = 1.0507009873554805, 1.6732632423543772

GRADIENTS = {
    "EluGrad": lambda g, y: np.where(y < 0, g * (y + 1), g),
    "SeluGrad": lambda g, y: np.where(y < 0, g * (y + SCALE * ALPHA), g * SCALE),
    "SoftplusGrad": lambda g, x: g / (np.exp(-x) + 1),
    "SoftsignGrad": lambda g, x: g / (1 + np.abs(x)) ** 2,
    "LeakyReluGrad": lambda g, x: np.where(x > 0, g, g * 0.2),
}


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("shape", [(3, 4), (0, 2), (1,)])
@pytest.mark.parametrize("name", GRADIENTS)
def test_gradient(name, shape, dtype):
    g, x = (RNG.uniform(-3, 3, shape).astype(dtype) for _ in range(2))
    wide = GRADIENTS[name](g.astype("float64"), x.astype("float64"))
    expected = np.asarray(wide).astype(dtype)
    rtol = 1e-2 if dtype == "float16" else 1e-4
    check_op(f"tf.{name}", [Argument(g), Argument(x)], [expected], rtol=rtol)


def test_the_slope_of_a_leaky_gradient_is_an_attribute():
    g, x = np.array([2, 2, 2], np.float32), np.array([-1, 0, 1], np.float32)
    expected = np.array([1, 1, 2], np.float32)
    check_op("tf.LeakyReluGrad", [Argument(g), Argument(x)], [expected], "alpha = 0.5 : f32")


@pytest.mark.parametrize(("name", "top"), [("ReluGrad", np.inf), ("Relu6Grad", 6)])
def test_what_does_not_arrive_is_zero_times_the_gradient(name, top):
    g = np.array([-1, 2, -3, np.inf, 5], np.float32)
    x = np.array([-1, 7, 1, -1, 0], np.float32)
    with np.errstate(invalid="ignore"):
        expected = g * ((x > 0) & (x < top)).astype(np.float32)
        signs = np.signbit(expected).astype(np.float32)
    assert signs[0] == 1 and np.isnan(expected[3])
    given = [Argument(g), Argument(x)]
    check_op(f"tf.{name}", given, [expected])
    for result in run_stages(tf_text(f"tf.{name}", given, ["tensor<*xf32>"]), [g, x]).values():
        assert np.array_equal(np.signbit(result[0])[:3], signs[:3])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_xlog1py(dtype):
    x, y = RNG.uniform(-2, 2, (4, 1)).astype(dtype), RNG.uniform(0, 5, (3,)).astype(dtype)
    x[0], y[0] = 0, -1
    with np.errstate(all="ignore"):
        expected = np.where(x == 0, 0, x * np.log1p(y)).astype(dtype)
    check_op("tf.Xlog1py", [Argument(x), Argument(y)], [expected])


@pytest.mark.parametrize("parts", [("complex64", "float32"), ("complex128", "float64")])
def test_angle(parts):
    whole, part = parts
    z = (RNG.standard_normal((2, 3)) + 1j * RNG.standard_normal((2, 3))).astype(whole)
    check_op("tf.Angle", [Argument(z)], [np.angle(z).astype(part)])


def running(x, axis, exclusive, reverse):
    """The logarithms of running sums of exponentials."""
    lines = np.moveaxis(x.astype(np.float64), axis, 0)
    lines = lines[::-1] if reverse else lines
    result, total = np.empty_like(lines), np.full(lines.shape[1:], -np.inf)
    for i, line in enumerate(lines):
        before, total = total, np.logaddexp(total, line)
        result[i] = before if exclusive else total
    return np.moveaxis(result[::-1] if reverse else result, 0, axis).astype(x.dtype)


@pytest.mark.parametrize("exclusive", [True, False])
@pytest.mark.parametrize("reverse", [True, False])
@pytest.mark.parametrize(("shape", "axis"), [((5,), 0), ((2, 3), -1), ((0, 2), 0), ((1, 3), 1)])
def test_cumulative_logsumexp(shape, axis, exclusive, reverse):
    x = RNG.uniform(-50, 50, shape).astype(np.float32)
    if x.size:
        x.flat[0] = -np.inf
    flags = f"exclusive = {str(exclusive).lower()}, reverse = {str(reverse).lower()}"
    expected = running(x, axis, exclusive, reverse)
    given = Argument(np.array(axis, np.int32))
    check_op("tf.CumulativeLogsumexp", [Argument(x), given], [expected], flags)


def test_cumulative_logsumexp_of_infinities():
    x = np.array([-np.inf, -np.inf, 1, -np.inf, np.inf, -np.inf, np.inf, 1], np.float32)
    expected = np.array([-np.inf, -np.inf, 1, 1, np.inf, np.inf, np.nan, np.nan], np.float32)
    check_op("tf.CumulativeLogsumexp", [Argument(x), Argument(np.array(0, np.int32))], [expected])


BITS = [("float32", "int32"), ("float64", "uint8"), ("int16", "int64"), ("int64", "float64")]


@pytest.mark.parametrize(("before", "after"), BITS)
@pytest.mark.parametrize("size", [0, 3])
def test_bitcast(before, after, size):
    wide = np.dtype(after).itemsize // np.dtype(before).itemsize
    shape = (size, wide) if wide > 1 else (size, 2)
    x = RNG.integers(-9, 9, shape).astype(before)
    narrow = np.dtype(before).itemsize // np.dtype(after).itemsize
    expected = x.view(after)
    if wide > 1:
        expected = expected.reshape(size)
    elif narrow > 1:
        expected = expected.reshape(size, 2, narrow)
    check_op("tf.Bitcast", [Argument(x)], [expected])


HALVES = """
func.func @main(%x: tensor<?x?xi16>, %y: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xi16>, tensor<*xi8>) {
  %b = "tf.Bitcast"(%x) : (tensor<?x?xi16>) -> tensor<?x?xbf16>
  %f = "tf.Cast"(%b) : (tensor<?x?xbf16>) -> tensor<*xf32>
  %h = "tf.Cast"(%y) : (tensor<?xf32>) -> tensor<?xbf16>
  %i = "tf.Bitcast"(%h) : (tensor<?xbf16>) -> tensor<*xi16>
  %j = "tf.Bitcast"(%h) : (tensor<?xbf16>) -> tensor<*xi8>
  func.return %f, %i, %j : tensor<*xf32>, tensor<*xi16>, tensor<*xi8>
}
"""


@pytest.mark.parametrize("size", [0, 4])
def test_bits_of_brain_floats(size):
    """They are the upper halves of those of 32 bits, here of numbers that need no rounding."""
    x = np.array([[0x3F80, -0x4000], [0x7F80, 0x0001], [0x4049, -1], [0, -0x8000]], np.int16)[:size]
    wide = (x.astype(np.uint16).astype(np.uint32) << 16).view(np.float32)
    y = np.array([1.0, -2.5, 0.0, 3.0e38], np.float32)[:size]
    y = (y.view(np.uint32) & 0xFFFF0000).view(np.float32)
    halves = (y.view(np.uint32) >> 16).astype(np.uint16).view(np.int16)
    check_text(HALVES, [x, y], [wide, halves, halves.view(np.int8).reshape(size, 2)])


@pytest.mark.parametrize(
    ("name", "expected"), [("SqrtGrad", [0, np.inf, 0.25]), ("RsqrtGrad", [0, 0, -4])]
)
def test_no_gradient_stays_none_where_the_slope_is_infinite(name, expected):
    y, dy = np.array([0, 0, 2], np.float32), np.array([0, 1, 1], np.float32)
    check_op(f"tf.{name}", [Argument(y), Argument(dy)], [np.array(expected, np.float32)])
    y = np.array([np.inf, np.inf, 2], np.float32)
    expected = [0, 0 if name == "SqrtGrad" else -np.inf, expected[2]]
    check_op(f"tf.{name}", [Argument(y), Argument(dy)], [np.array(expected, np.float32)])


@pytest.mark.parametrize("name", ["ReciprocalGrad", "InvGrad"])
@pytest.mark.parametrize("dtype", [np.float32, np.complex64])
def test_gradients_of_reciprocals(name, dtype):
    y = np.array([0, 2, -0.5, np.inf], np.float32)
    dy = np.array([1, 3, -1, 1], np.float32)
    if dtype == np.complex64:
        y, dy = y[1:3] + 1j * dy[1:3], dy[1:3] - 2j
    y, dy = y.astype(dtype), dy.astype(dtype)
    check_op(f"tf.{name}", [Argument(y), Argument(dy)], [-dy * np.conj(y) ** 2])
