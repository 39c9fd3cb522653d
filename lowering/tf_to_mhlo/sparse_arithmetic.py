"""tf ops that compute with sparse tensors: elements in order side by side, scatters and gathers."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from xdsl.dialects.builtin import i64
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.sparse_arithmetic import SparseDenseElementwise, SparseExtreme, SparsePair
from ...dialects.types import element_type_of, is_complex, tensor_type
from ...symbolic import all_of, any_of, eq, ge
from .builder import Builder, Lowering, LoweringTable
from .elementwise import Results, binary
from .formulas import Elements, where
from .gathering import gather_rows, take_along, take_flat
from .index_rows import as_rows
from .indices import along, positions
from .joining import concatenate
from .run_time_axes import demand
from .scattering import scatter
from .sorting import scan, shifted
from .sparse_joining import columns_of, kept_places, looked_up, rank_of, row_major_order, sizes_of
from .value_checks import check_rows


@dataclass(frozen=True, slots=True)
class Paired:
    """The elements of two sparse tensors in order; two of one place are neighbours.

    other: of an element the one after it, which is of the same place where `begins` holds
    """

    rows: SSAValue
    values: Elements
    other: Elements
    begins: Elements
    ends: Elements

    @staticmethod
    def of(op: SparsePair, b: Builder) -> Paired:
        parts = [b.operand(op.operands[i]) for i in (0, 3, 1, 4)]
        (left, rank), right = b.shape(parts[0]), b.shape(parts[1])[0]
        count = b.facts.simplify(left + right)
        types = [element_type_of(parts[0]), element_type_of(parts[2])]
        rows = concatenate(b, parts[:2], 0, b.ranked(types[0], [count, rank]))
        values = concatenate(b, parts[2:], 0, b.ranked(types[1], [count]))
        order = row_major_order(b, rows)
        rows, values = (take_along(b, value, order, 0) for value in (rows, values))
        is_left = Elements(b, order) < along(b, left, count)
        same = is_left.differs(Elements(b, shifted(b, is_left.value, 0, 1, 0)))
        same = same & (positions(b, count) > 0)
        for column in columns_of(b, rows):
            same = same & column.equals(Elements(b, shifted(b, column.value, 0, 1, -1)))
        begins = Elements(b, shifted(b, same.value, 0, -1, 0))
        other = Elements(b, shifted(b, values, 0, -1, 0))
        return Paired(rows, Elements(b, values), other, begins, same)


def kept(b: Builder, op: SparsePair, pairs: Paired, mask: Elements, values: Elements) -> Results:
    (count,) = b.shape_of_type(b.type(op.results[1]))
    places = kept_places(b, mask, count)
    return take_along(b, pairs.rows, places, 0), take_along(b, values.value, places, 0)


def add(op: tf.SparseAddOp, b: Builder) -> Results:
    """Two elements of one place become their sum, unless that is small."""
    if is_complex(element_type_of(op.operands[1])):
        raise b.fail("complex elements are not supported")
    pairs, threshold = Paired.of(op, b), b.operand(op.operands[6])
    total = where(pairs.begins, pairs.values + pairs.other, pairs.values)
    size = abs(total)
    least = b.convert(threshold, size.element_type)
    large = Elements(b, b.broadcast(least, tensor_type(size.value))) <= size
    stays = ~pairs.ends & (large | ~pairs.begins)
    return (*kept(b, op, pairs, stays, total), b.operand(op.operands[2]))


def add_gradient(op: tf.SparseAddGradOp, b: Builder) -> Results:
    gradient, left, right, places = map(b.operand, op.operands)
    return [looked_up(b, places, gradient, wanted) for wanted in (left, right)]


def extreme(combine: type[Operation]) -> Lowering:
    """The greater or lesser one of two elements of a place, or of one and 0."""

    def lower(op: SparseExtreme, b: Builder) -> Results:
        pairs = Paired.of(op, b)
        other = where(pairs.begins, pairs.other, 0)
        value = pairs.values.apply(combine, other)
        return kept(b, op, pairs, ~pairs.ends, value)

    return lower


def add_to_dense(op: tf.SparseTensorDenseAddOp, b: Builder) -> Results:
    indices, values, _, dense = map(b.operand, op.operands)
    return (scatter(b, dense, indices, values, mhlo.AddOp, len(b.shape(dense))),)


def with_dense(combine: type[Operation]) -> Lowering:
    """Each value with what the dense tensor has at its place, at 0 where it is broadcast."""

    def lower(op: SparseDenseElementwise, b: Builder) -> Results:
        indices, values, _, dense = map(b.operand, op.operands)
        rank, shape = rank_of(b, indices), b.shape(dense)
        sizes = sizes_of(b, op.operands[2], rank)
        check_rows(indices, sizes, op, "sp_indices", b)
        columns = columns_of(b, indices)[rank - len(shape) :]
        for i, (size, target) in enumerate(zip(shape, sizes[rank - len(shape) :], strict=True)):
            fits = any_of(eq(size, target), all_of(eq(size, 1), ge(target, 1)))
            demand(b, fits, "sizes of dense must be 1 or those of the sparse tensor")
            last = along(b, size - 1, b.shape(values)[0])
            columns[i] = columns[i].at_most(last)
        if not shape:
            found = b.broadcast(dense, tensor_type(values))
        else:
            found = gather_rows(b, dense, as_rows(b, columns), tensor_type(values))
        return (binary(b, combine, values, found),)

    return lower


def softmax(op: tf.SparseSoftmaxOp, b: Builder) -> Results:
    """In row-major order, the elements of a row being neighbours that have one number."""
    indices, values, _ = map(b.operand, op.operands)
    order = row_major_order(b, indices)
    rows = take_along(b, indices, order, 0)
    value = Elements(b, take_flat(b, values, order))
    (count,) = b.shape(values)
    begins = positions(b, count).equals(0)
    for column in columns_of(b, rows)[:-1]:
        begins = begins | column.differs(Elements(b, shifted(b, column.value, 0, 1, -1)))
    row = scan(b, begins.convert(i64).value, mhlo.AddOp, 0, 0)
    row = (Elements(b, row) - 1).value
    least = b.splat(-inf, tensor_type(values))
    most = take_flat(b, scatter(b, least, row, value.value, mhlo.MaximumOp), row)
    powers = (value - Elements(b, most)).exp()
    zeros = b.splat(0, tensor_type(values))
    total = take_flat(b, scatter(b, zeros, row, powers.value, mhlo.AddOp), row)
    return ((powers / Elements(b, total)).value,)


LOWERINGS: LoweringTable = {
    tf.SparseAddOp: add,
    tf.SparseAddGradOp: add_gradient,
    tf.SparseSparseMaximumOp: extreme(mhlo.MaximumOp),
    tf.SparseSparseMinimumOp: extreme(mhlo.MinimumOp),
    tf.SparseTensorDenseAddOp: add_to_dense,
    tf.SparseDenseCwiseAddOp: with_dense(mhlo.AddOp),
    tf.SparseDenseCwiseMulOp: with_dense(mhlo.MultiplyOp),
    tf.SparseDenseCwiseDivOp: with_dense(mhlo.DivideOp),
    tf.SparseSoftmaxOp: softmax,
}
