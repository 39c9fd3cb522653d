"""Sequences of labels, as recognition of speech and of writing has them."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import op
from ..draw import Draw, Tensor


def _scores(d: Draw) -> Tensor:
    """`[time, row, class]`, with a class beside that of no label."""
    x = d.tensor("float32", ranks=(3,), where=lambda t: min(t.shape) > 1)
    return tf.concat([x, tf.sin(x[..., :1])], 2)


def _rows(d: Draw, scores: Tensor) -> tf.SparseTensor:
    """One or two labels, the first of which is a class."""
    more = d.shaped(lambda: "int32", lambda: (scores.shape[1], 1), low=0, high=2)
    s = tf.sparse.from_dense(tf.concat([tf.ones_like(more), more], 1))
    return tf.SparseTensor(s.indices, s.values - 1, s.dense_shape)


@op(0.4)
def ctc_loss(d: Draw) -> list[Tensor]:
    x = _scores(d)
    labels = _rows(d, x)
    lengths = d.shaped(lambda: "int32", lambda: (x.shape[1],), low=2, high=2)
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.compat.v1.nn.ctc_loss(
            labels,
            x,
            lengths,
            preprocess_collapse_repeated=d.one_of(True, False),
            ctc_merge_repeated=d.one_of(True, True, False),
            ignore_longer_outputs_than_inputs=d.one_of(True, False),
        )
    return [loss, tape.gradient(loss, x)]


@op(0.4)
def ctc_decoding(d: Draw) -> list[Tensor]:
    x = _scores(d)
    if d.one_of(True, False):
        x = tf.round(x)
    lengths = d.shaped(lambda: "int32", lambda: (x.shape[1],), low=0, high=2)
    (found,), score = tf.nn.ctc_greedy_decoder(
        x, lengths, merge_repeated=d.one_of(True, False), blank_index=d.one_of(None, 0)
    )
    return [tf.sparse.to_dense(found, default_value=-1), score]


@op(0.2)
def ctc_beams(d: Draw) -> list[Tensor]:
    """Scores between which there are hardly ties, of which one in a beam may go either way."""
    x = _scores(d)
    lengths = d.shaped(lambda: "int32", lambda: (x.shape[1],), low=1, high=2)
    (found,), score = tf.nn.ctc_beam_search_decoder(x, lengths, d.one_of(3, 20), 1)
    return [tf.sparse.to_dense(found, default_value=-1), score]


@op(0.3)
def edit_distance(d: Draw) -> Tensor:
    first = d.shaped(lambda: "int32", lambda: (4, 3), low=0, high=2)
    second = d.shaped(lambda: "int32", lambda: (4, 5), low=0, high=2)
    return tf.edit_distance(
        tf.sparse.from_dense(first), tf.sparse.from_dense(second), d.one_of(True, False)
    )
