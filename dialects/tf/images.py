"""tf ops that move blocks of pixels, resize images or pick boxes in them."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_float, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import KeepsElements, PureTfOperation
from .parameters import flag, integer, text


class Resize(PureTfOperation):
    """A batch of `images`, channels last, resized to the height and width in `size`."""

    images = operand_def()
    size = operand_def()
    resized_images = result_def()
    align_corners = flag()
    half_pixel_centers = flag()

    def verify_(self) -> None:
        if self.align_corners and self.half_pixel_centers:
            raise verify_error(
                self, "align_corners and half_pixel_centers are both true, needed at most one"
            )
        if not is_wide_integer(found := element_of(self._operands[1].type)):
            raise verify_error(self, f"size has elements {found}, needed integers")


class ResizeBilinearOp(Resize):
    """Interpolates; the result has floats."""

    name = "tf.ResizeBilinear"

    def verify_(self) -> None:
        super().verify_()
        if not is_float(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed floats")


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
        names = ("max_output_size", "iou_threshold", "score_threshold")
        for index, what in enumerate(names, start=2):
            rank_is(self, what, self.operand_shape(index), 0)
        if not is_wide_integer(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed integers")

    def padded(self) -> bool:
        """Whether the result always has `max_output_size` entries."""
        return False


class NonMaxSuppressionV3Op(NonMaxSuppression):
    name = "tf.NonMaxSuppressionV3"
    selected_indices = result_def()


class NonMaxSuppressionV4Op(NonMaxSuppression):
    """Also gives the number of boxes picked; the result may be padded to its greatest size."""

    name = "tf.NonMaxSuppressionV4"
    selected_indices = result_def()
    valid_outputs = result_def()
    pad_to_max_output_size = flag()

    def padded(self) -> bool:
        return self.pad_to_max_output_size


class BatchMove(KeepsElements):
    """Blocks of sizes `block_shape` over the dimensions after the batch, each with two amounts."""


class SpaceToBatchNDOp(BatchMove):
    """Pads, then moves the pixels at each place of a block to a batch of their own."""

    name = "tf.SpaceToBatchND"
    input = operand_def()
    block_shape = operand_def()
    paddings = operand_def()
    output = result_def()


class BatchToSpaceNDOp(BatchMove):
    """The inverse of `tf.SpaceToBatchND`, which crops instead of padding."""

    name = "tf.BatchToSpaceND"
    input = operand_def()
    block_shape = operand_def()
    crops = operand_def()
    output = result_def()


class BlockMove(KeepsElements):
    """Moves square blocks of pixels between the channels and the spatial dimensions."""

    input = operand_def()
    output = result_def()
    block_size = integer(least=2)
    data_format = text("NHWC", choices=("NHWC", "NCHW"))


class SpaceToDepthOp(BlockMove):
    name = "tf.SpaceToDepth"


class DepthToSpaceOp(BlockMove):
    name = "tf.DepthToSpace"
