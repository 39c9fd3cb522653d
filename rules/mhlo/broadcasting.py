"""Rules for mhlo ops that repeat elements along dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation

from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...dialects.types import is_tensor
from ...symbolic import Expr, any_of, as_expr, eq
from ...symbolic.shapes import ONE, Shape
from ..rule import MAX_ELEMENTS, OpRule, RuleContext, RuleTable, Value, table
from .shape_operands import shape_operand


def broadcast(op: mhlo.BroadcastOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """New dimensions in front."""
    new = tuple(map(as_expr, int_values(op.broadcast_sizes)))
    return ((*new, *ctx.shape(op.operands[0])),)


def broadcast_in_dim(op: mhlo.BroadcastInDimOp, ctx: RuleContext) -> Sequence[Shape | None]:
    type = op.results[0].type
    if not is_tensor(type):
        return (None,)
    kept = int_values(op.broadcast_dimensions)
    shape = ctx.shape(op.operands[0])
    target = [ctx.fresh() if n == DYNAMIC_INDEX else as_expr(n) for n in type.get_shape()]
    _fit(ctx, shape, [target[d] for d in kept])
    return (tuple(target),)


def dynamic_broadcast_in_dim(
    op: mhlo.DynamicBroadcastInDimOp, ctx: RuleContext
) -> Sequence[Shape | None]:
    """Each size of the operand is 1 or the target's; the op may know which."""
    target = shape_operand(ctx, op, 1)
    if target is None or not ctx.has_rank(op.operand):
        return (target,)
    shape, kept = ctx.shape(op.operand), int_values(op.broadcast_dimensions)
    expanding, same = op.known_expanding_dimensions, op.known_nonexpanding_dimensions
    for i in () if expanding is None else int_values(expanding):
        ctx.require(eq(shape[i], 1), f"size {shape[i]} is repeated and must be 1")
    for i in () if same is None else int_values(same):
        goal = target[kept[i]]
        ctx.require(eq(shape[i], goal), f"size {shape[i]} is not repeated and must be {goal}")
    _fit(ctx, shape, [target[d] for d in kept])
    return (target,)


def _fit(ctx: RuleContext, shape: Shape, target: Sequence[Expr]) -> None:
    for size, goal in zip(shape, target, strict=True):
        if size not in (goal, ONE):
            message = f"size {size} must be 1 or the target's {goal}"
            if ctx.facts.refutes(eq(size, 1)):
                ctx.require(eq(size, goal), message)
            else:
                ctx.require(any_of(eq(size, goal), eq(size, 1)), message)


def repeated(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    """A single element that is repeated."""
    value = ctx.value(op.operands[0])
    sizes = [size.constant_value for size in ctx.shape(op.results[0])]
    known = [size for size in sizes if size is not None]
    count = prod(known)
    if value is None or len(known) != len(sizes) or count > MAX_ELEMENTS:
        return (None,)
    if len(value) == count:
        return (value,) if len(sizes) <= 1 else (None,)
    return (value * count if len(value) == 1 else None,)


RULES: RuleTable = table(
    OpRule(mhlo.BroadcastOp, shape=broadcast, value=repeated),
    OpRule(mhlo.BroadcastInDimOp, shape=broadcast_in_dim, value=repeated),
    OpRule(mhlo.DynamicBroadcastInDimOp, shape=dynamic_broadcast_in_dim, value=repeated),
)
