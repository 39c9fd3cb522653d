"""tf ops that round floats to levels, and their gradients."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import f32

from ...dialects import mhlo, tf
from ...dialects.tf.quantization import FakeQuantization, LimitsGradient, WithLimits
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .reducers import reduce


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


LOWERINGS: LoweringTable = {
    tf.FakeQuantWithMinMaxArgsOp: with_constant_limits,
    tf.FakeQuantWithMinMaxArgsGradientOp: inside_gradient,
    tf.FakeQuantWithMinMaxVarsOp: with_limits,
    tf.FakeQuantWithMinMaxVarsGradientOp: limits_gradient,
    tf.FakeQuantWithMinMaxVarsPerChannelOp: with_limits,
    tf.FakeQuantWithMinMaxVarsPerChannelGradientOp: limits_gradient,
}
