"""tf ops that multiply matrices: `mhlo.dot_general` with what must stand around it."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import DotDimensionNumbersAttr, DotDimensions
from ...dialects.mhlo.element_types import COMPLEX, kind_of
from ...symbolic import Expr
from .builder import Builder, LoweringTable
from .complex_numbers import conjugate
from .elementwise import Values, binary


def dot(
    b: Builder,
    lhs: SSAValue,
    rhs: SSAValue,
    dimensions: DotDimensions,
    element_type: TensorType[Attribute],
) -> SSAValue:
    """The product with result dimensions batch, rest of `lhs`, rest of `rhs`; `element_type` gives the elements."""
    a, c = b.shape(lhs), b.shape(rhs)
    batch = [a[i] for i in dimensions.lhs_batching_dimensions]
    used_a = {*dimensions.lhs_batching_dimensions, *dimensions.lhs_contracting_dimensions}
    used_c = {*dimensions.rhs_batching_dimensions, *dimensions.rhs_contracting_dimensions}
    rest_a = [size for i, size in enumerate(a) if i not in used_a]
    rest_c = [size for i, size in enumerate(c) if i not in used_c]
    return b.create(
        mhlo.DotGeneralOp,
        [lhs, rhs],
        b.ranked(element_type.element_type, [*batch, *rest_a, *rest_c]),
        dot_dimension_numbers=DotDimensionNumbersAttr(dimensions),
    )


def matmul(op: tf.MatMulOp, b: Builder) -> Values:
    lhs, rhs = map(b.operand, op.operands)
    dimensions = DotDimensions(
        lhs_contracting_dimensions=(0 if op.transpose_a else 1,),
        rhs_contracting_dimensions=(1 if op.transpose_b else 0,),
    )
    return (dot(b, lhs, rhs, dimensions, b.type(op.results[0])),)


def batch_matmul(
    op: tf.BatchMatMulOp | tf.BatchMatMulV2Op | tf.BatchMatMulV3Op, b: Builder
) -> Values:
    """Leading dimensions are broadcast to the result's, then batched; adjoints are conjugated."""
    type = b.type(op.results[0])
    leading = b.shape_of_type(type)[:-2]
    operands = list[SSAValue]()
    for operand, adjoint in zip(op.operands, (op.adj_x, op.adj_y), strict=True):
        value = b.convert(b.operand(operand), type.element_type)
        if adjoint and kind_of(type.element_type) == COMPLEX:
            value = conjugate(b, value)
        operands.append(with_leading(b, value, leading))
    n = len(leading)
    dimensions = DotDimensions(
        lhs_batching_dimensions=tuple(range(n)),
        rhs_batching_dimensions=tuple(range(n)),
        lhs_contracting_dimensions=(n if op.adj_x else n + 1,),
        rhs_contracting_dimensions=(n + 1 if op.adj_y else n,),
    )
    return (dot(b, operands[0], operands[1], dimensions, type),)


def with_leading(b: Builder, value: SSAValue, leading: Sequence[Expr]) -> SSAValue:
    """`value` with all but its last two dimensions broadcast to `leading`."""
    shape = b.shape(value)
    target = [*leading, *shape[-2:]]
    return b.broadcast_to_shape(value, target, range(len(target) - len(shape), len(target)))


def bias_add(op: tf.BiasAddOp, b: Builder) -> Values:
    type = b.type(op.results[0])
    rank = type.get_num_dims()
    channel = 1 if op.data_format == "NCHW" else rank - 1
    bias = b.broadcast(b.operand(op.operands[1]), type, [channel])
    return (binary(b, mhlo.AddOp, b.operand(op.operands[0]), bias),)


CONTRACTIONS: LoweringTable = {
    tf.MatMulOp: matmul,
    tf.BatchMatMulOp: batch_matmul,
    tf.BatchMatMulV2Op: batch_matmul,
    tf.BatchMatMulV3Op: batch_matmul,
    tf.BiasAddOp: bias_add,
}
