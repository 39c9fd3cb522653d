"""Gradients through ops, branches and loops."""

from __future__ import annotations

from collections.abc import Callable

import tensorflow as tf

from ..catalog import enter, op
from ..draw import Draw, Tensor

Function = Callable[[Tensor], Tensor]


def _gradient(function: Function, x: Tensor) -> Tensor:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
        loss = tf.reduce_sum(y * tf.cast(tf.range(tf.size(y)), y.dtype)[0:1] + y * y)
    return tape.gradient(loss, x, unconnected_gradients="zero")


def _floats(d: Draw, *ranks: int) -> Tensor:
    return d.tensor(
        "float32", ranks=ranks or (1, 2, 3), where=lambda t: min(t.shape, default=1) > 0
    )


THROUGH: dict[str, Function] = {
    "softmax": lambda x: tf.nn.softmax(x),
    "log_softmax": lambda x: tf.nn.log_softmax(x),
    "cumsum": lambda x: tf.cumsum(x, 0),
    "cumprod": lambda x: tf.math.cumprod(x, 0),
    "max": lambda x: tf.reduce_max(x, 0),
    "min_kept": lambda x: tf.reduce_min(x, -1, keepdims=True),
    "prod": lambda x: tf.reduce_prod(x, 0),
    "mean": lambda x: tf.reduce_mean(x, -1),
    "std": lambda x: tf.math.reduce_std(x, 0),
    "logsumexp": lambda x: tf.reduce_logsumexp(x, -1),
    "norm": lambda x: tf.norm(x, axis=-1),
    "normalized": lambda x: tf.math.l2_normalize(x + 3.0, -1),
    "slice": lambda x: x[1:],
    "slice_step": lambda x: x[::2],
    "slice_back": lambda x: x[::-1],
    "new_axis": lambda x: x[tf.newaxis, ..., 0],
    "gather": lambda x: tf.gather(x, [0, 0]),
    "gather_last": lambda x: tf.gather(x, [0], axis=-1),
    "concat": lambda x: tf.concat([x, x * 2.0], 0),
    "stack": lambda x: tf.stack([x, tf.sin(x)], -1),
    "tile": lambda x: tf.tile(x[..., tf.newaxis], [1] * len(x.shape) + [2]),
    "pad": lambda x: tf.pad(x, [[1, 2]] + [[0, 0]] * (len(x.shape) - 1)),
    "mirror_pad": lambda x: tf.pad(x, [[1, 1]] + [[0, 0]] * (len(x.shape) - 1), "SYMMETRIC"),
    "transpose": lambda x: tf.transpose(x) * 2.0,
    "reverse": lambda x: tf.reverse(x, [0]),
    "roll": lambda x: tf.roll(x, 1, 0),
    "reshape": lambda x: tf.reshape(x, [-1, 1]),
    "top_k": lambda x: tf.math.top_k(x, 1)[0],
    "sort": lambda x: tf.sort(x, -1),
    "where": lambda x: tf.where(x > 0, x * x, -x),
    "maximum": lambda x: tf.maximum(x, x[:1]),
    "minimum_scalar": lambda x: tf.minimum(x, 0.5),
    "clip": lambda x: tf.clip_by_value(x, -0.5, 1.0),
    "divide": lambda x: x / (tf.abs(x[:1]) + 1.0),
    "power": lambda x: tf.pow(tf.abs(x) + 1.0, 1.5),
    "square_root": lambda x: tf.sqrt(tf.abs(x) + 1.0),
    "gelu": lambda x: tf.nn.gelu(x),
    "selu": lambda x: tf.nn.selu(x),
    "swish": lambda x: tf.nn.silu(x),
    "softplus": lambda x: tf.nn.softplus(x),
    "atan2": lambda x: tf.atan2(x, tf.ones_like(x)),
    "erf": lambda x: tf.math.erf(x),
    "lgamma": lambda x: tf.math.lgamma(tf.abs(x) + 1.0),
    "broadcast": lambda x: tf.broadcast_to(x[:1], tf.shape(x)) * x,
    "reduce_to_scalar": lambda x: tf.reduce_sum(x) * x,
    "split": lambda x: tf.add_n(tf.unstack(tf.stack([x, x * x]), num=2)),
    "segment_sum": lambda x: tf.math.segment_sum(x, tf.range(tf.shape(x)[0]) // 2),
    "segment_max": lambda x: tf.math.unsorted_segment_max(x, tf.range(tf.shape(x)[0]) % 2, 2),
    "segment_mean": lambda x: tf.math.segment_mean(x, tf.range(tf.shape(x)[0]) // 2),
    "scatter": lambda x: tf.tensor_scatter_nd_add(x, [[0]], x[:1] * 2.0),
    "mask": lambda x: tf.boolean_mask(x, tf.reduce_sum(x, list(range(1, len(x.shape)))) > 0),
    "checkpoint": lambda x: tf.recompute_grad(lambda y: tf.sin(y) * y)(x),
    "custom": lambda x: tf.grad_pass_through(tf.round)(x) * x,
}  # fmt: skip

for _name, _function in THROUGH.items():
    enter(
        f"gradient_{_name}",
        lambda d, f=_function: _gradient(f, _floats(d)),
        0.12,
    )


@op(0.3)
def gradient_of_branches(d: Draw) -> Tensor:
    x = _floats(d)
    flag = d.shaped(lambda: "bool", lambda: ())
    return _gradient(lambda v: tf.cond(flag, lambda: v * v, lambda: tf.sin(v)), x)


@op(0.4)
def gradient_of_loop(d: Draw) -> Tensor:
    """Values of each trip are kept in lists for the way back."""
    x = _floats(d, 1, 2)
    times = d.size(lambda: 3)
    kind = d.one_of("times", "rows")

    def of(v: Tensor) -> Tensor:
        limit = times if kind == "times" else tf.shape(v)[0]
        step = (lambda s: tf.sin(s) * v) if kind == "times" else (lambda s: tf.tanh(s + v))
        return tf.while_loop(lambda i, s: i < limit, lambda i, s: (i + 1, step(s)), [0, v])[1]

    return _gradient(of, x)


@op(0.2)
def gradient_of_map(d: Draw) -> Tensor:
    return _gradient(lambda v: tf.map_fn(lambda r: r * tf.reduce_sum(r), v), _floats(d, 2, 3))


@op(0.2)
def gradient_of_scan(d: Draw) -> Tensor:
    return _gradient(lambda v: tf.scan(lambda a, b: tf.tanh(a) + b, v), _floats(d, 1, 2))


@op(0.3)
def gradient_of_products(d: Draw) -> list[Tensor]:
    x = _floats(d, 2, 3)
    w = d.shaped(lambda: "float32", lambda: (x.shape[-1], 3))
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        loss = tf.reduce_sum(tf.tanh(tf.tensordot(x, w, 1)))
    return tape.gradient(loss, [x, w])


@op(0.2)
def gradient_of_broadcast_product(d: Draw) -> list[Tensor]:
    x = _floats(d, 3)
    y = d.shaped(lambda: "float32", lambda: (1, x.shape[2], 2))
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        loss = tf.reduce_sum(tf.sin(tf.matmul(x, y)))
    return tape.gradient(loss, [x, y])


@op(0.2)
def gradient_of_einsum(d: Draw) -> list[Tensor]:
    x = _floats(d, 3)
    y = d.shaped(lambda: "float32", lambda: (x.shape[0], x.shape[2], 2))
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        loss = tf.reduce_sum(tf.sin(tf.einsum("bij,bjk->bki", x, y)))
    return tape.gradient(loss, [x, y])


def _images(d: Draw, least: int = 2) -> Tensor:
    return d.tensor(
        "float32",
        ranks=(4,),
        where=lambda t: min(t.shape[1:3]) >= least and min(t.shape) > 0,
    )


@op(0.3)
def gradient_of_convolution(d: Draw) -> list[Tensor]:
    x = _images(d)
    w = d.shaped(lambda: "float32", lambda: (2, 2, x.shape[3], 3))
    stride, padding = d.one_of(1, 2), d.one_of("SAME", "VALID")
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        loss = tf.reduce_sum(tf.sin(tf.nn.conv2d(x, w, stride, padding)))
    return tape.gradient(loss, [x, w])


@op(0.15)
def gradient_of_depthwise(d: Draw) -> list[Tensor]:
    x = _images(d)
    w = d.shaped(lambda: "float32", lambda: (2, 2, x.shape[3], 2))
    padding = d.one_of("SAME", "VALID")
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        loss = tf.reduce_sum(tf.sin(tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], padding)))
    return tape.gradient(loss, [x, w])


