"""Rules for scf branches and loops, which hold ops on tensors in programs of others."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import Operation

from ..symbolic import all_of, eq, ne
from .rule import OpRule, RuleContext, RuleTable, Shapes, table


def if_(op: scf.IfOp, ctx: RuleContext) -> Shapes:
    if not op.false_region.blocks:
        return ctx.any_times(op)
    condition = ctx.condition(op.cond)
    return ctx.branches(op, (condition, None if condition is None else condition.negate()))


def index_switch(op: scf.IndexSwitchOp, ctx: RuleContext) -> Shapes:
    """The default region, which is the first one, runs for every index that is no case."""
    index = ctx.scalar(op.arg)
    if index is None:
        return ctx.branches(op, (None,) * len(op.regions))
    cases: tuple[int, ...] = op.cases.get_values()
    default = all_of(*(ne(index, case) for case in cases))
    return ctx.branches(op, (default, *(eq(index, case) for case in cases)))


def any_times(op: Operation, ctx: RuleContext) -> Shapes:
    """What a loop carries has the sizes that its types tell: they are those of every trip."""
    return ctx.any_times(op)


SCF_RULES: RuleTable = table(
    OpRule(scf.IfOp, shape=if_),
    OpRule(scf.IndexSwitchOp, shape=index_switch),
    OpRule(scf.ForOp, shape=any_times),
    OpRule(scf.WhileOp, shape=any_times),
)
