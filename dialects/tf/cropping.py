"""Gradients of boxes that are cut out of images and resized."""

from __future__ import annotations

from xdsl.dialects.builtin import f32
from xdsl.irdl import operand_def, result_def

from ..types import element_of
from .checks import rank_is, verify_error
from .operation import PureTfOperation
from .parameters import text


class CropAndResizeGradImageOp(PureTfOperation):
    """What the pixels of images of sizes `image_size` get back from their crops."""

    name = "tf.CropAndResizeGradImage"
    grads = operand_def()
    boxes = operand_def()
    box_ind = operand_def()
    image_size = operand_def()
    output = result_def()
    method = text("bilinear", choices=("bilinear", "nearest"))

    def verify_(self) -> None:
        for index in (0, 1):
            if (found := element_of(self._operands[index].type)) != f32:
                raise verify_error(self, f"operand {index} has elements {found}, needed f32")
        rank_is(self, "image_size", self.operand_shape(3), 1)


class CropAndResizeGradBoxesOp(PureTfOperation):
    """What the corners of boxes get back from crops of `image`."""

    name = "tf.CropAndResizeGradBoxes"
    grads = operand_def()
    image = operand_def()
    boxes = operand_def()
    box_ind = operand_def()
    output = result_def()
    method = text("bilinear", choices=("bilinear",))

    def verify_(self) -> None:
        for value in (self._operands[0], self._operands[2], self.results[0]):
            if (found := element_of(value.type)) != f32:
                raise verify_error(self, f"gradients or boxes have elements {found}, needed f32")
