"""Rules for tf ops with regions, and for `tf.Assert`."""

from __future__ import annotations

from ...dialects import tf
from ...dialects.tf_type import DenseStringAttr
from ..branches import case_conditions
from ..rule import OpRule, RuleContext, Shapes


def if_region(op: tf.IfRegionOp, ctx: RuleContext) -> Shapes:
    condition = ctx.condition(op.operands[0])
    return ctx.branches(op, (condition, None if condition is None else condition.negate()))


def case_region(op: tf.CaseRegionOp, ctx: RuleContext) -> Shapes:
    return ctx.branches(op, case_conditions(ctx.scalar(op.operands[0]), len(op.regions)))


def while_region(op: tf.WhileRegionOp, ctx: RuleContext) -> Shapes:
    cond, body = op.regions
    return ctx.loop(op, cond.block, body.block)


def no_results(op: tf.YieldOp, ctx: RuleContext) -> Shapes:
    return ()


def assertion(op: tf.AssertOp, ctx: RuleContext) -> None:
    """A condition on sizes is a demand; any other one is checked in the code."""
    condition = ctx.condition(op.operands[0])
    if condition is not None:
        ctx.require(condition, message(op))


def message(op: tf.AssertOp) -> str:
    """The message of a failing assertion: its strings in ASCII, and `...` for each tensor."""
    words = list[str]()
    for operand in op.operands[1:]:
        owner = operand.owner
        if isinstance(owner, tf.ConstOp) and isinstance(owner.value, DenseStringAttr):
            words += [value.data.decode("ascii", "replace") for value in owner.value.values]
        else:
            words.append("...")
    words = [word.replace("\N{REPLACEMENT CHARACTER}", "?") for word in words]
    return " ".join(filter(None, map(str.strip, words))) or "the assertion holds"


RULES = (
    OpRule(tf.IfRegionOp, shape=if_region),
    OpRule(tf.CaseRegionOp, shape=case_region),
    OpRule(tf.WhileRegionOp, shape=while_region),
    OpRule(tf.YieldOp, shape=no_results),
    OpRule(tf.AssertOp, verify=assertion),
)
