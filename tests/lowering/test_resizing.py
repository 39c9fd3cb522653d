"""Images resized and cropped, against definitions in numpy; gradients as transposes of what they belong to."""

import numpy as np
import pytest

from .harness import Argument, Constant, check_op
from .test_images import MODES, bilinear, nearest

F = np.float32
SIZES = [((4, 5), (7, 3)), ((1, 3), (2, 1)), ((5, 2), (2, 2))]


def scale(size, target, align):
    return F((size - 1) / (target - 1) if align and target > 1 else size / target)


def cubic_matrix(size, target, align, half):
    """The weight of each pixel of the image in each of the result, in steps of 1/1024."""
    result, sharpness = np.zeros((target, size)), -0.5 if half else -0.75
    for i in range(target):
        at = F(i) * scale(size, target, align)
        if half:
            at = (F(i) + F(0.5)) * scale(size, target, align) - F(0.5)
        first = int(np.floor(at))
        for j in range(first - 1, first + 3):
            rest = np.rint((at - first) * 1024) / 1024
            x = abs(j - first - rest)
            near = ((sharpness + 2) * x - (sharpness + 3)) * x * x + 1
            far = ((sharpness * x - 5 * sharpness) * x + 8 * sharpness) * x - 4 * sharpness
            weight = near if j in (first, first + 1) else far
            if not half or 0 <= j < size:
                result[i, min(max(j, 0), size - 1)] += weight
    return result / result.sum(1, keepdims=True) if half else result


def area_matrix(size, target, align):
    result, step = np.zeros((target, size)), float(scale(size, target, align))
    for i in range(target):
        for j in range(size):
            low, high = max(j, i * step), min(j + 1 if j < size - 1 else np.inf, (i + 1) * step)
            result[i, j] = max(high - low, 0) / step if step else 1
    return result


def triangle_matrix(size, target, by, to, antialias):
    result = np.zeros((target, size))
    for i in range(target):
        at, width = (i + 0.5 - to) / by, max(1 / by, 1) if antialias else 1
        weights = np.maximum(1 - abs(np.arange(size) + 0.5 - at) / width, 0)
        if 0 <= at <= size and weights.sum():
            result[i] = weights / weights.sum()
    return result


def along_both(x, rows, columns):
    return np.einsum("nhwc,ih,jw->nijc", x, rows, columns).astype(F)


def images(seed, batch, before, after):
    rng = np.random.default_rng(seed)
    return [rng.standard_normal((batch, *size, 2)).astype(F) for size in (before, after)]


def flags(align, half):
    return f"align_corners = {str(align).lower()}, half_pixel_centers = {str(half).lower()}"


@pytest.mark.parametrize("align, half", MODES)
@pytest.mark.parametrize("before, after", SIZES)
def test_bicubic_and_area(before, after, align, half):
    x, arriving = images(1, len(SIZES) - 2, before, after)
    size = np.array(after, np.int32)
    target = Constant(size) if half else Argument(size, (0,))
    sides = list(zip(before, after, strict=True))
    matrices = [cubic_matrix(*side, align, half) for side in sides]
    expected = along_both(x, *matrices)
    check_op("tf.ResizeBicubic", [Argument(x), target], [expected], flags(align, half))
    expected = along_both(arriving, *(matrix.T for matrix in matrices))
    operands = [Argument(arriving), Argument(x)]
    check_op("tf.ResizeBicubicGrad", operands, [expected], flags(align, half))
    if not half:
        expected = along_both(x, *(area_matrix(*side, align) for side in sides))
        text = f"align_corners = {str(align).lower()}"
        check_op("tf.ResizeArea", [Argument(x), target], [expected], text)


@pytest.mark.parametrize("align, half", MODES)
@pytest.mark.parametrize("before, after", SIZES)
def test_gradients_of_linear_resizing(before, after, align, half):
    x, arriving = images(2, 2, before, after)

    def transposed(resize):
        result = np.zeros_like(x)
        for at in np.ndindex(x.shape):
            unit = np.zeros_like(x)
            unit[at] = 1
            result[at] = (resize(unit, *after, align, half) * arriving).sum()
        return result

    operands = [Argument(arriving), Argument(x)]
    check_op("tf.ResizeBilinearGrad", operands, [transposed(bilinear)], flags(align, half))
    operands = [Argument(arriving), Constant(np.array(before, np.int32))]
    check_op("tf.ResizeNearestNeighborGrad", operands, [transposed(nearest)], flags(align, half))


