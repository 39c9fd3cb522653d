"""Shape rules of ops on scalars and on tensors of fixed sizes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ..dialects.types import is_tensor
from ..symbolic import as_expr
from ..symbolic.shapes import Shape
from .rule import RuleContext, Value


def same_value(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    """Casts between integer types that keep the value."""
    return (ctx.value(op.operands[0]),)


def operand_shape(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """The result has the first operand's shape."""
    return (ctx.shape(op.operands[0]),)


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
