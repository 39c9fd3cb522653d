"""Images: colors, crops, windows of other kinds, resizing with other conventions."""

from __future__ import annotations

from collections.abc import Callable

import tensorflow as tf

from ..catalog import enter, op
from ..draw import Draw, Tensor

raw = tf.raw_ops


def _image(d: Draw, least: int = 2) -> Tensor:
    return d.tensor(
        "float32", ranks=(4,), where=lambda t: min(t.shape[1:3]) >= least and min(t.shape) > 0
    )


def _colors(d: Draw) -> Tensor:
    x = _image(d)
    return tf.sigmoid(tf.concat([x, x * 2.0, -x], 3)[..., :3])


OF_COLORS: dict[str, Callable[[Tensor], Tensor]] = {
    "gray": tf.image.rgb_to_grayscale,
    "hue": lambda x: tf.image.adjust_hue(x, 0.2),
    "saturation": lambda x: tf.image.adjust_saturation(x, 1.5),
    "contrast": lambda x: tf.image.adjust_contrast(x, 0.5),
    "gamma": lambda x: tf.image.adjust_gamma(x, 1.5),
    "hsv": tf.image.rgb_to_hsv,
    "rgb": tf.image.hsv_to_rgb,
    "yuv": tf.image.rgb_to_yuv,
    "standard": tf.image.per_image_standardization,
    "convert": lambda x: tf.cast(tf.image.convert_image_dtype(x, tf.uint8), tf.int32),
    "tv": tf.image.total_variation,
    "psnr": lambda x: tf.image.psnr(x, x[..., ::-1], 1.0),
}
OF_IMAGES: dict[str, Callable[[Tensor], Tensor]] = {
    "rotate": lambda x: tf.image.rot90(x, 1),
    "up_down": tf.image.flip_up_down,
    "turn": tf.image.transpose,
    "central": lambda x: tf.image.central_crop(x, 0.5),
    "sobel": tf.image.sobel_edges,
    "gradients": lambda x: tf.image.image_gradients(x)[0],
    "crop_or_pad": lambda x: tf.image.resize_with_crop_or_pad(x, 4, 3),
    "pad_box": lambda x: tf.image.pad_to_bounding_box(x, 1, 2, 9, 9),
    "crop_box": lambda x: tf.image.crop_to_bounding_box(x, 0, 1, 2, 1),
    "resize_pad": lambda x: tf.image.resize_with_pad(x, 4, 4),
    "align": lambda x: raw.ResizeBilinear(images=x, size=[4, 3], align_corners=True),
    "half_nearest": lambda x: raw.ResizeNearestNeighbor(images=x, size=[5, 3], half_pixel_centers=True),
    "align_nearest": lambda x: raw.ResizeNearestNeighbor(images=x, size=[5, 3], align_corners=True),
    "antialias": lambda x: tf.image.resize(x, [2, 3], antialias=True),
    "gaussian": lambda x: tf.image.resize(x, [3, 2], "gaussian"),
    "aspect": lambda x: tf.image.resize(x, [4, 4], preserve_aspect_ratio=True),
    "dilation": lambda x: tf.nn.dilation2d(x, x[0, :2, :2], [1, 1, 1, 1], "SAME", "NHWC", [1, 1, 1, 1]),
    "erosion": lambda x: tf.nn.erosion2d(x, x[0, :1, :2], [1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1]),
    "pool_padded": lambda x: tf.nn.max_pool2d(x, 2, 1, [[0, 0], [1, 0], [0, 1], [0, 0]]),
    "pool_argmax": lambda x: tf.nn.max_pool_with_argmax(x, 2, 1, "SAME")[1],
    "pool_with": lambda x: tf.nn.pool(x, [2, 1], "AVG", [1, 1], "SAME"),
    "pool_large": lambda x: tf.nn.avg_pool2d(x, 3, 2, "SAME"),
    "pool_tall": lambda x: tf.nn.max_pool2d(x, [1, 2], [1, 3], "VALID"),
    "global": lambda x: tf.reduce_mean(x, [1, 2], keepdims=True),
    "patches_far": lambda x: tf.image.extract_patches(x, [1, 1, 2, 1], [1, 2, 1, 1], [1, 1, 2, 1], "SAME"),
    "space": lambda x: tf.space_to_batch(tf.pad(x, [[0, 0], [1, 2], [0, 0], [0, 0]])[:, :4], [2, 1], [[0, 0], [1, 0]]),
    "ssim": lambda x: tf.image.ssim(tf.tile(x, [1, 6, 6, 1]), tf.tile(x, [1, 6, 6, 1]) * 0.5, 1.0),
    "boxes": lambda x: raw.DrawBoundingBoxesV2(images=x, boxes=tf.fill([tf.shape(x)[0], 1, 4], 0.5), colors=[[1.0]]),
}  # fmt: skip

