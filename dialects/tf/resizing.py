"""tf ops that resize images, crop them to boxes, and the gradients of the former."""

from __future__ import annotations

from xdsl.dialects.builtin import f32
from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_float, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import PureTfOperation
from .parameters import flag, real, text

KERNELS = (
    *("lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle"),
    *("keyscubic", "mitchellcubic"),
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


class ResizeBicubicOp(Resize):
    """Interpolates with the four nearest pixels along each side; the result has f32."""

    name = "tf.ResizeBicubic"

    def verify_(self) -> None:
        super().verify_()
        f32_result(self)


class ResizeAreaOp(PureTfOperation):
    """The mean of what each pixel of the result covers; the result has f32."""

    name = "tf.ResizeArea"
    images = operand_def()
    size = operand_def()
    resized_images = result_def()
    align_corners = flag()

    def verify_(self) -> None:
        f32_result(self)


def f32_result(op: PureTfOperation) -> None:
    """Demands a result of f32."""
    if (found := element_of(op.results[0].type)) != f32:
        raise verify_error(op, f"the result has elements {found}, needed f32")


class ScaleAndTranslation(PureTfOperation):
    """Pixel `x` of the image goes to `x * scale + translation`; kernels weight what is between.

    antialias: kernels are as wide as a pixel of the result
    """

    kernel_type = text("lanczos3", choices=KERNELS)
    antialias = flag(True)

    def verify_(self) -> None:
        f32_result(self)
        for what, index in (("scale", 2), ("translation", 3)):
            rank_is(self, what, self.operand_shape(index), 1)
            if (found := element_of(self._operands[index].type)) != f32:
                raise verify_error(self, f"{what} has elements {found}, needed f32")


class ScaleAndTranslateOp(ScaleAndTranslation):
    name = "tf.ScaleAndTranslate"
    images = operand_def()
    size = operand_def()
    scale = operand_def()
    translation = operand_def()
    resized_images = result_def()


class ScaleAndTranslateGradOp(ScaleAndTranslation):
    name = "tf.ScaleAndTranslateGrad"
    grads = operand_def()
    original_image = operand_def()
    scale = operand_def()
    translation = operand_def()
    output = result_def()


class ResizeGradient(PureTfOperation):
    """The gradient of a resizing by its images."""

    align_corners = flag()
    half_pixel_centers = flag()
    output = result_def()


class ResizeBilinearGradOp(ResizeGradient):
    name = "tf.ResizeBilinearGrad"
    grads = operand_def()
    original_image = operand_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self.results[0])


class ResizeBicubicGradOp(ResizeGradient):
    name = "tf.ResizeBicubicGrad"
    grads = operand_def()
    original_image = operand_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self.results[0])


class ResizeNearestNeighborGradOp(ResizeGradient):
    """`size` is the height and width of the images."""

    name = "tf.ResizeNearestNeighborGrad"
    grads = operand_def()
    size = operand_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])


class CropAndResizeOp(PureTfOperation):
    """
    Each box of an image, resized to `crop_size`; the result has f32.

    Boxes are rows of two corners in units of the image's size less 1; `box_ind` is the image of
    each. What is outside of the image is `extrapolation_value`.
    """

    name = "tf.CropAndResize"
    image = operand_def()
    boxes = operand_def()
    box_ind = operand_def()
    crop_size = operand_def()
    crops = result_def()
    method = text("bilinear", choices=("bilinear", "nearest"))
    extrapolation_value = real(0.0)

    def verify_(self) -> None:
        f32_result(self)
