"""Windows that tell where their greatest element is, and what arrives there, against loops."""

from collections.abc import Iterator

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_last, check_op, run_stages, tf_text

RNG = np.random.default_rng(41)


def image(*shape: int) -> np.ndarray:
    """Few different numbers, so that there are several greatest ones."""
    return RNG.integers(-2, 3, shape).astype(np.float32)


def first_and_count(size: int, reach: int, stride: int, padding: str) -> tuple[int, int]:
    if padding == "VALID":
        return 0, max(size - reach + stride, 0) // stride
    count = -(-size // stride)
    return -(max((count - 1) * stride + reach - size, 0) // 2), count


def placed(size: int, window: int, stride: int, rate: int, padding: str) -> list[list[int]]:
    """For each place of a window along one side the pixels under it, also those outside."""
    first, count = first_and_count(size, (window - 1) * rate + 1, stride, padding)
    return [[first + i * stride + j * rate for j in range(window)] for i in range(count)]


def places(shape, rows, columns) -> Iterator[tuple[tuple[int, ...], list[tuple[int, ...]]]]:
    """For each window its place and, row by row, the window's places that are in the image."""
    for at in np.ndindex(shape[0], len(rows), len(columns), shape[3]):
        pixels = [
            (i, j, y, x)
            for i, y in enumerate(rows[at[1]])
            for j, x in enumerate(columns[at[2]])
            if 0 <= y < shape[1] and 0 <= x < shape[2]
        ]
        yield at, pixels


SHAPES = [(2, 4, 5, 3), (1, 3, 3, 1), (0, 3, 4, 2), (2, 1, 1, 2)]


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("shape", SHAPES)
def test_dilation_backwards(shape, padding):
    if padding == "VALID" and shape[2] < 2:
        pytest.skip("the window does not fit")
    x, kernel = image(*shape), image(2, 2, shape[3])
    rows = placed(shape[1], 2, 2, 1, padding)
    columns = placed(shape[2], 2, 1, 2, padding)
    gradient = RNG.standard_normal((shape[0], len(rows), len(columns), shape[3]))
    gradient = gradient.astype(np.float32)
    if x.size:
        x[0, 0, 0, 0] = np.nan
    to_image, to_filter = np.zeros_like(x), np.zeros_like(kernel)
    for at, pixels in places(shape, rows, columns):
        best, (i, j) = -np.inf, (0, 0)
        y, z = max(rows[at[1]][0], 0), max(columns[at[2]][0], 0)
        for row, column, down, right in pixels:
            found = x[at[0], down, right, at[3]] + kernel[row, column, at[3]]
            if found > best:
                best, i, j, y, z = found, row, column, down, right
        to_image[at[0], y, z, at[3]] += gradient[at]
        to_filter[i, j, at[3]] += gradient[at]
    words = f'strides = [1, 2, 1, 1], rates = [1, 1, 2, 1], padding = "{padding}"'
    given = [Argument(v) for v in (x, kernel, gradient)]
    check_op("tf.Dilation2DBackpropInput", given, [to_image], words)
    check_op("tf.Dilation2DBackpropFilter", given, [to_filter], words)


def test_a_gradient_of_another_size_than_the_dilated_image_stops_the_run():
    x, kernel = image(1, 3, 3, 1), image(2, 2, 1)
    words = 'strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "VALID"'
    given = [x, kernel, x]
    for name in ("Input", "Filter"):
        text = tf_text(
            f"tf.Dilation2DBackprop{name}", [Argument(v) for v in given], ["tensor<*xf32>"], words
        )
        with pytest.raises(RunError, match="out_backprop"):
            run_stages(text, given)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if 0 not in shape])
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_maxima_and_their_places(dtype, shape, padding, whole):
    if padding == "VALID" and shape[2] < 2:
        pytest.skip("the window does not fit")
    x = image(*shape).astype(dtype)
    if x.size > 9 and dtype == "float32":
        x[0, 0, 0, 0] = x[-1, 1, 1, 0] = np.nan
        x[0, 2] = -np.inf
    rows, columns = placed(shape[1], 2, 2, 1, padding), placed(shape[2], 3, 1, 1, padding)
    count = (shape[0], len(rows), len(columns), shape[3])
    values, index = np.zeros(count, dtype), np.zeros(count, np.int64)
    gradient = RNG.integers(1, 9, count).astype(dtype)
    back = np.zeros_like(x)
    for at, pixels in places(shape, rows, columns):
        places_of = [(at[0], y, z, at[3]) for _, _, y, z in pixels]
        best = places_of[0]
        for place in places_of:
            if x[best] < x[place]:
                best = place
        values[at] = x[best]
        strides = np.cumprod([1, *shape[:0:-1]])[::-1]
        index[at] = np.dot(best, strides) if whole else np.dot(best[1:], strides[1:])
        back[best] += gradient[at]
    words = f'ksize = [1, 2, 3, 1], strides = [1, 2, 1, 1], padding = "{padding}"'
    words += f", include_batch_in_index = {str(whole).lower()}"
    check_op("tf.MaxPoolWithArgmax", [Argument(x)], [values, index], words)
    given = [Argument(v) for v in (x, gradient, index)]
    check_op("tf.MaxPoolGradWithArgmax", given, [back], words)


