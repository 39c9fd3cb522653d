"""Rules for mhlo ops that call a computation once: fusion, map, custom_call."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import mhlo
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, Shapes, table
from .result_shapes import common_shape, declared


def map_(op: mhlo.MapOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (common_shape(ctx, op.inputs, "mapped tensors"),)


def _known(op: Operation, ctx: RuleContext) -> Shapes:
    """The operands' shapes, None where the rank is not known."""
    return tuple(ctx.shape(o) if ctx.has_rank(o) else None for o in op.operands)


def fusion(op: mhlo.FusionOp, ctx: RuleContext) -> Shapes:
    """The body runs once, on the operands, of which elements may be known: sizes among them."""
    for inner, outer in zip(op.fused_computation.block.args, op.operands, strict=False):
        if (known := ctx.value(outer)) is not None:
            ctx.suppose_value(inner, known)
    return ctx.region(op.fused_computation.block, _known(op, ctx))


RULES: RuleTable = table(
    OpRule(mhlo.MapOp, shape=map_),
    OpRule(mhlo.FusionOp, shape=fusion),
    OpRule(mhlo.CustomCallOp, shape=declared),
)
