"""tf ops that move blocks of pixels or pick boxes in images."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import KeepsElements, PureTfOperation
from .parameters import flag, integer, integers, text


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


class ExtractImagePatchesOp(PureTfOperation):
    """The pixels of each window, in rows, as channels; zeros where it reaches over the edge."""

    name = "tf.ExtractImagePatches"
    images = operand_def()
    patches = result_def()
    ksizes = integers(least=1)
    strides = integers(least=1)
    rates = integers(least=1)
    padding = text(choices=("SAME", "VALID"))

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        lists = ("ksizes", self.ksizes), ("strides", self.strides), ("rates", self.rates)
        for what, values in lists:
            if len(values) != 4 or values[0] != 1 or values[3] != 1:
                found = list(values)
                raise verify_error(self, f"attribute {what} is {found}, needed 1, two numbers, 1")
