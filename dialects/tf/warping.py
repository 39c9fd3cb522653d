"""Images whose pixels are read at other places."""

from __future__ import annotations

from xdsl.dialects.builtin import f32
from xdsl.irdl import operand_def, result_def

from ..types import element_of
from .checks import rank_is, same_elements, verify_error
from .operation import PureTfOperation
from .parameters import flag, text


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


class Glimpse(PureTfOperation):
    """Parts of images of sizes `size`, one of each image, around the places in `offsets`.

    normalized: whether a size of an image is 1; centered: whether places count from the middle, of
    which sizes are then twice as large where they are normalized. noise: what is outside
    """

    input = operand_def()
    size = operand_def()
    offsets = operand_def()
    glimpse = result_def()
    centered = flag(True)
    normalized = flag(True)
    uniform_noise = flag(True)
    noise = text("uniform", choices=("", "uniform", "gaussian", "zero"))

    def verify_(self) -> None:
        for value in (self._operands[0], self._operands[2], self.results[0]):
            if (found := element_of(value.type)) != f32:
                raise verify_error(self, f"a value has elements {found}, needed f32")
        rank_is(self, "size", self.operand_shape(1), 1)


class ExtractGlimpseOp(Glimpse):
    """A place is the middle of its part."""

    name = "tf.ExtractGlimpse"


class ExtractGlimpseV2Op(Glimpse):
    """A place is the middle of its part where it counts from the middle and is normalized, else
    the first pixel."""

    name = "tf.ExtractGlimpseV2"
