"""Which values of a loop's trip may be put where those lie that they replace.

That is so where nothing reads the old value once the new one is being made. Ops are written one
after another and read their operands then: an op before the one that makes the new value is done
with the old one, unless what it makes lies in the same memory (a reshape, a tensor that is handed
on). The op that makes the new value may read the old one itself, if it does so element by element,
or changes a part of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.ir import Block, Operation, OpResult, SSAValue

from ...dialects import mhlo, sdim
from ...dialects.types import is_tensor
from .kernels.scalars import computes_elementwise

COPIERS = (
    *(mhlo.SliceOp, mhlo.DynamicSliceOp, mhlo.RealDynamicSliceOp),
    *(mhlo.GatherOp, mhlo.DynamicGatherOp, mhlo.ReduceOp, mhlo.ConcatenateOp),
    *(mhlo.BroadcastInDimOp, mhlo.DynamicBroadcastInDimOp, mhlo.PadOp, mhlo.DynamicPadOp),
)
"""Ops whose results have memory of their own, besides elementwise ones."""
READERS = (mhlo.DotGeneralOp, tensor.ExtractOp, *COPIERS)
"""Ops that are done with their operands at once, besides groups and elementwise ones."""

OF_SIZES = (tensor.DimOp, mhlo.GetDimensionSizeOp)
"""Ops that read no element."""


def is_made_in_place(block: Block, place: int, end: SSAValue) -> bool:
    """Whether `end`, the new value at `place` of what a loop with the body `block` carries, may be
    made where the old one lies.
    """
    old, maker = block.args[place], end.owner
    if not isinstance(end, OpResult) or not isinstance(maker, Operation) or end.type != old.type:
        return False
    if maker.parent is not block or not _is_group(maker):
        return False
    order = {op: number for number, op in enumerate(block.ops)}
    users = {use.operation for use in old.uses if not isinstance(use.operation, OF_SIZES)}
    if maker in users and not _reads_by_element(maker, old):
        return False
    return all(
        user.parent is block
        and order[user] < order[maker]
        and _lets_go(user, old)
        and (not isinstance(user, mhlo.DotGeneralOp) or _ends_by(user, order, order[maker]))
        for user in users - {maker}
    )


def _is_group(op: Operation) -> bool:
    """Whether `op` is one kernel, which stores what it makes."""
    return isinstance(op, mhlo.FusionOp) or _is_update(op) or computes_elementwise(op)


def _is_update(op: Operation) -> bool:
    """Whether `op` makes a tensor of its first operand, of which it changes a part."""
    if isinstance(op, mhlo.ScatterOp):
        return len(op.inputs) == 1
    return isinstance(op, mhlo.DynamicUpdateSliceOp)


def _ends_by(op: Operation, order: dict[Operation, int], last: int) -> bool:
    """Whether what `op` makes is read by ops up to number `last` only."""
    users = [use.operation for result in op.results for use in result.uses]
    return all(user in order and order[user] <= last for user in users)


def _lets_go(op: Operation, value: SSAValue) -> bool:
    """Whether nothing that `op` makes lies where `value` does."""
    if not isinstance(op, mhlo.FusionOp):
        return isinstance(op, READERS) or computes_elementwise(op)
    ops, ends, moved = _inside(op, value)
    for inner in ops:
        if not computes_elementwise(inner) and not isinstance(inner, COPIERS):
            moved.update(inner.results if moved.intersection(inner.operands) else ())
    return not moved.intersection(ends)


def _reads_by_element(op: Operation, value: SSAValue) -> bool:
    """Whether an element of `value` only meets elements at its place, in results of its shape."""
    if _is_update(op):
        return value not in op.operands[1:]
    if not isinstance(op, mhlo.FusionOp):
        return all(result.type == value.type for result in op.results)
    ops, ends, reached = _inside(op, value)
    arguments = set(reached)
    for inner in ops:
        if any(inner.regions):
            return False
        if reached.intersection(inner.operands):
            if not computes_elementwise(inner):
                return False
            reached.update(inner.results)
    types = {_shape(end) for end in ends} | {_shape(value)}
    return len(types) == 1 and not arguments.intersection(ends)


def _shape(value: SSAValue) -> tuple[object, ...]:
    """The sizes of a tensor, by number and by name."""
    assert is_tensor(value.type)
    names = sdim.encoding_of(value.type)
    return (*value.type.get_shape(), *(names or ()))


def _inside(
    op: mhlo.FusionOp, value: SSAValue
) -> tuple[list[Operation], Sequence[SSAValue], set[SSAValue]]:
    """The ops of a group, what it returns, and the arguments that `value` is."""
    block = op.fused_computation.block
    *ops, end = block.ops
    arguments: set[SSAValue] = {
        argument
        for argument, operand in zip(block.args, op.operands, strict=True)
        if operand is value
    }
    return ops, end.operands, arguments
