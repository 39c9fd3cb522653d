"""Convolutions whose number of groups is known in a run only, against a convolution a group."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_op

ATTRIBUTES = (
    'data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "VALID", '
    "strides = [1, 1, 1, 1], use_cudnn_on_gpu = true"
)


def pointwise(image: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """The convolution by a window of one element."""
    depth, out = kernel.shape[2:]
    groups = image.shape[3] // depth
    if not groups:
        return np.zeros((*image.shape[:3], out), np.float32)
    width = out // groups
    parts = [
        image[..., g * depth : (g + 1) * depth] @ kernel[0, 0, :, g * width : (g + 1) * width]
        for g in range(groups)
    ]
    return np.concatenate(parts, -1)


def operands(channels: int, depth: int, out: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(channels)
    image = rng.standard_normal((2, 3, 2, channels)).astype(np.float32)
    return image, rng.standard_normal((1, 1, depth, out)).astype(np.float32)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("channels", "depth", "out"), [(4, 4, 6), (4, 2, 6), (4, 1, 8), (6, 3, 2), (0, 3, 2), (6, 2, 0)]
)
def test_groups(channels, depth, out, known):
    image, kernel = operands(channels, depth, out)
    filters = Constant(kernel) if known else Argument(kernel)
    check_op("tf.Conv2D", [Argument(image), filters], [pointwise(image, kernel)], ATTRIBUTES)


@pytest.mark.parametrize(
    ("channels", "depth", "out", "words"),
    [
        (4, 3, 3, "channels S3 must be a multiple of S6"),
        (2, 4, 4, "channels S3 must be a multiple of S6"),
        (4, 2, 3, "output channels must be a multiple of"),
        (4, 0, 3, "filter depth S6 must be at least 1"),
    ],
)
def test_channels_that_make_no_groups(channels, depth, out, words):
    image, kernel = operands(channels, depth, out)
    with pytest.raises(RunError, match=words):
        check_op("tf.Conv2D", [Argument(image), Argument(kernel)], [image], ATTRIBUTES)


def test_groups_of_no_images_need_not_divide_the_results():
    image, kernel = operands(4, 2, 3)
    result = np.zeros((0, 3, 2, 3), np.float32)
    check_op("tf.Conv2D", [Argument(image[:0]), Argument(kernel)], [result], ATTRIBUTES)
