"""Branches, loops, TensorArrays and functions over tensors of unknown sizes."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import op
from ..draw import Draw, Tensor, rank


def _bool(d: Draw) -> Tensor:
    return d.shaped(lambda: "bool", lambda: ())


@op(1.0)
def cond(d: Draw) -> Tensor:
    """Branches of one shape, chosen by data."""
    x = d.tensor("float32", "int32")
    y = d.shaped(lambda: x.dtype.name, lambda: x.shape)
    which = d.one_of("add", "negate", "cumsum")
    if which == "cumsum":
        return tf.cond(_bool(d), lambda: x + y, lambda: tf.reshape(x, tf.shape(y)))
    return tf.cond(_bool(d), lambda: x + y, lambda: x if which == "add" else -y)


@op(0.8)
def cond_on_size(d: Draw) -> Tensor:
    """Branches of different sizes, chosen by a size."""
    x = d.tensor("float32", "int32", ranks=(1, 2))
    limit = d.one_of(2, 3, 4)
    which = d.one_of("slice", "pad", "same")
    first = tf.shape(x)[0]
    other = {"slice": lambda: x[:1], "pad": lambda: tf.concat([x, x], 0), "same": lambda: x * x}
    return tf.cond(first > limit, lambda: x + x, other[which])


@op(0.6)
def cond_with_demand(d: Draw) -> Tensor:
    """A branch that needs sizes to agree."""
    x = d.tensor("float32", ranks=(2,))
    y = d.shaped(lambda: "float32", lambda: (x.shape[1], 3))
    return tf.cond(_bool(d), lambda: tf.reduce_sum(tf.matmul(x, y)), lambda: tf.reduce_max(y))


@op(0.4)
def switch_case(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    number = d.shaped(lambda: "int32", lambda: (), low=0, high=2)
    return tf.switch_case(number, [lambda: x, lambda: x * 2.0, lambda: -x])


@op(1.0)
def while_rows(d: Draw) -> Tensor:
    """Adds up the rows of a tensor."""
    x = d.tensor("float32", "int32", ranks=(2, 3))
    state = d.shaped(lambda: x.dtype.name, lambda: x.shape[1:])
    return tf.while_loop(
        lambda i, s: i < tf.shape(x)[0], lambda i, s: (i + 1, s + x[i]), [0, state]
    )[1]


@op(0.6)
def while_count(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    times = d.size(lambda: 3)
    return tf.while_loop(lambda i, s: i < times, lambda i, s: (i + 1, s * 0.5 + x), [0, x])[1]


@op(0.6)
def while_grows(d: Draw) -> Tensor:
    """A carried value that becomes longer."""
    x = d.tensor("float32", "int32", ranks=(1, 2))
    r = d.pick(lambda: rank(x))
    open_shape = tf.TensorShape([None] * r)
    return tf.while_loop(
        lambda i, s: i < 2,
        lambda i, s: (i + 1, tf.concat([s, x[:1]], 0)),
        [0, x],
        shape_invariants=[tf.TensorShape([]), open_shape],
    )[1]


@op(0.4)
def while_halves(d: Draw) -> Tensor:
    """A carried value that becomes shorter until its size says stop."""
    x = d.tensor("float32", ranks=(1,))
    return tf.while_loop(
        lambda s: tf.size(s) > 2,
        lambda s: (s[::2],),
        [x],
        shape_invariants=[tf.TensorShape([None])],
    )[0]


@op(0.4)
def while_with_demand(d: Draw) -> Tensor:
    """A body that needs a size of the carried value."""
    x = d.tensor("float32", ranks=(2,), where=lambda t: t.shape[0] == t.shape[1])
    state = d.shaped(lambda: "float32", lambda: x.shape)
    return tf.while_loop(
        lambda i, s: i < 2, lambda i, s: (i + 1, tf.tanh(tf.matmul(s, x))), [0, state]
    )[1]


@op(0.8)
def tensor_array_map(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    count = tf.shape(x)[0]
    array = tf.TensorArray(x.dtype, size=count)
    loop = tf.while_loop(
        lambda i, a: i < count, lambda i, a: (i + 1, a.write(i, x[i] * 2.0)), [0, array]
    )
    return loop[1].stack() if d.one_of(True, False) else tf.shape(loop[1].stack())


@op(0.1)
def tensor_array_grows(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    array = tf.TensorArray(x.dtype, size=0, dynamic_size=True, element_shape=tf.TensorShape(None))
    count = tf.shape(x)[0]
    loop = tf.while_loop(
        lambda i, a: i < count, lambda i, a: (i + 1, a.write(i, x[i] + 1.0)), [0, array]
    )
    return loop[1].stack()


@op(0.4)
def tensor_array_unstack(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3), where=lambda t: t.shape[0] > 0)
    array = tf.TensorArray(x.dtype, size=tf.shape(x)[0]).unstack(x)
    kind = d.one_of("read", "gather", "stack", "size")
    match kind:
        case "read":
            return array.read(0)
        case "gather":
            return array.gather([0])
        case "stack":
            return array.stack()
        case _:
            return array.size()


@op(0.3)
def tensor_array_concat(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3))
    array = tf.TensorArray(x.dtype, size=tf.shape(x)[0]).unstack(x)
    return array.concat()


@op(0.5)
def map_fn(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    return tf.map_fn(lambda row: tf.reduce_sum(row) * row, x)


@op(0.4)
def scan(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[0] > 0)
    return tf.scan(lambda a, b: a * 0.5 + b, x)


@op(0.4)
def foldl(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[0] > 0)
    return tf.foldl(lambda a, b: a + tf.sin(b), x)


@op(0.5)
def call(d: Draw) -> Tensor:
    x = d.tensor("float32")
    y = d.shaped(lambda: "float32", lambda: x.shape)
    return tf.function(lambda a, b: tf.tanh(a) * b)(x, y)


@op(0.5)
def gradient_of_loss(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,))
    w = d.shaped(lambda: "float32", lambda: (x.shape[1], 3))
    b = d.shaped(lambda: "float32", lambda: (3,))
    with tf.GradientTape() as tape:
        tape.watch([w, b])
        loss = tf.reduce_mean(tf.square(tf.tanh(tf.matmul(x, w) + b)))
    return tape.gradient(loss, w if d.one_of(True, False) else b)
