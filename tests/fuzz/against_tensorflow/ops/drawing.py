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
