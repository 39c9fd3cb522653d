"""Floats rounded to levels, against the definition in steps of 32 bits."""

import numpy as np
import pytest

from .harness import Argument, check_op

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
