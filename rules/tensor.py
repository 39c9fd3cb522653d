"""Rules for the ops of `tensor` that xDSL lacks: generate, rank, reshape."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX

from ..dialects.foreign import tensor_ops
from ..dialects.tensors import is_tensor
from ..symbolic import Expr, as_expr, eq, ge, shapes
from ..symbolic.shapes import Shape
from .rule import OpRule, RuleContext, RuleTable, Value, table


def generated(op: tensor_ops.GenerateOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The operands are the unknown sizes, in order."""
    type = op.result.type
    if not is_tensor(type):
        return (None,)
    extents = iter(op.dynamic_extents)
    sizes = list[Expr]()
    for known in type.get_shape():
        if known == DYNAMIC_INDEX:
            size = ctx.scalar(next(extents))
            if size is None:
                size = ctx.fresh()
            else:
                ctx.require(ge(size, 0), f"size {size} must not be negative")
            sizes.append(size)
        else:
            sizes.append(as_expr(known))
    return (tuple(sizes),)


def rank(op: tensor_ops.RankOp, ctx: RuleContext) -> Sequence[Value | None]:
    return ((as_expr(len(ctx.shape(op.tensor))),) if ctx.has_rank(op.tensor) else None,)


def reshaped(op: tensor_ops.ReshapeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The elements of the shape operand are the sizes; the number of elements stays."""
    elements = ctx.elements(op.shape)
    if elements is None:
        return (None,)
    sizes = [ctx.fresh() if e is None else e for e in elements]
    for size in sizes:
        ctx.require(ge(size, 0), f"size {size} must not be negative")
    if ctx.has_rank(op.source):
        source = shapes.product(ctx.shape(op.source))
        ctx.require(eq(source, shapes.product(sizes)), "the number of elements must not change")
    return (tuple(sizes),)


TENSOR_RULES: RuleTable = table(
    OpRule(tensor_ops.GenerateOp, shape=generated, strength="assume"),
    OpRule(tensor_ops.RankOp, value=rank),
    OpRule(tensor_ops.ReshapeOp, shape=reshaped, strength="assume"),
)
"""Sizes that do not fit make these ops undefined, as those of mhlo."""
