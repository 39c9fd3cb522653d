"""Rules for tf ops that round floats to levels, and their gradients."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import tf
from ...dialects.tf.quantization import (
    ConstantBits,
    FakeQuantization,
    LimitsGradient,
    SimulatedQuantization,
    WithLimits,
)
from ...symbolic import as_expr
from ...symbolic.shapes import Shape, same_shape, same_size
from ..errors import ShapeError
from ..rule import ElementDemand, OpRule, RuleContext
from .elementwise import like_operand
from .ranks import check_shape, shape_of_least_rank, shape_of_rank


def with_limits(op: WithLimits, ctx: RuleContext) -> Sequence[Shape | None]:
    """The input's shape; the limits are scalars, or vectors over its last dimension."""
    result = shape_of_least_rank(op, ctx, 0, op.CHANNELS)
    last = len(op.operands) - 1
    for index in (last - 1, last):
        for size in shape_of_rank(op, ctx, index, op.CHANNELS):
            message = f"channels and {'min' if index < last else 'max'}"
            result = (*result[:-1], same_size(ctx, result[-1], size, message))
    return (result,)


def limits_gradient(op: LimitsGradient, ctx: RuleContext) -> Sequence[Shape | None]:
    (gradients,) = with_limits(op, ctx)
    assert gradients is not None
    inputs = shape_of_rank(op, ctx, 1, len(gradients))
    limits = gradients[len(gradients) - op.CHANNELS :]
    return (same_shape(ctx, gradients, inputs, "gradients and inputs"), limits, limits)


def inside_gradient(op: FakeQuantization, ctx: RuleContext) -> Sequence[Shape | None]:
    gradients, inputs = map(ctx.shape, op.operands)
    return (same_shape(ctx, gradients, inputs, "gradients and inputs"),)


def simulated(
    op: ConstantBits | tf.QuantizeAndDequantizeV3Op, ctx: RuleContext
) -> Sequence[Shape | None]:
    """The input's shape; limits that are given are scalars, or vectors over the axis."""
    shape = ctx.shape(op.operands[0])
    if op.axis >= len(shape):
        raise ShapeError(op, f"axis {op.axis} is out of range for an input of rank {len(shape)}")
    if not op.range_given:
        return (shape,)
    for index in (1, 2):
        for size in shape_of_rank(op, ctx, index, int(op.axis >= 0)):
            message = f"axis {op.axis} and {'input_min' if index == 1 else 'input_max'}"
            entries = same_size(ctx, shape[op.axis], size, message)
            shape = (*shape[: op.axis], entries, *shape[op.axis + 1 :])
    return (shape,)


def simulated_gradient(
    op: tf.QuantizeAndDequantizeV4GradOp, ctx: RuleContext
) -> Sequence[Shape | None]:
    """Gradients and input have one shape; the limits are scalars, or vectors over the axis."""
    shape = same_shape(ctx, ctx.shape(op.operands[0]), ctx.shape(op.operands[1]), "gradients")
    if op.axis >= len(shape):
        raise ShapeError(op, f"axis {op.axis} is out of range for an input of rank {len(shape)}")
    limits = list[Shape]()
    for index, what in ((2, "input_min"), (3, "input_max")):
        found = shape_of_rank(op, ctx, index, int(op.axis >= 0))
        limits.append(tuple(same_size(ctx, shape[op.axis], s, what) for s in found))
    return (shape, *limits)


def simulated_with_bits(
    op: tf.QuantizeAndDequantizeV3Op, ctx: RuleContext
) -> Sequence[Shape | None]:
    check_shape(op, ctx, 3)
    return simulated(op, ctx)


def bits(op: SimulatedQuantization, ctx: RuleContext) -> Iterable[ElementDemand]:
    yield ElementDemand(op.operands[3], "num_bits", as_expr(1), [as_expr(op.most_bits() + 1)])


RULES = (
    OpRule(tf.FakeQuantWithMinMaxArgsOp, shape=like_operand),
    OpRule(tf.FakeQuantWithMinMaxArgsGradientOp, shape=inside_gradient),
    OpRule(tf.FakeQuantWithMinMaxVarsOp, shape=with_limits),
    OpRule(tf.FakeQuantWithMinMaxVarsGradientOp, shape=limits_gradient),
    OpRule(tf.FakeQuantWithMinMaxVarsPerChannelOp, shape=with_limits),
    OpRule(tf.FakeQuantWithMinMaxVarsPerChannelGradientOp, shape=limits_gradient),
    OpRule(tf.QuantizeAndDequantizeV2Op, shape=simulated),
    OpRule(tf.QuantizeAndDequantizeV3Op, shape=simulated_with_bits, elements=bits),
    OpRule(tf.QuantizeAndDequantizeV4Op, shape=simulated),
    OpRule(tf.QuantizeAndDequantizeV4GradOp, shape=simulated_gradient),
)
