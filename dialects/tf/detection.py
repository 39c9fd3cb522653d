"""tf ops that pick boxes by scores, class by class or softly."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .checks import rank_is, same_elements
from .operation import PureTfOperation
from .parameters import flag


class NonMaxSuppressionV5Op(PureTfOperation):
    """Boxes by score; each one picked lowers the scores of others by how much they overlap.

    The less `soft_nms_sigma` the more; of 0, those that overlap too much are dropped and no other
    score changes.
    """

    name = "tf.NonMaxSuppressionV5"
    boxes = operand_def()
    scores = operand_def()
    max_output_size = operand_def()
    iou_threshold = operand_def()
    score_threshold = operand_def()
    soft_nms_sigma = operand_def()
    selected_indices = result_def()
    selected_scores = result_def()
    valid_outputs = result_def()
    pad_to_max_output_size = flag()

    def verify_(self) -> None:
        boxes, scores, _, *numbers = self._operands
        same_elements(self, boxes, scores, *numbers, self.results[1])
        for index in range(2, 6):
            rank_is(self, f"operand {index}", self.operand_shape(index), 0)


class CombinedNonMaxSuppressionOp(PureTfOperation):
    """For each image of a batch the best boxes of all classes, those of a class far apart.

    `boxes` has one box for all classes or one for each; missing ones are zeros. clip_boxes: to
    coordinates from 0 to 1. pad_per_class: no more than all classes together may have
    """

    name = "tf.CombinedNonMaxSuppression"
    boxes = operand_def()
    scores = operand_def()
    max_output_size_per_class = operand_def()
    max_total_size = operand_def()
    iou_threshold = operand_def()
    score_threshold = operand_def()
    nmsed_boxes = result_def()
    nmsed_scores = result_def()
    nmsed_classes = result_def()
    valid_detections = result_def()
    pad_per_class = flag()
    clip_boxes = flag(True)

    def verify_(self) -> None:
        boxes, scores, *_ = self._operands
        same_elements(self, boxes, scores, *self.results[:3])
        for index in range(2, 6):
            rank_is(self, f"operand {index}", self.operand_shape(index), 0)
