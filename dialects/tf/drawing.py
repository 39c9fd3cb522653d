"""tf ops that draw on images."""

from __future__ import annotations

from xdsl.dialects.builtin import f32
from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_float
from .checks import same_elements, verify_error
from .operation import PureTfOperation


class BoxDrawing(PureTfOperation):
    """Images with the borders of boxes, of which each image has as many; later ones are on top.

    A box is four numbers from 0 to 1: its least row and column, its greatest row and column.
    """

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        if not is_float(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"the images have elements {found}, needed floats")
        for index, operand in enumerate(self._operands[1:], 1):
            if (found := element_of(operand.type)) != f32:
                raise verify_error(self, f"operand {index} has elements {found}, needed f32")


class DrawBoundingBoxesOp(BoxDrawing):
    """In ten colors by turns."""

    name = "tf.DrawBoundingBoxes"
    images = operand_def()
    boxes = operand_def()
    output = result_def()


class DrawBoundingBoxesV2Op(BoxDrawing):
    """In `colors` by turns; in those of `tf.DrawBoundingBoxes` where there are none."""

    name = "tf.DrawBoundingBoxesV2"
    images = operand_def()
    boxes = operand_def()
    colors = operand_def()
    output = result_def()
