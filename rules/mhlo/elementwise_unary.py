"""Rules for elementwise mhlo ops of one operand."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import mhlo
from ...dialects.mhlo.elementwise import UnaryElementwiseOp
from ...symbolic import Expr, Predicate, as_expr, ge, le, maximum, minimum
from ..rule import Element, OpRule, RuleContext, RuleTable, Value, family, table
from .elementwise import ValueOf, unary
from .result_shapes import same_shape


def sign(ctx: RuleContext, number: Element) -> Element:
    """-1, 0 or 1; a size that is known to be positive has no cases."""
    if not isinstance(number, Expr):
        return None
    for claim, value in ((ge(number, 1), 1), (le(number, -1), -1)):
        if ctx.facts.proves(claim):
            return as_expr(value)
    return minimum(maximum(number, -1), 1)


def sign_value(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    value = ctx.value(op.operands[0])
    return (None if value is None else tuple(sign(ctx, e) for e in value),)


UNARY_VALUES: dict[type[Operation], ValueOf] = {
    mhlo.NegateOp: unary(lambda a: -a if isinstance(a, Expr) else None),
    mhlo.AbsOp: unary(lambda a: maximum(a, -a) if isinstance(a, Expr) else None),
    mhlo.SignOp: sign_value,
    mhlo.NotOp: unary(lambda a: a.negate() if isinstance(a, Predicate) else None),
}


_CONVERSIONS = (mhlo.ConvertOp, mhlo.UniformDequantizeOp, mhlo.UniformQuantizeOp)


_UNARY = [op for op in family(mhlo.MHLO.operations, UnaryElementwiseOp) if op not in _CONVERSIONS]


RULES: RuleTable = table(
    *(OpRule(op, shape=same_shape, value=UNARY_VALUES.get(op)) for op in _UNARY),
    OpRule(mhlo.IsFiniteOp, shape=same_shape),
)
