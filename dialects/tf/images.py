"""tf ops on images and boxes."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .parameters import flag
from .static_types import (
    UNKNOWN,
    agree,
    constant_integer,
    constant_integers,
    element_of,
    is_float,
    is_integer,
    rank_is,
    refusal,
    same_elements,
)


class Resize(PureTfOperation):
    """A batch of `images`, channels last, resized to the height and width in `size`."""

    images = operand_def()
    size = operand_def()
    resized_images = result_def()
    align_corners = flag()
    half_pixel_centers = flag()

    def verify_(self) -> None:
        if self.align_corners and self.half_pixel_centers:
            raise refusal(
                self, "align_corners and half_pixel_centers are both true, needed at most one"
            )
        if not is_integer(found := element_of(self._operands[1].type)):
            raise refusal(self, f"size has elements {found}, needed integers")
        agree(self, "size", self.operand_shape(1), (2,))
        shape = self.operand_shape(0)
        rank_is(self, "images", shape, 4)
        sizes = constant_integers(self._operands[1])
        if sizes is not None and min(sizes, default=1) < 1:
            raise refusal(self, f"size is {list(sizes)}, needed at least 1 each")
        n, *_, c = (UNKNOWN,) * 4 if shape is None else shape
        agree(self, "the result", self.result_shape(), (n, *(sizes or (UNKNOWN, UNKNOWN)), c))


@tf_op
class ResizeBilinearOp(Resize):
    """Interpolates; the result has floats."""

    name = "tf.ResizeBilinear"

    def verify_(self) -> None:
        super().verify_()
        if not is_float(found := element_of(self.results[0].type)):
            raise refusal(self, f"the result has elements {found}, needed floats")


@tf_op
class ResizeNearestNeighborOp(Resize):
    """Takes the nearest pixel."""

    name = "tf.ResizeNearestNeighbor"

    def verify_(self) -> None:
        super().verify_()
        same_elements(self, self._operands[0], self.results[0])


class NonMaxSuppression(PureTfOperation):
    """
    Picks the boxes with the best scores that overlap no better one too much.

    Boxes are rows of two opposite corners. At most `max_output_size` are picked, with scores above
    `score_threshold`; overlap is intersection over union, up to `iou_threshold`.
    """

    boxes = operand_def()
    scores = operand_def()
    max_output_size = operand_def()
    iou_threshold = operand_def()
    score_threshold = operand_def()

    def verify_(self) -> None:
        boxes = self.operand_shape(0)
        agree(self, "boxes", boxes, (UNKNOWN, 4))
        agree(self, "scores", self.operand_shape(1), (UNKNOWN if boxes is None else boxes[0],))
        names = ("max_output_size", "iou_threshold", "score_threshold")
        for index, what in enumerate(names, start=2):
            rank_is(self, what, self.operand_shape(index), 0)
        most = constant_integer(self._operands[2])
        if most is not None and most < 0:
            raise refusal(self, f"max_output_size is {most}, needed at least 0")
        if not is_integer(found := element_of(self.results[0].type)):
            raise refusal(self, f"the result has elements {found}, needed integers")
        rank_is(self, "the result", self.result_shape(), 1)
        self._verify_count(most, boxes[0] if boxes is not None else UNKNOWN)

    def _verify_count(self, most: int | None, boxes: int) -> None:
        result = self.result_shape()
        limits = [size for size in (most, boxes) if size is not None and size >= 0]
        if result is not None and limits and not self.padded() and result[0] > min(limits):
            raise refusal(self, f"the result has size {result[0]}, needed at most {min(limits)}")

    def padded(self) -> bool:
        """Whether the result always has `max_output_size` entries."""
        return False


@tf_op
class NonMaxSuppressionV3Op(NonMaxSuppression):
    name = "tf.NonMaxSuppressionV3"
    selected_indices = result_def()


@tf_op
class NonMaxSuppressionV4Op(NonMaxSuppression):
    """Also gives the number of boxes picked; the result may be padded to its greatest size."""

    name = "tf.NonMaxSuppressionV4"
    selected_indices = result_def()
    valid_outputs = result_def()
    pad_to_max_output_size = flag()

    def verify_(self) -> None:
        super().verify_()
        rank_is(self, "valid_outputs", self.result_shape(1), 0)

    def padded(self) -> bool:
        return self.pad_to_max_output_size
