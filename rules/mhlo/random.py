"""Rules for mhlo ops that make random numbers."""

from __future__ import annotations

from ...dialects import mhlo
from ..rule import OpRule, RuleContext, RuleTable, Shapes, table
from .result_shapes import declared
from .shape_operands import shape_operand


def rng(op: mhlo.RngOp, ctx: RuleContext) -> Shapes:
    return (shape_operand(ctx, op, 2),)


def state_and_output(op: mhlo.RngBitGeneratorOp, ctx: RuleContext) -> Shapes:
    return (ctx.shape(op.initial_state), None)


def state_and_shaped_output(op: mhlo.DynamicRngBitGeneratorOp, ctx: RuleContext) -> Shapes:
    return (ctx.shape(op.initial_state), shape_operand(ctx, op, 1, result=1))


RULES: RuleTable = table(
    OpRule(mhlo.RngOp, shape=rng),
    OpRule(mhlo.RngBitGeneratorOp, shape=state_and_output),
    OpRule(mhlo.DynamicRngBitGeneratorOp, shape=state_and_shaped_output),
    OpRule(mhlo.XlaRngGetAndUpdateStateOp, shape=declared),
)
