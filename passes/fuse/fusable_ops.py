"""Which ops can be part of a fusion group, and how each of them reads its operands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from xdsl.dialects.builtin import UnrankedTensorType
from xdsl.ir import Operation, SSAValue

from ...analysis.broadcasts import BROADCASTS, dimensions_of
from ...dialects import mhlo
from ...dialects.mhlo.elementwise import UniformTextOp

ELEMENTWISE = (UniformTextOp, mhlo.CompareOp, mhlo.SelectOp, mhlo.ClampOp, mhlo.ComplexOp)
"""One element of each operand makes one element of the result."""


RESHAPES = (mhlo.ReshapeOp, mhlo.DynamicReshapeOp)


REMAPS = (
    mhlo.TransposeOp,
    mhlo.ReverseOp,
    mhlo.SliceOp,
    mhlo.RealDynamicSliceOp,
    mhlo.ConcatenateOp,
    mhlo.PadOp,
    mhlo.DynamicPadOp,
    mhlo.GatherOp,
    mhlo.DynamicGatherOp,
)
"""One element of an operand, elsewhere in it, makes one element of the result."""


PLACING = (mhlo.ConcatenateOp, mhlo.PadOp, mhlo.DynamicPadOp)
"""Each element of an operand makes one element of the result at most."""


OTHERS = (*RESHAPES, *REMAPS, mhlo.ReduceOp)


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


@cache
def is_elementwise(kind: type[Operation]) -> bool:
    """Whether ops of the class `kind` compute one element of one element of each operand."""
    return any(base in kind.__mro__ for base in ELEMENTWISE)


def is_fusable(op: Operation) -> bool:
    """Whether `op` can be part of a group: its ranks must be known."""
    kind = type(op)
    if not (is_elementwise(kind) or kind in BROADCASTS or kind in OTHERS):
        return False
    return not any(type(value.type) is UnrankedTensorType for value in (*op.operands, *op.results))


def is_remap(op: Operation) -> bool:
    """Whether `op` reads elsewhere in an operand than in what lies at the same place."""
    if isinstance(op, BROADCASTS):
        return any(a > b for a, b in pairwise(dimensions_of(op)))
    return type(op) in REMAPS


def shape_operands(op: Operation) -> Sequence[SSAValue]:
    """The operands of `op` that must be known before it can be launched."""
    count = DATA_OPERANDS.get(type(op))
    return () if count is None else op.operands[count:]
