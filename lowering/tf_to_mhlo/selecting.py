"""tf ops that sort, search and select.

A result whose size depends on data is made with as many entries as there may be, and cut to those that there are.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import Float64Type, TensorType, f32, i1, i32, i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64
from ...dialects.tensors import dense_elements, element_type_of, tensor_type
from ...rules.tf.selecting import unique_axis
from ...symbolic import as_expr, minimum
from ...symbolic.shapes import product
from .builder import Builder, Lowering, LoweringTable, integer
from .elementwise import Values, binary, compare
from .formulas import Elements, where
from .padding import along, pad_to, positions
from .reductions import highest, iota, number, reduce
from .scattering import scatter
from .slicing import reverse, take, take_along, take_flat
from .sorting import count_of, first_entries, flat, loop, places_of, scan, sort


def top_k(op: tf.TopKV2Op, b: Builder) -> Values:
    """The first k of each row in descending order, and where they were."""
    value, type = b.operand(op.operands[0]), b.type(op.results[1])
    axis = type.get_num_dims() - 1
    k = b.shape_of_type(type)[axis]
    if not b.sizes.has(k):
        b.bind(k, b.element(op.operands[1]))
    places = iota(b, b.like(value, type.element_type), axis)
    return [first_entries(b, part, k, axis) for part in sort(b, [value, places], "GT", axis)]


def where_op(op: tf.WhereOp, b: Builder) -> Values:
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


def unique(op: tf.UniqueOp | tf.UniqueWithCountsOp, b: Builder) -> Values:
    value = b.operand(op.operands[0])
    return unique_entries(b, value, 0, first_of_equals(b, value), op.results)


def unique_v2(op: tf.UniqueV2Op, b: Builder) -> Values:
    value = b.operand(op.operands[0])
    rank = len(b.shape(value))
    axis = unique_axis(op, b.constants(op.operands[1], "the axis"), rank)
    first = first_of_equals(b, value) if rank == 1 else first_of_equal_parts(b, value, axis)
    return unique_entries(b, value, axis, first, op.results)


def first_of_equals(b: Builder, value: SSAValue) -> SSAValue:
    """For each element of a vector the place of the first that is equal to it.

    Equal elements are neighbours in the sorted vector, the first one in front; a scan hands its place on.
    """
    (size,) = b.shape(value)
    index = positions(b, size)
    ordered, place = sort(b, [value, index.value], "LT", 0)
    before = take_flat(b, ordered, (index - 1).at_least(0).value)
    is_new = Elements(b, compare(b, "NE", ordered, before))
    is_new = is_new.apply(mhlo.OrOp, index.equals(0))
    start = scan(b, where(is_new, index, 0).value, mhlo.MaximumOp, 0, 0)
    first = take_flat(b, place, start)
    return sort(b, [place, first], "LT", 0)[1]


def first_of_equal_parts(b: Builder, value: SSAValue, axis: int) -> SSAValue:
    """The same for the entries along `axis`, each compared with every other."""
    sizes = list(b.shape(value))
    size = sizes.pop(axis)
    element_type = element_type_of(value)
    order = [axis, *(i for i in range(len(sizes) + 1) if i != axis)]
    rows = value
    if order != sorted(order):
        type = b.ranked(element_type, (size, *sizes))
        rows = b.create(mhlo.TransposeOp, [value], type, permutation=dense_i64(order))
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
) -> Values:
    """The entries that are the first of their kind, the number of each entry's kind, and the size of each kind."""
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


