"""Rules for tf ops that round floats to levels, and their gradients."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.quantization import FakeQuantization, LimitsGradient, WithLimits
from ...symbolic.shapes import Shape, same_shape, same_size
from ..rule import OpRule, RuleContext
from .elementwise import like_operand
from .ranks import shape_of_least_rank, shape_of_rank


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


RULES = (
    OpRule(tf.FakeQuantWithMinMaxArgsOp, shape=like_operand),
    OpRule(tf.FakeQuantWithMinMaxArgsGradientOp, shape=inside_gradient),
    OpRule(tf.FakeQuantWithMinMaxVarsOp, shape=with_limits),
    OpRule(tf.FakeQuantWithMinMaxVarsGradientOp, shape=limits_gradient),
    OpRule(tf.FakeQuantWithMinMaxVarsPerChannelOp, shape=with_limits),
    OpRule(tf.FakeQuantWithMinMaxVarsPerChannelGradientOp, shape=limits_gradient),
)
