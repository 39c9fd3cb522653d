"""tf ops that join sparse tensors or take them apart: elements that are kept, in order."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.types import element_type_of, tensor_type
from ...rules.tf.sparse_joining import joint_axis, part_size, sliced_size, split_axis
from ...symbolic import Expr, any_of, as_expr, ge
from ...symbolic.shapes import total
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .gathering import take_along
from .index_rows import as_rows, column_of
from .indices import iota
from .joining import concatenate
from .patches import spread
from .run_time_axes import demand
from .scattering import replacing_body, scatter
from .sorting import count_of, first_entries, places_of, shifted, sort


def rank_of(b: Builder, indices: SSAValue) -> int:
    """The number of dimensions of a sparse tensor, which must be known."""
    rank = b.facts.simplify(b.shape(indices)[1]).constant_value
    if rank is None:
        raise b.fail("the numbers of an index must be known")
    return rank


def columns_of(b: Builder, indices: SSAValue) -> list[Elements]:
    """For each dimension the number of each index."""
    return [column_of(b, indices, i).convert(i64) for i in range(rank_of(b, indices))]


def row_major_order(b: Builder, indices: SSAValue) -> SSAValue:
    """The places of indices in row-major order; equal ones stay as they are."""
    order = iota(b, b.ranked(i64, b.shape(indices)[:1]), 0)
    for column in reversed(columns_of(b, indices)):
        key = take_along(b, column.value, order, 0)
        _, order = sort(b, [key, order], "LT", 0)
    return order


def kept_places(b: Builder, kept: Elements, size: Expr) -> SSAValue:
    """The places where `kept` holds; `size` is made readable as their number."""
    b.bind(size, count_of(b, kept.value))
    return first_entries(b, places_of(b, kept.value), size)


def sizes_of(b: Builder, operand: SSAValue, rank: int) -> list[Expr]:
    return [b.element(operand, i) for i in range(rank)]


def join(op: tf.SparseConcatOp, b: Builder) -> Results:
    """Indices of later operands move by the sizes of those before them; then all are sorted."""
    number = len(op.operands) // 3
    operands = [b.operand(operand) for operand in op.operands]
    rank = rank_of(b, operands[0])
    axis = joint_axis(op, rank)
    sizes = [sizes_of(b, operand, rank) for operand in op.operands[2 * number :]]
    moved, before = list[SSAValue](), as_expr(0)
    for indices, shape in zip(operands[:number], sizes, strict=True):
        columns = columns_of(b, indices)
        columns[axis] = columns[axis] + spread(b, before, tensor_type(columns[axis].value))
        moved.append(as_rows(b, columns))
        before = b.facts.simplify(before + shape[axis])
    types = [b.type(result) for result in op.results]
    count = b.shape_of_type(types[1])
    rows = concatenate(b, moved, 0, b.ranked(i64, [*count, rank]))
    values = concatenate(b, operands[number : 2 * number], 0, types[1])
    order = row_major_order(b, rows)
    joint = [*sizes[0][:axis], total(each[axis] for each in sizes), *sizes[0][axis + 1 :]]
    return (
        take_along(b, rows, order, 0),
        take_along(b, values, order, 0),
        b.sizes.tensor([b.facts.simplify(size) for size in joint], b.at, i64),
    )


def cut(op: tf.SparseSliceOp, b: Builder) -> Results:
    indices, values = map(b.operand, op.operands[:2])
    rank = rank_of(b, indices)
    sizes, starts, wanted = (sizes_of(b, operand, rank) for operand in op.operands[2:])
    for size, start, want in zip(sizes, starts, wanted, strict=True):
        words = "a size must not be negative"
        demand(b, any_of(ge(want, 0), ge(start, size - want)), words)
    ends = [b.facts.simplify(start + size) for start, size in zip(starts, wanted, strict=True)]
    results = part(
        op, b, [indices, values], starts, ends, b.shape_of_type(b.type(op.results[1]))[0]
    )
    shape = [
        b.facts.simplify(sliced_size(*each)) for each in zip(sizes, starts, wanted, strict=True)
    ]
    return (*results, b.sizes.tensor(shape, b.at, i64))


def part(
    op: tf.SparseSliceOp | tf.SparseSplitOp,
    b: Builder,
    sparse: Sequence[SSAValue],
    starts: Sequence[Expr],
    ends: Sequence[Expr],
    count: Expr,
) -> Results:
    """The indices, less `starts`, and values of `count` elements between two corners."""
    indices, values = sparse
    columns = columns_of(b, indices)
    kept = columns[0].equals(columns[0])
    for i, (start, end) in enumerate(zip(starts, ends, strict=True)):
        type = tensor_type(columns[i].value)
        kept = kept & (columns[i] >= spread(b, start, type)) & (columns[i] < spread(b, end, type))
        columns[i] = columns[i] - spread(b, start, type)
    places = kept_places(b, kept, count)
    rows = as_rows(b, columns)
    return take_along(b, rows, places, 0), take_along(b, values, places, 0)


def split(op: tf.SparseSplitOp, b: Builder) -> Results:
    """As many slices along one dimension."""
    indices, values = map(b.operand, op.operands[1:3])
    rank, axis = rank_of(b, indices), split_axis(op, b.analysis)
    if axis is None:
        raise b.fail("split_dim must be constant")
    sizes, number = sizes_of(b, op.operands[3], rank), op.num_split
    columns = columns_of(b, indices)
    column, found = columns[axis], list[tuple[SSAValue, SSAValue]]()
    shapes, start = list[SSAValue](), as_expr(0)
    for place in range(number):
        size = b.facts.simplify(part_size(b.analysis, sizes[axis], number, place))
        end = b.facts.simplify(start + size)
        type = tensor_type(column.value)
        kept = (column >= spread(b, start, type)) & (column < spread(b, end, type))
        count = b.shape_of_type(b.type(op.results[number + place]))[0]
        places = kept_places(b, kept, count)
        moved = [*columns]
        moved[axis] = column - spread(b, start, type)
        found.append(
            (take_along(b, as_rows(b, moved), places, 0), take_along(b, values, places, 0))
        )
        shapes.append(b.sizes.tensor([*sizes[:axis], size, *sizes[axis + 1 :]], b.at, i64))
        start = end
    return (*(rows for rows, _ in found), *(part for _, part in found), *shapes)


def looked_up(b: Builder, rows: SSAValue, values: SSAValue, wanted: SSAValue) -> SSAValue:
    """For each of the indices `wanted` the value of the equal one of `rows`, 0 without one.

    In order, all together, an index comes right after the one of `rows` that it equals.
    """
    known, count = b.shape(rows)[0], b.shape(wanted)[0]
    total = b.facts.simplify(known + count)
    kinds = element_type_of(rows), element_type_of(values)
    both = concatenate(b, [rows, wanted], 0, b.ranked(kinds[0], [total, b.shape(rows)[1]]))
    zeros = b.splat(0, b.ranked(kinds[1], [count]))
    padded = concatenate(b, [values, zeros], 0, b.ranked(kinds[1], [total]))
    order = row_major_order(b, both)
    both, padded = (take_along(b, value, order, 0) for value in (both, padded))
    before = Elements(b, shifted(b, padded, 0, 1, 0))
    same = Elements(b, iota(b, tensor_type(order), 0)) > 0
    for column in columns_of(b, both):
        same = same & column.equals(Elements(b, shifted(b, column.value, 0, 1, -1)))
    found = where(same, before, 0).value
    result = b.splat(0, b.ranked(kinds[1], [total]))
    result = scatter(b, result, order, found, replacing_body)
    return b.slice(result, 0, known, total, b.ranked(kinds[1], [count]))


def cut_gradient(op: tf.SparseSliceGradOp, b: Builder) -> Results:
    """Indices of the slice as those of the operand."""
    gradient, wanted, start, found = map(b.operand, op.operands)
    columns = [
        column + spread(b, b.read(start, i), tensor_type(column.value))
        for i, column in enumerate(columns_of(b, found))
    ]
    rows = as_rows(b, columns)
    return (looked_up(b, rows, gradient, b.convert(wanted, i64)),)


LOWERINGS: LoweringTable = {
    tf.SparseConcatOp: join,
    tf.SparseSliceOp: cut,
    tf.SparseSplitOp: split,
    tf.SparseSliceGradOp: cut_gradient,
}
