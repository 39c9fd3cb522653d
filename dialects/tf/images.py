"""tf ops that move blocks of pixels or pick boxes in images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

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


class NonMaxSuppressionWithOverlapsOp(PureTfOperation):
    """The same where `overlaps` tells of each two boxes how much they overlap."""

    name = "tf.NonMaxSuppressionWithOverlaps"
    overlaps = operand_def()
    scores = operand_def()
    max_output_size = operand_def()
    overlap_threshold = operand_def()
    score_threshold = operand_def()
    selected_indices = result_def()

    def verify_(self) -> None:
        rank_is(self, "overlaps", self.operand_shape(0), 2)
        for index in range(2, 5):
            rank_is(self, f"operand {index}", self.operand_shape(index), 0)


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


class SquareBatchMove(KeepsElements):
    """The same of images, for blocks of one height and width."""

    block_size = integer(least=2)


class SpaceToBatchOp(SquareBatchMove):
    name = "tf.SpaceToBatch"
    input = operand_def()
    paddings = operand_def()
    output = result_def()


class BatchToSpaceOp(SquareBatchMove):
    name = "tf.BatchToSpace"
    input = operand_def()
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


class Patches(PureTfOperation):
    """The elements of each window, in rows, as channels; zeros where it reaches over the edge."""

    SPATIAL: ClassVar = 2
    ksizes = integers(least=1)
    strides = integers(least=1)
    padding = text(choices=("SAME", "VALID"))

    def along(self, axis: int) -> tuple[int, int, int]:
        """The size, the stride and the dilation of windows along a dimension."""
        return self.ksizes[axis], self.strides[axis], 1

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        self.verify_numbers("ksizes", self.ksizes)
        self.verify_numbers("strides", self.strides)

    def verify_numbers(self, what: str, values: Sequence[int]) -> None:
        """Demands a number for each dimension, 1 for batch and channels."""
        rank = self.SPATIAL + 2
        if len(values) != rank or values[0] != 1 or values[-1] != 1:
            needed = f"1, {'two' if rank == 4 else 'three'} numbers, 1"
            raise verify_error(self, f"attribute {what} is {list(values)}, needed {needed}")


class ExtractVolumePatchesOp(Patches):
    name = "tf.ExtractVolumePatches"
    SPATIAL: ClassVar = 3
    input = operand_def()
    patches = result_def()


class ExtractImagePatchesOp(Patches):
    name = "tf.ExtractImagePatches"
    images = operand_def()
    patches = result_def()
    rates = integers(least=1)

    def along(self, axis: int) -> tuple[int, int, int]:
        """The size, the stride and the dilation of windows along a dimension."""
        return self.ksizes[axis], self.strides[axis], self.rates[axis]

    def verify_(self) -> None:
        super().verify_()
        self.verify_numbers("rates", self.rates)
