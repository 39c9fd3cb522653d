"""tf.Einsum: diagonals of repeated labels, then contractions from left to right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import DotDimensions
from ...dialects.mhlo.dense import dense_i64
from ...dialects.tensors import Tensor, element_type_of, tensor_type
from ...rules.tf.einsum import einsum_labels
from ...symbolic import Expr
from ...symbolic.shapes.einsum import label_sizes
from .builder import Builder, LoweringTable
from .contraction import dot
from .elementwise import Values, compare
from .reductions import iota, reduce

Labelled = tuple[str, SSAValue]
"""A value and one label for each of its dimensions."""


def einsum(op: tf.EinsumOp, b: Builder) -> Values:
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
    return b.create(mhlo.TransposeOp, [value], type, permutation=dense_i64(order))


def equal_indices(b: Builder, type: Tensor, first: int, second: int) -> SSAValue:
    """Where the indices along two dimensions are the same, in the shape of `type`."""
    indices = b.ranked(i64, b.shape_of_type(type))
    return compare(b, "EQ", iota(b, indices, first), iota(b, indices, second))


def diagonal(b: Builder, term: str, value: SSAValue) -> Labelled:
    """The elements whose indices along dimensions of one label are the same; each label stands once then."""
    repeated = next((i for i, label in enumerate(term) if label in term[:i]), None)
    if repeated is None:
        return term, value
    type = tensor_type(value)
    same = equal_indices(b, type, term.index(term[repeated]), repeated)
    kept = b.create(mhlo.SelectOp, [same, value, b.splat(0, type)], type)
    rest = term[:repeated] + term[repeated + 1 :]
    return diagonal(b, rest, reduce(b, kept, mhlo.AddOp, 0, [repeated]))


def on_diagonal(b: Builder, term: str, value: SSAValue, output: str) -> SSAValue:
    """`value`, whose labels stand once in `term`, where the indices of a repeated label are the same, else 0."""
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
    """Sums over the labels that nobody needs."""
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
    type: Tensor,
) -> Labelled:
    """Two operands into one; labels in both are batched where still needed, else contracted."""
    left = sum_out(b, left, needed | set(right[0]))
    right = sum_out(b, right, needed | set(left[0]))
    shared = [label for label in left[0] if label in right[0]]
    lhs, rhs = (spread(b, operand, shared, sizes) for operand in (left, right))
    batch = [label for label in shared if label in needed]
    summed = [label for label in shared if label not in needed]
    dimensions = DotDimensions(
        *(
            tuple(term.index(label) for label in labels)
            for labels in (batch, summed)
            for term in (left[0], right[0])
        )
    )
    rest = [label for term in (left[0], right[0]) for label in term if label not in shared]
    return "".join([*batch, *rest]), dot(b, lhs, rhs, dimensions, type)


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


EINSUMS: LoweringTable = {tf.EinsumOp: einsum}
