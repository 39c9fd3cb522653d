"""Kernels of TensorFlow that few functions of its own call: cells, windows that tell places."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import tensorflow as tf

from ..catalog import op
from ..draw import Draw, Tensor

raw = tf.raw_ops


def _image(d: Draw, least: int = 1) -> Tensor:
    return d.tensor(
        "float32", ranks=(4,), where=lambda t: min(t.shape[1:3]) >= least and min(t.shape) > 0
    )


def _rows(d: Draw) -> Tensor:
    return d.tensor("float32", ranks=(2,), where=lambda t: min(t.shape) > 0)


@op(0.3)
def shuffle(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", "bool", ranks=(1, 2, 3))
    seed = d.shaped(lambda: "int32", lambda: (2,), fixed=1)
    return tf.random.experimental.stateless_shuffle(x, seed)


@op(0.3)
def population(d: Draw) -> Tensor:
    x = d.tensor("int32", "int64")
    narrow = tf.bitcast(tf.cast(x, tf.int8), tf.uint8) if d.one_of(True, False) else x
    return tf.cast(raw.PopulationCount(x=narrow), tf.float32)


@op(0.3)
def histogram_of_data(d: Draw) -> Tensor:
    x = d.tensor("float32", "float64", "int32", ranks=(1, 2))
    ends = d.shaped(lambda: x.dtype.name, lambda: (2,), fixed=1)
    if d.one_of(True, False, False):
        ends = tf.sort(ends) + tf.cast([0, 1], x.dtype)
    bins = d.size(lambda: 4)
    return tf.histogram_fixed_width(x, ends, bins, d.one_of(tf.int32, tf.int64))


@op(0.4)
def dilation_backwards(d: Draw) -> Tensor:
    x = _image(d)
    kernel = d.shaped(lambda: "float32", lambda: (2, 2, x.shape[3]))
    if d.one_of(True, False):
        x, kernel = tf.round(x), tf.round(kernel)
    settings = {
        "strides": [1, d.one_of(1, 2), d.one_of(1, 3), 1],
        "rates": [1, d.one_of(1, 2), 1, 1],
        "padding": d.one_of("SAME", "VALID"),
    }
    y = raw.Dilation2D(input=x, filter=kernel, **settings)
    backwards = getattr(raw, "Dilation2DBackprop" + d.one_of("Input", "Filter"))
    return backwards(input=x, filter=kernel, out_backprop=tf.sin(y) + 2.0, **settings)


@op(0.4)
def pool_with_places(d: Draw) -> list[Tensor]:
    x = _image(d)
    if d.one_of(True, False):
        x = tf.round(x)
    settings = {
        "ksize": [1, d.one_of(1, 2, 3), 2, 1],
        "strides": [1, d.one_of(1, 2), d.one_of(1, 2), 1],
        "padding": d.one_of("SAME", "VALID"),
        "include_batch_in_index": d.one_of(True, False),
    }
    index = d.one_of("int32", "int64")
    values, places = raw.MaxPoolWithArgmax(input=x, Targmax=index, **settings)
    back = raw.MaxPoolGradWithArgmax(input=x, grad=values + 1.0, argmax=places, **settings)
    return [values, tf.cast(places, tf.int64), back]


@op(0.3)
def sparse_reduced(d: Draw) -> Tensor:
    """Sums and maxima of a sparse tensor, perhaps of more rows than there are elements in."""
    x = d.tensor("float32", "int32", ranks=(2, 3), where=lambda t: min(t.shape) > 0)
    s = tf.sparse.from_dense(tf.where(tf.cast(x, tf.float32) > 0.5, x, tf.zeros_like(x)))
    axis = d.one_of(None, 0, 1, -1, [0, 1])
    reduced = getattr(tf.sparse, d.one_of("reduce_sum", "reduce_max"))
    return reduced(s, axis, d.one_of(True, False))


@op(0.3)
def sparse_reduced_rows(d: Draw) -> Tensor:
    """Places and sizes are data."""
    places = d.shaped(lambda: "int64", lambda: (3, 2), fixed=1, low=0, high=2)
    values = d.shaped(lambda: "float32", lambda: (3,))
    sizes = d.shaped(lambda: "int64", lambda: (2,), fixed=1, low=2, high=4)
    reduced = getattr(raw, d.one_of("SparseReduceSum", "SparseReduceMax"))
    return reduced(
        input_indices=places,
        input_values=values,
        input_shape=sizes,
        reduction_axes=[d.one_of(0, 1)],
    )


@op(0.3)
def corners_of_crops(d: Draw) -> Tensor:
    x = _image(d)
    corners = d.shaped(lambda: "float32", lambda: (3, 4), fixed=1)
    of = d.shaped(lambda: "int32", lambda: (3,), low=0, high=0)
    size = d.one_of((1, 1), (2, 3), (3, 1))
    grads = d.shaped(lambda: "float32", lambda: (3, *size, x.shape[3]))
    return raw.CropAndResizeGradBoxes(grads=grads, image=x, boxes=tf.sigmoid(corners), box_ind=of)


def _numbers(d: Draw, *shapes: Callable[[], Sequence[int]]) -> list[Tensor]:
    return [d.shaped(lambda: "float32", shape) for shape in shapes]


@op(0.4)
def lstm_cell(d: Draw) -> list[Tensor]:
    x, units = _rows(d), d.one_of(1, 2)
    cell, state, matrix, bias = _numbers(
        d,
        lambda: (x.shape[0], units),
        lambda: (x.shape[0], units),
        lambda: (x.shape[1] + units, 4 * units),
        lambda: (4 * units,),
    )
    peepholes = _numbers(d, *[lambda: (units,)] * 3)
    settings = {
        "forget_bias": d.one_of(0.0, 1.0),
        "cell_clip": d.one_of(-1.0, 0.5, 3.0),
        "use_peephole": d.one_of(True, False),
    }
    return list(
        raw.LSTMBlockCell(
            x=x,
            cs_prev=cell,
            h_prev=state,
            w=matrix,
            **dict(zip(("wci", "wcf", "wco"), peepholes, strict=True)),
            b=bias,
            **settings,
        )
    )


@op(0.3)
def lstm_steps(d: Draw) -> list[Tensor]:
    """The parts that TensorFlow defines after the last step: state of the cell, and result."""
    x, units = d.tensor("float32", ranks=(3,), where=lambda t: min(t.shape) > 0), 2
    cell, state, matrix, bias = _numbers(
        d,
        lambda: (x.shape[1], units),
        lambda: (x.shape[1], units),
        lambda: (x.shape[2] + units, 4 * units),
        lambda: (4 * units,),
    )
    peepholes = dict(zip(("wci", "wcf", "wco"), _numbers(d, *[lambda: (units,)] * 3), strict=True))
    steps = tf.cast(tf.shape(x)[0] - d.one_of(0, 1), tf.int64)
    settings = {"cell_clip": d.one_of(0.0, 0.5), "use_peephole": d.one_of(True, False)}
    kernel = getattr(raw, d.one_of("BlockLSTM", "BlockLSTMV2"))
    found = kernel(
        seq_len_max=steps,
        x=x,
        cs_prev=cell,
        h_prev=state,
        w=matrix,
        b=bias,
        **peepholes,
        **settings,
    )
    return [found.cs, found.h]


@op(0.3)
def gru_cell(d: Draw) -> list[Tensor]:
    x, units = _rows(d), d.one_of(1, 3)
    state, gates, candidate, *biases = _numbers(
        d,
        lambda: (x.shape[0], units),
        lambda: (x.shape[1] + units, 2 * units),
        lambda: (x.shape[1] + units, units),
        lambda: (2 * units,),
        lambda: (units,),
    )
    found = raw.GRUBlockCell(
        x=x, h_prev=state, w_ru=gates, w_c=candidate, b_ru=biases[0], b_c=biases[1]
    )
    return list(found)


@op(0.3)
def boxes_softly_negative(d: Draw) -> list[Tensor]:
    """Scores below 0 rise where boxes overlap."""
    corners = tf.sigmoid(d.shaped(lambda: "float32", lambda: (6, 4), fixed=1))
    scores = d.shaped(lambda: "float32", lambda: (6,)) - d.one_of(0.0, 1.0)
    indices, kept, count = raw.NonMaxSuppressionV5(
        boxes=corners,
        scores=scores,
        max_output_size=d.size(lambda: 5),
        iou_threshold=0.5,
        score_threshold=d.one_of(-9.0, -1.0, 0.0),
        soft_nms_sigma=d.one_of(0.0, 0.3, 1.0),
    )
    return [indices, kept, count]


@op(0.3)
def diagonal_of_the_run(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(2, 3), where=lambda t: min(t.shape) > 0)
    k = d.shaped(lambda: "int32", lambda: (), low=-1, high=1)
    match d.one_of("part", "set", "diagonal"):
        case "part":
            return tf.linalg.diag_part(x, k=k)
        case "set":
            return tf.linalg.set_diag(x, tf.linalg.diag_part(x, k=k) * 2, k=k)
        case _:
            return tf.linalg.diag(x[0], k=k)


@op(0.3)
def sparse_rows(d: Draw) -> list[Tensor]:
    """Other sizes, or an element for each row."""
    x = d.tensor("float32", ranks=(2, 3), where=lambda t: min(t.shape) > 0)
    s = tf.sparse.from_dense(tf.where(x > 0.7, x, tf.zeros_like(x)))
    match d.one_of("flat", "columns", "filled"):
        case "flat":
            return [tf.sparse.to_dense(tf.sparse.reshape(s, [-1]))]
        case "columns":
            return [tf.sparse.to_dense(tf.sparse.reshape(s, [tf.shape(x)[0], -1]))]
        case _:
            whole, empty = tf.sparse.fill_empty_rows(s, 9.0)
            return [tf.sparse.to_dense(whole), empty]


@op(0.2)
def embedding_safely(d: Draw) -> Tensor:
    """Rows of a table pooled, some of nothing."""
    table = d.tensor("float32", ranks=(2,), where=lambda t: min(t.shape) > 1)
    ids = tf.sparse.from_dense(d.shaped(lambda: "int64", lambda: (3, 2), low=0, high=1))
    combiner = d.one_of("sum", "mean", "sqrtn")
    return tf.nn.safe_embedding_lookup_sparse(table, ids, combiner=combiner)


@op(0.3)
def sparse_segments_backwards(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3), where=lambda t: min(t.shape) > 1)
    indices = d.shaped(lambda: "int32", lambda: (4,), low=0, high=1)
    ids = tf.sort(d.shaped(lambda: "int32", lambda: (4,), low=0, high=2))
    pooled = getattr(tf.sparse, "segment_" + d.one_of("sum", "mean", "sqrt_n"))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = pooled(x, indices, ids)
        loss = tf.reduce_sum(y * y)
    return tf.convert_to_tensor(tape.gradient(loss, x))


@op(0.3)
def projection(d: Draw) -> Tensor:
    """Rotated, scaled and moved images, as layers that augment data make them."""
    x = _image(d)
    angle, shift = (d.shaped(lambda: "float32", lambda: (x.shape[0],)) for _ in range(2))
    c, s, none = tf.cos(angle), tf.sin(angle), tf.zeros_like(angle)
    rows = tf.stack([c, -s, shift, s, c, shift * 0.5, none, none], 1)
    return raw.ImageProjectiveTransformV3(
        images=x,
        transforms=rows[:1] if d.one_of(True, False) else rows,
        output_shape=tf.shape(x)[1:3] + d.one_of(0, 2),
        interpolation=d.one_of("BILINEAR", "NEAREST"),
        fill_mode=d.one_of("CONSTANT", "REFLECT", "WRAP", "NEAREST"),
        fill_value=0.5,
    )
