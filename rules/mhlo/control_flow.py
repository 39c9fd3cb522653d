"""Rules for mhlo branches and loops."""

from __future__ import annotations

from ...dialects import mhlo
from ..branches import case_conditions
from ..rule import OpRule, RuleContext, RuleTable, Shapes, table
from .result_shapes import declared


def if_(op: mhlo.IfOp, ctx: RuleContext) -> Shapes:
    condition = ctx.condition(op.pred)
    return ctx.branches(op, (condition, None if condition is None else condition.negate()))


def case(op: mhlo.CaseOp, ctx: RuleContext) -> Shapes:
    return ctx.branches(op, case_conditions(ctx.scalar(op.index), len(op.branches)))


def while_(op: mhlo.WhileOp, ctx: RuleContext) -> Shapes:
    """A size that every trip keeps is what it is before the loop; another one is new."""
    return ctx.loop(op, op.cond.block, op.body.block)


RULES: RuleTable = table(
    OpRule(mhlo.IfOp, shape=if_),
    OpRule(mhlo.CaseOp, shape=case),
    OpRule(mhlo.WhileOp, shape=while_),
    OpRule(mhlo.ReturnOp, shape=declared),
)
