"""Images whose pixels are read at other places."""

from __future__ import annotations

from xdsl.dialects.builtin import f32
from xdsl.irdl import operand_def, result_def

from ..types import element_of
from .checks import rank_is, same_elements, verify_error
from .operation import PureTfOperation
from .parameters import text


class ImageProjectiveTransformV3Op(PureTfOperation):
    """Images of sizes `output_shape`, each pixel read where a projection of its place points.

    A transform is eight numbers, the first two rows of a matrix of places and two of the last one;
    there is one for each image, or one for all. `fill_mode` says what is outside of an image.
    """

    name = "tf.ImageProjectiveTransformV3"
    images = operand_def()
    transforms = operand_def()
    output_shape = operand_def()
    fill_value = operand_def()
    transformed_images = result_def()
    interpolation = text(choices=("NEAREST", "BILINEAR"))
    fill_mode = text("CONSTANT", choices=("CONSTANT", "REFLECT", "WRAP", "NEAREST"))

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        for index in (1, 3):
            if (found := element_of(self._operands[index].type)) != f32:
                raise verify_error(self, f"operand {index} has elements {found}, needed f32")
        rank_is(self, "output_shape", self.operand_shape(2), 1)
        rank_is(self, "fill_value", self.operand_shape(3), 0)
