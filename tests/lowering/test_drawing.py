"""Boxes drawn on images, pixel by pixel."""

import numpy as np
from tieshape.lowering.tf_to_mhlo.drawing import COLORS

from .harness import Argument, check_last, check_op, check_refusals, tf_text

RNG = np.random.default_rng(15)
F = np.float32


def drawn(images, boxes, colors):
    """Later boxes are on top; lines outside of an image are not drawn."""
    result, (height, width) = images.copy(), images.shape[1:3]
    for n, row in enumerate(boxes):
        for i, box in enumerate(row):
            scale = np.array([height - 1, width - 1] * 2, F)
            top, left, bottom, right = (int(v) for v in box * scale)
            for y in range(max(top, 0), min(bottom, height - 1) + 1):
                for x in range(max(left, 0), min(right, width - 1) + 1):
                    if y in (top, bottom) or x in (left, right):
                        result[n, y, x] = colors[i % len(colors)][: images.shape[3]]
    return result


def some(*shape):
    return RNG.standard_normal(shape).astype(F)


def boxes_for(*shape):
    return (RNG.random((*shape, 4)) * 0.8 - 0.1 + [0, 0, 0.3, 0.3]).astype(F)


def test_boxes_in_colors():
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for shape, count, number in (((2, 7, 8, 3), 4, 3), ((1, 1, 1, 4), 2, 1), ((1, 5, 5, 3), 0, 2)):
        images, boxes, colors = some(*shape), boxes_for(shape[0], count), some(number, 4)
        cases.append(([images, boxes, colors], [drawn(images, boxes, colors)]))
    images, boxes = some(1, 6, 6, 4), boxes_for(1, 12)
    cases.append(([images, boxes, some(0, 4)], [drawn(images, boxes, COLORS)]))
    operands = [Argument(v) for v in cases[0][0]]
    check_last("tf.DrawBoundingBoxesV2", operands, cases)
    text = tf_text("tf.DrawBoundingBoxesV2", operands, ["tensor<*xf32>"])
    runs = [
        ([some(1, 3, 3, 2), boxes_for(1, 1), some(1, 4)], "channels"),
        ([some(1, 3, 3, 3), boxes_for(2, 1), some(1, 4)], "images and boxes"),
        ([some(1, 3, 3, 3), boxes_for(1, 1), some(1, 2)], "colors have"),
    ]
    check_refusals(text, runs)


def test_gray_boxes_are_white():
    images, boxes = some(1, 6, 6, 1), boxes_for(1, 12)
    expected = drawn(images, boxes, np.ones((1, 1), F))
    check_op("tf.DrawBoundingBoxes", [Argument(images), Argument(boxes)], [expected])
