"""Colours of images, pixel by pixel against the definitions."""

from collections.abc import Sequence

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import DiagnosticException

from .harness import Argument, Constant, check_op, stages, tf_text


def hue_of(red: float, green: float, blue: float) -> float:
    most, least = max(red, green, blue), min(red, green, blue)
    if most == least:
        return 0.0
    if most == red:
        return (green - blue) / (most - least) / 6 % 1
    if most == green:
        return ((blue - red) / (most - least) + 2) / 6
    return ((red - green) / (most - least) + 4) / 6


def mixed(hue: float, most: float, least: float) -> Sequence[float]:
    """The pixel whose greatest and least channels are given, by the sixth of the circle."""
    sixth, along = divmod(hue % 1 * 6, 1)
    rising, falling = least + (most - least) * along, most - (most - least) * along
    return [
        (most, rising, least),
        (falling, most, least),
        (least, most, rising),
        (least, falling, most),
        (rising, least, most),
        (most, least, falling),
    ][int(sixth)]


def hsv(pixel: Sequence[float]) -> Sequence[float]:
    most = max(pixel)
    return hue_of(*pixel), (most - min(pixel)) / most if most > 0 else 0.0, most


def rgb(pixel: Sequence[float]) -> Sequence[float]:
    hue, share, most = pixel
    return mixed(hue, most, most * (1 - share))


def saturated(pixel: Sequence[float], scale: float) -> Sequence[float]:
    hue, share, most = hsv(pixel)
    return rgb((hue, min(max(share * scale, 0), 1), most))


def turned(pixel: Sequence[float], delta: float) -> Sequence[float]:
    return mixed(hue_of(*pixel) + delta, max(pixel), min(pixel))


def images(*sizes: int, dtype: str = "float32") -> np.ndarray:
    """Random pixels, among them grey, black, negative ones and some with two equal channels."""
    x = np.random.default_rng(sum(sizes)).uniform(0, 1, (*sizes, 3))
    for place, pixel in enumerate(([0.3] * 3, [0] * 3, [-0.2, -0.5, -0.1], [0.7, 0.7, 0.1])):
        x.reshape(-1, 3)[place * 2 : place * 2 + 1] = pixel
    return x.astype(dtype)


def pixelwise(function, x: np.ndarray, *scalars: float) -> np.ndarray:
    pixels = [function(pixel, *scalars) for pixel in x.reshape(-1, 3).astype(float).tolist()]
    return np.array(pixels, x.dtype).reshape(x.shape)


@pytest.mark.parametrize(
    "dtype, sizes", [("float32", (3, 5)), ("float64", ()), ("float16", (2, 0)), ("float16", (4, 3))]
)
def test_color_spaces(dtype, sizes):
    x = images(*sizes, dtype=dtype)
    tolerance = 2e-3 if dtype == "float16" else 1e-5
    converted = pixelwise(hsv, x)
    check_op("tf.RGBToHSV", [Argument(x)], [converted], rtol=tolerance, atol=tolerance)
    back = pixelwise(rgb, converted)
    check_op("tf.HSVToRGB", [Argument(converted)], [back], rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("scale", [0, 0.5, 3])
def test_saturation(scale):
    x, amount = images(4, 3), np.array(scale, np.float32)
    check_op(
        "tf.AdjustSaturation", [Argument(x), Argument(amount)], [pixelwise(saturated, x, scale)]
    )


@pytest.mark.parametrize("delta", [0.25, -0.4, 1])
def test_hue(delta):
    x, amount = images(2, 2, 3), np.array(delta, np.float32)
    check_op("tf.AdjustHue", [Argument(x, (3,)), Constant(amount)], [pixelwise(turned, x, delta)])


@pytest.mark.parametrize("shape", [(3, 4, 2), (2, 1, 3, 1), (2, 0, 3, 2)])
def test_contrast(shape):
    x = np.random.default_rng(5).standard_normal(shape).astype(np.float32)
    mean = np.zeros((), np.float32) if x.size == 0 else x.mean(axis=(-3, -2), keepdims=True)
    operands = [Argument(x), Argument(np.array(1.5, np.float32))]
    check_op("tf.AdjustContrastv2", operands, [(x - mean) * np.float32(1.5) + mean])


@pytest.mark.parametrize("op", ["RGBToHSV", "HSVToRGB", "AdjustSaturation", "AdjustHue"])
def test_images_have_three_channels(op):
    more = [Argument(np.array(1, np.float32))] if op.startswith("Adjust") else []
    x = np.zeros((2, 2, 4), np.float32)
    text = stages(tf_text(f"tf.{op}", [Argument(x), *more], ["tensor<*xf32>"]))
    inputs = [x, *(m.value for m in more)]
    with pytest.raises(RunError, match=rf"tf\.{op}.*channels"):
        run_function(parse_module(text["convert-tf-to-mhlo"], "lowered.mlir"), "main", inputs)
    with pytest.raises(DiagnosticException, match=rf"tf\.{op}.*4 channels, needed 3"):
        stages(tf_text(f"tf.{op}", [Argument(x, (2,)), *more], ["tensor<*xf32>"]))


def test_contrast_has_any_number_of_channels_but_three_dimensions():
    factor = Argument(np.array(1, np.float32))
    text = tf_text(
        "tf.AdjustContrastv2", [Argument(np.zeros((2, 3), np.float32)), factor], ["tensor<*xf32>"]
    )
    with pytest.raises(DiagnosticException, match=r"tf\.AdjustContrastv2"):
        stages(text)
