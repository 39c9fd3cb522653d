"""Rules for the ops of `tensor`, those that xDSL lacks included."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation

from ..dialects.foreign import tensor_ops
from ..dialects.types import is_tensor
from ..symbolic import Expr, as_expr, eq, ge, shapes
from ..symbolic.shapes import Shape
from .errors import ShapeError
from .rule import OpRule, RuleContext, RuleTable, Value, table
from .scalar_shapes import declared_shape, operand_shape, same_value


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


def dim(op: tensor.DimOp, ctx: RuleContext) -> Sequence[Value | None]:
    index = ctx.scalar(op.index)
    number = None if index is None else index.constant_value
    shape = ctx.shape(op.source)
    if number is None or not 0 <= number < len(shape):
        return (None,)
    return ((shape[number],),)


def splat(op: tensor.SplatOp, ctx: RuleContext) -> Sequence[Value | None]:
    value, shape = ctx.value(op.operands[0]), ctx.shape(op.results[0])
    count = shape[0].constant_value if len(shape) == 1 else None
    return (None if value is None or count is None else value * count,)


def from_elements(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    type = op.results[0].type
    if is_tensor(type) and type.has_static_shape() and prod(type.get_shape()) != len(op.operands):
        raise ShapeError(op, f"{len(op.operands)} elements for {type}")
    values = [ctx.value(operand) for operand in op.operands]
    return (tuple(None if v is None else v[0] for v in values),)


def extract(op: tensor.ExtractOp, ctx: RuleContext) -> Sequence[Value | None]:
    elements = ctx.value(op.tensor)
    indices = [ctx.scalar(index) for index in op.indices]
    numbers = [None if index is None else index.constant_value for index in indices]
    if elements is None or None in numbers or len(numbers) > 1:
        return (None,)
    number = (numbers[0] or 0) if numbers else 0
    return ((elements[number],) if 0 <= number < len(elements) else None,)


TENSOR_RULES: RuleTable = table(
    OpRule(tensor.DimOp, value=dim),
    OpRule(tensor.SplatOp, shape=declared_shape, value=splat),
    OpRule(tensor.FromElementsOp, shape=declared_shape, value=from_elements),
    OpRule(tensor.ExtractOp, value=extract),
    OpRule(tensor.CastOp, shape=operand_shape, value=same_value),
    # Sizes that do not fit make these ops undefined, as those of mhlo.
    OpRule(tensor_ops.GenerateOp, shape=generated, strength="assume"),
    OpRule(tensor_ops.RankOp, value=rank),
    OpRule(tensor_ops.ReshapeOp, shape=reshaped, strength="assume"),
)
