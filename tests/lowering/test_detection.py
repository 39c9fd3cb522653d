"""Boxes picked by scores, dilated images and gradients of crops, on cases worked out by hand."""

from itertools import product

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import (
    Argument,
    Constant,
    check_last,
    check_op,
    check_refusals,
    check_text,
    run_stages,
    tf_text,
)

BOXES = np.array([[0, 0, 1, 1], [0, 0, 1, 0.9], [0, 0, 0.5, 0.5], [2, 2, 3, 3]], np.float32)
SCORES = np.array([0.9, 0.8, 0.7, 0.6], np.float32)


def numbers(*values: float) -> list[Argument]:
    return [Argument(np.asarray(np.float32(value))) for value in values]


def test_boxes_picked_by_a_threshold():
    operands = [Argument(BOXES), Argument(SCORES), Argument(np.asarray(np.int32(4)))]
    expected = [np.array([0, 2, 3], np.int32), SCORES[[0, 2, 3]], np.asarray(np.int32(3))]
    check_op("tf.NonMaxSuppressionV5", [*operands, *numbers(0.5, 0.1, 0)], expected)


@pytest.mark.parametrize("threshold", [1, 0.5])
def test_scores_fall_by_overlap_whatever_the_threshold(threshold: float):
    operands = [Argument(BOXES[:2]), Argument(SCORES[:2]), Argument(np.asarray(np.int32(3)))]
    fallen = np.float32(0.8 * np.exp(-0.5 / 0.5 * 0.9**2))
    expected = [np.array([0, 1, 0], np.int32), np.array([0.9, fallen, 0], np.float32)]
    expected.append(np.asarray(np.int32(2)))
    words = "pad_to_max_output_size = true"
    check_op("tf.NonMaxSuppressionV5", [*operands, *numbers(threshold, 0.1, 0.5)], expected, words)