for _name, _function in OF_COLORS.items():
    enter(f"colors_{_name}", lambda d, f=_function: f(_colors(d)), 0.08)
for _name, _function in OF_IMAGES.items():
    if _name != "boxes":
        enter(f"image_{_name}", lambda d, f=_function: f(_image(d)), 0.08)


@op(0.3)
def conv2d_padded(d: Draw) -> Tensor:
    x = _image(d)
    kernel = d.shaped(lambda: "float32", lambda: (2, 1, x.shape[3], 2))
    padding = [[0, 0], [d.one_of(0, 2), 1], [0, 1], [0, 0]]
    return tf.nn.conv2d(x, kernel, d.one_of(1, 2), padding)


@op(0.3)
def conv2d_large(d: Draw) -> Tensor:
    x = _image(d)
    kernel = d.shaped(lambda: "float32", lambda: (3, 3, x.shape[3], 2))
    return tf.nn.conv2d(x, kernel, d.one_of(1, 2, 3), "SAME")


@op(0.2)
def conv_atrous(d: Draw) -> Tensor:
    x = _image(d, 3)
    kernel = d.shaped(lambda: "float32", lambda: (2, 2, x.shape[3], 2))
    return tf.nn.convolution(x, kernel, padding=d.one_of("SAME", "VALID"), dilations=[2, 1])


@op(0.2)
def conv_separable(d: Draw) -> Tensor:
    x = _image(d)
    depth = d.shaped(lambda: "float32", lambda: (2, 2, x.shape[3], 1))
    point = d.shaped(lambda: "float32", lambda: (1, 1, x.shape[3], 3))
    return tf.nn.separable_conv2d(x, depth, point, [1, 1, 1, 1], "SAME")


@op(0.2)
def conv1d_transpose(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(3,), where=lambda t: min(t.shape) > 0)
    kernel = d.shaped(lambda: "float32", lambda: (2, 3, x.shape[2]))
    shape = tf.shape(x)
    return tf.nn.conv1d_transpose(x, kernel, [shape[0], shape[1] * 2, 3], 2, "SAME")


@op(0.2)
def conv3d_transpose(d: Draw) -> Tensor:
    x = _image(d)[:, tf.newaxis]
    kernel = d.shaped(lambda: "float32", lambda: (1, 2, 2, 2, x.shape[4]))
    s = tf.shape(x)
    return tf.nn.conv3d_transpose(x, kernel, [s[0], 1, s[2] * 2, s[3] * 2, 2], [1, 2, 2], "SAME")


@op(0.2)
def conv1d_causal(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(3,), where=lambda t: min(t.shape) > 0)
    kernel = d.shaped(lambda: "float32", lambda: (3, x.shape[2], 2))
    return tf.nn.conv1d(tf.pad(x, [[0, 0], [4, 0], [0, 0]]), kernel, 1, "VALID", dilations=2)


@op(0.2)
def conv_grouped(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(4,), where=lambda t: min(t.shape) > 0 and t.shape[3] % 2 == 0)
    kernel = d.shaped(lambda: "float32", lambda: (1, 2, x.shape[3] // 2, 4))
    return tf.nn.conv2d(x, kernel, 1, "SAME")


@op(0.2)
def warp(d: Draw) -> Tensor:
    """Bilinear samples at places that depend on data."""
    x = _image(d)
    places = d.shaped(lambda: "float32", lambda: (x.shape[0], 3, 2))
    h, w = tf.shape(x)[1], tf.shape(x)[2]
    at = (tf.tanh(places) + 1.0) * 0.5 * tf.cast(tf.stack([h - 1, w - 1]), tf.float32)
    low = tf.cast(tf.floor(at), tf.int32)
    return tf.gather_nd(x, low, batch_dims=1) * (at - tf.floor(at))[..., :1]


@op(0.2)
def boxes_cut(d: Draw) -> Tensor:
    x = _image(d)
    corners = tf.sigmoid(d.shaped(lambda: "float32", lambda: (3, 4), fixed=1))
    of = d.shaped(lambda: "int32", lambda: (3,), low=0, high=0)
    method = d.one_of("bilinear", "nearest")
    return tf.image.crop_and_resize(x, corners, of, [2, 2], method, 0.25)
