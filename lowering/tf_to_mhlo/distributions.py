"""What the words of a step of Philox become: floats, normal numbers, integers."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float64Type, IntegerType, f32
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo
from ...dialects.types import integer_width
from .builder import Builder
from .formulas import Elements
from .philox import pair

LEAST_UNIFORM = 1e-7
"""What is less counts as this much where a logarithm is taken."""


def unit(words: Sequence[Elements], element_type: Attribute) -> Sequence[Elements]:
    """Floats from 0 to below 1: the lowest bits of words as the fraction of 1 to below 2."""
    b = words[0].b
    if isinstance(element_type, Float64Type):
        bits = [pair(words[i + 1], words[i] & words[i].full(0xFFFFF)) for i in (0, 2)]
        ones = [x | x.full(1023 << 52) for x in bits]
        return [Elements(b, bitcast(b, x.value, element_type)) - 1 for x in ones]
    fraction, shift = 23, 0
    if isinstance(element_type, Float16Type):
        fraction, shift = 10, 13
    elif isinstance(element_type, BFloat16Type):
        fraction, shift = 7, 16
    result = list[Elements]()
    for word in words:
        bits = (word & word.full(2**fraction - 1)).apply(mhlo.ShiftLeftOp, shift)
        bits = (bits | bits.full(127 << 23)).convert(IntegerType(32))
        one = Elements(b, bitcast(b, bits.value, f32))
        result.append((one - 1).convert(element_type))
    return result


def bitcast(b: Builder, value: SSAValue, element_type: Attribute) -> SSAValue:
    return b.create(mhlo.BitcastConvertOp, [value], b.like(value, element_type))


def normal(words: Sequence[Elements], element_type: Attribute) -> Sequence[Elements]:
    """Pairs of uniform numbers as radius and angle, by Box and Muller."""
    wide = element_type if isinstance(element_type, Float64Type) else f32
    uniform = unit(words, wide)
    result = list[Elements]()
    for radius, angle in zip(uniform[0::2], uniform[1::2], strict=True):
        radius = (radius.at_least(LEAST_UNIFORM).log() * -2).sqrt()
        angle = angle * (2 * pi)
        result += [angle.apply(f) * radius for f in (mhlo.SineOp, mhlo.CosineOp)]
    return [x.convert(element_type) for x in result]


def bits(words: Sequence[Elements], element_type: Attribute) -> Sequence[Elements]:
    """Integers of 32 bits from a word each, of 64 bits from two."""
    if integer_width(element_type) == 64:
        words = [pair(words[0], words[1]), pair(words[2], words[3])]
    return [word.convert(element_type) for word in words]
