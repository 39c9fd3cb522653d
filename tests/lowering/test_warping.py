"""Images whose pixels are read at other places, against loops over the pixels."""

from math import floor

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_last, check_op, check_refusals, run_stages, tf_text

F = np.float32
TRANSFORMS = np.array(
    [[1.125, 0.25, -2.5, -0.25, 0.875, 1.5, 0.0625, -0.125], [-1, 0.5, 9, 0.25, -1.5, 7, 0, 0]], F
)
FILL = np.array(0.5, F)


def inside(at: float, size: int, mode: str) -> float:
    """A place on the line of pixels, by the periods of the mode."""
    if mode == "CONSTANT" or 0 <= at <= size - 1:
        return at
    if size <= 1:
        return 0
    if mode == "REFLECT":
        at %= 2 * size
        at = at if at < size else 2 * size - at - 1
    elif mode == "WRAP":
        at += -size * floor(at / (size - 1)) if at > 0 else size * (floor(-at / (size - 1)) + 1)
    return min(max(at, 0), size - 1)


def read(image, row, column):
    if 0 <= row < image.shape[0] and 0 <= column < image.shape[1]:
        return image[int(row), int(column)]
    return np.full(image.shape[2], FILL)


def projected(images, transforms, size, interpolation, mode):
    result = np.zeros((len(images), *size, images.shape[3]), F)
    for n, y, x in np.ndindex(result.shape[:3]):
        a = transforms[n % len(transforms)].astype(float)
        below = a[6] * x + a[7] * y + 1
        if below == 0:
            result[n, y, x] = FILL
            continue
        column = inside((a[0] * x + a[1] * y + a[2]) / below, images.shape[2], mode)
        row = inside((a[3] * x + a[4] * y + a[5]) / below, images.shape[1], mode)
        if interpolation == "NEAREST":
            away = [np.copysign(floor(abs(at) + 0.5), at) for at in (row, column)]
            result[n, y, x] = read(images[n], *away)
            continue
        for i in range(2):
            for j in range(2):
                at = floor(row) + i, floor(column) + j
                weight = (1 - abs(row - at[0])) * (1 - abs(column - at[1]))
                result[n, y, x] += F(weight) * read(images[n], *at)
    return result


@pytest.mark.parametrize("interpolation", ["NEAREST", "BILINEAR"])
@pytest.mark.parametrize("mode", ["CONSTANT", "REFLECT", "WRAP", "NEAREST"])
@pytest.mark.parametrize(
    ("shape", "count", "size"),
    [((2, 5, 4, 3), 2, (7, 6)), ((2, 5, 4, 1), 1, (3, 8)), ((1, 1, 3, 2), 1, (2, 2)), ((0, 2, 2, 1), 1, (1, 3)), ((2, 0, 3, 1), 2, (2, 2))],
)  # fmt: skip
def test_projections(shape, count, size, mode, interpolation):
    x = np.random.default_rng(8).standard_normal(shape).astype(F)
    transforms = TRANSFORMS[:count]
    expected = projected(x, transforms, size, interpolation, mode)
    sizes = np.array(size, np.int32)
    operands = [Argument(x), Argument(transforms, (1,)), Argument(sizes, (0,)), Argument(FILL)]
    words = f'interpolation = "{interpolation}", fill_mode = "{mode}"'
    check_op("tf.ImageProjectiveTransformV3", operands, [expected], words, 1e-3, 1e-4)


@pytest.mark.parametrize("mode", ["CONSTANT", "REFLECT", "WRAP", "NEAREST"])
@pytest.mark.parametrize("shape", [(1, 1, 1, 1), (1, 3, 1, 2), (1, 3, 4, 1)])
def test_places_that_are_no_numbers_are_filled(shape, mode):
    transforms = np.array([[1, 0, np.nan, 0, 1, 0, 0, 0]], F)
    operands = [
        Argument(np.ones(shape, F)),
        Argument(transforms, (1,)),
        Argument(np.array([2, 3], np.int32), (0,)),
        Argument(FILL),
    ]
    words = f'interpolation = "NEAREST", fill_mode = "{mode}"'
    expected = np.full((1, 2, 3, shape[3]), FILL, F)
    check_op("tf.ImageProjectiveTransformV3", operands, [expected], words)


def test_bytes_are_cut_off():
    x = np.array([[10, 21], [32, 43]], np.uint8)[None, ..., None]
    shift = np.array([[1, 0, 0.5, 0, 1, 0, 0, 0]], F)
    expected = np.array([[15, 10], [37, 21]], np.uint8)[None, ..., None]
    operands = [Argument(x), Constant(shift), Constant(np.array([2, 2], np.int32)), Argument(FILL)]
    check_op("tf.ImageProjectiveTransformV3", operands, [expected], 'interpolation = "BILINEAR"')


@pytest.mark.parametrize(
    ("count", "size", "words"), [(3, (2, 2), "one transform or"), (1, (0, 2), "at least 1")]
)
def test_other_numbers_stop_the_run(count, size, words):
    given = [np.ones((2, 3, 3, 1), F), np.ones((count, 8), F), np.array(size, np.int32), FILL]
    operands = [Argument(v, (0,) if i == 2 else ()) for i, v in enumerate(given)]
    attributes = 'interpolation = "NEAREST"'
    text = tf_text("tf.ImageProjectiveTransformV3", operands, ["tensor<*xf32>"], attributes)
    with pytest.raises(RunError, match=words):
        run_stages(text, given)


def corner(place, size, wanted, middle, centered, normalized):
    """Where a part of `wanted` pixels begins; `middle`: the place is always that of its middle."""
    place = place * size if normalized else place
    if centered:
        place = place / 2 + size / 2 if normalized or middle else place + size / 2
    return int(place - wanted / 2 if middle or (centered and normalized) else place)


@pytest.mark.parametrize(("name", "middle"), [("", True), ("V2", False)])
@pytest.mark.parametrize("centered", [True, False])
@pytest.mark.parametrize("normalized", [True, False])
def test_glimpses(name, middle, centered, normalized):
    rng = np.random.default_rng(4)
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for shape, size in (
        ((3, 5, 4, 2), (3, 2)),
        ((2, 2, 3, 1), (5, 6)),
        ((0, 2, 2, 1), (1, 1)),
        ((1, 0, 2, 1), (2, 2)),
    ):
        x = rng.standard_normal(shape).astype(F)
        offsets = (rng.random((shape[0], 2)) * (2 if normalized else 4) - 0.5).astype(F)
        y = np.zeros((shape[0], *size, shape[3]), F)
        for n, r, c in np.ndindex(y.shape[:3]):
            at = [
                i + corner(offsets[n, k], shape[1 + k], size[k], middle, centered, normalized)
                for k, i in enumerate((r, c))
            ]
            y[n, r, c] = (
                x[n, *at] if all(0 <= i < m for i, m in zip(at, shape[1:3], strict=True)) else 0
            )
        cases.append(([x, np.array(size, np.int32), offsets], [y]))
    operands = [Argument(v, (0,) if v.dtype == np.int32 else ()) for v in cases[0][0]]
    words = f'centered = {str(centered).lower()}, normalized = {str(normalized).lower()}, noise = "zero"'
    check_last(f"tf.ExtractGlimpse{name}", operands, cases, words)
    if name and centered and normalized:
        text = tf_text("tf.ExtractGlimpseV2", operands, ["tensor<*xf32>"], words)
        x, size, offsets = cases[0][0]
        runs = [([x, -size, offsets], "at least 0"), ([x, size, offsets[:1]], "images and offsets")]
        check_refusals(text, runs)
