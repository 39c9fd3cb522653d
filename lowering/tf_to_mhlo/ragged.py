"""tf ops on ragged tensors: sums of lengths, and gathers of what lies in rows."""

from __future__ import annotations

from xdsl.dialects.builtin import AnyFloat, i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of, is_integer, tensor_type
from ...symbolic import Expr, as_expr, eq, ge, maximum
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .gathering import take, take_along, take_flat
from .indices import along, iota, positions
from .joining import concatenate
from .padding import pad_to
from .reducers import reduce
from .run_time_axes import demand
from .scattering import scatter
from .sorting import scan


def splits_of(b: Builder, lengths: Elements) -> SSAValue:
    """0, and after it the sums of the lengths up to each row: a vector of i64."""
    rows = b.shape(lengths.value)[0]
    ends = scan(b, lengths.convert(i64).value, mhlo.AddOp, 0, 0)
    zero = b.splat(0, b.ranked(i64, [1]))
    return concatenate(b, [zero, ends], 0, b.ranked(i64, [b.facts.simplify(rows + 1)]))


def last_of(b: Builder, splits: SSAValue) -> Expr:
    """The end of the last row, which the splits give."""
    return b.read(reduce(b, splits, mhlo.MaximumOp, 0, [0]))


def rows_of_places(b: Builder, splits: SSAValue, total: Expr) -> SSAValue:
    """For each of `total` places the row that it is in."""
    place = b.ranked(i64, [total])
    rows = b.shape(splits)[0] - 1
    starts = b.slice(splits, 0, 1, rows + 1)
    steps = scatter(b, b.splat(0, place), starts, b.splat(1, tensor_type(starts)), mhlo.AddOp)
    return scan(b, steps, mhlo.AddOp, 0, 0)


def lengths_of(b: Builder, splits: SSAValue) -> Elements:
    """The length of each row."""
    rows = b.facts.simplify(b.shape(splits)[0] - 1)
    type = b.ranked(i64, [rows])
    wide = b.convert(splits, i64)
    starts, ends = b.slice(wide, 0, 0, rows, type), b.slice(wide, 0, 1, rows + 1, type)
    return Elements(b, ends) - Elements(b, starts)


def ranges(op: tf.RaggedRangeOp, b: Builder) -> Results:
    """The numbers of steps in each row; `start + place * delta` at each place."""
    types = [b.type(result) for result in op.results]
    rows = b.facts.simplify(b.shape_of_type(types[0])[0] - 1)
    vector = b.ranked(types[1].element_type, [rows])
    start, limit, delta = (Elements(b, b.broadcast(b.operand(o), vector)) for o in op.operands)
    if isinstance(vector.element_type, AnyFloat):
        count = abs((limit - start) / delta).apply(mhlo.CeilOp)
    else:
        count = (abs(limit - start) + abs(delta) - 1) / abs(delta)
    passed = (delta > 0) & (start > limit) | (delta < 0) & (start < limit)
    away = where(passed, count.full(0), count)
    splits = splits_of(b, away)
    (total,) = b.shape_of_type(types[1])
    b.bind(total, last_of(b, splits))
    row = rows_of_places(b, splits, total)
    place = positions(b, total) - Elements(b, take_flat(b, splits, row))
    first, step = (Elements(b, take_flat(b, part.value, row)) for part in (start, delta))
    values = first + place.convert(vector.element_type) * step
    return b.convert(splits, types[0].element_type), values.value


def gathered(op: tf.RaggedGatherOp, b: Builder) -> Results:
    """The rows' lengths at the indices; each place of the result from its row's start on."""
    if len(op.operands) != 3 or len(op.results) != 2:
        raise b.fail("only one ragged dimension and a vector of indices are supported")
    splits, values, indices = map(b.operand, op.operands)
    types = [b.type(result) for result in op.results]
    lengths = take_flat(b, lengths_of(b, splits).value, indices)
    new = splits_of(b, Elements(b, lengths))
    total = b.shape_of_type(types[1])[0]
    b.bind(total, last_of(b, new))
    row = rows_of_places(b, new, total)
    start = take_flat(b, b.convert(splits, i64), take_flat(b, indices, row))
    place = positions(b, total) - Elements(b, take_flat(b, new, row)) + Elements(b, start)
    taken = take_along(b, values, place.value, 0)
    return b.convert(new, types[0].element_type), taken


def to_sparse(op: tf.RaggedTensorToSparseOp, b: Builder) -> Results:
    """The place of each element taken apart: by sizes within the values, by rows before them."""
    *nested, values = map(b.operand, op.operands)
    shape, ends = b.shape(values), [b.shape(part)[0] - 1 for part in nested[1:]]
    type, values_type, shape_type = (b.type(result) for result in op.results)
    count = b.shape_of_type(values_type)[0]
    place, columns = positions(b, count), list[Elements]()
    for size in reversed(shape[1:]):
        columns.append(place % along(b, maximum(size, 1), count))
        place = place / along(b, maximum(size, 1), count)
    longest = list[Expr]()
    for splits, end in zip(reversed(nested), reversed([*ends, shape[0]]), strict=True):
        demand(b, eq(last_of(b, splits), end), "the last split must be the number of what is split")
        starts = b.convert(splits, i64)
        row = take_flat(b, rows_of_places(b, starts, end), place.value)
        columns.append(place - Elements(b, take_flat(b, starts, row)))
        place = Elements(b, row)
        lengths = lengths_of(b, splits).value
        longest.insert(0, maximum(b.read(reduce(b, lengths, mhlo.MaximumOp, 0, [0])), 0))
    column = b.ranked(i64, [count, 1])
    parts = [b.reshape(part.value, column) for part in (place, *reversed(columns))]
    sizes = [b.facts.simplify(b.shape(nested[0])[0] - 1), *longest, *shape[1:]]
    flat = b.reshape(values, values_type)
    assert is_integer(shape_type.element_type)
    sparse_shape = b.sizes.tensor(sizes, b.at, shape_type.element_type)
    return concatenate(b, parts, 1, type), flat, sparse_shape


