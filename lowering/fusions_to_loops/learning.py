"""Symbols that the op which makes a tensor binds: the sizes that it computes."""

from __future__ import annotations

from xdsl.ir import Operation

from ...dialects import mhlo
from ...symbolic import as_expr, maximum
from .function import FunctionWriter

SHAPE_OPERANDS: dict[type[Operation], int] = {
    mhlo.DynamicBroadcastInDimOp: 1,
    mhlo.DynamicReshapeOp: 1,
    mhlo.DynamicIotaOp: 0,
}
"""Which operand has the sizes of the result."""


def learn_sizes(writer: FunctionWriter, op: Operation) -> None:
    """Binds the symbols of what `op` makes by what makes it."""
    place = SHAPE_OPERANDS.get(type(op))
    if place is not None:
        writer.sizes.bind_type(op.results[0].type, writer.elements(op.operands[place]))
    elif isinstance(op, mhlo.ConcatenateOp):
        shapes = [writer.shape(operand) for operand in op.val]
        axis, sizes = op.dimension.value.data, list(shapes[0])
        sizes[axis] = sum((shape[axis] for shape in shapes), as_expr(0))
        writer.sizes.bind_type(op.result.type, sizes)

    elif isinstance(op, mhlo.RealDynamicSliceOp):
        starts, limits, strides = (writer.elements(part) for part in op.operands[1:])
        parts = zip(starts, limits, strides, strict=True)
        writer.sizes.bind_type(op.result.type, [(b - a + s - 1) // s for a, b, s in parts])
    elif isinstance(op, mhlo.DynamicPadOp):
        low, high, between = (writer.elements(part) for part in op.operands[2:])
        parts = zip(writer.shape(op.operand), low, high, between, strict=True)
        padded = [a + x + b + maximum(x - 1, 0) * gap for x, a, b, gap in parts]
        writer.sizes.bind_type(op.result.type, padded)
