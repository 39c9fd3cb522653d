"""Rules for mhlo ops that read sizes or compute shapes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import mhlo
from ...symbolic import Expr, as_expr, eq, ge, le, shapes
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, Value, table
from .result_shapes import declared, like_second


def scalar(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    return ((),)


def dimension_size(op: mhlo.GetDimensionSizeOp, ctx: RuleContext) -> Sequence[Value | None]:
    return ((ctx.shape(op.operand)[op.dimension.value.data],),)


def set_dimension_size(op: mhlo.SetDimensionSizeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, size = list(ctx.shape(op.operand)), ctx.scalar(op.size)
    axis = op.dimension.value.data
    whole = shape[axis]
    if size is None:
        size = ctx.fresh()
        ctx.assume(le(size, whole))
    else:
        ctx.require(ge(size, 0), f"size {size} must not be negative")
        ctx.require(le(size, whole), f"size {size} must not exceed the size {whole}")
    shape[axis] = size
    return (tuple(shape),)


def computed_shape(op: mhlo.ComputeReshapeShapeOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Elements that are not negative stay; a -1 is what is left of the number of elements."""
    target, elements = ctx.value(op.dynamic_shape), ctx.scalar(op.num_elements)
    if target is None:
        return (None,)
    sizes = [e if isinstance(e, Expr) else None for e in target]
    wildcards = [i for i, size in enumerate(sizes) if size == as_expr(-1)]
    sure = [size is not None and ctx.facts.proves(ge(size, 0)) for size in sizes]
    if len(wildcards) == 1 and elements is not None and sure.count(False) == 1:
        return (shapes.reshape(ctx, (elements,), sizes),)
    return (tuple(size if known else None for size, known in zip(sizes, sure, strict=True)),)


def reshapable(op: mhlo.CstrReshapableOp, ctx: RuleContext) -> None:
    """The target holds exactly the elements, or a multiple of the sizes beside its -1."""
    target, elements = ctx.value(op.dynamic_shape), ctx.scalar(op.num_elements)
    if target is None or elements is None:
        return
    sizes = [e for e in target if isinstance(e, Expr)]
    if len(sizes) == len(target) and all(ctx.facts.proves(ge(size, 0)) for size in sizes):
        ctx.require(eq(elements, shapes.product(sizes)), "the number of elements must not change")


RULES: RuleTable = table(
    OpRule(mhlo.GetDimensionSizeOp, shape=scalar, value=dimension_size),
    OpRule(mhlo.SetDimensionSizeOp, shape=set_dimension_size),
    OpRule(mhlo.ComputeReshapeShapeOp, shape=like_second, value=computed_shape),
    OpRule(mhlo.CstrReshapableOp, shape=declared, verify=reshapable),
    OpRule(mhlo.MinimumBroadcastShapesOp, shape=declared),
)
