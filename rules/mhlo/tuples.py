"""Rules for tuples and for mhlo ops that return their operands unchanged."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import mhlo
from ..rule import OpRule, RuleContext, RuleTable, Shapes, Value, table
from .result_shapes import declared, like_operands


def tuple_element(op: mhlo.GetTupleElementOp, ctx: RuleContext) -> Shapes:
    made = op.operand.owner
    if not isinstance(made, mhlo.TupleOp):
        return (None,)
    value = made.operands[op.index.value.data]
    return (ctx.shape(value) if ctx.has_rank(value) else None,)


def copied(op: mhlo.CopyOp, ctx: RuleContext) -> Sequence[Value | None]:
    return (ctx.value(op.operand),)


RULES: RuleTable = table(
    OpRule(mhlo.CopyOp, shape=like_operands, value=copied),
    OpRule(mhlo.GetTupleElementOp, shape=tuple_element),
    OpRule(mhlo.OptimizationBarrierOp, shape=like_operands),
    OpRule(mhlo.DomainOp, shape=like_operands),
    OpRule(mhlo.TraceOp, shape=declared),
    OpRule(mhlo.TupleOp, shape=declared),
)