@op(0.15)
def gradient_of_volume(d: Draw) -> list[Tensor]:
    x = _images(d)[:, tf.newaxis]
    w = d.shaped(lambda: "float32", lambda: (1, 2, 2, x.shape[4], 2))
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        loss = tf.reduce_sum(tf.sin(tf.nn.conv3d(x, w, [1] * 5, "SAME")))
    return tape.gradient(loss, [x, w])


POOLED: dict[str, Function] = {
    "max_pool": lambda x: tf.nn.max_pool2d(x, 2, 2, "SAME"),
    "average_pool": lambda x: tf.nn.avg_pool2d(x, 2, 1, "VALID"),
    "max_pool3d": lambda x: tf.nn.max_pool3d(x[:, tf.newaxis], [1, 2, 2], 1, "SAME"),
    "average_pool3d": lambda x: tf.nn.avg_pool3d(x[:, tf.newaxis], [1, 2, 2], 1, "SAME"),
    "resize_bilinear": lambda x: tf.image.resize(x, [4, 5]),
    "resize_nearest": lambda x: tf.image.resize(x, [4, 5], "nearest"),
    "resize_bicubic": lambda x: tf.image.resize(x, [4, 3], "bicubic"),
    "lrn": lambda x: tf.nn.local_response_normalization(x),
    "dilation": lambda x: tf.nn.dilation2d(
        x, x[0, :1, :1], [1, 1, 1, 1], "SAME", "NHWC", [1, 1, 1, 1]
    ),
    "crop": lambda x: tf.image.crop_and_resize(x, [[0.0, 0.1, 0.7, 1.0]], [0], [2, 3]),
    "depth": lambda x: tf.nn.depth_to_space(tf.concat([x, x, x, x], 3), 2),
    "batch_norm": lambda x: tf.compat.v1.nn.fused_batch_norm(
        x, x[0, 0, 0] * 0.0 + 1.0, x[0, 0, 0] * 0.0, epsilon=0.1
    )[0],
}  # fmt: skip

for _name, _function in POOLED.items():
    enter(f"gradient_{_name}", lambda d, f=_function: _gradient(f, _images(d)), 0.08)
