"""Rules for the ops of MLIR's shape dialect that stay in a program."""

from __future__ import annotations

from collections.abc import Sequence

from ..dialects.foreign.shape_witnesses import AssumingOp
from ..symbolic.shapes import Shape
from .rule import OpRule, RuleContext, RuleTable, table


def assuming(op: AssumingOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """What the body yields: it runs once, or the program stops."""
    return ctx.region(op.body.block, ())


SHAPE_RULES: RuleTable = table(OpRule(AssumingOp, shape=assuming))
