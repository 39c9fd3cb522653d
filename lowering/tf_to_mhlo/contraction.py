"""tf ops that multiply matrices: `mhlo.dot_general` with what must stand around it."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from ...analysis.tf.contraction import einsum_labels
from ...dialects import mhlo, tf
from ...dialects.mhlo import DotDimensionNumbersAttr, DotDimensions
from ...symbolic import Expr
from ...symbolic.shapes import ONE
from .builder import Builder, LoweringTable, dense_i64
from .elementwise import Values, binary
from .reductions import reduce


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


def batch_matmul(op: tf.BatchMatMulV2Op, b: Builder) -> Values:
    """Leading dimensions are broadcast to the result's, then batched."""
    type = b.type(op.results[0])
    leading = b.shape_of_type(type)[:-2]
    operands = [with_leading(b, b.operand(o), leading) for o in op.operands]
    n = len(leading)
    batch = tuple(range(n))
    dimensions = DotDimensions(
        batch,
        batch,
        (n if op.adj_x else n + 1,),
        (n + 1 if op.adj_y else n,),
    )
    return (dot(b, operands[0], operands[1], dimensions, type),)


def with_leading(b: Builder, value: SSAValue, leading: Sequence[Expr]) -> SSAValue:
    """`value` with all but its last two dimensions broadcast to `leading`."""
    shape = b.shape(value)
    target = [*leading, *shape[-2:]]
    return b.broadcast_to_shape(value, target, range(len(target) - len(shape), len(target)))


def einsum(op: tf.EinsumOp, b: Builder) -> Values:
    """Operands are contracted from left to right."""
    type = b.type(op.results[0])
    values = [b.operand(o) for o in op.operands]
    inputs, output = einsum_labels(op.equation, [len(b.shape(v)) for v in values])
    for labels in (*inputs, output):
        if len(set(labels)) != len(labels):
            raise b.fail(f"equation {op.equation!r} takes a diagonal, which is not supported")
    labels, value = inputs[0], values[0]
    for i in range(1, len(values)):
        needed = set(output).union(*inputs[i + 1 :])
        labels, value = _contract(b, labels, value, inputs[i], values[i], needed, type)
    labels, value = _sum_out(b, labels, value, set(output))
    order = [labels.index(label) for label in output]
    if order == list(range(len(order))):
        return (value,)
    return (b.create(mhlo.TransposeOp, [value], type, permutation=dense_i64(order)),)


def _sum_out(b: Builder, labels: str, value: SSAValue, needed: set[str]) -> tuple[str, SSAValue]:
    """Sums over the labels that nobody needs."""
    axes = [i for i, label in enumerate(labels) if label not in needed]
    kept = "".join(label for label in labels if label in needed)
    return kept, reduce(b, value, mhlo.AddOp, 0, axes)


def _contract(
    b: Builder,
    left: str,
    lhs: SSAValue,
    right: str,
    rhs: SSAValue,
    needed: set[str],
    type: TensorType[Attribute],
) -> tuple[str, SSAValue]:
    """Two operands into one; labels in both are batched where still needed, else contracted."""
    left, lhs = _sum_out(b, left, lhs, needed | set(right))
    right, rhs = _sum_out(b, right, rhs, needed | set(left))
    shared = [label for label in left if label in right]
    lhs = _spread(b, left, lhs, right, rhs, shared)
    rhs = _spread(b, right, rhs, left, lhs, shared)
    batch = [label for label in shared if label in needed]
    summed = [label for label in shared if label not in needed]
    dimensions = DotDimensions(
        tuple(left.index(label) for label in batch),
        tuple(right.index(label) for label in batch),
        tuple(left.index(label) for label in summed),
        tuple(right.index(label) for label in summed),
    )
    labels = "".join(
        [
            *batch,
            *(label for label in left if label not in shared),
            *(label for label in right if label not in shared),
        ]
    )
    return labels, dot(b, lhs, rhs, dimensions, type)


def _spread(
    b: Builder, labels: str, value: SSAValue, others: str, other: SSAValue, shared: Sequence[str]
) -> SSAValue:
    """`value` broadcast along shared labels where its size is 1 and the other operand's is not."""
    sizes, other_sizes = list(b.shape(value)), b.shape(other)
    for label in shared:
        i, size = labels.index(label), other_sizes[others.index(label)]
        if sizes[i] == ONE and size != ONE:
            sizes[i] = size
    return b.broadcast_to_shape(value, sizes, range(len(sizes)))


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
    tf.EinsumOp: einsum,
    tf.BiasAddOp: bias_add,
}
