"""Rows, blocks and windows that kernels of old or of rare functions move."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import op
from ..draw import Draw, Tensor

raw = tf.raw_ops


def _image(d: Draw, least: int = 1) -> Tensor:
    return d.tensor(
        "float32", ranks=(4,), where=lambda t: min(t.shape[1:3]) >= least and min(t.shape) > 0
    )


@op(0.2)
def transform_of_volumes(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(3, 4), where=lambda t: min(t.shape) > 0)
    sizes = tf.shape(x)[-3:]
    return tf.signal.irfft3d(tf.signal.rfft3d(x, sizes) * 2.0, sizes)


@op(0.2)
def nth_element(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", "int64", ranks=(1, 2, 3), where=lambda t: t.shape[-1] > 1)
    n = d.size(lambda: 1)
    return raw.NthElement(input=x, n=n, reverse=d.one_of(True, False))


@op(0.2)
def format_of_sizes(d: Draw) -> Tensor:
    x = _image(d)
    permuted = raw.DataFormatVecPermute(x=tf.shape(x))
    if d.one_of(True, False):
        return tf.reshape(x, permuted)
    axis = raw.DataFormatDimMap(x=tf.constant([d.one_of(0, 1, 2, 3, -1)]))
    return tf.concat([permuted, axis], 0)


@op(0.2)
def rows_in_place(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(1, 2, 3), where=lambda t: t.shape[0] > 0)
    i = d.shaped(lambda: "int32", lambda: (2,), low=-1, high=2)
    v = tf.gather(x, i * 0)
    written = getattr(raw, "Inplace" + d.one_of("Add", "Sub"))
    # TensorFlow writes into the operand itself, whatever else reads it: one of its own.
    return written(x=tf.reverse(tf.reverse(x, [0]), [0]), i=i, v=v)


@op(0.2)
def blocks_of_one_side(d: Draw) -> Tensor:
    x = _image(d)
    even = tf.concat([x, x], 1)
    even = tf.concat([even, even], 2)
    blocks = raw.SpaceToBatch(input=even, paddings=[[0, 0], [1, 1]], block_size=2)
    return raw.BatchToSpace(input=blocks, crops=[[0, 0], [1, d.one_of(0, 1)]], block_size=2)


@op(0.2)
def arriving_at_maxima(d: Draw) -> list[Tensor]:
    x = _image(d)
    x = tf.round(x) if d.one_of(True, False) else x
    settings = {
        "ksize": [1, d.one_of(1, 2, 3), 2, 1],
        "strides": [1, d.one_of(1, 2), d.one_of(1, 2), 1],
        "padding": d.one_of("SAME", "VALID"),
    }
    best = raw.MaxPoolV2(input=x, **settings)
    # Of what arrives and is used nowhere else TensorFlow writes zeros over it.
    return [best, raw.MaxPoolGradGrad(orig_input=x, orig_output=best, grad=x, **settings) * 2.0]


@op(0.2)
def boxes_by_overlaps(d: Draw) -> Tensor:
    overlaps = tf.sigmoid(d.shaped(lambda: "float32", lambda: (5, 5)))
    scores = d.shaped(lambda: "float32", lambda: (5,))
    return raw.NonMaxSuppressionWithOverlaps(
        overlaps=overlaps,
        scores=scores,
        max_output_size=d.size(lambda: 4),
        overlap_threshold=0.5,
        score_threshold=d.one_of(-9.0, 0.0),
    )


@op(0.2)
def next_number(d: Draw) -> Tensor:
    x = d.tensor("float32", "float64")
    y = d.shaped(lambda: x.dtype.name, lambda: x.shape)
    return tf.math.nextafter(x + 1.0, y) - 1.0


@op(0.2)
def dawson(d: Draw) -> Tensor:
    return tf.math.special.dawsn(d.tensor("float32", "float64"))


@op(0.2)
def boxes_drawn(d: Draw) -> Tensor:
    x = d.shaped(lambda: "float32", lambda: (2, 6, 5, 3), fixed=1)
    corners = tf.sigmoid(d.shaped(lambda: "float32", lambda: (2, 4, 4), fixed=1))
    boxes = tf.concat([corners[..., :2] * 0.6 - 0.1, corners[..., 2:] * 0.6 + 0.5], 2)
    colors = d.shaped(lambda: "float32", lambda: (3, 4), fixed=1)
    return tf.image.draw_bounding_boxes(x, boxes, colors)


@op(0.2)
def glimpses(d: Draw) -> Tensor:
    x = _image(d)
    places = d.shaped(lambda: "float32", lambda: (x.shape[0], 2), fixed=1)
    return tf.image.extract_glimpse(
        x,
        [2, d.one_of(1, 3)],
        places * d.one_of(0.5, 3.0),
        centered=d.one_of(True, False),
        normalized=d.one_of(True, False),
        noise="zero",
    )


@op(0.2)
def fresnel(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", "float64")
    return [tf.math.special.fresnel_sin(x), tf.math.special.fresnel_cos(x)]
