"""Rules for tf special functions."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.special import RealBinary, RealUnary
from ...symbolic import shapes
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, family
from .elementwise import broadcasting, like_operand


def beta_integral(op: tf.BetaincOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape of the operands that are no scalars, which is one."""
    first, *others = [s for s in map(ctx.shape, op.operands) if s] or [()]
    for other in others:
        first = shapes.same_shape(ctx, first, other, "the operands")
    return (first,)


RULES = (
    *(OpRule(op, shape=like_operand) for op in family(tf.TF.operations, RealUnary)),
    *(OpRule(op, shape=broadcasting) for op in family(tf.TF.operations, RealBinary)),
    OpRule(tf.BetaincOp, shape=beta_integral),
)
