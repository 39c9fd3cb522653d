"""Products, einsum, convolutions, pooling and images."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import enter, op
from ..draw import Draw, Tensor

raw = tf.raw_ops


@op(1.5)
def matmul(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(2, 3, 4))
    left, right = d.one_of(False, True), d.one_of(False, True)

    def shape() -> tuple[int, ...]:
        k, n = x.shape[-2 if left else -1], 3
        return (*x.shape[:-2], *((n, k) if right else (k, n)))

    y = d.shaped(lambda: x.dtype.name, shape)
    return tf.matmul(x, y, transpose_a=left, transpose_b=right)


@op(0.8)
def matmul_broadcast(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(3, 4))
    return tf.matmul(x, d.shaped(lambda: "float32", lambda: (x.shape[-1], 4)))


@op(0.5)
def matvec(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3))
    return tf.linalg.matvec(x, d.shaped(lambda: "float32", lambda: (*x.shape[:-2], x.shape[-1])))


@op(0.4)
def tensordot(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    return tf.tensordot(x, d.shaped(lambda: "float32", lambda: (x.shape[-1], 2)), 1)


EINSUMS = {
    "ij,jk->ik": (2, lambda s: (s[1], 3)),
    "bij,bjk->bik": (3, lambda s: (s[0], s[2], 2)),
    "bij,bkj->bik": (3, lambda s: (s[0], 4, s[2])),
    "bthd,bshd->bhts": (4, lambda s: (s[0], 3, s[2], s[3])),
    "ij,ij->i": (2, lambda s: s),
    "...i,ij->...j": (3, lambda s: (s[2], 2)),
    "i,j->ij": (1, lambda s: (3,)),
    "ij,jk->": (2, lambda s: (s[1], 2)),
}


@op(1.0)
def einsum(d: Draw) -> Tensor:
    equation = d.one_of(*EINSUMS)
    ranks, shape = EINSUMS[equation]
    x = d.tensor("float32", ranks=(ranks,))
    return tf.einsum(equation, x, d.shaped(lambda: "float32", lambda: shape(tuple(x.shape))))


@op(0.4)
def einsum_of_one(d: Draw) -> Tensor:
    return tf.einsum(d.one_of("ij->ji", "ij->j", "ij->"), d.tensor("float32", ranks=(2,)))


def _image(d: Draw, least: int = 1) -> Tensor:
    return d.tensor(
        "float32", ranks=(4,), where=lambda t: min(t.shape[1:3]) >= least and t.shape[3] > 0
    )


@op(1.0)
def conv2d(d: Draw) -> Tensor:
    x = _image(d, 2)
    kernel = d.shaped(lambda: "float32", lambda: (2, 2, x.shape[3], 3))
    strides, dilations = d.one_of((1, 1), (2, 1), (1, 2))
    return tf.nn.conv2d(x, kernel, strides, d.one_of("SAME", "VALID"), dilations=dilations)


@op(0.6)
def conv1d(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(3,), where=lambda t: t.shape[1] >= 2 and t.shape[2] > 0)
    kernel = d.shaped(lambda: "float32", lambda: (2, x.shape[2], 3))
    return tf.nn.conv1d(x, kernel, d.one_of(1, 2), d.one_of("SAME", "VALID"))


@op(0.3)
def conv3d(d: Draw) -> Tensor:
    x = _image(d, 2)[:, tf.newaxis]
    kernel = d.shaped(lambda: "float32", lambda: (1, 2, 2, x.shape[4], 2))
    return tf.nn.conv3d(x, kernel, [1, 1, 1, 1, 1], d.one_of("SAME", "VALID"))


@op(0.4)
def depthwise_conv2d(d: Draw) -> Tensor:
    x = _image(d, 2)
    kernel = d.shaped(lambda: "float32", lambda: (2, 2, x.shape[3], 2))
    return tf.nn.depthwise_conv2d(x, kernel, [1, 1, 1, 1], d.one_of("SAME", "VALID"))


@op(0.4)
def conv2d_transpose(d: Draw) -> Tensor:
    x = _image(d)
    kernel = d.shaped(lambda: "float32", lambda: (2, 2, 3, x.shape[3]))
    shape = tf.shape(x)
    out = tf.stack([shape[0], shape[1] * 2, shape[2] * 2, 3])
    return tf.nn.conv2d_transpose(x, kernel, out, 2, "SAME")


@op(0.8)
def pool2d(d: Draw) -> Tensor:
    x = _image(d, 2)
    function = tf.nn.max_pool2d if d.one_of(True, False) else tf.nn.avg_pool2d
    return function(x, 2, d.one_of(1, 2), d.one_of("SAME", "VALID"))


@op(0.2)
def pool3d(d: Draw) -> Tensor:
    x = _image(d, 2)[:, tf.newaxis]
    function = tf.nn.max_pool3d if d.one_of(True, False) else tf.nn.avg_pool3d
    return function(x, [1, 2, 2], 1, d.one_of("SAME", "VALID"))


@op(0.4)
def batch_norm(d: Draw) -> Tensor:
    x = _image(d)
    parts = [d.shaped(lambda: "float32", lambda: x.shape[3:]) for _ in range(3)]
    variance = tf.abs(d.shaped(lambda: "float32", lambda: x.shape[3:]))
    return tf.compat.v1.nn.fused_batch_norm(x, *parts, variance, is_training=False)[0]


@op(0.6)
def resize(d: Draw) -> Tensor:
    x = _image(d)
    method = d.one_of("bilinear", "nearest")
    return tf.image.resize(x, tf.stack([d.size(lambda: 4), d.size(lambda: 6)]), method)


@op(0.05)
def resize_rare(d: Draw) -> Tensor:
    return tf.image.resize(_image(d), [4, 3], d.one_of("bicubic", "area", "lanczos3"))


@op(0.3)
def resize_by_scale(d: Draw) -> Tensor:
    x = _image(d)
    return tf.image.resize(x, tf.shape(x)[1:3] * 2, "nearest")


@op(0.05)
def image_patches(d: Draw) -> Tensor:
    return tf.image.extract_patches(
        _image(d, 2), [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], d.one_of("SAME", "VALID")
    )


@op(0.05)
def crop_and_resize(d: Draw) -> Tensor:
    x = _image(d)
    return tf.image.crop_and_resize(x, [[0.0, 0.0, 0.5, 1.0]], [0], [2, 3])


@op(0.05)
def pool_gradients(d: Draw) -> Tensor:
    x = _image(d, 2)
    y = tf.nn.max_pool2d(x, 2, 1, "SAME")
    return raw.MaxPoolGrad(
        orig_input=x,
        orig_output=y,
        grad=y,
        ksize=[1, 2, 2, 1],
        strides=[1, 1, 1, 1],
        padding="SAME",
    )


@op(0.05)
def average_pool_gradients(d: Draw) -> Tensor:
    x = _image(d, 2)
    return raw.AvgPoolGrad(
        orig_input_shape=tf.shape(x),
        grad=x,
        ksize=[1, 2, 2, 1],
        strides=[1, 1, 1, 1],
        padding="SAME",
    )


enter("lrn", lambda d: tf.nn.local_response_normalization(_image(d)), 0.05)
enter("flip", lambda d: tf.image.flip_left_right(_image(d)), 0.2)
enter("adjust_brightness", lambda d: tf.image.adjust_brightness(_image(d), 0.25), 0.1)
enter(
    "bias_gradient", lambda d: raw.BiasAddGrad(out_backprop=d.tensor("float32", ranks=(2, 3))), 0.3
)
