"""Reshape by computed sizes, transpose, expand, squeeze, tile, pad, broadcast, sizes as values."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import tensorflow as tf

from ..catalog import op
from ..draw import ANY, NUMBERS, Draw, Tensor, rank, vector

SOME = range(1, 5)


@op(2.0)
def reshape_merge(d: Draw) -> Tensor:
    """Two neighbouring dimensions become one."""
    x = d.tensor(*ANY, ranks=(2, 3, 4))
    at, r = d.pick(lambda: (rank(x) // 2 - 1, rank(x)))
    shape = tf.shape(x)
    if d.one_of(True, False):
        return tf.reshape(x, tf.concat([shape[:at], [-1], shape[at + 2 :]], 0))
    merged = shape[at] * shape[at + 1]
    return tf.reshape(
        x, tf.stack([*[shape[i] for i in range(at)], merged, *[shape[i] for i in range(at + 2, r)]])
    )


@op(2.0)
def reshape_to_sizes(d: Draw) -> Tensor:
    """To sizes of other tensors, constants and arguments, one of them perhaps left open."""
    x = d.tensor(*ANY, ranks=SOME)
    parts = d.pick(lambda: _factors(x.shape))
    sizes = [d.size(lambda p=p: p) for p in parts]
    open_at = d.one_of(None, 0, -1)
    if open_at is not None and sizes:
        sizes[open_at] = -1
    return tf.reshape(x, vector(sizes))


def _factors(shape: Sequence[int]) -> list[int]:
    total = prod(shape)
    for factor in (2, 3, 4, 5):
        if total and total % factor == 0:
            return [factor, total // factor]
    return [total, 1]


@op(1.0)
def reshape_split(d: Draw) -> Tensor:
    """The last dimension in two, one of them a constant."""
    x = d.tensor("float32", "int32", ranks=(1, 2, 3), where=lambda t: t.shape[-1] % 2 == 0)
    return tf.reshape(x, tf.concat([tf.shape(x)[:-1], [-1, 2]], 0))


@op(1.0)
def reshape_like(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=SOME)
    y = d.tensor(*ANY, ranks=range(5), where=lambda t: prod(t.shape) == prod(x.shape))
    return tf.reshape(x, tf.shape(y))


@op(0.8)
def flatten(d: Draw) -> Tensor:
    return tf.reshape(d.tensor(*ANY), [-1])


@op(1.5)
def transpose(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=(2, 3, 4))
    kind = d.one_of("reverse", "rotate", "swap")
    perm = d.pick(lambda: _permutation(rank(x), kind))
    return tf.transpose(x, perm)


def _permutation(r: int, kind: str) -> list[int]:
    order = list(range(r))
    if kind == "reverse":
        return order[::-1]
    return [*order[1:], 0] if kind == "rotate" else [*order[:-2], r - 1, r - 2]


@op(0.08)
def transpose_by_data(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,))
    first = d.shaped(lambda: "int32", lambda: (), low=0, high=1)
    return tf.transpose(x, tf.stack([first, 1 - first]))


@op(1.0)
def expand_dims(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=range(4))
    return tf.expand_dims(x, d.one_of(0, -1))


@op(1.2)
def squeeze(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=SOME, where=lambda t: 1 in t.shape)
    axes = d.pick(lambda: [list(x.shape).index(1)])
    return tf.squeeze(x, axes if d.one_of(True, True, False) else None)


@op(0.8)
def tile(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=(1, 2, 3), where=lambda t: prod(t.shape) <= 200)
    r = d.pick(lambda: rank(x))
    return tf.tile(x, vector([d.size(lambda: 2), *[1] * (r - 1)][:: d.one_of(1, -1)]))


@op(1.2)
def broadcast_to(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=(0, 1, 2), where=lambda t: prod(t.shape) <= 200)
    sizes = [d.size(lambda p=p: p) for p in d.pick(lambda: [3, *x.shape])]
    return tf.broadcast_to(x, vector(sizes))


@op(0.5)
def broadcast_shapes(d: Draw) -> Tensor:
    x = d.tensor(*ANY)
    y = d.shaped(lambda: "float32", lambda: x.shape[1:])
    return tf.broadcast_dynamic_shape(tf.shape(x), tf.shape(y))


@op(1.0)
def pad(d: Draw) -> Tensor:
    x = d.tensor(*NUMBERS, ranks=(1, 2, 3))
    r = d.pick(lambda: rank(x))
    widths = [[d.size(lambda: 1), d.size(lambda: 2)], *[[0, 1]] * (r - 1)]
    rows = tf.stack([vector(row) for row in widths])
    if d.one_of(True, False):
        return tf.pad(x, rows)
    return tf.pad(x, rows, constant_values=tf.cast(3, x.dtype))


@op(0.6)
def mirror_pad(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(1, 2, 3))
    r = d.pick(lambda: rank(x))
    return tf.pad(x, [[1, 1]] + [[0, 0]] * (r - 1), mode=d.one_of("REFLECT", "SYMMETRIC"))


@op(1.5)
def ensure_shape(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=SOME)
    at = d.one_of(0, -1)
    shape = d.pick(lambda: [s if i == at % rank(x) else None for i, s in enumerate(x.shape)])
    return tf.ensure_shape(x, shape)


@op(1.0)
def shape_of(d: Draw) -> Tensor:
    x = d.tensor(*ANY)
    kind = d.one_of("shape", "size", "rank", "shape64")
    if kind == "shape":
        return tf.shape(x)
    if kind == "shape64":
        return tf.shape(x, out_type=tf.int64)
    return tf.size(x) if kind == "size" else tf.rank(x)


@op(0.3)
def shape_n(d: Draw) -> list[Tensor]:
    return tf.raw_ops.ShapeN(input=[d.tensor("float32"), d.tensor("float32")])


@op(0.8)
def assert_equal_sizes(d: Draw) -> Tensor:
    """An explicit assertion on a size, on which the result depends."""
    x = d.tensor(*ANY, ranks=SOME)
    size = d.pick(lambda: x.shape[0])
    with tf.control_dependencies([tf.debugging.assert_equal(tf.shape(x)[0], size)]):
        return tf.identity(x)


@op(0.4)
def space_to_batch(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(3, 4), where=lambda t: t.shape[1] % 2 == 0)
    return tf.space_to_batch(x, [2], [[0, 0]])


@op(0.4)
def batch_to_space(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(3, 4), where=lambda t: t.shape[0] % 2 == 0)
    return tf.raw_ops.BatchToSpaceND(input=x, block_shape=[2], crops=[[0, d.one_of(0, 1)]])


@op(0.3)
def depth_to_space(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(4,), where=lambda t: t.shape[3] % 4 == 0)
    return tf.nn.depth_to_space(x, 2)


@op(0.3)
def space_to_depth(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(4,), where=lambda t: t.shape[1] % 2 == 0 and t.shape[2] % 2 == 0)
    return tf.nn.space_to_depth(x, 2)


@op(0.2)
def bitcast(d: Draw) -> Tensor:
    return tf.bitcast(d.tensor("float32", "int32"), d.one_of("int32", "float32"))


@op(0.2)
def meshgrid(d: Draw) -> list[Tensor]:
    return tf.meshgrid(d.tensor("float32", ranks=(1,)), d.tensor("float32", ranks=(1,)))
