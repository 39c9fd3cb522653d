"""Floats as integers and back, against the definition in steps of 32 bits."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, check_op, check_text, run_stages, tf_text

F = np.float32
MODES = [
    ("SCALED", "HALF_AWAY_FROM_ZERO", False),
    ("SCALED", "HALF_TO_EVEN", True),
    ("MIN_COMBINED", "HALF_AWAY_FROM_ZERO", False),
    ("MIN_FIRST", "HALF_AWAY_FROM_ZERO", False),
]
LIMITS = [(-1, 2), (0, 6), (0.5, 3), (-3, 0.25), (-128, 127)]


def away(x):
    """Halves rounded away from 0."""
    return np.sign(x) * np.floor(np.abs(x) + F(0.5))


def widened(low, high):
    """The limits with 0 between them, and not too near each other."""
    apart = max(F(1), abs(low), abs(high)) * F(0.01)
    low = min(F(0), low)
    return low, max(F(0), high, low + apart)


def quantized(x, low, high, dtype, mode, to_even, narrow):
    info = np.iinfo(dtype)
    least, most = F(info.min), F(info.max)
    low, high = widened(low, high)
    if mode == "SCALED":
        least += F(narrow)
        sides = [F(a / b) for a, b in ((least, low), (most, high)) if a * b > 0]
        scale = min(sides)
        low, high = least / scale, most / scale
        found = (np.rint if to_even else away)(np.clip(x, low, high) * scale)
    else:
        scale = F((np.float64(most) - least) / (high - low))
        if mode == "MIN_COMBINED":
            found = away((np.clip(x, low, high) - low) * scale + least)
        else:
            found = np.clip(away(x * scale) - (away(low * scale) - least), least, most)
    return found.astype(dtype), F(low), F(high)


def dequantized(x, low, high, mode, narrow):
    info = np.iinfo(x.dtype)
    least, most, x = F(info.min), F(info.max), x.astype(F)
    if mode == "SCALED":
        sides = [high / most]
        if least:
            sides.append(low / (least + F(narrow)))
        return x * max(sides)
    scale = (high - low) / (most - least)
    if mode == "MIN_COMBINED":
        return (x - least) * scale + low
    return x * scale + (away(low / scale) * scale - least * scale)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16])
@pytest.mark.parametrize(("mode", "rounding", "narrow"), MODES)
def test_there_and_back(dtype, mode, rounding, narrow):
    words = f'mode = "{mode}", narrow_range = {str(narrow).lower()}'
    for least, most in LIMITS:
        low, high = F(least), F(most)
        x = np.random.default_rng(3).uniform(least - 1, most + 1, (4, 5)).astype(F)
        found = quantized(x, low, high, dtype, mode, rounding == "HALF_TO_EVEN", narrow)
        operands = [Argument(x), Argument(np.array(low)), Argument(np.array(high))]
        attributes = f'{words}, round_mode = "{rounding}"'
        check_op("tf.QuantizeV2", operands, [found[0], *map(np.array, found[1:])], attributes)
        back = [Argument(part) for part in map(np.array, found)]
        expected = dequantized(found[0], *found[1:], mode, narrow)
        check_op("tf.Dequantize", back, [expected.astype(F)], words, 1e-5, 1e-5)


@pytest.mark.parametrize("mode", ["SCALED", "MIN_COMBINED"])
def test_limits_of_each_entry(mode):
    x = np.random.default_rng(4).uniform(-3, 3, (2, 3, 4)).astype(F)
    low, high = F([-1, -2, 0]), F([1, 3, 2])
    parts = [quantized(x[:, i], low[i], high[i], np.int8, mode, False, False) for i in range(3)]
    found = [np.stack([part[0] for part in parts], 1)]
    found += [F([part[i] for part in parts]) for i in (1, 2)]
    words = f'mode = "{mode}", axis = 1 : i64'
    check_op("tf.QuantizeV2", [Argument(x), Argument(low), Argument(high)], found, words)
    expected = [
        dequantized(found[0][:, i], found[1][i], found[2][i], mode, False) for i in range(3)
    ]
    back = [Argument(part) for part in found]
    check_op("tf.Dequantize", back, [np.stack(expected, 1).astype(F)], words, 1e-5, 1e-5)


def test_limits_in_the_wrong_order_are_refused():
    operands = [Argument(F([1, 2])), Argument(F(1)), Argument(F(-1))]
    operands = [Argument(np.asarray(operand.value)) for operand in operands]
    text = tf_text("tf.QuantizeV2", operands, ["tensor<*xi8>", "tensor<*xf32>", "tensor<*xf32>"])
    with pytest.raises(RunError, match="min_range must not be greater than max_range"):
        run_stages(text, [operand.value for operand in operands])


BETWEEN = """func.func @main(%x: tensor<?x?xf32>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<?x?xi8>, tensor<?x?xi32>) {
  %q, %a, %b = "tf.QuantizeV2"(%x, %low, %high) <{mode = "SCALED"}> : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x?x!tf_type.qint8>, tensor<f32>, tensor<f32>)
  %p = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %t = "tf.Transpose"(%q, %p) : (tensor<?x?x!tf_type.qint8>, tensor<2xi32>) -> tensor<?x?x!tf_type.qint8>
  %i = "tf.Bitcast"(%t) : (tensor<?x?x!tf_type.qint8>) -> tensor<?x?xi8>
  %w = "tf.Cast"(%q) : (tensor<?x?x!tf_type.qint8>) -> tensor<?x?xi32>
  func.return %i, %w : tensor<?x?xi8>, tensor<?x?xi32>
}
"""


def test_quantized_values_are_moved_and_converted_as_integers():
    x = np.random.default_rng(5).uniform(-2, 2, (3, 4)).astype(F)
    (q, *_) = quantized(x, F(-1), F(1), np.int8, "SCALED", False, False)
    check_text(BETWEEN, [x, np.array(F(-1)), np.array(F(1))], [q.T, q.astype(np.int32)])
