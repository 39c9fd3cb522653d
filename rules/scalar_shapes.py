"""Shape rules of ops on scalars, on tensors of fixed sizes, and of both element by element."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ..dialects.types import is_tensor
from ..symbolic import as_expr
from ..symbolic.shapes import Shape, same_shape
from .rule import RuleContext, Value


def same_value(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    """Casts between integer types that keep the value."""
    return (ctx.value(op.operands[0]),)


def operand_shape(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """The result has the first operand's shape."""
    return (ctx.shape(op.operands[0]),)


def elementwise_shape(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """Operands that are tensors have the shape of the results; a scalar among them, as the
    condition of a selection, goes with all elements.
    """
    if not is_tensor(op.results[0].type):
        return (None,) * len(op.results)
    first, *others = (ctx.shape(operand) for operand in op.operands if is_tensor(operand.type))
    for other in others:
        first = same_shape(ctx, first, other, "operands")
    return (first,) * len(op.results)


def declared_shape(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """Static types of these ops tell all there is."""
    return tuple(
        tuple(as_expr(n) for n in result.type.get_shape())
        if is_tensor(result.type) and result.type.has_static_shape()
        else ()
        if not is_tensor(result.type)
        else None
        for result in op.results
    )
