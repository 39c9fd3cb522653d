"""Rules for mhlo ops that change the element type or its precision."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import mhlo
from ...dialects.types import bit_width, integer_width, is_tensor
from ...symbolic import Expr, Predicate, as_expr, ne, shapes
from ...symbolic.shapes import Shape
from ..rule import Element, OpRule, RuleContext, RuleTable, Value, table
from .result_shapes import declared, same_shape


def convert(op: mhlo.ConvertOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Conversions between integer types wide enough for sizes keep the value; true is 1."""
    value = ctx.value(op.operand)
    types = [v.type.element_type for v in (op.operand, op.result) if is_tensor(v.type)]
    if value is None or len(types) != 2:
        return (None,)
    if integer_width(types[1]) == 1:
        return (tuple(ne(e, 0) if isinstance(e, Expr) else e for e in value),)
    narrow = [width for t in types if (width := integer_width(t)) is not None and width < 32]
    if narrow and integer_width(types[0]) != 1:
        return (None,)
    return (tuple(_as_integer(ctx, e) for e in value),)


def _as_integer(ctx: RuleContext, element: Element) -> Element:
    if isinstance(element, Predicate):
        return ctx.select(element, as_expr(1), as_expr(0))
    return element


def bitcast_convert(op: mhlo.BitcastConvertOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Narrower elements add a last dimension, wider ones take it away."""
    types = [v.type for v in (op.operand, op.result)]
    before, after = (bit_width(t.element_type) if is_tensor(t) else None for t in types)
    if before is None or after is None:
        return (None,)
    shape = ctx.shape(op.operand)
    if before > after:
        return ((*shape, as_expr(before // after)),)
    if before == after:
        return (shape,)
    shapes.same_size(ctx, shape[-1], as_expr(after // before), "parts of an element")
    return (shape[:-1],)


RULES: RuleTable = table(
    OpRule(mhlo.ConvertOp, shape=same_shape, value=convert),
    OpRule(mhlo.ReducePrecisionOp, shape=same_shape),
    OpRule(mhlo.StochasticConvertOp, shape=same_shape),
    OpRule(mhlo.UniformDequantizeOp, shape=same_shape),
    OpRule(mhlo.UniformQuantizeOp, shape=same_shape),
    OpRule(mhlo.BitcastOp, shape=declared),
    OpRule(mhlo.BitcastConvertOp, shape=bitcast_convert),
)
