"""Loops in branches and branches in loops, lists, and values of unknown rank."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import op
from ..draw import ANY, Draw, Tensor, rank

raw = tf.raw_ops


def _bool(d: Draw) -> Tensor:
    return d.shaped(lambda: "bool", lambda: ())


@op(0.3)
def branch_in_loop(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    flag = _bool(d)
    kind = d.one_of("trip", "flag", "value")

    def body(i, s):
        condition = {"trip": i % 2 == 0, "flag": flag, "value": tf.reduce_sum(s) > 0}[kind]
        return i + 1, tf.cond(condition, lambda: s * 0.5, lambda: s - x)

    return tf.while_loop(lambda i, s: i < 3, body, [0, x])[1]


@op(0.3)
def loop_in_branch(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(1, 2))
    times = d.size(lambda: 2)

    def looped() -> Tensor:
        return tf.while_loop(lambda i, s: i < times, lambda i, s: (i + 1, s + x), [0, x])[1]

    return tf.cond(_bool(d), looped, lambda: x)


@op(0.3)
def loop_in_loop(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,))

    def row(i, s):
        inner = tf.while_loop(
            lambda j, t: j < tf.shape(x)[1], lambda j, t: (j + 1, t + x[i, j]), [0, s]
        )
        return i + 1, inner[1]

    return tf.while_loop(lambda i, s: i < tf.shape(x)[0], row, [0, tf.constant(0.0)])[1]


@op(0.3)
def loop_until(d: Draw) -> list[Tensor]:
    """As many trips as the data asks for."""
    x = d.tensor("float32", ranks=(1, 2))
    limit = d.one_of(0.25, 2.0)
    return list(
        tf.while_loop(
            lambda i, s: tf.reduce_any(tf.abs(s) > limit) & (i < 9),
            lambda i, s: (i + 1, s * 0.5),
            [tf.constant(0), x],
        )
    )


@op(0.3)
def loop_of_two_sizes(d: Draw) -> list[Tensor]:
    """One carried value grows while the other one becomes shorter."""
    x = d.tensor("float32", "int32", ranks=(1,), where=lambda t: t.shape[0] > 2)
    times = d.one_of(2, 3)
    open_shape = tf.TensorShape([None])
    _, long, short = tf.while_loop(
        lambda i, a, b: (i < times) & (tf.shape(b)[0] > 1),
        lambda i, a, b: (i + 1, tf.concat([a, b[:1]], 0), b[1:]),
        [0, x, x],
        shape_invariants=[tf.TensorShape([]), open_shape, open_shape],
    )
    return [long, short]


@op(0.3)
def loop_of_swaps(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", "int32", ranks=(1, 2))
    y = d.shaped(lambda: x.dtype.name, lambda: x.shape)
    return list(tf.while_loop(lambda i, a, b: i < 3, lambda i, a, b: (i + 1, b, a), [0, x, y]))[1:]


@op(0.3)
def loop_of_doubles(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1,), where=lambda t: t.shape[0] <= 6)
    return tf.while_loop(
        lambda s: tf.shape(s)[0] < 10,
        lambda s: (tf.concat([s, s + 1.0, [0.5]], 0),),
        [x],
        shape_invariants=[tf.TensorShape([None])],
    )[0]


@op(0.3)
def loop_writes(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,))
    return tf.while_loop(
        lambda i, s: i < tf.shape(x)[0],
        lambda i, s: (i + 1, tf.tensor_scatter_nd_update(s, [[i]], [s[i] * 2.0])),
        [0, x],
    )[1]


@op(0.3)
def branch_of_many(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", "int32", ranks=(1, 2, 3))
    y = d.shaped(lambda: x.dtype.name, lambda: x.shape)
    return list(
        tf.cond(
            _bool(d),
            lambda: (x + y, tf.shape(x)[0], tf.reduce_sum(x)),
            lambda: (y, tf.shape(y)[-1], tf.reduce_max(tf.concat([y, y], 0))),
        )
    )


@op(0.3)
def branch_of_masks(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    mask = d.shaped(lambda: "bool", lambda: x.shape[:1])
    return tf.cond(
        tf.reduce_any(mask), lambda: tf.boolean_mask(x, mask), lambda: tf.concat([x, x], 0)
    )


@op(0.2)
def branch_nested(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(1, 2))
    first, second = _bool(d), _bool(d)
    return tf.cond(
        first, lambda: tf.cond(second, lambda: x * x, lambda: x[:1] + x), lambda: x[::-1]
    )


@op(0.2)
def case_of_sizes(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    n = tf.shape(x)[0]
    return tf.case(
        [(n > 5, lambda: x[:5]), (n > 2, lambda: x[:2])], default=lambda: tf.concat([x, x], 0)
    )


@op(0.2)
def switch_of_sizes(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    number = d.shaped(lambda: "int32", lambda: (), low=0, high=2)
    return tf.switch_case(number, [lambda: x, lambda: x[1:], lambda: tf.repeat(x, 2, 0)])


@op(0.2)
def map_to_other_type(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3))
    return tf.map_fn(lambda r: tf.argmax(r, output_type=tf.int32), x, fn_output_signature=tf.int32)


@op(0.2)
def map_of_two(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,))
    y = d.shaped(lambda: "float32", lambda: x.shape[:1])
    return tf.map_fn(lambda p: p[0] * p[1], (x, y), fn_output_signature=tf.float32)


@op(0.2)
def map_in_bulk(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3))
    return tf.vectorized_map(lambda r: tf.nn.softmax(r) * tf.reduce_max(r), x)


@op(0.2)
def scan_of_two(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[0] > 0)
    back = d.one_of(False, True)
    return list(
        tf.scan(lambda a, r: (a[0] + r, a[1] * 0.5 + r), x, (x[0], x[0] * 2.0), reverse=back)
    )


@op(0.2)
def fold_right(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[0] > 0)
    return tf.foldr(lambda a, r: a * 0.5 + r, x)


@op(0.3)
def list_of_prefixes(d: Draw) -> Tensor:
    """Parts of different sizes, joined at the end."""
    x = d.tensor("float32", ranks=(1,))
    n = tf.shape(x)[0]
    array = tf.TensorArray(x.dtype, size=n, infer_shape=False, element_shape=tf.TensorShape([None]))
    loop = tf.while_loop(
        lambda i, a: i < n, lambda i, a: (i + 1, a.write(i, x[: i + 1])), [0, array]
    )
    return loop[1].concat()


@op(0.2)
def list_scattered(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[0] > 1)
    array = tf.TensorArray(x.dtype, size=tf.shape(x)[0])
    order = tf.range(tf.shape(x)[0])[::-1]
    return array.scatter(order, x).stack()


@op(0.2)
def list_split(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[0] > 1)
    n = tf.shape(x)[0]
    array = tf.TensorArray(x.dtype, size=2, infer_shape=False).split(x, tf.stack([1, n - 1]))
    return array.concat() if d.one_of(True, False) else array.read(1)


@op(0.2)
def list_filled(d: Draw) -> Tensor:
    """Only some of the entries are written; the others are zeros."""
    x = d.tensor("float32", ranks=(2,), where=lambda t: t.shape[0] > 0)
    count = tf.shape(x)[0]
    array = tf.TensorArray(x.dtype, size=count, element_shape=x.shape[1:])
    loop = tf.while_loop(lambda i, a: i < count, lambda i, a: (i + 2, a.write(i, x[i])), [0, array])
    return loop[1].stack()


@op(0.3)
def reshape_by_argument(d: Draw) -> Tensor:
    """To a shape whose length is not known before."""
    x = d.tensor("float32", "int32", ranks=(1, 2, 3))
    shape = tf.shape(d.shaped(lambda: "bool", lambda: x.shape))
    lists = tf.unstack(shape, num=d.pick(lambda: rank(x)))
    y = tf.reshape(x * 2, tf.concat([lists[:1], tf.boolean_mask(shape, shape >= 0)[1:]], 0))
    return tf.reshape(y + y, [-1]) if d.one_of(True, False) else tf.reshape(-y, tf.shape(x))


@op(0.3)
def strings_of_reshapes(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=(2, 3, 4))
    r = d.pick(lambda: rank(x))
    shape = tf.shape(x)
    y = tf.reshape(x, [shape[0], -1])
    for _ in range(d.one_of(1, 2, 3)):
        match d.one_of("flat", "transpose", "back", "pair", "expand"):
            case "flat":
                y = tf.reshape(y, [-1])
            case "transpose":
                y = tf.transpose(tf.reshape(y, [-1, shape[r - 1]]))
            case "back":
                y = tf.reshape(y, shape)
            case "pair":
                y = tf.reshape(y, [tf.reduce_prod(shape[:-1]), shape[-1]])
            case _:
                y = tf.reshape(tf.expand_dims(y, 0), [1, -1, shape[1]])
    return y


@op(0.2)
def recursive_halves(d: Draw) -> Tensor:
    """Sums of neighbours until one is left, with a rest that is not even."""
    x = d.tensor("float32", ranks=(1,), where=lambda t: t.shape[0] > 0)

    def halve(s: Tensor) -> tuple[Tensor]:
        half = tf.shape(s)[0] // 2
        return (tf.concat([s[:half] + s[half : 2 * half], s[2 * half :]], 0),)

    return tf.while_loop(
        lambda s: tf.shape(s)[0] > 1, halve, [x], shape_invariants=[tf.TensorShape([None])]
    )[0]
