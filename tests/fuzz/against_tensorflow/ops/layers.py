"""Parts of networks: attention, recurrent cells, experts, beams, quantized products."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import op
from ..draw import Draw, Tensor

raw = tf.raw_ops


def _sequence(d: Draw) -> Tensor:
    return d.tensor("float32", ranks=(3,), where=lambda t: min(t.shape) > 0)


def _rows(d: Draw) -> Tensor:
    return d.tensor("float32", ranks=(2,), where=lambda t: min(t.shape) > 0)


@op(0.5)
def attention(d: Draw) -> Tensor:
    """Attention of a sequence to itself, perhaps only to what came before."""
    q = _sequence(d)
    k, v = (d.shaped(lambda: "float32", lambda: q.shape) for _ in range(2))
    scores = tf.matmul(q, k, transpose_b=True) / tf.sqrt(tf.cast(tf.shape(q)[-1], tf.float32))
    if d.one_of(True, False):
        n = tf.shape(q)[1]
        scores += (1.0 - tf.linalg.band_part(tf.ones([n, n]), -1, 0)) * -1e9
    return tf.matmul(tf.nn.softmax(scores), v)


@op(0.4)
def heads(d: Draw) -> Tensor:
    """Attention of two heads: reshapes and transposes by run-time sizes."""
    x = d.tensor("float32", ranks=(3,), where=lambda t: min(t.shape) > 0 and t.shape[2] % 2 == 0)
    b, t, c = tf.unstack(tf.shape(x), num=3)
    parts = tf.transpose(tf.reshape(x, [b, t, 2, c // 2]), [0, 2, 1, 3])
    weights = tf.nn.softmax(tf.einsum("bhqc,bhkc->bhqk", parts, parts))
    out = tf.transpose(tf.matmul(weights, parts), [0, 2, 1, 3])
    return tf.reshape(out, [b, t, c] if d.one_of(True, False) else [b, -1, c])


@op(0.3)
def cache_step(d: Draw) -> list[Tensor]:
    """One more row at the end of a cache, and attention to all of it."""
    past = _sequence(d)
    new = d.shaped(lambda: "float32", lambda: (past.shape[0], 1, past.shape[2]))
    keys = tf.concat([past, new], 1)
    weights = tf.nn.softmax(tf.einsum("bqc,bkc->bqk", new, keys))
    return [keys, tf.matmul(weights, keys)]


@op(0.3)
def cache_update(d: Draw) -> Tensor:
    """A row of a cache is replaced at a place given at run time."""
    cache = _rows(d)
    new = d.shaped(lambda: "float32", lambda: (1, cache.shape[1]))
    at = d.shaped(lambda: "int32", lambda: (), low=0, high=1)
    if d.one_of(True, False):
        return tf.tensor_scatter_nd_update(cache, tf.reshape(at, [1, 1]), new)
    return tf.concat([cache[:at], new, cache[at + 1 :]], 0)


@op(0.3)
def recurrent(d: Draw) -> Tensor:
    """A gated cell over the time of a batch."""
    x = _sequence(d)
    units = 2
    w = d.shaped(lambda: "float32", lambda: (x.shape[2], 4 * units), fixed=1)
    u = d.shaped(lambda: "float32", lambda: (units, 4 * units), fixed=2)
    times, batch = tf.transpose(x, [1, 0, 2]), tf.shape(x)[0]
    outputs = tf.TensorArray(tf.float32, size=tf.shape(x)[1])

    def step(i, h, c, out):
        i_, f, g, o = tf.split(tf.matmul(times[i], w) + tf.matmul(h, u), 4, 1)
        c = tf.sigmoid(f) * c + tf.sigmoid(i_) * tf.tanh(g)
        h = tf.sigmoid(o) * tf.tanh(c)
        return i + 1, h, c, out.write(i, h)

    zero = tf.zeros([batch, units])
    ends = tf.while_loop(
        lambda i, *_: i < tf.shape(x)[1], step, [tf.constant(0), zero, zero, outputs]
    )
    if d.one_of(True, False):
        return tf.transpose(ends[3].stack(), [1, 0, 2])
    return ends[1]


@op(0.2)
def recurrent_keras(d: Draw) -> Tensor:
    """The loop that Keras writes, with a mask or backwards."""
    x = _sequence(d)
    back, masked = d.one_of(False, True), d.one_of(False, True)
    mask = d.shaped(lambda: "bool", lambda: x.shape[:2]) if masked else None
    units = d.pick(lambda: x.shape[2])
    start = tf.zeros([tf.shape(x)[0], units])
    step = lambda inputs, states: (tf.tanh(inputs + states[0]),) * 2  # noqa: E731
    last, outputs, _ = tf.keras.backend.rnn(
        lambda i, s: (step(i, s)[0], [step(i, s)[0]]), x, [start], go_backwards=back, mask=mask
    )
    return outputs if d.one_of(True, False) else last


@op(0.3)
def experts(d: Draw) -> Tensor:
    """The rows that chose each of three experts go through it and come back in order."""
    x = _rows(d)
    gate = d.shaped(lambda: "float32", lambda: (x.shape[0], 3), fixed=1)
    chosen = tf.argmax(gate, 1, output_type=tf.int32)
    order = tf.dynamic_partition(tf.range(tf.shape(x)[0]), chosen, 3)
    parts = tf.dynamic_partition(x, chosen, 3)
    return tf.dynamic_stitch(order, [part * (i + 1.0) for i, part in enumerate(parts)])


@op(0.3)
def top_experts(d: Draw) -> Tensor:
    x = _rows(d)
    gate = d.shaped(lambda: "float32", lambda: (x.shape[0], 4), fixed=1)
    values, indices = tf.math.top_k(gate, 2)
    weights = tf.einsum("nk,nke->ne", tf.nn.softmax(values), tf.one_hot(indices, 4))
    return tf.einsum("ne,nc->ec", weights, x)


@op(0.3)
def beam_step(d: Draw) -> list[Tensor]:
    """The best continuations over all beams, and the beams that they come from."""
    scores = d.tensor("float32", ranks=(3,), where=lambda t: t.shape[2] * t.shape[1] >= 2)
    b, _, v = tf.unstack(tf.shape(scores), num=3)
    best, flat = tf.math.top_k(tf.reshape(tf.nn.log_softmax(scores), [b, -1]), 2)
    beams, words = flat // v, flat % v
    return [best, words, tf.gather(scores, beams, batch_dims=1)]


@op(0.3)
def pooled_segments(d: Draw) -> Tensor:
    """Means of rows of a table by segment, as recommenders pool features."""
    table = _rows(d)
    ids = d.shaped(lambda: "int64", lambda: (5,), low=0, high=1)
    segments = tf.sort(d.shaped(lambda: "int32", lambda: (5,), low=0, high=2))
    rows = tf.gather(table, ids)
    if d.one_of(True, False):
        return tf.math.segment_mean(rows, segments)
    counts = tf.math.unsorted_segment_sum(tf.ones_like(rows[:, :1]), segments, 3)
    return tf.math.divide_no_nan(tf.math.unsorted_segment_sum(rows, segments, 3), counts)


@op(0.2)
def sparse_segments(d: Draw) -> Tensor:
    table = _rows(d)
    ids = d.shaped(lambda: "int32", lambda: (5,), low=0, high=1)
    segments = tf.sort(d.shaped(lambda: "int32", lambda: (5,), low=0, high=2))
    name = d.one_of("Sum", "Mean", "SqrtN")
    if d.one_of(True, False):
        counted = getattr(raw, f"SparseSegment{name}WithNumSegments")
        return counted(data=table, indices=ids, segment_ids=segments, num_segments=4)
    return getattr(raw, f"SparseSegment{name}")(data=table, indices=ids, segment_ids=segments)


@op(0.3)
def message_passing(d: Draw) -> Tensor:
    nodes = _rows(d)
    edges = d.shaped(lambda: "int32", lambda: (2, 6), low=0, high=1, fixed=0)
    sent = tf.gather(nodes, edges[0])
    got = tf.math.unsorted_segment_sum(sent, edges[1], tf.shape(nodes)[0])
    return tf.nn.relu(got + nodes)


@op(0.3)
def group_norm(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(3, 4), where=lambda t: t.shape[-1] % 2 == 0 and min(t.shape))
    shape = tf.shape(x)
    y = tf.reshape(x, tf.concat([shape[:-1], [2, shape[-1] // 2]], 0))
    axes = d.pick(lambda: [*range(1, len(x.shape) - 1), len(x.shape)])
    mean, variance = tf.nn.moments(y, axes, keepdims=True)
    return tf.reshape((y - mean) * tf.math.rsqrt(variance + 1e-3), shape)


@op(0.2)
def positions(d: Draw) -> Tensor:
    """Sines and cosines of positions."""
    x = _sequence(d)
    t, c = tf.shape(x)[1], tf.shape(x)[2]
    rates = tf.pow(10000.0, -tf.range(0.0, tf.cast(c, tf.float32), 2.0) / tf.cast(c, tf.float32))
    angles = tf.cast(tf.range(t), tf.float32)[:, tf.newaxis] * rates
    return x + tf.concat([tf.sin(angles), tf.cos(angles)], -1)[:, :c]


@op(0.2)
def rotary(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(3,), where=lambda t: t.shape[2] % 2 == 0 and min(t.shape) > 0)
    a, b = x[..., ::2], x[..., 1::2]
    angle = tf.cast(tf.range(tf.shape(x)[1]), tf.float32)[:, tf.newaxis] * 0.5
    turned = tf.stack([a * tf.cos(angle) - b * tf.sin(angle), b * tf.cos(angle)], -1)
    return tf.reshape(turned, tf.shape(x))


@op(0.2)
def quantized_dense(d: Draw) -> Tensor:
    x = _rows(d)
    w = d.shaped(lambda: "float32", lambda: (x.shape[1], 3))
    x = tf.quantization.fake_quant_with_min_max_args(x, -3.0, 3.0, d.one_of(4, 8))
    low, high = tf.reduce_min(w), tf.maximum(tf.reduce_max(w), tf.reduce_min(w) + 0.5)
    w = tf.quantization.fake_quant_with_min_max_vars(w, tf.minimum(low, 0.0), tf.maximum(high, 0.1))
    return tf.matmul(x, w)


@op(0.2)
def integer_dense(d: Draw) -> Tensor:
    x = _rows(d)
    scale = tf.maximum(tf.reduce_max(tf.abs(x)), 1e-3) / 127.0
    q = tf.cast(tf.clip_by_value(tf.round(x / scale), -127.0, 127.0), tf.int8)
    w = tf.cast(d.shaped(lambda: "int32", lambda: (x.shape[1], 2)), tf.int32)
    return tf.cast(tf.matmul(tf.cast(q, tf.int32), w), tf.float32) * scale


@op(0.2)
def half_precision(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    y = tf.cast(x, d.one_of(tf.float16, tf.bfloat16))
    kind = d.one_of("mul", "softmax", "sum", "tanh", "layer", "bits")
    match kind:
        case "mul":
            y = y * y + tf.cast(1.5, y.dtype)
        case "softmax":
            y = tf.nn.softmax(y)
        case "sum":
            y = tf.reduce_sum(y, -1, keepdims=True) + y
        case "tanh":
            y = tf.tanh(y)
        case "bits":
            return tf.cast(tf.bitcast(y, tf.int16), tf.int32)
        case _:
            y = (y - tf.reduce_mean(y, -1, keepdims=True)) * tf.cast(0.5, y.dtype)
    return tf.cast(y, tf.float32)


@op(0.2)
def pairwise_distances(d: Draw) -> Tensor:
    x = _rows(d)
    y = d.shaped(lambda: "float32", lambda: (3, x.shape[1]))
    return tf.reduce_sum(tf.math.squared_difference(x[:, tf.newaxis], y[tf.newaxis]), -1)


@op(0.2)
def boxes(d: Draw) -> list[Tensor]:
    """Overlaps of boxes and the best of them."""
    corners = d.shaped(lambda: "float32", lambda: (6, 4), fixed=1)
    low = tf.minimum(corners[:, :2], corners[:, 2:])
    high = tf.maximum(corners[:, :2], corners[:, 2:]) + 0.1
    scores = tf.reduce_sum(high, 1)
    kept = tf.image.non_max_suppression(tf.concat([low, high], 1), scores, 3, 0.5)
    return [kept, tf.gather(corners, kept)]


@op(0.15)
def boxes_scores(d: Draw) -> list[Tensor]:
    corners = d.shaped(lambda: "float32", lambda: (5, 4), fixed=1)
    low = tf.minimum(corners[:, :2], corners[:, 2:])
    high = tf.maximum(corners[:, :2], corners[:, 2:]) + 0.1
    scores = tf.cast(tf.range(tf.shape(corners)[0], 0, -1), tf.float32) * 0.37
    sigma = d.one_of(0.0, 0.5)
    return list(
        tf.image.non_max_suppression_with_scores(
            tf.concat([low, high], 1), scores, 3, 0.5, soft_nms_sigma=sigma
        )
    )


@op(0.15)
def boxes_combined(d: Draw) -> list[Tensor]:
    corners = d.shaped(lambda: "float32", lambda: (2, 5, 4), fixed=1)
    low = tf.minimum(corners[..., :2], corners[..., 2:])
    high = tf.maximum(corners[..., :2], corners[..., 2:]) + 0.1
    boxes_ = tf.concat([low, high], -1)[:, :, tf.newaxis]
    scores = tf.sigmoid(d.shaped(lambda: "float32", lambda: (2, 5, 2), fixed=1))
    return list(tf.image.combined_non_max_suppression(boxes_, scores, 2, 3, 0.5, 0.3))


@op(0.1)
def lstm_block(d: Draw) -> list[Tensor]:
    x = _rows(d)
    units = 2
    shape = lambda *s: d.shaped(lambda: "float32", lambda: s)  # noqa: E731
    h, c = (d.shaped(lambda: "float32", lambda: (x.shape[0], units), fixed=1) for _ in range(2))
    w = d.shaped(lambda: "float32", lambda: (x.shape[1] + units, 4 * units), fixed=1)
    peep = shape(units)
    results = raw.LSTMBlockCell(
        x=x, cs_prev=c, h_prev=h, w=w, wci=peep, wcf=peep, wco=peep, b=shape(4 * units)
    )
    return [results.cs, results.h]


@op(0.15)
def solve(d: Draw) -> Tensor:
    """Systems with a positive definite matrix."""
    x = d.tensor("float32", ranks=(2, 3), where=lambda t: min(t.shape) > 0)
    a = tf.matmul(x, x, transpose_b=True)
    a += tf.eye(tf.shape(a)[-1]) * 3.0
    kind = d.one_of("cholesky", "inverse", "solve", "determinant", "triangular")
    match kind:
        case "cholesky":
            return tf.linalg.cholesky(a)
        case "inverse":
            return tf.linalg.inv(a)
        case "solve":
            return tf.linalg.solve(a, x)
        case "triangular":
            return tf.linalg.triangular_solve(a, x, lower=d.one_of(True, False))
        case _:
            return tf.linalg.det(a * 0.1)


@op(0.15)
def ctc(d: Draw) -> Tensor:
    logits = d.shaped(lambda: "float32", lambda: (4, 2, 4), fixed=1)
    labels = d.shaped(lambda: "int32", lambda: (2, 2), low=0, high=2)
    times = tf.fill([tf.shape(logits)[1]], tf.shape(logits)[0])
    widths = tf.fill([tf.shape(labels)[0]], tf.shape(labels)[1])
    return tf.nn.ctc_loss(labels, logits, widths, times, blank_index=3)
