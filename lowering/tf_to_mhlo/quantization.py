"""tf ops that round floats to levels, and their gradients."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from xdsl.dialects.builtin import f32, f64

from ...dialects import mhlo, tf
from ...dialects.tf.quantization import (
    ConstantBits,
    FakeQuantization,
    LimitsGradient,
    WithLimits,
)
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .reducers import reduce
from .scattering import finite
from .value_checks import check_true


@dataclass(frozen=True, slots=True)
class QuantizationLevels:
    """Equidistant levels from `low` to `high`, 0 among them; `none` where both limits are 0.

    Scalars or vectors; `spread` to the shape of the input.
    """

    low: Elements
    high: Elements
    step: Elements
    none: Elements

    def spread(self, x: Elements) -> QuantizationLevels:
        b, rank = x.b, len(x.b.shape(x.value))

        def like(part: Elements) -> Elements:
            type = b.like(x.value, part.element_type)
            first = rank - len(b.shape(part.value))
            return Elements(b, b.broadcast(part.value, type, range(first, rank)))

        return QuantizationLevels(
            *(like(part) for part in (self.low, self.high, self.step, self.none))
        )


def levels(op: FakeQuantization, low: Elements, high: Elements) -> QuantizationLevels:
    """The limits moved by less than a step, so that 0 is a level."""
    least, most = int(op.narrow_range), 2**op.num_bits - 1
    step = (high - low) / (most - least)
    zero = (least - low / step).at_least(least).at_most(most).apply(mhlo.RoundNearestAfzOp)
    none = low.equals(0) & high.equals(0)
    return QuantizationLevels((least - zero) * step, (most - zero) * step, step, none)


def constant_levels(
    op: FakeQuantization, b: Builder, low: float, high: float
) -> QuantizationLevels:
    return levels(op, *(Elements(b, b.scalar(limit, f32)) for limit in (low, high)))


def rounded(x: Elements, to: QuantizationLevels) -> Elements:
    to = to.spread(x)
    inverse = 1 / to.step
    zero = (-to.low * inverse + 0.5).floor()
    clamped = x.at_most(to.high).at_least(to.low)
    return (((clamped - to.low) * inverse - zero + 0.5).floor()) * to.step


def with_constant_limits(op: tf.FakeQuantWithMinMaxArgsOp, b: Builder) -> Results:
    x = Elements(b, b.operand(op.operands[0]))
    return (rounded(x, constant_levels(op, b, op.min, op.max)).value,)


def with_limits(op: WithLimits, b: Builder) -> Results:
    """0 where both limits are 0."""
    x, low, high = (Elements(b, b.operand(operand)) for operand in op.operands)
    to = levels(op, low, high)
    return (where(to.spread(x).none, x.full(0), rounded(x, to)).value,)


def inside(x: Elements, to: QuantizationLevels) -> Elements:
    return (x >= to.low) & (x <= to.high)


def inside_gradient(op: tf.FakeQuantWithMinMaxArgsGradientOp, b: Builder) -> Results:
    arriving, x = (Elements(b, b.operand(operand)) for operand in op.operands)
    to = constant_levels(op, b, op.min, op.max).spread(x)
    return (where(inside(x, to), arriving, 0).value,)


def limits_gradient(op: LimitsGradient, b: Builder) -> Results:
    """Where both limits are 0 all goes to the input."""
    arriving, x, low, high = (Elements(b, b.operand(operand)) for operand in op.operands)
    to = levels(op, low, high).spread(x)
    axes = range(len(b.shape(x.value)) - op.CHANNELS)
    passed = [
        where(to.none, arriving.full(0), where(out, arriving, 0))
        for out in (x < to.low, x > to.high)
    ]
    return (
        where(to.none | inside(x, to), arriving, 0).value,
        *(reduce(b, part.value, mhlo.AddOp, 0, axes) for part in passed),
    )


Simulated = ConstantBits | tf.QuantizeAndDequantizeV3Op


def simulate(op: Simulated, b: Builder) -> Results:
    """The limit that needs the smaller scale decides it, the other one moves."""
    x = Elements(b, b.operand(op.operands[0]))
    low, high = given_limits(op, b) if op.range_given else limits_of(op, x)
    least, most = integers(op, low)
    greatest = finite(inf, x.element_type)
    by_low = where(least * low > 0, least / low, greatest)
    by_high = where(most * high > 0, most / high, greatest)
    low_decides = by_low < by_high
    scale = by_low.at_most(by_high)
    step = where(low_decides, low / least, high / most)
    axes = [op.axis] if op.axis >= 0 else []
    bottom, top, factor, step = (
        Elements(b, b.broadcast(part.value, b.like(x.value, x.element_type), axes))
        for part in (
            where(low_decides, low, least * step),
            where(low_decides, most * step, high),
            scale,
            step,
        )
    )
    if op.range_given:
        x = x.at_most(top).at_least(bottom)
    x = x * factor
    up = isinstance(op, ConstantBits) and op.round_mode == "HALF_UP"
    whole = (x + 0.5).floor() if up else x.apply(mhlo.RoundNearestEvenOp)
    return ((whole * step).value,)


def simulated_gradient(op: tf.QuantizeAndDequantizeV4GradOp, b: Builder) -> Results:
    arriving, x, low, high = (Elements(b, b.operand(operand)) for operand in op.operands)
    axes = [op.axis] if op.axis >= 0 else []
    type = b.like(x.value, x.element_type)
    bottom, top = (Elements(b, b.broadcast(limit.value, type, axes)) for limit in (low, high))
    passed = where((x >= bottom) & (x <= top), arriving, 0)
    return (passed.value, low.full(0).value, high.full(0).value)


def given_limits(op: Simulated, b: Builder) -> tuple[Elements, Elements]:
    """The operands; as scalars they must be in order."""
    low, high = (Elements(b, b.operand(operand)) for operand in op.operands[1:3])
    if op.axis < 0:
        words = "input_min must not be greater than input_max; 1 where it is not"
        check_true((low <= high).value, op, words, b)
    return low, high


def limits_of(op: Simulated, x: Elements) -> tuple[Elements, Elements]:
    """The least and the greatest number of the input, or of each entry of the axis."""
    b = x.b
    axes = [axis for axis in range(len(b.shape(x.value))) if axis != op.axis]
    number = x.equals(x)
    low = reduce(b, where(number, x, inf).value, mhlo.MinimumOp, inf, axes)
    high = reduce(b, where(number, x, -inf).value, mhlo.MaximumOp, -inf, axes)
    return Elements(b, low), Elements(b, high)


def integers(op: Simulated, like: Elements) -> tuple[Elements, Elements]:
    """The least and the greatest integer, in the type and the shape of `like`."""
    b = like.b
    wide = like.convert(f64)
    bits = wide.full(op.num_bits) if isinstance(op, ConstantBits) else None
    if bits is None:
        number = b.convert(b.operand(op.operands[3]), f64)
        bits = Elements(b, b.broadcast(number, b.like(wide.value, f64)))
    count = wide.full(2).power(bits - 1 if op.signed_input else bits)
    least = op.narrow_range - count if op.signed_input else wide.full(0)
    return least.convert(like.element_type), (count - 1).convert(like.element_type)


LOWERINGS: LoweringTable = {
    tf.FakeQuantWithMinMaxArgsOp: with_constant_limits,
    tf.FakeQuantWithMinMaxArgsGradientOp: inside_gradient,
    tf.FakeQuantWithMinMaxVarsOp: with_limits,
    tf.FakeQuantWithMinMaxVarsGradientOp: limits_gradient,
    tf.FakeQuantWithMinMaxVarsPerChannelOp: with_limits,
    tf.FakeQuantWithMinMaxVarsPerChannelGradientOp: limits_gradient,
    tf.QuantizeAndDequantizeV2Op: simulate,
    tf.QuantizeAndDequantizeV3Op: simulate,
    tf.QuantizeAndDequantizeV4Op: simulate,
    tf.QuantizeAndDequantizeV4GradOp: simulated_gradient,
}
