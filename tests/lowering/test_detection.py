"""Boxes picked by scores, dilated images and gradients of crops, on cases worked out by hand."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_op, check_text, run_stages, tf_text

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
