"""Rules for the ops of `memref`: sizes of buffers."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

from ..dialects import sdim
from ..dialects.types import is_memref
from ..symbolic import as_expr
from .rule import OpRule, RuleContext, RuleTable, Value, table


def memref_dim(op: memref.DimOp, ctx: RuleContext) -> Sequence[Value | None]:
    """What ties of the buffer say, or what it was allocated with."""
    index = ctx.scalar(op.index)
    number = None if index is None else index.constant_value
    type = op.source.type
    if number is None or not is_memref(type) or not 0 <= number < len(type.get_shape()):
        return (None,)
    if (static := type.get_shape()[number]) != DYNAMIC_INDEX:
        return ((as_expr(static),),)
    value = _size_of_buffer(op.source, number)
    known = None if value is None else ctx.scalar(value)
    return ((ctx.shape(op.source)[number] if known is None else known,),)


def _size_of_buffer(buffer: SSAValue, number: int) -> SSAValue | None:
    """The index value that is size `number` of `buffer`; None where no op says one."""
    made = buffer.owner
    if isinstance(made, sdim.TieShapeOp):
        return made.sizes[number]
    block = made.parent if isinstance(made, Operation) else made
    for use in buffer.uses:
        if isinstance(use.operation, sdim.TieShapeOp) and use.operation.parent is block:
            return use.operation.sizes[number]
    if isinstance(made, memref.AllocOp | memref.AllocaOp) and is_memref(buffer.type):
        shape = buffer.type.get_shape()
        return made.dynamic_sizes[shape[:number].count(DYNAMIC_INDEX)]
    return None


MEMREF_RULES: RuleTable = table(OpRule(memref.DimOp, value=memref_dim))
