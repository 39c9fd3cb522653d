"""Rules for mhlo ops that give the elements of a tensor another shape or order."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation

from ...dialects import mhlo, sdim
from ...dialects.mhlo import int_values
from ...dialects.types import is_tensor
from ...symbolic import Symbol, as_expr, shapes
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, Value, table
from .result_shapes import like_first
from .shape_operands import shape_operand


def reshape(op: mhlo.ReshapeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The result's type says the target; one size that it leaves open follows from the number of
    elements."""
    type = op.results[0].type
    if not is_tensor(type):
        return (None,)
    entries = sdim.encoding_of(type) or type.get_shape()
    target = [
        Symbol(e) if isinstance(e, str) else None if e == DYNAMIC_INDEX else as_expr(e)
        for e in entries
    ]
    if not ctx.has_rank(op.operands[0]):
        return (None,)
    return (shapes.reshape(ctx, ctx.shape(op.operands[0]), target),)


def dynamic_reshape(op: mhlo.DynamicReshapeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape operand has no -1: its elements are the sizes."""
    target = shape_operand(ctx, op, 1)
    if target is None or not ctx.has_rank(op.operands[0]):
        return (target,)
    return (shapes.reshape(ctx, ctx.shape(op.operands[0]), target),)


def same_elements(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    """The elements in row-major order do not change."""
    return (ctx.value(op.operands[0]),)


def reverse_value(op: mhlo.ReverseOp, ctx: RuleContext) -> Sequence[Value | None]:
    value = ctx.value(op.operands[0])
    if value is None or len(ctx.shape(op.operands[0])) != 1:
        return (None,)
    return (value[::-1] if int_values(op.dimensions) else value,)


def transpose(op: mhlo.TransposeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (shapes.transpose(ctx.shape(op.operands[0]), int_values(op.permutation)),)


def transpose_value(op: mhlo.TransposeOp, ctx: RuleContext) -> Sequence[Value | None]:
    few = len(int_values(op.permutation)) <= 1
    return (ctx.value(op.operands[0]) if few else None,)


RULES: RuleTable = table(
    OpRule(mhlo.ReshapeOp, shape=reshape, value=same_elements),
    OpRule(mhlo.DynamicReshapeOp, shape=dynamic_reshape, value=same_elements),
    OpRule(mhlo.ReverseOp, shape=like_first, value=reverse_value),
    OpRule(mhlo.TransposeOp, shape=transpose, value=transpose_value),
)
