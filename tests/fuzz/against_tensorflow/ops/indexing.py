"""Joining, slicing, gathering, scattering, masks and unique values."""

from __future__ import annotations

import tensorflow as tf
from tensorflow.compiler.tf2xla.python.xla import dynamic_update_slice

from ..catalog import op
from ..draw import ANY, NUMBERS, Draw, Tensor, rank, vector

SOME = range(1, 5)
raw = tf.raw_ops


@op(1.5)
def concat(d: Draw) -> Tensor:
    x = d.tensor(*NUMBERS, ranks=SOME)
    axis = d.one_of(0, -1)

    def other() -> list[int]:
        shape = list(x.shape)
        shape[axis] = 2 if shape[axis] != 2 else 3
        return shape

    same = d.one_of(True, False)
    y = d.shaped(lambda: x.dtype.name, lambda: x.shape if same else other())
    return tf.concat([x, y, x] if d.one_of(False, False, True) else [x, y], axis)


@op(1.0)
def stack(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=range(4))
    y = d.shaped(lambda: x.dtype.name, lambda: x.shape)
    return tf.stack([x, y], axis=d.one_of(0, -1))


@op(1.0)
def unstack(d: Draw) -> list[Tensor]:
    axis = d.one_of(0, -1)
    x = d.tensor(*ANY, ranks=SOME, where=lambda t: 0 < t.shape[axis] <= 4)
    return tf.unstack(x, num=d.pick(lambda: int(x.shape[axis])), axis=axis)


@op(1.0)
def split(d: Draw) -> list[Tensor]:
    axis = d.one_of(0, -1)
    x = d.tensor(*ANY, ranks=SOME, where=lambda t: t.shape[axis] in (2, 3, 4, 6))
    parts = d.pick(lambda: 2 if x.shape[axis] % 2 == 0 else 3)
    return tf.split(x, parts, axis)


@op(0.8)
def split_sizes(d: Draw) -> list[Tensor]:
    axis = d.one_of(0, -1)
    x = d.tensor(*NUMBERS, ranks=SOME, where=lambda t: t.shape[axis] >= 3)
    rest = d.one_of(True, False)
    first = d.size(lambda: 2)
    second = -1 if rest else d.size(lambda: x.shape[axis] - 2)
    return tf.split(x, vector([first, second]), axis, num=2)


@op(1.2)
def slice_(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=(1, 2, 3), where=lambda t: t.shape[0] >= 2)
    r = d.pick(lambda: rank(x))
    begin = vector([d.size(lambda: 1), *[0] * (r - 1)])
    length = d.size(lambda: x.shape[0] - 1) if d.one_of(True, False) else -1
    return tf.slice(x, begin, vector([length, *[-1] * (r - 1)]))


@op(2.0)
def strided_slice(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=(1, 2, 3))
    kind = d.one_of("from", "to", "between", "step", "back", "last", "pair", "inner", "new", "all")
    match kind:
        case "from":
            return x[d.size(lambda: 1) :]
        case "to":
            return x[: d.size(lambda: 2)]
        case "between":
            return x[d.size(lambda: 1) : d.size(lambda: 3)]
        case "step":
            return x[:: d.one_of(2, 3)]
        case "back":
            return x[:: d.one_of(-1, -2)]
        case "last":
            return x[:-1]
        case "inner":
            return x[..., d.size(lambda: 1) :]
        case "new":
            return x[tf.newaxis, ..., :1]
        case "pair":
            return x[..., -1]
        case _:
            return x[1:, tf.newaxis]


@op(1.0)
def index(d: Draw) -> Tensor:
    x = d.tensor(*ANY, ranks=SOME, where=lambda t: t.shape[0] > 0)
    return x[d.size(lambda: min(1, x.shape[0] - 1))]


@op(0.05)
def strided_slice_gradient(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1,), where=lambda t: t.shape[0] > 1)
    dy = d.shaped(lambda: "float32", lambda: (x.shape[0] - 1,))
    return raw.StridedSliceGrad(
        shape=tf.shape(x), begin=[1], end=[0], strides=[1], dy=dy, end_mask=1
    )


@op(0.05)
def strided_slice_update(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[0] > 1)
    value = d.shaped(lambda: "float32", lambda: (x.shape[0] - 1, *x.shape[1:]))
    return raw.TensorStridedSliceUpdate(
        input=x, begin=[1], end=[0], strides=[1], value=value, end_mask=1
    )


@op(0.1)
def update_slice(d: Draw) -> Tensor:
    """As Keras' `slice_update`."""
    x = d.tensor("float32", ranks=(2,), where=lambda t: min(t.shape) > 1)
    value = d.shaped(lambda: "float32", lambda: (x.shape[0] - 1, 1))
    place = d.shaped(lambda: "int32", lambda: (2,), low=-1, high=3)
    return dynamic_update_slice(x, value, place)


@op(1.2)
def gather(d: Draw) -> Tensor:
    axis = d.one_of(0, -1)
    x = d.tensor(*ANY, ranks=(1, 2, 3), where=lambda t: t.shape[axis] >= 2)
    rows = d.one_of((), (3,), (2, 2))
    indices = d.shaped(lambda: "int32", lambda: rows, low=0, high=1)
    return tf.gather(x, indices, axis=axis)