def bucketize(op: tf.BucketizeOp, b: Builder) -> Values:
    """The number of boundaries that are not above each element."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    boundaries = list(op.boundaries)
    element_type = element_type_of(value)
    element_type = element_type if isinstance(element_type, Float64Type) else f32
    vector = dense_elements(TensorType(element_type, [len(boundaries)]), boundaries)
    rank = len(b.shape(value))
    all_pairs = b.ranked(element_type, (*b.shape(value), len(boundaries)))
    values = b.broadcast(b.convert(value, element_type), all_pairs, range(rank))
    passed = compare(b, "GE", values, b.broadcast(b.constant(vector), all_pairs, [rank]))
    return (reduce(b, b.convert(passed, type.element_type), mhlo.AddOp, 0, [rank]),)


def suppression(op: tf.NonMaxSuppressionV3Op | tf.NonMaxSuppressionV4Op, b: Builder) -> Values:
    """Best boxes first, each kept one takes away the later ones that overlap it too much."""
    boxes, scores, _, overlap, threshold = map(b.operand, op.operands)
    types = [b.type(result) for result in op.results]
    count = b.shape(scores)[0]
    index = positions(b, count)
    ordered, order = sort(b, [scores, index.value], "GT", 0)
    above = compare(b, "GT", ordered, b.broadcast(threshold, tensor_type(ordered)))
    overlaps = overlapping(b, take_along(b, boxes, order, 0), overlap)
    kept = keep_greedily(b, overlaps, above, index)
    most = b.element(op.operands[2])
    picked = minimum(count_of(b, kept), most)
    places = places_of(b, kept)
    size = b.shape_of_type(types[0])[0]
    if not op.padded():
        b.bind(size, picked)
        chosen = take_flat(b, order, first_entries(b, places, size))
    else:
        b.bind(size, most)
        inside = index < along(b, picked, count)
        every = take_flat(b, order, places)
        chosen = pad_to(
            b,
            where(inside, Elements(b, every), 0).value,
            b.scalar(0, i64),
            [(as_expr(0), size - count)],
            b.ranked(i64, [size]),
        )
    results = [b.convert(chosen, types[0].element_type)]
    if len(types) == 2:
        results.append(b.sizes.scalar(picked, b.at, i32))
    return results


def keep_greedily(b: Builder, overlaps: SSAValue, above: SSAValue, index: Elements) -> SSAValue:
    """Which boxes stay: of those `above` the threshold, in order, no one that overlaps one that stays before it."""
    size = number(b, b.shape(above)[0], i64)
    truth = TensorType(element_type_of(above), [])

    def goes_on(place: SSAValue, _kept: SSAValue) -> Sequence[SSAValue]:
        return [compare(b, "LT", place, size)]

    def body(place: SSAValue, kept: SSAValue) -> Sequence[SSAValue]:
        type = tensor_type(kept)
        stays = b.broadcast(take(b, kept, place, 0, 0, truth), type)
        later = index.compare("GT", Elements(b, b.broadcast(place, tensor_type(index.value))))
        drops = binary(b, mhlo.AndOp, take(b, overlaps, place, 0, 0, type), later.value)
        drops = binary(b, mhlo.AndOp, drops, stays)
        remaining = b.create(mhlo.NotOp, [drops], type)
        following = binary(b, mhlo.AddOp, place, b.scalar(1, i64))
        return [following, binary(b, mhlo.AndOp, kept, remaining)]

    return loop(b, [b.scalar(0, i64), above], goes_on, body)[1]


def overlapping(b: Builder, boxes: SSAValue, threshold: SSAValue) -> SSAValue:
    """Whether intersection over union of each pair of boxes is above the threshold; never for an empty box."""
    count, element_type = b.shape(boxes)[0], element_type_of(boxes)
    vector, square = b.ranked(element_type, [count]), b.ranked(element_type, [count, count])
    y1, x1, y2, x2 = (Elements(b, b.reshape(b.slice(boxes, 1, i, i + 1), vector)) for i in range(4))
    top, bottom, left, right = y1.at_most(y2), y1.at_least(y2), x1.at_most(x2), x1.at_least(x2)
    area = (bottom - top) * (right - left)

    def pair(value: Elements) -> tuple[Elements, Elements]:
        first, second = (Elements(b, b.broadcast(value.value, square, [i])) for i in range(2))
        return first, second

    def shared(low: Elements, high: Elements) -> Elements:
        (low_a, low_b), (high_a, high_b) = pair(low), pair(high)
        return (high_a.at_most(high_b) - low_a.at_least(low_b)).at_least(0)

    common = shared(top, bottom) * shared(left, right)
    area_a, area_b = pair(area)
    ratio = common / (area_a + area_b - common)
    above = ratio > Elements(b, b.broadcast(threshold, square))
    return (above & (area_a > 0) & (area_b > 0)).value


def cumulative(combine: type[mhlo.AddOp | mhlo.MultiplyOp], start: float) -> Lowering:
    """Scans, from the other end where reversed; exclusive ones are moved by one place first."""

    def lower(op: tf.CumsumOp | tf.CumprodOp, b: Builder) -> Values:
        value = b.operand(op.operands[0])
        (axis,) = b.constants(op.operands[1], "the dimension")
        rank = len(b.shape(value))
        axis %= rank
        value = reverse(b, value, [axis] if op.reverse else [])
        if op.exclusive:
            amounts = [(as_expr(int(i == axis)), as_expr(-int(i == axis))) for i in range(rank)]
            fill = b.scalar(start, element_type_of(value))
            value = pad_to(b, value, fill, amounts, tensor_type(value))
        value = scan(b, value, combine, start, axis)
        return (reverse(b, value, [axis] if op.reverse else []),)

    return lower


SELECTING: LoweringTable = {
    tf.TopKV2Op: top_k,
    tf.WhereOp: where_op,
    tf.UniqueOp: unique,
    tf.UniqueWithCountsOp: unique,
    tf.UniqueV2Op: unique_v2,
    tf.BucketizeOp: bucketize,
    tf.NonMaxSuppressionV3Op: suppression,
    tf.NonMaxSuppressionV4Op: suppression,
    tf.CumsumOp: cumulative(mhlo.AddOp, 0),
    tf.CumprodOp: cumulative(mhlo.MultiplyOp, 1),
}
