"""Normalizations against their definitions, and their gradients against differences."""

import numpy as np
import pytest

from .harness import Argument, check_op

SHAPES = [(2, 3, 2, 7), (0, 1, 1, 3), (1, 1, 1, 1)]


def local_response(x, radius, bias, alpha, beta):
    padded = np.pad(x * x, [(0, 0)] * 3 + [(radius, radius)])
    channels = x.shape[3]
    total = sum(padded[..., i : i + channels] for i in range(2 * radius + 1))
    return x * (bias + alpha * total) ** -beta


def gradient(function, x, arriving, step=1e-5):
    """The derivative of `sum(arriving * function(x))` by `x`, an element at a time."""
    result = np.zeros_like(x)
    for at in np.ndindex(x.shape):
        unit = np.zeros_like(x)
        unit[at] = step
        result[at] = (arriving * (function(x + unit) - function(x - unit))).sum() / (2 * step)
    return result


@pytest.mark.parametrize("shape", SHAPES)
def test_local_response(shape):
    rng = np.random.default_rng(1)
    x, arriving = rng.standard_normal((2, *shape))

    def forward(x):
        return local_response(x, 2, 1.5, 0.7, 0.6)

    text = "depth_radius = 2 : i64, bias = 1.5 : f32, alpha = 0.7 : f32, beta = 0.6 : f32"
    single = [value.astype(np.float32) for value in (arriving, x, forward(x))]
    check_op("tf.LRN", [Argument(single[1])], [single[2]], text)
    expected = gradient(forward, x, arriving).astype(np.float32)
    check_op("tf.LRNGrad", [Argument(value) for value in single], [expected], text)


@pytest.mark.parametrize("op", ["", "V2", "V3"])
@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
def test_gradient_of_batch_normalization(op, training, shape):
    rng = np.random.default_rng(2)
    x, arriving = rng.standard_normal((2, *shape))
    scale, mean, variance = rng.uniform(0.5, 2, (3, shape[-1]))
    if training:
        mean, variance = (f(x, axis=(0, 1, 2)) if x.size else mean * 0 for f in (np.mean, np.var))

    def forward(x, scale=scale):
        at, by = mean, variance
        if training and x.size:
            at, by = np.mean(x, axis=(0, 1, 2)), np.var(x, axis=(0, 1, 2))
        return (x - at) / np.sqrt(by + 0.01) * scale

    gradients = [
        gradient(forward, x, arriving),
        gradient(lambda s: forward(x, s), scale, arriving),
        arriving.sum(axis=(0, 1, 2)),
        *[np.zeros(0)] * 2,
    ]
    operands = [arriving, x, scale, mean, variance, *([mean] if op == "V3" else [])]
    check_op(
        f"tf.FusedBatchNormGrad{op}",
        [Argument(value.astype(np.float32)) for value in operands],
        [value.astype(np.float32) for value in gradients],
        f"epsilon = 0.01 : f32, is_training = {str(training).lower()}",
    )
