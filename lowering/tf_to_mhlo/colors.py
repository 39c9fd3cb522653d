"""tf ops on the colours of images, as arithmetic on the three channels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of, tensor_type
from ...symbolic import shapes
from .builder import Builder, Lowering, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .indices import number
from .joining import concatenate
from .reducers import reduce, wide_float

Channels = Sequence[Elements]
Recolor = Callable[..., Channels]
"""The channels of the result from those of the images and the scalar beside them, if any."""


def hue_and_range(red: Elements, green: Elements, blue: Elements) -> Channels:
    """The hue, the greatest channel and how far the least is below it; grey has hue 0."""
    most = red.at_least(green).at_least(blue)
    distance = most - red.at_most(green).at_most(blue)
    sixth = 1 / (distance * 6)
    other = where(most.equals(green), sixth * (blue - red) + 1 / 3, sixth * (red - green) + 2 / 3)
    hue = where(most.equals(red), sixth * (green - blue), other)
    hue = where(distance > 0, hue, 0)
    return where(hue < 0, hue + 1, hue), most, distance


def saturation(most: Elements, distance: Elements) -> Elements:
    return where(most > 0, distance / most, 0)


def colored(hue: Elements, most: Elements, distance: Elements) -> Channels:
    """Red, green and blue: the part of `distance` that the hue gives to each, above the least."""
    parts = (
        abs(hue * 6 - 3) - 1,
        2 - abs(hue * 6 - 2),
        2 - abs(hue * 6 - 4),
    )
    least = most - distance
    return [least + distance * part.at_least(0).at_most(1) for part in parts]


def to_hsv(*channels: Elements) -> Channels:
    hue, most, distance = hue_and_range(*channels)
    return hue, saturation(most, distance), most


def to_rgb(hue: Elements, share: Elements, most: Elements) -> Channels:
    return colored(hue, most, share * most)


def saturated(red: Elements, green: Elements, blue: Elements, scale: Elements) -> Channels:
    hue, share, most = to_hsv(red, green, blue)
    return to_rgb(hue, (share * scale).at_least(0).at_most(1), most)


def turned(red: Elements, green: Elements, blue: Elements, delta: Elements) -> Channels:
    hue, most, distance = hue_and_range(red, green, blue)
    hue = hue + delta
    return colored(hue - hue.floor(), most, distance)


def recolored(recolor: Recolor) -> Lowering:
    """`recolor` on the channels; elements of fewer than 32 bits are converted."""

    def lower(op: tf.RGBToHSVOp | tf.AdjustHueOp, b: Builder) -> Results:
        images, *scalars = map(b.operand, op.operands)
        type, wide = b.type(op.results[0]), wide_float(element_type_of(images))
        images = b.convert(images, wide)
        shape = b.shape(images)
        last = len(shape) - 1
        one = b.ranked(wide, [*shape[:-1], 1])
        channels = [Elements(b, b.slice(images, last, i, i + 1, one)) for i in range(3)]
        beside = [Elements(b, b.broadcast(b.convert(s, wide), one)) for s in scalars]
        parts = [part.value for part in recolor(*channels, *beside)]
        whole = concatenate(b, parts, last, b.ranked(wide, [*shape[:-1], 3]))
        return (b.reshape(b.convert(whole, type.element_type), type),)

    return lower


def contrast(op: tf.AdjustContrastv2Op, b: Builder) -> Results:
    images, factor = map(b.operand, op.operands)
    element_type = b.type(op.results[0]).element_type
    wide = wide_float(element_type)
    images, factor = (b.convert(value, wide) for value in (images, factor))
    type, shape = tensor_type(images), b.shape(images)
    last = len(shape) - 1
    total = Elements(b, reduce(b, images, mhlo.AddOp, 0, (last - 2, last - 1)))
    count = number(b, shapes.product(shape[-3:-1]), wide)
    mean = total / Elements(b, b.broadcast(count, tensor_type(total.value)))

    def everywhere(value: SSAValue, dimensions: Sequence[int]) -> Elements:
        return Elements(b, b.broadcast(value, type, dimensions))

    mean = everywhere(mean.value, [*range(last - 2), last])
    result = (Elements(b, images) - mean) * everywhere(factor, []) + mean
    return (b.convert(result.value, element_type),)


LOWERINGS: LoweringTable = {
    tf.RGBToHSVOp: recolored(to_hsv),
    tf.HSVToRGBOp: recolored(to_rgb),
    tf.AdjustSaturationOp: recolored(saturated),
    tf.AdjustHueOp: recolored(turned),
    tf.AdjustContrastv2Op: contrast,
}
