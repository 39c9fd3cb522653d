"""tf ops that choose elements: by conditions, by order, distinct ones, buckets."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from xdsl.dialects.builtin import AnyFloat, Float64Type, TensorType, f32, i1, i64
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import dense_elements, element_type_of, tensor_type
from ...rules.tf.selection import unique_axis
from ...symbolic.shapes import product
from .builder import Builder, LoweringTable, integer
from .elementwise import Results, compare
from .formulas import Elements, where
from .gathering import take, take_along, take_flat
from .indices import along, iota, positions
from .reducers import highest, reduce
from .scattering import scatter
from .sorting import count_of, first_entries, flat, places_of, scan, shifted, sort


def top_k(op: tf.TopKV2Op, b: Builder) -> Results:
    """The first k of each row in descending order, and where they were."""
    value, type = b.operand(op.operands[0]), b.type(op.results[1])
    axis = type.get_num_dims() - 1
    k = b.shape_of_type(type)[axis]
    b.bind(k, b.element(op.operands[1]))
    places = iota(b, b.like(value, type.element_type), axis)
    return [first_entries(b, part, k, axis) for part in sort(b, [value, places], "GT", axis)]


def nth_element(op: tf.NthElementOp, b: Builder) -> Results:
    value, place = map(b.operand, op.operands)
    axis = len(b.shape(value)) - 1
    (ordered,) = sort(b, [value], "GT" if op.reverse else "LT", axis)
    return (take(b, ordered, place, axis, 0, b.type(op.results[0])),)


def where_op(op: tf.WhereOp, b: Builder) -> Results:
    """The row-major positions of what is not zero, taken apart into indices."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    sizes, found = b.shape(value), b.shape_of_type(type)[0]
    elements = product(sizes)
    mask = value
    if element_type_of(value) != i1:
        mask = compare(b, "NE", value, b.splat(0, tensor_type(value)))
    mask = flat(b, mask, elements)
    b.bind(found, count_of(b, mask))
    place = Elements(b, first_entries(b, places_of(b, mask), found))
    columns = list[SSAValue]()
    for i in range(len(sizes)):
        index = place
        if i + 1 < len(sizes):
            step = along(b, product(sizes[i + 1 :]), found)
            index, place = place / step, place % step
        columns.append(b.reshape(index.value, b.ranked(i64, [found, 1])))
    if not columns:
        return (b.splat(0, type),)
    rows = columns[0]
    if len(columns) > 1:
        rows_type = b.ranked(i64, [found, len(columns)])
        rows = b.create(mhlo.ConcatenateOp, columns, rows_type, dimension=integer(1))
    return (b.reshape(b.convert(rows, type.element_type), type),)


def unique(op: tf.UniqueOp | tf.UniqueWithCountsOp, b: Builder) -> Results:
    value = b.operand(op.operands[0])
    if has_values_alone(op):
        return unique_values(b, value, op.results)
    return unique_entries(b, value, 0, first_of_equals(b, value), op.results)


def has_values_alone(op: Operation) -> bool:
    """Whether nothing but the distinct entries themselves is used of `op`, which counts none."""
    return len(op.results) == 2 and op.results[1].first_use is None


def unique_values(b: Builder, value: SSAValue, results: Sequence[SSAValue]) -> Results:
    """The distinct entries alone: those that begin a run of equals, sorted by their places.

    No scan is needed where nobody asks for the class of each entry: nothing is made for it, and
    `value` counts as it.
    """
    type = b.type(results[0])
    ordered, place, is_new = sorted_runs(b, value)
    (distinct,) = b.shape_of_type(type)
    b.bind(distinct, count_of(b, is_new.value))
    order = where(is_new, Elements(b, place), highest(i64)).value
    kinds = first_entries(b, sort(b, [order, ordered], "LT", 0)[1], distinct)
    return [b.reshape(kinds, type), value]


def list_difference(op: tf.ListDiffOp, b: Builder) -> Results:
    """Each element of `x` is compared with every one of `y`."""
    x, y = map(b.operand, op.operands)
    types = [b.type(result) for result in op.results]
    table = b.ranked(element_type_of(x), [*b.shape(x), *b.shape(y)])
    same = compare(b, "EQ", b.broadcast(x, table, [0]), b.broadcast(y, table, [1]))
    found = reduce(b, same, mhlo.OrOp, 0, [1])
    mask = b.create(mhlo.NotOp, [found], found.type)
    kept = b.shape_of_type(types[0])[0]
    b.bind(kept, count_of(b, mask))
    places = first_entries(b, places_of(b, mask), kept)
    return [take_along(b, x, places, 0), b.convert(places, types[1].element_type)]


def unique_v2(op: tf.UniqueV2Op | tf.UniqueWithCountsV2Op, b: Builder) -> Results:
    value = b.operand(op.operands[0])
    rank = len(b.shape(value))
    axis = unique_axis(op, b.constants(op.operands[1], "the axis"), rank)
    if rank == 1 and has_values_alone(op):
        return unique_values(b, value, op.results)
    first = first_of_equals(b, value) if rank == 1 else first_of_equal_parts(b, value, axis)
    return unique_entries(b, value, axis, first, op.results)


