"""Sizes that the operands of an op tell: no need to make the result to learn its shape."""

from __future__ import annotations

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, SSAValue

from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.types import INDEX, SIGNED, is_tensor, kind_of
from ...materialize.op_builder import OpBuilder
from ...materialize.sizes import SizeValues
from ...rules.mhlo.shape_operands import SHAPE_OPERANDS
from ...symbolic import as_expr


def offer_shape_operand(op: Operation, sizes: SizeValues, analysis: ShapeAnalysis) -> None:
    """Lets the sizes of the result of `op` be read from its shape operand.

    A size that an earlier value has is read from that.
    """
    operand = shape_operand(op, analysis)
    if operand is None or not analysis.has_rank(op.results[0]):
        return
    type, shape, block = operand.type, analysis.shape(op.results[0]), op.parent_block()
    if not is_tensor(type) or type.get_shape() != (len(shape),) or block is None:
        return
    if kind_of(type.element_type) not in (INDEX, SIGNED):
        return
    for place, size in enumerate(shape):
        name = analysis.facts.simplify(size).symbol_name
        if name is not None and not sizes.is_read(name):
            sizes.give(name, _index(OpBuilder(op), operand, place))
    sizes.give_tensor(shape, operand, block)


def shape_operand(op: Operation, analysis: ShapeAnalysis) -> SSAValue | None:
    """The operand that holds the sizes of the result: for a slice of all from 0 on its limits."""
    number = SHAPE_OPERANDS.get(type(op))
    if number is not None:
        return op.operands[number]
    if not isinstance(op, mhlo.RealDynamicSliceOp):
        return None
    starts, strides = (analysis.elements(op.operands[i]) for i in (1, 3))
    from_start = starts is not None and all(start == as_expr(0) for start in starts)
    without_gaps = strides is not None and all(stride == as_expr(1) for stride in strides)
    return op.operands[2] if from_start and without_gaps else None


def _index(b: OpBuilder, vector: SSAValue, place: int) -> SSAValue:
    """Element `place` of `vector` as an index."""
    made = vector.owner
    if isinstance(made, tensor.FromElementsOp):
        element = made.operands[place]
    else:
        assert is_tensor(vector.type)
        element = b.value(tensor.ExtractOp(vector, [b.index(place)], vector.type.element_type))
    if isinstance(element.type, IndexType):
        return element
    return b.value(arith.IndexCastOp(element, IndexType()))
