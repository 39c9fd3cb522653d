"""Floats rounded to levels, against the definition in steps of 32 bits."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module

from .harness import Argument, check_op, stages, tf_text

F = np.float32


def levels(low, high, bits, narrow):
    """The moved limits and the step."""
    least, most = F(narrow), F(2**bits - 1)
    step = (high - low) / (most - least)
    zero = np.clip(least - low / step, least, most)
    zero = np.floor(zero + F(0.5))
    return (least - zero) * step, (most - zero) * step, step


def rounded(x, low, high, bits, narrow):
    low, high, step = levels(low, high, bits, narrow)
    return np.rint(np.clip(x, low, high) / step) * step


CASES = [(8, False, -6, 6), (4, True, -1.5, 3), (3, False, 0.5, 5), (8, True, -3, -1)]


def text(bits, narrow, **limits):
    parts = [f"num_bits = {bits} : i64", f"narrow_range = {str(narrow).lower()}"]
    return ", ".join([*parts, *(f"{name} = {float(v)} : f32" for name, v in limits.items())])


@pytest.mark.parametrize("shape", [(4, 5, 3), (0, 3), (1, 1)])
@pytest.mark.parametrize("bits, narrow, least, most", CASES)
def test_rounding_to_levels(bits, narrow, least, most, shape):
    rng = np.random.default_rng(bits)
    x, arriving = (rng.uniform(-8, 8, shape).astype(F) for _ in range(2))
    low, high = F(least), F(most)
    expected = rounded(x, low, high, bits, narrow).astype(F)
    first, last, _ = levels(low, high, bits, narrow)
    inside = np.where((x >= first) & (x <= last), arriving, 0).astype(F)
    below, above = (arriving[out].sum(dtype=F) for out in (x < first, x > last))
    attributes = text(bits, narrow, min=least, max=most)
    check_op("tf.FakeQuantWithMinMaxArgs", [Argument(x)], [expected], attributes)
    gradient = [Argument(arriving), Argument(x)]
    check_op("tf.FakeQuantWithMinMaxArgsGradient", gradient, [inside], attributes)
    limits = [Argument(np.array(low)), Argument(np.array(high))]
    attributes = text(bits, narrow)
    check_op("tf.FakeQuantWithMinMaxVars", [Argument(x), *limits], [expected], attributes)
    results = [inside, np.array(below), np.array(above)]
    check_op("tf.FakeQuantWithMinMaxVarsGradient", [*gradient, *limits], results, attributes)


def test_limits_of_each_channel():
    rng = np.random.default_rng(5)
    x, arriving = (rng.uniform(-8, 8, (2, 6, 3)).astype(F) for _ in range(2))
    low, high = F([-6, 0, -1]), F([6, 0, 2])
    with np.errstate(invalid="ignore"):
        expected = np.where(high == low, 0, rounded(x, low, high, 8, False)).astype(F)
        first, last, _ = levels(low, high, 8, False)
        below, above = x < first, x > last
    inside = np.where(below | above, 0, arriving).astype(F)
    limits = [Argument(low), Argument(high)]
    check_op("tf.FakeQuantWithMinMaxVarsPerChannel", [Argument(x), *limits], [expected])
    results = [inside, *(np.where(out, arriving, 0).sum((0, 1), F) for out in (below, above))]
    operands = [Argument(arriving), Argument(x), *limits]
    check_op("tf.FakeQuantWithMinMaxVarsPerChannelGradient", operands, results)


@np.errstate(all="ignore")
def simulated(x, low, high, bits, signed, narrow):
    """Rounded to integers times a scale, halves to even; by the formulas of 32 bits."""
    most = F(2 ** (bits - signed) - 1)
    least = F(narrow - 2 ** (bits - 1)) if signed else F(0)
    greatest = np.finfo(F).max
    with np.errstate(divide="ignore", invalid="ignore"):
        by_low = np.where(least * low > 0, least / low, greatest)
        by_high = np.where(most * high > 0, most / high, greatest)
        step = np.where(by_low < by_high, low / least, high / most)
    low, high = np.where(by_low < by_high, (low, most * step), (least * step, high))
    return low, high, np.minimum(by_low, by_high), step


def attributes(version, bits, **values):
    def shown(value):
        return str(value).lower() if isinstance(value, bool) else f"{value} : i64"

    values |= {} if version == 3 else {"num_bits": bits}
    return ", ".join(f"{name} = {shown(value)}" for name, value in values.items())


SIMULATED = [
    (2, 8, True, False, (-2, 4)), (3, 4, True, True, (-4, 2)), (4, 3, False, False, (-1, 3)),
    (2, 4, True, False, (1, 2)), (3, 4, True, False, (-3, -2)), (3, 61, True, False, (-3, 2)),
]  # fmt: skip


@pytest.mark.parametrize("shape", [(2, 4, 3), (0, 3), (1,)])
@pytest.mark.parametrize("given", [True, False])
@pytest.mark.parametrize("version, bits, signed, narrow, limits", SIMULATED)
@np.errstate(all="ignore")
def test_simulated_quantization(version, bits, signed, narrow, limits, given, shape):
    x = np.random.default_rng(bits).uniform(-5, 5, shape).astype(F)
    low, high = (np.array(limit, F) for limit in limits)
    ends = (low, high) if given else (x.min(initial=np.inf), x.max(initial=-np.inf))
    bottom, top, scale, step = simulated(x, *map(F, ends), bits, signed, narrow)
    clamped = np.clip(x, bottom, top) if given else x
    expected = (np.rint(clamped * scale) * step).astype(F)
    operands = [Argument(x), Argument(low), Argument(high)]
    operands += [Argument(np.array(bits, "int32"))] if version == 3 else []
    text = attributes(
        version, bits, signed_input=signed, narrow_range=narrow, range_given=given, axis=-1
    )
    check_op(f"tf.QuantizeAndDequantizeV{version}", operands, [expected], text)


def test_numbers_of_tensorflow():
    x = np.array([-3, -1.26, 0.3, 0.5, 1.1, 2.5, 9, -9], F)
    expected = np.array([-3, -1.2, 0.6, 0.6, 1.2, 2.4, 9, -9], F)
    text = attributes(2, 4, signed_input=False) + ', round_mode = "HALF_UP"'
    zero = Argument(np.zeros((), F))
    check_op("tf.QuantizeAndDequantizeV2", [Argument(x), zero, zero], [expected], text)


@pytest.mark.parametrize("given", [True, False])
def test_limits_of_each_entry(given):
    x = np.arange(12, dtype=F).reshape(3, 4) - 5
    low, high = np.full(4, -3, F), np.arange(2, 6, dtype=F)
    if given:
        expected = [[-3, -24 / 7, -20 / 7, -15 / 7], [-1.125, 0, 8 / 7, 15 / 7], [2.625, 3, 4, 5]]
    else:
        expected = [[-5, -4, -20 / 7, -12 / 7], [-1.25, 0, 5 / 7, 12 / 7], [3.125, 4, 5, 6]]
    operands = [Argument(x), Argument(low), Argument(high), Argument(np.array(4, "int32"))]
    text = attributes(3, 4, range_given=given, axis=1)
    check_op("tf.QuantizeAndDequantizeV3", operands, [np.array(expected, F)], text)


@pytest.mark.parametrize(
    "low, high, bits, words",
    [
        (F(5), F(3), 4, "must not be greater than input_max"),
        (F(np.nan), F(3), 4, "must not be greater than input_max"),
        (F(-3), F(3), 0, "num_bits"),
        (F(-3), F(3), 62, "num_bits"),
    ],
)
def test_bad_limits_and_bits(low, high, bits, words):
    x = np.zeros(3, F)
    values = [x, np.array(low), np.array(high), np.array(bits, "int32")]
    text = tf_text("tf.QuantizeAndDequantizeV3", list(map(Argument, values)), ["tensor<*xf32>"])
    for name, stage in stages(text).items():
        with pytest.raises(RunError, match=words):
            run_function(parse_module(stage, name), "main", values)


@pytest.mark.parametrize("shape", [(2, 3), (0, 3), (4,)])
def test_gradients_pass_between_the_limits(shape):
    rng = np.random.default_rng(2)
    x, arriving = (rng.uniform(-2, 2, shape).astype(F) for _ in range(2))
    if x.size:
        x.flat[:3] = (-1, 1, np.nan)
    limits = np.array(-1, F), np.array(1, F)
    expected = [np.where((x >= -1) & (x <= 1), arriving, F(0)), *(np.zeros((), F) for _ in limits)]
    operands = [Argument(v) for v in (arriving, x, *limits)]
    check_op("tf.QuantizeAndDequantizeV4Grad", operands, expected, "axis = -1 : i64")


@pytest.mark.parametrize("axis", [0, 1])
def test_gradients_pass_between_the_limits_of_each_entry(axis):
    rng = np.random.default_rng(4)
    x, arriving = (rng.uniform(-2, 2, (3, 4)).astype(F) for _ in range(2))
    low = rng.uniform(-1, 0, x.shape[axis]).astype(F)
    high = rng.uniform(0, 1, x.shape[axis]).astype(F)
    bottom, top = (np.expand_dims(limit, 1 - axis) for limit in (low, high))
    inside = np.where((x >= bottom) & (x <= top), arriving, F(0))
    operands = [Argument(v) for v in (arriving, x, low, high)]
    expected = [inside, np.zeros_like(low), np.zeros_like(high)]
    check_op("tf.QuantizeAndDequantizeV4Grad", operands, expected, f"axis = {axis} : i64")