@pytest.mark.parametrize("shape", [(0, 3, 3, 1), (1, 3, 3, 0)])
def test_places_in_no_image_stop_the_run(shape):
    words = 'ksize = [1, 2, 2, 1], strides = [1, 1, 1, 1], padding = "SAME"'
    results = ["tensor<*xf32>", "tensor<*xi64>"]
    text = tf_text("tf.MaxPoolWithArgmax", [Argument(image(*shape))], results, words)
    with pytest.raises(RunError, match="must not be 0"):
        run_stages(text, [image(*shape)])


@pytest.mark.parametrize(("place", "whole"), [(-1, True), (18, True), (9, False)])
def test_places_outside_of_the_image_stop_the_run(place, whole):
    x, gradient = image(2, 3, 3, 1), image(2, 2, 2, 1)
    given = [x, gradient, np.full((2, 2, 2, 1), place)]
    words = 'ksize = [1, 2, 2, 1], strides = [1, 1, 1, 1], padding = "VALID"'
    words += f", include_batch_in_index = {str(whole).lower()}"
    text = tf_text(
        "tf.MaxPoolGradWithArgmax", [Argument(v) for v in given], ["tensor<*xf32>"], words
    )
    with pytest.raises(RunError, match="argmax"):
        run_stages(text, given)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_what_arrives_is_that_of_the_first_maximum(padding):
    """Poolings of windows that are operands, and the gradient of the gradient."""
    words = f'ksize = [1, 2, 3, 1], strides = [1, 2, 1, 1], padding = "{padding}"'
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for shape in SHAPES[:3]:
        x, g = image(*shape), image(*shape)
        rows, columns = placed(shape[1], 2, 2, 1, padding), placed(shape[2], 3, 1, 1, padding)
        best = np.zeros((shape[0], len(rows), len(columns), shape[3]), np.float32)
        arriving = best.copy()
        for at, pixels in places(shape, rows, columns):
            (n, *_, c), where = at, [(row, column) for _, _, row, column in pixels]
            first = max(where, key=lambda pixel: x[n, *pixel, c])
            best[at], arriving[at] = x[n, *first, c], g[n, *first, c]
        cases.append(([x, best, g], [arriving]))
    check_last("tf.MaxPoolGradGrad", [Argument(v) for v in cases[0][0]], cases, words)
    numbers = [Constant(np.array(v, np.int32)) for v in ([1, 2, 3, 1], [1, 2, 1, 1])]
    pools = [([x], [best]) for (x, best, _), _ in cases]
    check_last(
        "tf.MaxPoolV2", [Argument(pools[0][0][0]), *numbers], pools, f'padding = "{padding}"'
    )
