"""Random numbers of given seeds: TensorFlow documents that they are always the same."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import op
from ..draw import Draw, Tensor, vector

raw = tf.raw_ops


@op(0.4)
def stateless(d: Draw) -> Tensor:
    sizes = vector([d.size(lambda: 3), d.size(lambda: 4)])
    seed = d.shaped(lambda: "int32", lambda: (2,))
    match d.one_of("uniform", "normal", "truncated", "integers", "full"):
        case "uniform":
            return tf.random.stateless_uniform(sizes, seed, -1.0, 2.0)
        case "normal":
            return tf.random.stateless_normal(sizes, seed)
        case "truncated":
            return tf.random.stateless_truncated_normal(sizes, seed)
        case "integers":
            return tf.random.stateless_uniform(sizes, seed, -3, 9, tf.int32)
        case _:
            return tf.random.stateless_uniform(sizes, seed, None, None, tf.int32)


@op(0.2)
def stateless_like(d: Draw) -> Tensor:
    """Noise of the shape of another value, as variational networks draw it."""
    x = d.tensor("float32", ranks=(1, 2, 3))
    return x + tf.random.stateless_normal(tf.shape(x), [1, 2])


@op(0.2)
def stateless_dropout(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    return tf.nn.experimental.stateless_dropout(x, 0.4, [3, 4])


@op(0.15)
def stateless_categorical(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,), where=lambda t: min(t.shape) > 0)
    return tf.random.stateless_categorical(x, d.size(lambda: 3), [5, 6])


@op(0.1)
def stateless_shuffle(d: Draw) -> Tensor:
    return tf.random.experimental.stateless_shuffle(d.tensor("float32", ranks=(1, 2)), [7, 8])


@op(0.2)
def stateless_sampled(d: Draw) -> Tensor:
    """Numbers of distributions whose parameters are another value's."""
    x = tf.abs(d.tensor("float32", ranks=(1, 2))) + 0.1
    sizes = tf.concat([[2], tf.shape(x)], 0)
    match d.one_of("gamma", "poisson", "binomial"):
        case "gamma":
            return tf.random.stateless_gamma(sizes, [9, 1], x)
        case "poisson":
            return tf.random.stateless_poisson(sizes, [9, 2], x * 8)
        case _:
            return tf.random.stateless_binomial(sizes, [9, 3], x * 20, x / (x + 1))


@op(0.1)
def gradient_of_gamma(d: Draw) -> list[Tensor]:
    """Of an integral of the gamma distribution, and of its numbers, by its shape."""
    a = tf.abs(d.tensor("float32", ranks=(1, 2))) + 0.1
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(a)
        integral = tf.math.igamma(a, a + 0.5)
        numbers = tf.random.stateless_gamma(tf.shape(a), [9, 4], a)
    return [tape.gradient(y, a) for y in (integral, numbers)]