@pytest.mark.parametrize("antialias", [True, False])
@pytest.mark.parametrize("before, after", SIZES)
def test_scale_and_translate(before, after, antialias):
    x, arriving = images(3, 1, before, after)
    by, to = np.array([0.7, 1.3], F), np.array([0.3, -0.6], F)
    sides = zip(before, after, by, to, strict=True)
    matrices = [triangle_matrix(*side, antialias) for side in sides]
    text = f'kernel_type = "triangle", antialias = {str(antialias).lower()}'
    vectors = [Argument(by), Argument(to)]
    operands = [Argument(x), Constant(np.array(after, np.int32)), *vectors]
    check_op("tf.ScaleAndTranslate", operands, [along_both(x, *matrices)], text)
    expected = along_both(arriving, *(matrix.T for matrix in matrices))
    operands = [Argument(arriving), Argument(x), *vectors]
    check_op("tf.ScaleAndTranslateGrad", operands, [expected], text)


def crop(image, box, height, width, method, outside):
    """One box of `[h, w, c]`, a place at a time."""
    result = np.full((height, width, image.shape[2]), outside, F)

    def position(low, high, size, count, i):
        if count == 1:
            return 0.5 * (low + high) * (size - 1)
        return low * (size - 1) + i * (high - low) * (size - 1) / (count - 1)

    for i, j in np.ndindex(height, width):
        y = position(box[0], box[2], image.shape[0], height, i)
        x = position(box[1], box[3], image.shape[1], width, j)
        if not (0 <= y <= image.shape[0] - 1 and 0 <= x <= image.shape[1] - 1):
            continue
        if method == "nearest":
            result[i, j] = image[int(np.floor(y + 0.5)), int(np.floor(x + 0.5))]
            continue
        top, left = int(np.floor(y)), int(np.floor(x))
        bottom, right = int(np.ceil(y)), int(np.ceil(x))
        upper = image[top, left] + (image[top, right] - image[top, left]) * (x - left)
        lower = image[bottom, left] + (image[bottom, right] - image[bottom, left]) * (x - left)
        result[i, j] = upper + (lower - upper) * (y - top)
    return result


@pytest.mark.parametrize("method", ["bilinear", "nearest"])
@pytest.mark.parametrize("size", [(3, 4), (1, 1), (2, 1)])
@pytest.mark.parametrize("count", [4, 0])
def test_crop_and_resize(method, size, count):
    rng = np.random.default_rng(4)
    x = rng.standard_normal((2, 5, 4, 3)).astype(F)
    boxes = np.array([[0, 0, 1, 1], [0.2, -0.3, 0.7, 1.2], [1, 1, 0, 0], [0.3, 0.5, 0.3, 0.5]])
    boxes, which = boxes.astype(F)[:count], np.array([0, 1, 1, 0], np.int32)[:count]
    crops = [
        crop(x[i], box.astype(float), *size, method, -2.5)
        for i, box in zip(which, boxes, strict=True)
    ]
    expected = np.array(crops, F).reshape(count, *size, 3)
    target = np.array(size, np.int32)
    operands = [Argument(x), Argument(boxes), Argument(which)]
    operands.append(Argument(target, (0,)) if size == (2, 1) else Constant(target))
    text = f'method = "{method}", extrapolation_value = -2.5 : f32'
    check_op("tf.CropAndResize", operands, [expected], text)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("batch", [0, 1, 2])
def test_patches(padding, batch):
    """Each patch holds its pixels in rows, with all channels of each."""
    window, strides, rates, size = (2, 3), (2, 1), (1, 2), (5, 6)
    x = np.random.default_rng(5).standard_normal((batch, *size, 2)).astype(F)
    reach = [(w - 1) * r + 1 for w, r in zip(window, rates, strict=True)]
    amounts, counts = [(0, 0)], list[int]()
    for n, r, s in zip(size, reach, strides, strict=True):
        count = -(-n // s) if padding == "SAME" else (n - r) // s + 1
        needed = max((count - 1) * s + r - n, 0) if padding == "SAME" else 0
        amounts.append((needed // 2, needed - needed // 2))
        counts.append(count)
    padded = np.pad(x, [*amounts, (0, 0)])
    expected = np.empty((batch, *counts, *window, 2), F)
    for i, j, k, m in np.ndindex(*counts, *window):
        row, column = i * strides[0] + k * rates[0], j * strides[1] + m * rates[1]
        expected[:, i, j, k, m] = padded[:, row, column]
    text = ", ".join(
        f"{name} = [1, {a}, {b}, 1]"
        for name, (a, b) in (("ksizes", window), ("strides", strides), ("rates", rates))
    )
    expected = expected.reshape(batch, *counts, 12)
    check_op("tf.ExtractImagePatches", [Argument(x)], [expected], f'{text}, padding = "{padding}"')
