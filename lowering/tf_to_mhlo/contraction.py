"""tf matrix products and einsums: `mhlo.dot_general`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import TensorType, i8, i32, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import DotDimensionNumbersAttr, DotDimensions
from ...dialects.types import COMPLEX, RankedTensor, element_type_of, kind_of, tensor_type
from ...rules.tf.contraction import einsum_labels
from ...symbolic import Expr
from ...symbolic.shapes.einsum import label_sizes
from .builder import Builder, LoweringTable
from .complex_numbers import conjugate
from .elementwise import Results, binary, compare
from .indices import iota
from .reducers import reduce


def dot(
    b: Builder,
    lhs: SSAValue,
    rhs: SSAValue,
    dimensions: DotDimensions,
    element_type: TensorType[Attribute],
) -> SSAValue:
    """The product with result dimensions batch, rest of `lhs`, rest of `rhs`."""
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


def matmul(op: tf.MatMulOp, b: Builder) -> Results:
    lhs, rhs = map(b.operand, op.operands)
    dimensions = DotDimensions(
        lhs_contracting_dimensions=(0 if op.transpose_a else 1,),
        rhs_contracting_dimensions=(1 if op.transpose_b else 0,),
    )
    return (dot(b, lhs, rhs, dimensions, b.type(op.results[0])),)


def batch_matmul(
    op: tf.BatchMatMulOp | tf.BatchMatMulV2Op | tf.BatchMatMulV3Op, b: Builder
) -> Results:
    """Leading dimensions are broadcast to the result's, then batched; adjoints are conjugated.

    With one matrix on the right those of the left are rows like others: one product for all.
    Bytes are multiplied as they are where i32 is wanted; others are converted before.
    """
    type = b.type(op.results[0])
    elements = [element_type_of(operand) for operand in op.operands]
    narrow = elements == [i8, i8] and type.element_type == i32
    leading = b.shape_of_type(type)[:-2]
    operands = list[SSAValue]()
    for operand, adjoint in zip(op.operands, (op.adj_x, op.adj_y), strict=True):
        value = b.operand(operand)
        if not narrow:
            value = b.convert(value, type.element_type)
        if adjoint and kind_of(type.element_type) == COMPLEX:
            value = conjugate(b, value)
        operands.append(value)
    n = len(leading)
    batches = 0 if len(b.shape(operands[1])) == 2 else n
    if batches:
        operands = [with_leading(b, value, leading) for value in operands]
    dimensions = DotDimensions(
        lhs_batching_dimensions=tuple(range(batches)),
        rhs_batching_dimensions=tuple(range(batches)),
        lhs_contracting_dimensions=(n if op.adj_x else n + 1,),
        rhs_contracting_dimensions=(batches + 1 if op.adj_y else batches,),
    )
    return (dot(b, operands[0], operands[1], dimensions, type),)


def with_leading(b: Builder, value: SSAValue, leading: Sequence[Expr]) -> SSAValue:
    """`value` with all but its last two dimensions broadcast to `leading`."""
    shape = b.shape(value)
    target = [*leading, *shape[-2:]]
    return b.broadcast_to_shape(value, target, range(len(target) - len(shape), len(target)))


Labelled = tuple[str, SSAValue]
"""A value and one label for each of its dimensions."""


def einsum(op: tf.EinsumOp, b: Builder) -> Results:
    labels = einsum_labels(op, b.analysis)
    values = [b.operand(operand) for operand in op.operands]
    sizes = label_sizes(b.analysis, labels, [b.shape(value) for value in values])
    first, *others = [
        diagonal(b, term, value) for term, value in zip(labels.inputs, values, strict=True)
    ]
    type = b.type(op.results[0])
    for i, other in enumerate(others):
        needed = set(labels.output).union(*(term for term, _ in others[i + 1 :]))
        first = contract(b, first, other, needed, sizes, type)
    term, value = sum_out(b, first, set(labels.output))
    once = "".join(dict.fromkeys(labels.output))
    value = in_order(b, value, [term.index(label) for label in once])
    return (on_diagonal(b, once, value, labels.output),)


def in_order(b: Builder, value: SSAValue, order: Sequence[int]) -> SSAValue:
    """`value` with its dimensions in `order`."""
    if list(order) == list(range(len(order))):
        return value
    shape = b.shape(value)
    type = b.ranked(element_type_of(value), [shape[i] for i in order])
    return b.transpose(value, order, type)


def equal_indices(b: Builder, type: RankedTensor, first: int, second: int) -> SSAValue:
    """Where the indices along two dimensions are the same, in the shape of `type`."""
    indices = b.ranked(i64, b.shape_of_type(type))
    return compare(b, "EQ", iota(b, indices, first), iota(b, indices, second))


def diagonal(b: Builder, term: str, value: SSAValue) -> Labelled:
    """The elements with equal indices along dimensions of one label, which then occurs once."""
    repeated = next((i for i, label in enumerate(term) if label in term[:i]), None)
    if repeated is None:
        return term, value
    type = tensor_type(value)
    same = equal_indices(b, type, term.index(term[repeated]), repeated)
    kept = b.create(mhlo.SelectOp, [same, value, b.splat(0, type)], type)
    rest = term[:repeated] + term[repeated + 1 :]
    return diagonal(b, rest, reduce(b, kept, mhlo.AddOp, 0, [repeated]))


def on_diagonal(b: Builder, term: str, value: SSAValue, output: str) -> SSAValue:
    """`value` where the indices of a label repeated in `term` are equal, else 0."""
    if term == output:
        return value
    shape = b.shape(value)
    places = [output.index(label) for label in term]
    target = [shape[term.index(label)] for label in output]
    spread = b.broadcast_to_shape(value, target, places)
    type = tensor_type(spread)
    for i, label in enumerate(output):
        if (first := output.index(label)) != i:
            same = equal_indices(b, type, first, i)
            spread = b.create(mhlo.SelectOp, [same, spread, b.splat(0, type)], type)
    return spread


def sum_out(b: Builder, labelled: Labelled, needed: set[str]) -> Labelled:
    """Sums over the labels that neither the other operand nor the result has."""
    term, value = labelled
    axes = [i for i, label in enumerate(term) if label not in needed]
    kept = "".join(label for label in term if label in needed)
    return kept, reduce(b, value, mhlo.AddOp, 0, axes)


def contract(
    b: Builder,
    left: Labelled,
    right: Labelled,
    needed: set[str],
    sizes: Mapping[str, Expr],
    type: RankedTensor,
) -> Labelled:
    """Two operands into one; labels in both are batched where still needed, else contracted."""
    left = sum_out(b, left, needed | set(right[0]))
    right = sum_out(b, right, needed | set(left[0]))
    shared = [label for label in left[0] if label in right[0]]
    lhs, rhs = (spread(b, operand, shared, sizes) for operand in (left, right))
    batch = [label for label in shared if label in needed]
    summed = [label for label in shared if label not in needed]
    rest = [label for term in (left[0], right[0]) for label in term if label not in shared]
    term = "".join([*batch, *rest])
    if not summed:
        return term, outer(b, term, (left[0], lhs), (right[0], rhs))
    dimensions = DotDimensions(
        *(
            tuple(term.index(label) for label in labels)
            for labels in (batch, summed)
            for term in (left[0], right[0])
        )
    )
    return term, dot(b, lhs, rhs, dimensions, type)


def outer(b: Builder, term: str, *operands: Labelled) -> SSAValue:
    """The product of two operands along the labels of `term`, none of which is summed over."""
    sizes = {
        label: size
        for labels, value in operands
        for label, size in zip(labels, b.shape(value), strict=True)
    }
    target = [sizes[label] for label in term]
    factors = [
        b.broadcast_to_shape(in_order(b, value, order), target, sorted(map(term.index, labels)))
        for labels, value in operands
        for order in [sorted(range(len(labels)), key=lambda i, t=labels: term.index(t[i]))]
    ]
    return binary(b, mhlo.MultiplyOp, *factors)


def spread(
    b: Builder, labelled: Labelled, shared: Sequence[str], sizes: Mapping[str, Expr]
) -> SSAValue:
    """The operand broadcast to the `sizes` of the labels that it shares."""
    term, value = labelled
    target = [
        sizes[label] if label in shared else size
        for label, size in zip(term, b.shape(value), strict=True)
    ]
    return b.broadcast_to_shape(value, target, range(len(target)))


LOWERINGS: LoweringTable = {
    tf.MatMulOp: matmul,
    tf.BatchMatMulOp: batch_matmul,
    tf.BatchMatMulV2Op: batch_matmul,
    tf.BatchMatMulV3Op: batch_matmul,
    tf.EinsumOp: einsum,
}
