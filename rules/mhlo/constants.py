"""Rules for mhlo constants and iota."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ...dialects import mhlo
from ...dialects.types import is_dense, is_tensor
from ...symbolic import as_expr
from ...symbolic.shapes import Shape
from ..arith import dense_value
from ..rule import MAX_ELEMENTS, OpRule, RuleContext, RuleTable, Value, table
from .result_shapes import declared
from .shape_operands import shape_operand


def constant(op: mhlo.ConstantOp, ctx: RuleContext) -> Sequence[Value | None]:
    type = op.value.type
    small = is_tensor(type) and prod(type.get_shape()) <= MAX_ELEMENTS
    return (dense_value(op.value) if small and is_dense(op.value) else None,)


def constant_shape(op: mhlo.ConstantOp, ctx: RuleContext) -> Sequence[Shape | None]:
    type = op.value.type
    return (tuple(map(as_expr, type.get_shape())) if is_tensor(type) else None,)


def iota_value(op: mhlo.IotaOp, ctx: RuleContext) -> Sequence[Value | None]:
    shape = [size.constant_value for size in ctx.shape(op.results[0])]
    if len(shape) != 1 or shape[0] is None:
        return (None,)
    return (tuple(map(as_expr, range(shape[0]))),)


def dynamic_iota(op: mhlo.DynamicIotaOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (shape_operand(ctx, op, 0),)


RULES: RuleTable = table(
    OpRule(mhlo.ConstantOp, shape=constant_shape, value=constant),
    OpRule(mhlo.IotaOp, shape=declared, value=iota_value),
    OpRule(mhlo.DynamicIotaOp, shape=dynamic_iota),
)
