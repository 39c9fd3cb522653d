"""Rows of different lengths, sparse tensors and segments, as recommenders and text models have."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import op
from ..draw import Draw, Tensor

raw = tf.raw_ops


def _lengths(d: Draw) -> Tensor:
    return d.shaped(lambda: "int32", lambda: (3,), low=0, high=2)


@op(0.3)
def ragged(d: Draw) -> Tensor:
    """Rows cut from a flat tensor."""
    lengths = _lengths(d)
    flat = d.tensor("float32", "int32", ranks=(1, 2))
    values = tf.concat([flat[:1]] * 1, 0)
    total = tf.reduce_sum(lengths)
    values = tf.repeat(values, total, 0)
    rows = tf.RaggedTensor.from_row_lengths(values, lengths, validate=False)
    match d.one_of("dense", "sum", "lengths", "map", "bounding", "values"):
        case "dense":
            return rows.to_tensor()
        case "sum":
            return tf.reduce_sum(rows, 1)
        case "lengths":
            return rows.row_lengths()
        case "map":
            return (rows * 2).to_tensor(tf.cast(7, values.dtype))
        case "bounding":
            return rows.bounding_shape()
        case _:
            return rows.value_rowids()


@op(0.2)
def ragged_ranges(d: Draw) -> Tensor:
    return tf.ragged.range(_lengths(d)).to_tensor(d.one_of(0, -1))


@op(0.2)
def ragged_gather(d: Draw) -> Tensor:
    rows = tf.RaggedTensor.from_row_splits(
        d.shaped(lambda: "float32", lambda: (6,), fixed=1), [0, 2, 3, 6], validate=False
    )
    ids = d.shaped(lambda: "int32", lambda: (4,), low=0, high=2)
    return tf.gather(rows, ids).to_tensor()


@op(0.2)
def ragged_mask(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(2,))
    mask = d.shaped(lambda: "bool", lambda: x.shape)
    return tf.ragged.boolean_mask(x, mask).to_tensor()


def _sparse(d: Draw) -> tf.SparseTensor:
    x = d.tensor("float32", ranks=(2,), where=lambda t: min(t.shape) > 0)
    return tf.sparse.from_dense(x)


@op(0.2)
def sparse_product(d: Draw) -> Tensor:
    s = _sparse(d)
    y = d.shaped(lambda: "float32", lambda: (s.dense_shape.numpy()[1], 2))
    return tf.sparse.sparse_dense_matmul(s, y)


@op(0.2)
def sparse_sum(d: Draw) -> Tensor:
    return tf.sparse.reduce_sum(_sparse(d), d.one_of(None, 0, 1))


@op(0.2)
def sparse_dense(d: Draw) -> Tensor:
    s = _sparse(d)
    if d.one_of(True, False):
        s = tf.sparse.reorder(s)
    return tf.sparse.to_dense(s, 0.5)


@op(0.2)
def sparse_to_dense_v1(d: Draw) -> Tensor:
    values = d.shaped(lambda: "float32", lambda: (3,))
    return raw.SparseToDense(
        sparse_indices=tf.range(tf.shape(values)[0]),
        output_shape=[d.size(lambda: 5)],
        sparse_values=values,
        default_value=0.0,
    )


@op(0.2)
def embedding_sparse(d: Draw) -> Tensor:
    """Rows of a table, pooled for each row of a sparse tensor of indices."""
    table = d.tensor("float32", ranks=(2,), where=lambda t: min(t.shape) > 1)
    ids = d.shaped(lambda: "int64", lambda: (3, 2), low=0, high=1)
    s = tf.sparse.from_dense(ids + 1)
    s = tf.SparseTensor(s.indices, s.values - 1, s.dense_shape)
    return tf.nn.embedding_lookup_sparse(table, s, None, combiner=d.one_of("sum", "mean", "sqrtn"))


@op(0.2)
def bag_of_words(d: Draw) -> Tensor:
    ids = d.shaped(lambda: "int32", lambda: (3, 4), low=0, high=5)
    return tf.math.bincount(
        ids, minlength=6, maxlength=6, axis=-1, binary_output=d.one_of(True, False)
    )


@op(0.2)
def segment_ids_of_lengths(d: Draw) -> Tensor:
    lengths = _lengths(d)
    ends = tf.cumsum(lengths)
    return tf.searchsorted(ends, tf.range(ends[-1]), side="right")


@op(0.1)
def unsorted_square_root(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    ids = d.shaped(lambda: "int32", lambda: x.shape[:1], low=0, high=2)
    if d.one_of(True, False):
        return tf.math.unsorted_segment_mean(x, ids, 3)
    return tf.math.unsorted_segment_sqrt_n(x, ids, 3)


def _pair(d: Draw) -> tuple[Tensor, Tensor]:
    x = d.tensor("float32", "int32", ranks=(2, 3), where=lambda t: min(t.shape) > 0)
    y = d.shaped(lambda: x.dtype.name, lambda: x.shape)
    return x, y


def _some(x: Tensor) -> tf.SparseTensor:
    """The elements above 0."""
    return tf.sparse.from_dense(tf.where(x > 0, x, tf.zeros_like(x)))


@op(0.3)
def sparse_pairs(d: Draw) -> list[Tensor]:
    """A sparse tensor of the places of two."""
    x, y = _pair(d)
    match d.one_of("add", "dense", "maximum", "minimum"):
        case "add":
            found = tf.sparse.add(_some(x), _some(-y), d.one_of(0, 1))
        case "dense":
            return [tf.sparse.add(_some(x), y)]
        case "maximum":
            found = tf.sparse.maximum(_some(x), _some(y))
        case _:
            found = tf.sparse.minimum(_some(x), _some(y))
    return [tf.sparse.to_dense(found), found.values]


@op(0.3)
def sparse_times_dense(d: Draw) -> Tensor:
    x, y = _pair(d)
    row = d.pick(lambda: min(1, x.shape[0]))
    y = y[:row] if d.one_of(True, False) else y
    scaled = getattr(raw, "SparseDenseCwise" + d.one_of("Mul", "Add"))
    s = _some(x)
    return scaled(sp_indices=s.indices, sp_values=s.values, sp_shape=s.dense_shape, dense=y)


@op(0.3)
def sparse_softmax(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3), where=lambda t: min(t.shape) > 0)
    return tf.sparse.to_dense(tf.sparse.softmax(_some(x)))


@op(0.3)
def sparse_joined(d: Draw) -> list[Tensor]:
    x, y = _pair(d)
    axis = d.one_of(0, 1, -1)
    joined = tf.sparse.concat(axis, [_some(x), _some(y)])
    parts = tf.sparse.split(joined, 2, axis=axis % x.shape.rank)
    return [tf.sparse.to_dense(s, validate_indices=False) for s in (joined, *parts)]


@op(0.3)
def sparse_sliced(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,))
    start = d.shaped(lambda: "int64", lambda: (2,), fixed=1, low=0, high=2)
    size = d.shaped(lambda: "int64", lambda: (2,), fixed=1, low=0, high=3)
    return tf.sparse.to_dense(tf.sparse.slice(_some(x), start, size))


@op(0.2)
def gradients_of_embeddings(d: Draw) -> list[Tensor]:
    """Rows of a table that are picked, and get gradients back by their distinct indices."""
    ids = d.shaped(lambda: "int32", lambda: (6,), low=0, high=7)
    segments = tf.sort(d.shaped(lambda: "int32", lambda: (6,), low=0, high=2))
    gradient = d.shaped(lambda: "float32", lambda: (3, 2))
    name = d.one_of("Sum", "Mean", "SqrtN")
    found = getattr(raw, f"SparseSegment{name}GradV2")(
        grad=gradient, indices=ids, segment_ids=segments, dense_output_dim0=8
    )
    return [found.output, found.sorted_unique_indices]


@op(0.2)
def ragged_bins(d: Draw) -> Tensor:
    numbers = d.shaped(lambda: "int32", lambda: (6,), low=0, high=5)
    ends = tf.sort(d.shaped(lambda: "int64", lambda: (3,), low=0, high=6))
    splits = tf.concat([[0], ends, [tf.size(numbers, tf.int64)]], 0)
    none, binary = tf.zeros([0]), d.one_of(True, False)
    return raw.RaggedBincount(
        splits=splits, values=numbers, size=5, weights=none, binary_output=binary
    )


@op(0.2)
def sparse_bins(d: Draw) -> Tensor:
    x = d.tensor("int32", "int64", ranks=(1, 2, 3))
    s = _some(x)
    weights = tf.zeros([0]) if d.one_of(True, False) else tf.cast(s.values, tf.float32) / 2
    return raw.SparseBincount(
        indices=s.indices,
        values=s.values,
        dense_shape=s.dense_shape,
        size=tf.cast(d.size(lambda: 4), x.dtype),
        weights=weights,
        binary_output=d.one_of(True, False),
    )