@pytest.mark.parametrize("sigma", [0.5, 0])
def test_scores_below_0_rise_when_their_turn_comes(sigma: float):
    """The box that overlaps rises above one that was before it, whose turn comes first."""
    scores = np.array([0.9, -0.8, -0.7, -0.75], np.float32)
    order = [0, 2, 3, 1] if sigma else [0, 2, 3]
    kept, picked = scores[order], list[int]()
    for place, box in enumerate(order):
        for other in picked:
            kept[place] *= (
                np.exp(-0.5 / sigma * overlap(BOXES[box], BOXES[other]) ** 2) if sigma else 1
            )
        picked.append(box)
    operands = [Argument(BOXES), Argument(scores), Argument(np.asarray(np.int32(4)))]
    expected = [np.array(order, np.int32), kept, np.asarray(np.int32(len(order)))]
    check_op("tf.NonMaxSuppressionV5", [*operands, *numbers(0.5, -9, sigma)], expected)


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Common area over covered area of two boxes."""
    common = np.prod(np.maximum(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0))
    return common / (np.prod(a[2:] - a[:2]) + np.prod(b[2:] - b[:2]) - common)


def test_best_boxes_of_all_classes():
    scores = np.stack([SCORES, [0.0, 0.85, 0.0, 0.0]], 1).astype(np.float32)
    most = [Constant(np.asarray(np.int32(n))) for n in (2, 4)]
    operands = [Argument(BOXES[None, :, None]), Argument(scores[None]), *most]
    expected = [
        np.clip(BOXES[[0, 1, 2]], 0, 1)[None],
        np.array([[0.9, 0.85, 0.7]], np.float32),
        np.array([[0, 1, 0]], np.float32),
    ]
    ends = [[(0, 0), (0, 1)] + [(0, 0)] * (e.ndim - 2) for e in expected]
    padded = [np.pad(e, end) for e, end in zip(expected, ends, strict=True)]
    padded.append(np.array([3], np.int32))
    check_op("tf.CombinedNonMaxSuppression", [*operands, *numbers(0.5, 0.1)], padded)


def test_dilation_skips_what_is_no_number():
    x = np.array([[1, np.nan, 5]], np.float32)[None, ..., None]
    kernel = np.array([[[0], [10]]], np.float32)
    words = 'strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"'
    expected = np.array([[1, 15, 5]], np.float32)[None, ..., None]
    check_op("tf.Dilation2D", [Argument(x), Argument(kernel)], [expected], words)
    least = np.full_like(expected, -3.4028234663852886e38)
    check_op("tf.Dilation2D", [Argument(x), Argument(kernel[:0])], [least], words)


def test_dilation_needs_a_filter_for_each_channel():
    x, kernel = np.ones((1, 2, 2, 3), np.float32), np.ones((1, 1, 2), np.float32)
    words = 'strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"'
    operands = [Argument(x), Argument(kernel)]
    text = tf_text("tf.Dilation2D", operands, ["tensor<*xf32>"], words)
    with pytest.raises(RunError, match="channels of input and filter"):
        run_stages(text, [x, kernel])


@pytest.mark.parametrize("method", ["bilinear", "nearest"])
def test_crops_give_back_what_they_took(method):
    gradient = np.array([[1, 2], [3, 4]], np.float32)[None, ..., None]
    boxes, which = np.array([[0, 0, 1, 0.5]], np.float32), np.array([1], np.int32)
    expected = np.zeros((2, 2, 2, 1), np.float32)
    shares = [[2, 1], [5, 2]] if method == "bilinear" else [[1, 2], [3, 4]]
    expected[1, ..., 0] = shares
    operands = [Argument(v) for v in (gradient, boxes, which, np.array([2, 2, 2, 1], np.int32))]
    check_op("tf.CropAndResizeGradImage", operands, [expected], f'method = "{method}"')


@pytest.mark.parametrize("size", [(2, 3), (1, 1), (3, 1)])
def test_corners_of_crops_move_pixels(size):
    """Differences of crops of boxes that are a little larger, of an image that is no polynomial."""
    rng = np.random.default_rng(3)
    image = rng.standard_normal((2, 4, 5, 2)).astype(np.float32)
    boxes = np.array([[0.11, 0.2, 0.83, 0.77], [0.4, 0.9, 0.05, 0.3], [0.2, 0.3, 1.4, 1.3]])
    which = np.array([1, 0, 1], np.int32)
    arriving = rng.standard_normal((3, *size, 2)).astype(np.float32)

    def whole(box, number):
        ends = [(box[i], box[i + 2], image.shape[1 + i] - 1, size[i]) for i in (0, 1)]
        rows, columns = (
            [a * n + k * (b - a) * n / (c - 1) if c > 1 else (a + b) / 2 * n for k in range(c)]
            for a, b, n, c in ends
        )
        total = 0.0
        for (i, y), (j, x) in product(enumerate(rows), enumerate(columns)):
            if 0 <= y <= image.shape[1] - 1 and 0 <= x <= image.shape[2] - 1:
                t, le = int(y), int(x)
                part = image[which[number], t : t + 2, le : le + 2].astype(np.float64)
                weights = np.outer([1 - y + t, y - t], [1 - x + le, x - le])
                total += np.sum(weights[..., None] * part * arriving[number, i, j])
        return total

    expected = np.zeros((3, 4), np.float32)
    for number, corner in product(range(3), range(4)):
        step = np.zeros(4)
        step[corner] = 1e-5
        more, less = whole(boxes[number] + step, number), whole(boxes[number] - step, number)
        expected[number, corner] = (more - less) / 2e-5
    given = [arriving, image, boxes.astype(np.float32), which]
    check_op("tf.CropAndResizeGradBoxes", [Argument(v) for v in given], [expected], rtol=1e-3)


@pytest.mark.parametrize("which", [-1, 2])
def test_a_crop_of_no_image_is_refused(which):
    shapes = (1, 2, 2, 1), (2, 3, 3, 1), (1, 4)
    given = [*(np.ones(shape, np.float32) for shape in shapes), np.array([which], np.int32)]
    text = tf_text("tf.CropAndResizeGradBoxes", [Argument(v) for v in given], ["tensor<*xf32>"])
    with pytest.raises(RunError, match="box_ind"):
        run_stages(text, given)


SLICE = """
func.func @main(%x: tensor<?xf32>, %at: tensor<1xi32>, %n: tensor<1xi32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %r = "tf.Slice"(%x, %at, %n) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %s = "tf.Shape"(%r) : (tensor<?xf32>) -> tensor<1xi32>
  %z = "tf.ZerosLike"(%s) : (tensor<1xi32>) -> tensor<1xi32>
  %b = "tf.BroadcastTo"(%y, %c) : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  func.return %b : tensor<2xf32>
}
""".replace(
    "  %b =",
    '  %c = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>\n  %b =',
)


@pytest.mark.parametrize(("begin", "size", "fits"), [(1, 2, True), (2, 2, False), (3, -1, True)])
def test_a_slice_that_nothing_uses_stays_inside(begin, size, fits):
    y = np.array([1, 2], np.float32)
    inputs = [np.ones(3, np.float32), *(np.array([v], np.int32) for v in (begin, size)), y]
    if fits:
        check_text(SLICE, inputs, [y])
    else:
        with pytest.raises(RunError, match="must stay inside the size"):
            run_stages(SLICE, inputs)


def test_boxes_by_a_table_of_overlaps():
    """How much the later box overlaps the one that is picked decides; no number is too much."""
    rng = np.random.default_rng(12)
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for count, most in ((7, 4), (7, 9), (1, 1), (0, 2), (5, 0)):
        table, scores = (
            rng.random((count, count)).astype(np.float32),
            rng.random(count).astype(np.float32),
        )
        table[count // 2 :: 3, ::2] = np.nan
        picked = list[int]()
        for box in np.argsort(-scores, kind="stable"):
            near = any(not table[box, other] <= 0.75 for other in picked)
            if scores[box] > 0.125 and not near and len(picked) < most:
                picked.append(int(box))
        numbers = [
            np.array(most, np.int32),
            np.array(0.75, np.float32),
            np.array(0.125, np.float32),
        ]
        cases.append(([table, scores, *numbers], [np.array(picked, np.int32)]))
    operands = [Argument(v) for v in cases[0][0]]
    check_last("tf.NonMaxSuppressionWithOverlaps", operands, cases)
    given = cases[0][0]
    runs = [
        ([*given[:2], np.array(-1, np.int32), *given[3:]], "max_output_size"),
        ([given[0][:-1], *given[1:]], "rows and columns"),
    ]
    check_refusals(tf_text("tf.NonMaxSuppressionWithOverlaps", operands, ["tensor<*xi32>"]), runs)
