"""Operands whose elements are the sizes of a result, and what the result tells of them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Block, Operation, SSAValue

from ...dialects import mhlo
from ...dialects.types import is_tensor
from ...symbolic import Expr, as_expr, eq, ge
from ...symbolic.shapes import Shape
from ..rule import RuleContext

SHAPE_OPERANDS: dict[type[Operation], int] = {
    mhlo.DynamicReshapeOp: 1,
    mhlo.DynamicBroadcastInDimOp: 1,
    mhlo.DynamicIotaOp: 0,
    mhlo.RngOp: 2,
}
"""For each op the operand that is its result's shape."""


def suppose_shape(analysis: RuleContext, operand: SSAValue, shape: Shape, op: Operation) -> None:
    """Makes the unknown elements of `operand` the sizes in `shape`, where `op`, which needs it,
    always runs with it."""
    if not _made_in(operand, op.parent):
        return
    elements = analysis.value(operand)
    if elements is None:
        if is_tensor(operand.type) and operand.type.get_shape() == (len(shape),):
            analysis.suppose_value(operand, shape)
    elif len(elements) == len(shape) and None in elements:
        known = tuple(e if e is not None else size for e, size in zip(elements, shape, strict=True))
        analysis.suppose_value(operand, known)
        made = operand.owner
        if isinstance(made, tensor.FromElementsOp):
            for element, size in zip(made.operands, shape, strict=True):
                _suppose_scalar(analysis, element, size, op)


def _suppose_scalar(analysis: RuleContext, value: SSAValue, size: Expr, op: Operation) -> None:
    if analysis.value(value) is None and _made_in(value, op.parent):
        analysis.suppose_value(value, (size,))


def _made_in(value: SSAValue, block: Block | None) -> bool:
    owner = value.owner
    return (owner.parent if isinstance(owner, Operation) else owner) is block


def sizes_of(
    ctx: RuleContext, op: Operation, elements: Sequence[Expr | None], result: int = 0
) -> Shape:
    """The sizes that a shape operand of known length gives a result: its elements, which are never
    negative.

    Where an element is not known, the result's type may know the size.
    """
    type = op.results[result].type
    known = type.get_shape() if is_tensor(type) else (DYNAMIC_INDEX,) * len(elements)
    if len(known) != len(elements):
        known = (DYNAMIC_INDEX,) * len(elements)
    return tuple(_size(ctx, e, n) for e, n in zip(elements, known, strict=True))


def _size(ctx: RuleContext, element: Expr | None, known: int) -> Expr:
    if element is None:
        return ctx.fresh() if known == DYNAMIC_INDEX else as_expr(known)
    ctx.require(ge(element, 0), f"size {element} must not be negative")
    return element


def require_length(ctx: RuleContext, op: Operation, index: int, length: int) -> None:
    """Demands that operand `index` of `op`, a vector, has `length` elements."""
    if ctx.has_rank(operand := op.operands[index]) and len(shape := ctx.shape(operand)) == 1:
        words = f"operand {index} has {shape[0]} elements, {length} are needed"
        ctx.require(eq(shape[0], length), words)


def shape_operand(ctx: RuleContext, op: Operation, index: int, result: int = 0) -> Shape | None:
    """The sizes that operand `index` of `op` gives a result; None where not even their number is
    known."""
    elements = ctx.elements(op.operands[index])
    if elements is None:
        type = op.results[result].type
        if not is_tensor(type):
            return None
        elements = (None,) * len(type.get_shape())
        require_length(ctx, op, index, len(elements))
    sizes = sizes_of(ctx, op, elements, result)
    suppose_shape(ctx, op.operands[index], sizes, op)
    return sizes
