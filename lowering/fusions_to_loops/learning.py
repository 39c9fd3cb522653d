"""Symbols that the op which makes a tensor binds: the sizes that it computes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...analysis.index_maps import product
from ...analysis.kernel_space import quotient
from ...dialects import mhlo
from ...symbolic import Expr, as_expr, maximum
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
        sizes = writer.elements(op.operands[place])
        writer.sizes.bind_type(op.results[0].type, sizes)
        if isinstance(op, mhlo.DynamicReshapeOp):
            _learn_rest(writer, op, sizes)
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


def _learn_rest(writer: FunctionWriter, op: mhlo.DynamicReshapeOp, sizes: Sequence[Expr]) -> None:
    """Where all sizes but one are those of the operand, that one is what is left of it.

    It may have been computed in other words, which loops could only divide by.
    """
    whole, given = product(writer.shape(op.operand)), product(sizes)
    for size in sizes:
        others = quotient(given, size)
        if size.symbol_name is None or others is None:
            continue
        rest = quotient(whole, others)
        if rest is not None and rest != size and size.symbol_name not in rest.symbols():
            writer.sizes.learn_rest(size, others, rest)
            return