def to_dense(op: tf.RaggedTensorToTensorOp, b: Builder) -> Results:
    """At each row and place the value that lies there, the default where there is none."""
    values, type = b.operand(op.operands[1]), b.type(op.results[0])
    splits = row_splits(op, b)
    lengths = lengths_of(b, splits)
    rows = b.shape(lengths.value)[0]
    longest = maximum(b.read(reduce(b, lengths.value, mhlo.MaximumOp, 0, [0])), 0)
    bind_sizes(op, b, [rows, longest, *b.shape(values)[1:]])
    target = b.shape_of_type(type)
    grid = b.ranked(i64, target[:2])
    first = b.slice(b.convert(splits, i64), 0, 0, rows)
    start, length = (
        Elements(b, b.broadcast(fitted(b, part, target[0]), grid, [0]))
        for part in (first, lengths.value)
    )
    place = Elements(b, iota(b, grid, 1))
    source, count = start + place, b.shape(values)[0]
    bound = Elements(b, b.broadcast(b.sizes.scalar(count, b.at, i64), grid))
    inside = (place < length) & (source < bound)
    flat = where(inside, source, 0)
    padded = at_least_one(b, values)
    taken = take(b, padded, flat.value, 0, 0, type)
    mask = b.broadcast(inside.value, b.like(taken, element_type_of(inside.value)), [0, 1])
    default = b.broadcast(b.operand(op.operands[2]), type)
    return (b.create(mhlo.SelectOp, [mask, taken, default], type),)


def row_splits(op: tf.RaggedTensorToTensorOp, b: Builder) -> SSAValue:
    """The splits, from row ids where those are given."""
    kinds, partitions = op.partition_types(), [b.operand(o) for o in op.operands[3:]]
    if kinds == ["ROW_SPLITS"]:
        return partitions[0]
    if kinds != ["FIRST_DIM_SIZE", "VALUE_ROWIDS"]:
        raise b.fail("only one ragged dimension, by splits or row ids, is supported")
    rows = b.analysis.scalar(op.operands[3])
    size = b.element(op.operands[3]) if rows is None else rows
    type = b.ranked(i64, [size])
    ids = partitions[1]
    counts = scatter(b, b.splat(0, type), ids, b.splat(1, b.like(ids, i64)), mhlo.AddOp)
    return splits_of(b, Elements(b, counts))


def bind_sizes(op: tf.RaggedTensorToTensorOp, b: Builder, own: list[Expr]) -> None:
    """Makes the sizes readable: those that `shape` gives, its own where that is -1."""
    scalar = not b.shape(b.operand(op.operands[0]))
    for place, size in enumerate(b.shape_of_type(b.type(op.results[0]))):
        wanted = as_expr(-1) if scalar else b.element(op.operands[0], place)
        if place > 1:
            fits = eq(wanted, own[place]) | eq(wanted, -1)
            demand(b, fits, "the values' sizes must be those that shape gives")
        elif b.facts.proves(eq(wanted, -1)):
            b.bind(size, own[place])
        elif b.facts.proves(ge(wanted, 0)):
            b.bind(size, wanted)
        else:
            b.bind(size, b.analysis.select(ge(wanted, 0), wanted, own[place]))


def fitted(b: Builder, value: SSAValue, size: Expr) -> SSAValue:
    """A vector cut to `size`, or with zeros after its elements."""
    (found,) = b.shape(value)
    if b.equal(found, size):
        return value
    element_type = element_type_of(value)
    amounts = [(as_expr(0), b.facts.simplify(size - found))]
    return pad_to(b, value, b.scalar(0, element_type), amounts, b.ranked(element_type, [size]))


def at_least_one(b: Builder, values: SSAValue) -> SSAValue:
    """`values` with a row of zeros after them, so that there is one to take."""
    count, *inner = b.shape(values)
    element_type = element_type_of(values)
    amounts = [(as_expr(0), as_expr(1)), *((as_expr(0), as_expr(0)) for _ in inner)]
    type = b.ranked(element_type, [b.facts.simplify(count + 1), *inner])
    return pad_to(b, values, b.scalar(0, element_type), amounts, type)


LOWERINGS: LoweringTable = {
    tf.RaggedRangeOp: ranges,
    tf.RaggedGatherOp: gathered,
    tf.RaggedTensorToSparseOp: to_sparse,
    tf.RaggedTensorToTensorOp: to_dense,
}
