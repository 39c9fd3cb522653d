"""Rules for compare, select and clamp."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo
from ...symbolic import Expr, Predicate, eq, ge, gt, le, lt, maximum, minimum, ne
from ...symbolic.shapes import Shape
from ..arith import chosen, exclusive_or
from ..rule import Element, OpRule, RuleContext, RuleTable, Value, table
from .elementwise import rows
from .result_shapes import ELEMENTWISE_OPERANDS, common_shape, same_shape


def with_scalars(op: Operation, ctx: RuleContext, main: Sequence[SSAValue]) -> Shape | None:
    """The shape of `main` and of all operands that are not scalars."""
    rest = [o for o in op.operands if o not in main and ctx.has_rank(o) and ctx.shape(o) != ()]
    return common_shape(ctx, [*main, *rest], ELEMENTWISE_OPERANDS)


def select(op: mhlo.SelectOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The condition is a scalar or has the shape of the others."""
    return (with_scalars(op, ctx, [op.on_true, op.on_false]),)


def clamp(op: mhlo.ClampOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Each bound is a scalar or has the shape of the operand."""
    return (with_scalars(op, ctx, [op.operand]),)


def clamp_value(op: mhlo.ClampOp, ctx: RuleContext) -> Sequence[Value | None]:
    found = rows(op, ctx)
    if found is None:
        return (None,)
    return (tuple(_clamped(*row) for row in found),)


def _clamped(low: Element, x: Element, high: Element) -> Element:
    if isinstance(low, Expr) and isinstance(x, Expr) and isinstance(high, Expr):
        return minimum(maximum(x, low), high)
    return None


COMPARISONS: dict[mhlo.ComparisonDirection, Callable[[Expr, Expr], Predicate]] = {
    mhlo.ComparisonDirection.EQ: eq,
    mhlo.ComparisonDirection.NE: ne,
    mhlo.ComparisonDirection.LT: lt,
    mhlo.ComparisonDirection.LE: le,
    mhlo.ComparisonDirection.GT: gt,
    mhlo.ComparisonDirection.GE: ge,
}


def compare(op: mhlo.CompareOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Of integers; of truth values whether they are the same, or not."""
    direction = op.comparison_direction.data
    of_integers = COMPARISONS[direction]
    found = rows(op, ctx)
    if found is None:
        return (None,)

    def compared(a: Element, b: Element) -> Element:
        if isinstance(a, Expr) and isinstance(b, Expr):
            return of_integers(a, b)
        if isinstance(a, Predicate) and isinstance(b, Predicate):
            if direction is mhlo.ComparisonDirection.NE:
                return exclusive_or(a, b)
            if direction is mhlo.ComparisonDirection.EQ:
                return exclusive_or(a, b).negate()
        return None

    return (tuple(compared(a, b) for a, b in found),)


def select_value(op: mhlo.SelectOp, ctx: RuleContext) -> Sequence[Value | None]:
    return (chosen(ctx, *map(ctx.value, op.operands)),)


RULES: RuleTable = table(
    OpRule(mhlo.CompareOp, shape=same_shape, value=compare),
    OpRule(mhlo.SelectOp, shape=select, value=select_value),
    OpRule(mhlo.ClampOp, shape=clamp, value=clamp_value),
)