@op(0.6)
def gather_batch(d: Draw) -> Tensor:
    x = d.tensor(*NUMBERS, ranks=(2, 3), where=lambda t: t.shape[1] >= 2)
    indices = d.shaped(lambda: "int64", lambda: (x.shape[0], 3), low=0, high=1)
    return tf.gather(x, indices, batch_dims=1)


@op(0.8)
def gather_nd(d: Draw) -> Tensor:
    x = d.tensor(*NUMBERS, ranks=(2, 3), where=lambda t: min(t.shape[:2]) >= 2)
    depth = d.one_of(1, 2)
    indices = d.shaped(lambda: "int32", lambda: (3, depth), low=0, high=1, fixed=1)
    return tf.gather_nd(x, indices)


@op(0.6)
def scatter_nd(d: Draw) -> Tensor:
    updates = d.tensor("float32", "int32", ranks=(1, 2, 3))
    indices = d.shaped(lambda: "int32", lambda: (updates.shape[0], 1), low=0, high=2, fixed=1)
    sizes = [
        d.size(lambda: 3),
        *[d.size(lambda s=s: s) for s in d.pick(lambda: [*updates.shape[1:]])],
    ]
    return tf.scatter_nd(indices, updates, vector(sizes))


@op(0.8)
def tensor_scatter(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(1, 2), where=lambda t: t.shape[0] >= 2)
    updates = d.shaped(lambda: x.dtype.name, lambda: (2, *x.shape[1:]))
    indices = d.shaped(lambda: "int32", lambda: (2, 1), low=0, high=1, fixed=1)
    name = d.one_of("add", "sub", "max", "min")
    return getattr(tf, f"tensor_scatter_nd_{name}")(x, indices, updates)


@op(0.3)
def tensor_scatter_update(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[0] >= 2)
    updates = d.shaped(lambda: x.dtype.name, lambda: (1, *x.shape[1:]))
    return tf.tensor_scatter_nd_update(
        x, d.shaped(lambda: "int32", lambda: (1, 1), low=0, high=1, fixed=1), updates
    )


@op(1.2)
def boolean_mask(d: Draw) -> Tensor:
    x = d.tensor(*NUMBERS, ranks=(1, 2, 3))
    mask = d.shaped(lambda: "bool", lambda: x.shape[:1])
    return tf.boolean_mask(x, mask)


@op(0.8)
def mask_by_comparison(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(1, 2))
    return tf.boolean_mask(x, x > tf.cast(0, x.dtype))


@op(0.8)
def where_indices(d: Draw) -> Tensor:
    return tf.where(d.tensor("bool", "float32", ranks=(1, 2, 3)))


@op(0.8)
def unique(d: Draw) -> list[Tensor]:
    x = d.tensor("int32", "int64", "float32", ranks=(1,))
    if d.one_of(True, False):
        return list(tf.unique(x))
    return list(tf.unique_with_counts(x))


@op(0.1)
def list_difference(d: Draw) -> list[Tensor]:
    x = d.tensor("int32", "int64", "float32", ranks=(1,))
    y = d.tensor(x.dtype.name, ranks=(1,))
    return list(raw.ListDiff(x=x, y=y, out_idx=d.one_of(tf.int32, tf.int64)))


@op(0.05)
def dynamic_partition(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", ranks=(1, 2))
    ids = d.shaped(lambda: "int32", lambda: x.shape[:1], low=0, high=1)
    return tf.dynamic_partition(x, ids, 2)


@op(0.05)
def dynamic_stitch(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    ids = d.shaped(lambda: "int32", lambda: x.shape[:1], low=0, high=4)
    return tf.dynamic_stitch([ids, ids], [x, x + 1.0])


@op(0.8)
def reverse(d: Draw) -> Tensor:
    return tf.reverse(d.tensor(*ANY, ranks=SOME), [d.one_of(0, -1)])


@op(0.5)
def reverse_sequence(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3), where=lambda t: t.shape[1] >= 2)
    lengths = d.shaped(lambda: "int32", lambda: x.shape[:1], low=0, high=2)
    return tf.reverse_sequence(x, lengths, seq_axis=1, batch_axis=0)


@op(0.8)
def roll(d: Draw) -> Tensor:
    x = d.tensor(*NUMBERS, ranks=SOME)
    return tf.roll(x, d.size(lambda: 1), axis=d.one_of(0, -1))


@op(0.5)
def invert_permutation(d: Draw) -> Tensor:
    return tf.math.invert_permutation(tf.argsort(d.tensor("float32", ranks=(1,))))


@op(0.4)
def identity_n(d: Draw) -> list[Tensor]:
    x, y = d.tensor(*ANY), d.tensor(*ANY)
    return raw.IdentityN(input=[x, y])


@op(0.05)
def concat_offset(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", ranks=(1, 2))
    return raw.ConcatOffset(concat_dim=0, shape=[tf.shape(x), tf.shape(x)])
