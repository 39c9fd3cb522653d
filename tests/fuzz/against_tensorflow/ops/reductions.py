"""Reductions, scans, sorting, segments, and what counts or compares along a dimension."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import enter, op
from ..draw import FLOATS, NUMBERS, Draw, Tensor, rank

SOME = range(1, 5)


def _axes(d: Draw, x: Tensor) -> object:
    which = d.one_of("first", "last", "two", "all", "negative", "none")
    match which:
        case "all":
            return None
        case "none":
            return []
        case "two":
            return d.pick(lambda: sorted({0, rank(x) - 1}))
        case "first":
            return 0
        case "last":
            return d.pick(lambda: rank(x) - 1)
        case _:
            return [-1]


def _reduction(name: str, *dtypes: str):
    def apply(d: Draw) -> Tensor:
        x = d.tensor(*dtypes, ranks=SOME)
        return getattr(tf, f"reduce_{name}", getattr(tf.math, f"reduce_{name}"))(
            x, _axes(d, x), keepdims=d.one_of(False, True)
        )

    return apply


for _name in ("sum", "mean", "prod", "max", "min"):
    enter(f"reduce_{_name}", _reduction(_name, *NUMBERS), 0.8)
for _name in ("all", "any"):
    enter(f"reduce_{_name}", _reduction(_name, "bool"), 0.6)
for _name in ("variance", "std", "euclidean_norm", "logsumexp"):
    enter(f"reduce_{_name}", _reduction(_name, *FLOATS), 0.3)


@op(0.08)
def reduce_run_time_axis(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3))
    return tf.reduce_sum(x, d.shaped(lambda: "int32", lambda: (), low=0, high=1), keepdims=True)


@op(0.4)
def moments(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", ranks=(2, 3, 4))
    return list(tf.nn.moments(x, [0], keepdims=d.one_of(False, True)))


@op(0.6)
def arg_extreme(d: Draw) -> Tensor:
    x = d.tensor(*NUMBERS, ranks=SOME)
    function = tf.argmax if d.one_of(True, False) else tf.argmin
    return function(x, d.one_of(0, -1), output_type=d.one_of("int32", "int64"))


@op(0.8)
def scans(d: Draw) -> Tensor:
    x = d.tensor(*NUMBERS, ranks=SOME)
    function = tf.cumsum if d.one_of(True, True, False) else tf.math.cumprod
    flags = {"exclusive": d.one_of(False, True), "reverse": d.one_of(False, True)}
    return function(x, d.one_of(0, -1), **flags)


@op(0.05)
def cumulative_logsumexp(d: Draw) -> Tensor:
    return tf.math.cumulative_logsumexp(d.tensor("float32", ranks=SOME), d.one_of(0, -1))


@op(0.6)
def softmax(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=SOME)
    return (tf.nn.softmax if d.one_of(True, False) else tf.nn.log_softmax)(x, axis=-1)


@op(0.6)
def sort(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(1, 2, 3))
    return tf.sort(x, axis=-1, direction=d.one_of("ASCENDING", "DESCENDING"))


@op(0.4)
def argsort(d: Draw) -> Tensor:
    return tf.argsort(d.tensor("float32", "int32", ranks=(1, 2)), stable=True)


@op(0.8)
def top_k(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", "int32", ranks=(1, 2, 3), where=lambda t: t.shape[-1] > 0)
    k = d.size(lambda: min(2, x.shape[-1]))
    return list(tf.math.top_k(x, k, sorted=True))


@op(0.05)
def in_top_k(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,))
    return tf.math.in_top_k(d.shaped(lambda: "int32", lambda: x.shape[:1], low=0, high=1), x, 2)


@op(0.05)
def bincount(d: Draw) -> Tensor:
    x = d.tensor("int32", ranks=(1,))
    return tf.math.bincount(tf.abs(x), minlength=d.one_of(0, 4))


@op(0.3)
def bucketize(d: Draw) -> Tensor:
    return tf.raw_ops.Bucketize(input=d.tensor("float32", ranks=SOME), boundaries=[-1.0, 0.0, 0.7])


@op(0.05)
def searchsorted(d: Draw) -> Tensor:
    s = tf.sort(d.tensor("float32", ranks=(1,)))
    return tf.searchsorted(s, d.tensor("float32", ranks=(1,)), side=d.one_of("left", "right"))


@op(0.5)
def count_nonzero(d: Draw) -> Tensor:
    return tf.math.count_nonzero(d.tensor(*NUMBERS, ranks=SOME), axis=d.one_of(None, 0))


@op(0.5)
def cross_entropy(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,))
    y = d.shaped(lambda: "float32", lambda: x.shape)
    return tf.nn.softmax_cross_entropy_with_logits(labels=y, logits=x)


@op(0.5)
def sparse_cross_entropy(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,))
    y = d.shaped(lambda: "int32", lambda: x.shape[:1], low=0, high=1)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=x)


@op(0.5)
def sigmoid_cross_entropy(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=SOME)
    y = d.shaped(lambda: "float32", lambda: x.shape)
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=x)


def _ids(d: Draw, x: Tensor, most: int) -> Tensor:
    return d.shaped(lambda: "int32", lambda: x.shape[:1], low=0, high=most)


@op(0.8)
def segment_sum(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(1, 2, 3))
    return tf.math.segment_sum(x, tf.sort(_ids(d, x, 3)))


@op(0.2)
def segment_sum_unsorted_ids(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    return tf.math.segment_sum(x, d.shaped(lambda: "int32", lambda: x.shape[:1], low=1, high=1))


@op(0.06)
def segments_rare(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    name = d.one_of("segment_mean", "segment_max", "segment_min", "segment_prod")
    return getattr(tf.math, name)(x, tf.sort(_ids(d, x, 3)))


@op(0.8)
def unsorted_segments(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(1, 2, 3))
    name = d.one_of("sum", "sum", "max", "min", "prod")
    ids = _ids(d, x, 2)
    return getattr(tf.math, f"unsorted_segment_{name}")(x, ids, d.size(lambda: 3))


@op(0.4)
def normalize(d: Draw) -> Tensor:
    return tf.math.l2_normalize(d.tensor("float32", ranks=SOME), axis=d.one_of(0, -1))


@op(0.5)
def layer_norm(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3))
    gamma = d.shaped(lambda: "float32", lambda: x.shape[-1:])
    mean = tf.reduce_mean(x, -1, keepdims=True)
    variance = tf.reduce_mean(tf.math.squared_difference(x, mean), -1, keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + 1e-3) * gamma
