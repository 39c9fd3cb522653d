"""Between which sizes the elements of a tensor lie, by the op that makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from xdsl.ir import Operation, OpResult, SSAValue

from ..dialects import tf
from ..dialects.types import element_type_of, integer_width, is_dense
from ..symbolic import Expr, as_expr, ge
from .rule import RuleContext


@dataclass(frozen=True, slots=True)
class ElementRange:
    """From the least to the greatest, both included.

    reached: whether both are elements, where there are any
    """

    low: Expr
    high: Expr
    reached: bool = False


def range_of(value: SSAValue, ctx: RuleContext) -> ElementRange | None:
    """The range of the elements of `value`, an integer tensor; None where it is not known."""
    rule = RANGES.get(type(value.owner)) if isinstance(value.owner, Operation) else None
    is_wide = (integer_width(element_type_of(value)) or 0) >= 32
    return rule(cast("OpResult", value), ctx) if rule is not None and is_wide else None


RangeRule = Callable[[OpResult, RuleContext], ElementRange | None]


def constant(value: OpResult, ctx: RuleContext) -> ElementRange | None:
    dense = cast("tf.ConstOp", value.op).value
    numbers = [n for n in dense.get_values() if isinstance(n, int)] if is_dense(dense) else []
    if not numbers:
        return None
    return ElementRange(as_expr(min(numbers)), as_expr(max(numbers)), reached=True)


def counted(value: OpResult, ctx: RuleContext) -> ElementRange | None:
    """Steps of 1."""
    start, limit, delta = map(ctx.scalar, value.op.operands)
    if start is None or limit is None or delta != as_expr(1):
        return None
    return ElementRange(start, limit - 1, reached=True)


def place_of_extreme(value: OpResult, ctx: RuleContext) -> ElementRange | None:
    shape, axis = ctx.shape(value.op.operands[0]), ctx.constants(value.op.operands[1])
    return None if axis is None else ElementRange(as_expr(0), shape[axis[0]] - 1)


def place_of_distinct(value: OpResult, ctx: RuleContext) -> ElementRange | None:
    """Of `tf.Unique`: for each entry its place among the distinct ones."""
    if value.index != 1:
        return None
    return ElementRange(as_expr(0), ctx.shape(value.op.results[0])[0] - 1)


def remainder(value: OpResult, ctx: RuleContext) -> ElementRange | None:
    """By a positive number."""
    divisor = ctx.value(value.op.operands[1])
    known = divisor[0] if divisor is not None and len(divisor) == 1 else None
    if not isinstance(known, Expr) or not ctx.facts.proves(ge(known, 1)):
        return None
    return ElementRange(as_expr(0), known - 1)


def all_of_operand(value: OpResult, ctx: RuleContext) -> ElementRange | None:
    return range_of(value.op.operands[0], ctx)


def some_of_operand(value: OpResult, ctx: RuleContext) -> ElementRange | None:
    found = range_of(value.op.operands[0], ctx)
    return None if found is None else replace(found, reached=False)


RANGES: Mapping[type[Operation], RangeRule] = {
    tf.ConstOp: constant,
    tf.RangeOp: counted,
    tf.ArgMaxOp: place_of_extreme,
    tf.ArgMinOp: place_of_extreme,
    tf.UniqueOp: place_of_distinct,
    tf.UniqueWithCountsOp: place_of_distinct,
    tf.FloorModOp: remainder,
    **dict.fromkeys(
        (
            tf.IdentityOp,
            tf.CastOp,
            tf.StopGradientOp,
            tf.ReshapeOp,
            tf.ExpandDimsOp,
            tf.SqueezeOp,
            tf.TransposeOp,
            tf.BroadcastToOp,
            tf.TileOp,
            tf.ReverseV2Op,
        ),
        all_of_operand,
    ),
    **dict.fromkeys(
        (tf.SliceOp, tf.StridedSliceOp, tf.GatherOp, tf.GatherV2Op, tf.GatherNdOp), some_of_operand
    ),
}
"""For each op what it says of the elements of its results."""
