"""Rules for constants, for ops that read sizes, and for those that compute shapes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation

from ...dialects import mhlo
from ...dialects.tensors import is_dense, is_tensor
from ...symbolic import Expr, as_expr, eq, ge, le, shapes
from ...symbolic.shapes import Shape
from ..arith import dense_value
from ..rule import MAX_ELEMENTS, OpRule, RuleContext, RuleTable, Value, table
from .shape_operands import suppose_shape


def declared(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """What the results' types say is all that is known."""
    return (None,) * len(op.results)


def sizes_of(ctx: RuleContext, op: Operation, elements: Sequence[Expr | None]) -> Shape:
    """The sizes that a shape operand of known length gives a result: its elements, which are never negative.

    Where an element is not known, the result's type may know the size.
    """
    type = op.results[0].type
    known = type.get_shape() if is_tensor(type) else (DYNAMIC_INDEX,) * len(elements)
    if len(known) != len(elements):
        known = (DYNAMIC_INDEX,) * len(elements)
    return tuple(_size(ctx, e, n) for e, n in zip(elements, known, strict=True))


def _size(ctx: RuleContext, element: Expr | None, known: int) -> Expr:
    if element is None:
        return ctx.fresh() if known == DYNAMIC_INDEX else as_expr(known)
    ctx.require(ge(element, 0), f"size {element} must not be negative")
    return element


def shape_operand(ctx: RuleContext, op: Operation, index: int) -> Shape | None:
    """The sizes that operand `index` of `op` gives its result; None where not even their number is known."""
    elements = ctx.elements(op.operands[index])
    if elements is None:
        type = op.results[0].type
        if not is_tensor(type):
            return None
        elements = (None,) * len(type.get_shape())
    sizes = sizes_of(ctx, op, elements)
    suppose_shape(ctx, op.operands[index], sizes, op)
    return sizes


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


def like_second(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    return (ctx.shape(op.operands[1]),)


def reshapable(op: mhlo.CstrReshapableOp, ctx: RuleContext) -> None:
    """The target holds exactly the elements, or a multiple of what stands beside its -1."""
    target, elements = ctx.value(op.dynamic_shape), ctx.scalar(op.num_elements)
    if target is None or elements is None:
        return
    sizes = [e for e in target if isinstance(e, Expr)]
    if len(sizes) == len(target) and all(ctx.facts.proves(ge(size, 0)) for size in sizes):
        ctx.require(eq(elements, shapes.product(sizes)), "the number of elements must not change")


SHAPE_VALUE_RULES: RuleTable = table(
    OpRule(mhlo.ConstantOp, shape=constant_shape, value=constant),
    OpRule(mhlo.IotaOp, shape=declared, value=iota_value),
    OpRule(mhlo.DynamicIotaOp, shape=dynamic_iota),
    OpRule(mhlo.GetDimensionSizeOp, shape=scalar, value=dimension_size),
    OpRule(mhlo.SetDimensionSizeOp, shape=set_dimension_size),
    OpRule(mhlo.ComputeReshapeShapeOp, shape=like_second, value=computed_shape),
    OpRule(mhlo.CstrReshapableOp, shape=declared, verify=reshapable),
    OpRule(mhlo.MinimumBroadcastShapesOp, shape=declared),
    OpRule(mhlo.CreateTokenOp, shape=declared),
)
