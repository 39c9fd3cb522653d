"""Where IREE must not fuse: it would read memory that has been written over, or need a stack of
unknown size.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from ...dialects import mhlo
from ...dialects.foreign.iree import OptimizationBarrierOp, TieShapeOp
from ...dialects.types import shape_of
from .builder import GenericBuilder, is_unknown


def materialize_loop_values(module: ModuleOp) -> None:
    """Lets a trip of a loop compute once what it hands to the next, and what it reads elsewhere.

    IREE writes the next values over those that a trip was handed. Whatever is computed from them
    twice, or reads other places of them than it writes, would see new values; and the values of
    the first trip must be the loop's own.
    """
    for op in list(module.walk()):
        if not isinstance(op, mhlo.WhileOp):
            continue
        body = op.body.block
        last = body.last_op
        assert last is not None
        moved = [
            inner.results[0]
            for inner in body.ops
            if isinstance(inner, _MOVES) and inner.operands[0].owner is body
        ]
        for value in dict.fromkeys((*moved, *last.operands)):
            if _is_made_in(value, body) and shape_of(value.type):
                _materialize(value)
        for number, (start, next_) in enumerate(zip(op.operands, last.operands, strict=True)):
            if _is_made_in(next_, body) and shape_of(start.type):
                op.operands[number] = GenericBuilder(op).materialized(start)


_MOVES = (
    mhlo.DynamicPadOp,
    mhlo.PadOp,
    mhlo.DynamicGatherOp,
    mhlo.GatherOp,
    mhlo.ReverseOp,
    mhlo.TransposeOp,
    mhlo.RealDynamicSliceOp,
    mhlo.DynamicSliceOp,
    mhlo.DynamicBroadcastInDimOp,
)
"""Ops that read other places than they write."""


def materialize_operands(module: ModuleOp) -> None:
    """Keeps what is computed out of sorts and scatters of unknown sizes.

    They need their operands in memory, and a stack cannot hold what is of unknown size. What else
    uses the operand of a sort reads the same value in memory: a sort writes over its operands, and
    IREE copies them only where it sees the other users. Sorted operands are kept: what nothing
    reads, or its size alone, would be sorted on the stack.
    """
    for op in list(module.walk()):
        if not isinstance(op, mhlo.SortOp | mhlo.ScatterOp) or not any(
            map(is_unknown, op.operands)
        ):
            continue
        for result in op.results if isinstance(op, mhlo.SortOp) else ():
            if op.next_op is not None:
                GenericBuilder(op.next_op).create(OptimizationBarrierOp, [result], result.type)
        for number, operand in enumerate(op.operands):
            owner = operand.owner
            if not isinstance(owner, Operation) or not shape_of(operand.type):
                continue
            if operand.has_one_use() or (isinstance(op, mhlo.ScatterOp) and number > 0):
                op.operands[number] = GenericBuilder(op).materialized(operand)
            elif isinstance(op, mhlo.SortOp) and not isinstance(owner, _IN_MEMORY):
                _materialize(operand)


def materialize_sources(module: ModuleOp) -> None:
    """Copies the columns that gathers read, and keeps sums out of slices of unknown sizes.

    IREE 3.13 has no pointer to a reshape of what a slice leaves in its place, and would add up a
    part on the stack.
    """
    for op in list(module.walk()):
        source = op.operands[0].owner if op.operands else None
        if isinstance(op, mhlo.RealDynamicSliceOp):
            is_copied = isinstance(source, mhlo.ReduceOp)
        else:
            is_copied = isinstance(op, mhlo.GatherOp | mhlo.DynamicGatherOp) and _is_column(source)
        if is_copied and is_unknown(op.operands[0]):
            op.operands[0] = GenericBuilder(op).materialized(op.operands[0])


def _is_column(source: Operation | Block | None) -> bool:
    return isinstance(source, _RESHAPES) and isinstance(source.operands[0].owner, _SLICES)


_RESHAPES = (mhlo.ReshapeOp, mhlo.DynamicReshapeOp)
_SLICES = (mhlo.SliceOp, mhlo.RealDynamicSliceOp, mhlo.DynamicSliceOp)


_IN_MEMORY = (TieShapeOp, OptimizationBarrierOp)
"""What `_materialize` leaves."""


def _is_made_in(value: SSAValue, block: Block) -> bool:
    return isinstance(value.owner, Operation) and value.owner.parent is block


def _materialize(value: SSAValue) -> None:
    """Puts `value` in memory for all its users."""
    owner = value.owner
    assert isinstance(owner, Operation) and owner.next_op is not None
    builder = GenericBuilder(owner.next_op)
    uses = list(value.uses)
    stored = builder.materialized(value)
    for use in uses:
        use.operation.operands[use.index] = stored
