"""tf ops on the colours of images: the last dimension holds three channels."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .operation import KeepsElements


class ColorSpace(KeepsElements):
    """Red, green and blue against hue, saturation and value, hues from 0 to 1."""

    images = operand_def()
    output = result_def()


class RGBToHSVOp(ColorSpace):
    name = "tf.RGBToHSV"


class HSVToRGBOp(ColorSpace):
    name = "tf.HSVToRGB"


class AdjustSaturationOp(KeepsElements):
    """The saturation of each pixel multiplied by `scale`, at most 1."""

    name = "tf.AdjustSaturation"
    images = operand_def()
    scale = operand_def()
    output = result_def()


class AdjustHueOp(KeepsElements):
    """The hue of each pixel turned by `delta` of a full turn."""

    name = "tf.AdjustHue"
    images = operand_def()
    delta = operand_def()
    output = result_def()


class AdjustContrastv2Op(KeepsElements):
    """Each channel's distance from its mean over the image multiplied by `contrast_factor`."""

    name = "tf.AdjustContrastv2"
    images = operand_def()
    contrast_factor = operand_def()
    output = result_def()
