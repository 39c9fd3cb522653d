"""tf ops between floats and integers that stand for them.

What is rounded where is that of TensorFlow's kernels, which compute with 32 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from xdsl.dialects.builtin import Signedness, f32, f64
from xdsl.ir import Attribute

from ...dialects import mhlo, tf
from ...dialects.tf.quantized import HALF_TO_EVEN, Quantized
from ...dialects.types import element_type_of, is_integer
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .scattering import finite
from .value_checks import check_true


@dataclass(frozen=True, slots=True)
class Codes:
    """The least and the greatest integer of an element type."""

    least: int
    most: int

    @staticmethod
    def of(type: Attribute) -> Codes:
        assert is_integer(type)
        signed = type.signedness.data != Signedness.UNSIGNED
        least = -(2 ** (type.bitwidth - 1)) if signed else 0
        return Codes(least, least + 2**type.bitwidth - 1)

    @property
    def steps(self) -> int:
        """From the least to the greatest one."""
        return self.most - self.least

    @property
    def half(self) -> int:
        """What is added to make the least one 0."""
        return -self.least


def spread(op: Quantized, limit: Elements, x: Elements) -> Elements:
    """`limit` for each element of `x`."""
    axes = [op.axis] if op.axis >= 0 else []
    return Elements(x.b, x.b.broadcast(limit.value, x.b.like(x.value, f32), axes))


def rounded(x: Elements) -> Elements:
    """Halves away from 0."""
    return x.apply(mhlo.RoundNearestAfzOp)


def divided(number: float, by: Elements) -> Elements:
    """The quotient, rounded once from 64 bits."""
    return (number / by.convert(f64)).convert(f32)


def quantize(op: tf.QuantizeV2Op, b: Builder) -> Results:
    x, low, high = (Elements(b, b.operand(operand)) for operand in op.operands)
    type = element_type_of(op.results[0])
    to = Codes.of(type)
    words = "min_range must not be greater than max_range; 1 where it is not"
    check_true((low <= high).value, op, words, b)
    apart = abs(low).at_least(abs(high)).at_least(1) * op.ensure_minimum_range
    low = low.at_most(0)
    high = high.at_least(low + apart).at_least(0)
    if op.mode == "SCALED":
        scale = scale_of(op, to, low, high)
        low, high = ((to.least + op.narrow_range) / scale, to.most / scale)
        found = scaled(op, x, low, high, scale)
    elif op.mode == "MIN_FIRST":
        found = rounded_first(x, low, high, to)
    else:
        found = combined(op, x, low, high, to)
    return found.convert(type).value, low.value, high.value


def scaled(
    op: tf.QuantizeV2Op, x: Elements, low: Elements, high: Elements, scale: Elements
) -> Elements:
    bottom, top, factor = (spread(op, part, x) for part in (low, high, scale))
    found = x.at_most(top).at_least(bottom) * factor
    return found.apply(mhlo.RoundNearestEvenOp) if op.round_mode == HALF_TO_EVEN else rounded(found)


def combined(
    op: tf.QuantizeV2Op, x: Elements, low: Elements, high: Elements, to: Codes
) -> Elements:
    """From the least limit on; unsigned integers are rounded by the conversion."""
    factor = spread(op, divided(to.steps, high - low), x)
    bottom, top = (spread(op, limit, x) for limit in (low, high))
    found = (x.at_most(top).at_least(bottom) - bottom) * factor
    return rounded(found - to.half) if to.least else found + 0.5


def scale_of(op: tf.QuantizeV2Op, to: Codes, low: Elements, high: Elements) -> Elements:
    """The largest scale that keeps both limits among the integers."""
    least, greatest = to.least + op.narrow_range, finite(inf, f32)
    by_low = where(least * low > 0, least / low, greatest)
    by_high = where(to.most * high > 0, to.most / high, greatest)
    return by_low.at_most(by_high)


def rounded_first(x: Elements, low: Elements, high: Elements, to: Codes) -> Elements:
    """Scaled and rounded, the least limit taken off rounded, then made one of the integers."""
    scale = where(high.equals(low), low.full(0), divided(to.steps, high - low))
    first = rounded(low * scale) - to.least
    shape = x.b.like(x.value, f32)
    factor, offset = (Elements(x.b, x.b.broadcast(part.value, shape)) for part in (scale, first))
    found = rounded(x * factor) - offset
    return found.at_least(to.least).at_most(min(to.most, 2**31 - 128))


def dequantize(op: tf.DequantizeOp, b: Builder) -> Results:
    integers, low, high = (Elements(b, b.operand(operand)) for operand in op.operands)
    to = Codes.of(integers.element_type)
    x = integers.convert(f32)
    if op.mode == "SCALED":
        scale = high / to.most
        if to.least:
            scale = scale.at_least(low / (to.least + op.narrow_range))
        found = x * spread(op, scale, x)
    elif op.mode == "MIN_FIRST":
        scale = ((high - low).convert(f64) / to.steps).convert(f32)
        first = where(high.equals(low), low, rounded(low / scale) * scale)
        found = spread(op, first - to.least * scale, x) + x * spread(op, scale, x)
    else:
        scale = (high - low) / to.steps
        found = (x + to.half) * spread(op, scale, x) + spread(op, low, x)
    return (found.convert(element_type_of(op.results[0])).value,)


LOWERINGS: LoweringTable = {
    tf.QuantizeV2Op: quantize,
    tf.DequantizeOp: dequantize,
}