def first_of_equals(b: Builder, value: SSAValue) -> SSAValue:
    """For each element of a vector the place of the first that is equal to it.

    Equal elements are adjacent in the sorted vector, the first one first; a scan propagates
    its position.
    """
    _, place, is_new = sorted_runs(b, value)
    index = positions(b, b.shape(value)[0])
    start = scan(b, where(is_new, index, 0).value, mhlo.MaximumOp, 0, 0)
    first = take_flat(b, place, start)
    return sort(b, [place, first], "LT", 0)[1]


def sorted_runs(b: Builder, value: SSAValue) -> tuple[SSAValue, SSAValue, Elements]:
    """A vector stably sorted, where each element was, and which ones begin a run of equals.

    The first element is compared with NaN, from which all differ, where there is one.
    """
    index = positions(b, b.shape(value)[0])
    ordered, place = sort(b, [value, index.value], "LT", 0)
    element_type = element_type_of(value)
    has_nan = isinstance(element_type, AnyFloat) and element_type.bitwidth >= 16
    before = shifted(b, ordered, 0, 1, nan if has_nan else 0)
    is_new = Elements(b, compare(b, "NE", ordered, before))
    return ordered, place, is_new if has_nan else is_new | index.equals(0)


def first_of_equal_parts(b: Builder, value: SSAValue, axis: int) -> SSAValue:
    """The same for the entries along `axis`, each compared with every other."""
    sizes = list(b.shape(value))
    size = sizes.pop(axis)
    element_type = element_type_of(value)
    order = [axis, *(i for i in range(len(sizes) + 1) if i != axis)]
    rows = value
    if order != sorted(order):
        type = b.ranked(element_type, (size, *sizes))
        rows = b.transpose(value, order, type)
    width = product(sizes)
    rows = b.reshape(rows, b.ranked(element_type, [size, width]))
    cube = b.ranked(element_type, [size, size, width])
    same = compare(b, "EQ", b.broadcast(rows, cube, [0, 2]), b.broadcast(rows, cube, [1, 2]))
    same = reduce(b, same, mhlo.AndOp, 1, [2])
    place = iota(b, b.ranked(i64, [size, size]), 1)
    chosen = where(Elements(b, same), Elements(b, place), highest(i64))
    return reduce(b, chosen.value, mhlo.MinimumOp, highest(i64), [1])


def unique_entries(
    b: Builder, value: SSAValue, axis: int, first: SSAValue, results: Sequence[SSAValue]
) -> Results:
    """The distinct entries, the number of each entry's class, and the size of each class."""
    types = [b.type(result) for result in results]
    (size,) = b.shape(first)
    is_first = compare(b, "EQ", first, positions(b, size).value)
    distinct = b.shape_of_type(types[0])[axis]
    b.bind(distinct, count_of(b, is_first))
    kinds = first_entries(b, places_of(b, is_first), distinct)
    numbers = scan(b, b.convert(is_first, i64), mhlo.AddOp, 0, 0)
    kind = (Elements(b, take_flat(b, numbers, first)) - 1).value
    found = [take_along(b, value, kinds, axis), b.convert(kind, types[1].element_type)]
    if len(types) == 3:
        ones = b.splat(1, b.like(kind, types[2].element_type))
        found.append(scatter(b, b.splat(0, types[2]), kind, ones, mhlo.AddOp))
    return found


def bucketize(op: tf.BucketizeOp, b: Builder) -> Results:
    """The number of boundaries that are not above each element."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    boundaries = list(op.boundaries)
    element_type = element_type_of(value)
    element_type = element_type if isinstance(element_type, Float64Type) else f32
    vector = dense_elements(TensorType(element_type, [len(boundaries)]), boundaries)
    rank = len(b.shape(value))
    all_pairs = b.ranked(element_type, (*b.shape(value), len(boundaries)))
    values = b.broadcast(b.convert(value, element_type), all_pairs, range(rank))
    below = compare(b, "LT", values, b.broadcast(b.constant(vector), all_pairs, [rank]))
    passed = b.create(mhlo.NotOp, [below], below.type)  # NaN is below none
    return (reduce(b, b.convert(passed, type.element_type), mhlo.AddOp, 0, [rank]),)


def select(op: tf.SelectV2Op, b: Builder) -> Results:
    """All operands broadcast; a scalar condition need not."""
    type = b.type(op.results[0])
    condition = b.operand(op.operands[0])
    if b.shape(condition):
        condition = b.broadcast(condition, type)
    branches = [b.broadcast(b.operand(o), type) for o in op.operands[1:]]
    return (b.create(mhlo.SelectOp, [condition, *branches], type),)


def select_rows(op: tf.SelectOp, b: Builder) -> Results:
    """A vector as condition chooses among the entries of the first dimension."""
    type = b.type(op.results[0])
    condition, *branches = map(b.operand, op.operands)
    if len(b.shape(condition)) == 1:
        condition = b.broadcast(condition, type, [0])
    return (b.create(mhlo.SelectOp, [condition, *branches], type),)


LOWERINGS: LoweringTable = {
    tf.TopKV2Op: top_k,
    tf.NthElementOp: nth_element,
    tf.WhereOp: where_op,
    tf.ListDiffOp: list_difference,
    tf.UniqueOp: unique,
    tf.UniqueWithCountsOp: unique,
    tf.UniqueV2Op: unique_v2,
    tf.UniqueWithCountsV2Op: unique_v2,
    tf.BucketizeOp: bucketize,
    tf.SelectOp: select_rows,
    tf.SelectV2Op: select,
}
