"""Which ops can be part of a fusion group, and how each of them reads its operands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TypeGuard

from xdsl.dialects.builtin import UnrankedTensorType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.broadcasts import BROADCASTS, dimensions_of, is_broadcast
from ...analysis.module_parts import operands_of, ops_below, ops_of
from ...dialects import mhlo
from ...dialects.mhlo.elementwise import UniformTextOp
from ...materialize.copies import copy_of

ELEMENTWISE = (UniformTextOp, mhlo.CompareOp, mhlo.SelectOp, mhlo.ClampOp, mhlo.ComplexOp)
"""One element of each operand makes one element of the result."""


RESHAPES = (mhlo.ReshapeOp, mhlo.DynamicReshapeOp)


PLACING = (mhlo.ConcatenateOp, mhlo.PadOp, mhlo.DynamicPadOp)
"""Each element of an operand makes one element of the result at most."""


SLICES = (mhlo.SliceOp, mhlo.RealDynamicSliceOp)
"""So does each element here, and a slice is no larger than its operand."""


GATHERS = (mhlo.GatherOp, mhlo.DynamicGatherOp)
"""An element of the operand may make many elements of the result."""


REMAPS = (mhlo.TransposeOp, mhlo.ReverseOp, *SLICES, *PLACING, *GATHERS)
"""One element of an operand, elsewhere in it, makes one element of the result."""


OTHERS = (*RESHAPES, *REMAPS, mhlo.ReduceOp)


CHEAP = (
    mhlo.AbsOp, mhlo.AddOp, mhlo.AndOp, mhlo.ClampOp, mhlo.CompareOp, mhlo.ConvertOp,
    mhlo.MaximumOp, mhlo.MinimumOp, mhlo.MultiplyOp, mhlo.NegateOp, mhlo.NotOp, mhlo.OrOp,
    mhlo.SelectOp, mhlo.SubtractOp, mhlo.XorOp, *RESHAPES, *BROADCASTS,
)  # fmt: skip
"""What costs no more to compute again than to read."""


COPIED = (mhlo.ConstantOp, mhlo.IotaOp, mhlo.DynamicIotaOp)
"""Each group that uses their results gets one of its own."""


DATA_OPERANDS: dict[type[Operation], int] = {
    mhlo.DynamicBroadcastInDimOp: 1,
    mhlo.DynamicReshapeOp: 1,
    mhlo.RealDynamicSliceOp: 1,
    mhlo.DynamicPadOp: 2,
    mhlo.DynamicGatherOp: 2,
}
"""The number of data operands; the rest are shape operands, to be known before the launch."""


def is_copied(owner: Operation | Block) -> TypeGuard[Operation]:
    """Whether `owner`, of a value, is one of COPIED."""
    return type(owner) in COPIED


@cache
def _may_be_fusable(kind: type[Operation]) -> bool:
    return is_elementwise(kind) or kind in BROADCASTS or kind in OTHERS


@cache
def is_elementwise(kind: type[Operation]) -> bool:
    """Whether ops of the class `kind` compute one element of one element of each operand."""
    return any(base in kind.__mro__ for base in ELEMENTWISE)


def captured(op: Operation) -> list[SSAValue]:
    """The values from outside `op` that ops in its regions use."""
    return [
        operand
        for region in op.regions
        for block in region.blocks
        for each in ops_of(block)
        for inner in ops_below(each)
        for operand in operands_of(inner)
        if operand.owner is not block and not op.is_ancestor(operand.owner)
    ]


def take_constants_inside(block: Block) -> None:
    """Gives the reducers in `block` that use constants from outside copies of their own."""
    for op in ops_of(block):
        values = dict.fromkeys(captured(op)) if type(op) is mhlo.ReduceOp else ()
        for value in values:
            if type(constant := value.owner) is mhlo.ConstantOp:
                copy = copy_of(constant, {})
                Rewriter.insert_op(copy, InsertPoint.at_start(op.regions[0].block))
                for use in list(value.uses):
                    if use.operation is not op and op.is_ancestor(use.operation):
                        use.operation.operands[use.index] = copy.results[0]


def is_fusable(op: Operation) -> bool:
    """Whether `op` can be part of a group: its ranks must be known, and all that it uses be its
    operands."""
    if not _may_be_fusable(type(op)):
        return False
    for value in (*operands_of(op), *op.results):
        if type(value.type) is UnrankedTensorType:
            return False
    return not (op.regions and captured(op))


def is_remap(op: Operation) -> bool:
    """Whether `op` reads elsewhere in an operand than in what lies at the same place."""
    if is_broadcast(op):
        return any(a > b for a, b in pairwise(dimensions_of(op)))
    return type(op) in REMAPS


def shape_operands(op: Operation) -> Sequence[SSAValue]:
    """The operands of `op` that must be known before it can be launched."""
    count = DATA_OPERANDS.get(type(op))
    return () if count is None else operands_of(op)[count:]
