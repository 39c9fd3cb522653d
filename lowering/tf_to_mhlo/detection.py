"""tf ops that pick boxes by scores: loops over the boxes, best first."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from xdsl.dialects.builtin import TensorType, i32, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of, tensor_type
from ...rules.tf.sizes import smaller
from ...symbolic import Expr, as_expr
from .builder import Builder, LoweringTable
from .elementwise import Results, binary, compare
from .formulas import Elements, where
from .gathering import take
from .indices import iota, number, positions
from .joining import concatenate
from .padding import pad_to
from .reducers import reduce
from .sorting import first_entries, loop, sort
from .suppression import BEYOND, Corners, keep_in_turn, overlap, sides_of
from .value_checks import check_true


def softly(op: tf.NonMaxSuppressionV5Op, b: Builder) -> Results:
    """One box a trip: the best; then the scores of the others fall."""
    scores, threshold = b.operand(op.operands[1]), b.operand(op.operands[3])
    check_overlap(op, b, threshold)
    types = [b.type(result) for result in op.results]
    count, most = b.shape(scores)[0], b.element(op.operands[2])
    valid, picked, kept = picked_in_turn(op, b, smaller(b.analysis, most, count))
    size = b.shape_of_type(types[0])[0]
    b.bind(size, most if op.pad_to_max_output_size else valid)
    picked, kept = (ending_with_zeros(b, value, count, size) for value in (picked, kept))
    picked = b.convert(picked, types[0].element_type)
    return picked, kept, b.sizes.scalar(valid, b.at, i32)


def ending_with_zeros(b: Builder, value: SSAValue, count: Expr, size: Expr) -> SSAValue:
    """The first `size` of the `count` elements of `value`, zeros after them where it has fewer."""
    element_type = element_type_of(value)
    after = [(as_expr(0), b.facts.simplify(size - count))]
    return pad_to(b, value, b.scalar(0, element_type), after, b.ranked(element_type, [size]))


def picked_in_turn(
    op: tf.NonMaxSuppressionV5Op, b: Builder, room: Expr
) -> tuple[Expr, SSAValue, SSAValue]:
    """How many boxes are picked, at most `room`; which, and their scores then, zeros after them.

    The next one is that of the greatest score. Where a score has risen, the one before counts: a
    kernel that looks at a box again only when it is the best finds it there.
    """
    boxes, scores, _, threshold, least, sigma = map(b.operand, op.operands)
    vector, scalar = tensor_type(scores), TensorType(element_type_of(scores), [])
    corners = Corners.of(sides_of(b, boxes))
    index = positions(b, b.shape(scores)[0])
    alive = compare(b, "GT", scores, b.broadcast(least, vector))
    start = where(Elements(b, alive), Elements(b, scores), -inf).value
    trips = number(b, room, i64)
    soft = compare(b, "GT", sigma, b.scalar(0, scalar.element_type))

    def like_index(number: SSAValue) -> Elements:
        return Elements(b, b.broadcast(number, tensor_type(index.value)))

    def goes_on(trip: SSAValue, now: SSAValue, *_: SSAValue) -> Sequence[SSAValue]:
        best = reduce(b, now, mhlo.MaximumOp, -inf, [0])
        some = compare(b, "GT", best, b.scalar(-inf, scalar.element_type))
        return [binary(b, mhlo.AndOp, compare(b, "LT", trip, trips), some)]

    def body(*carried: SSAValue) -> Sequence[SSAValue]:
        trip, now, picked, kept = carried
        scored = Elements(b, now)
        key = scored.at_most(Elements(b, start))
        best = Elements(b, b.broadcast(reduce(b, key.value, mhlo.MaximumOp, -inf, [0]), vector))
        places = where(key.equals(best), index, BEYOND).value
        chosen = reduce(b, places, mhlo.MinimumOp, BEYOND, [0])
        like = overlap(corners, corners.at(chosen, scalar).spread(vector, []))
        fallen = lowered(b, scored, like, [threshold, least, sigma, soft])
        score = take(b, now, chosen, 0, 0, scalar)
        at, here = index.equals(like_index(trip)), index.equals(like_index(chosen))
        return [
            binary(b, mhlo.AddOp, trip, b.scalar(1, i64)),
            where(here, fallen.full(-inf), fallen).value,
            where(at, like_index(chosen), Elements(b, picked)).value,
            where(at, Elements(b, b.broadcast(score, vector)), Elements(b, kept)).value,
        ]

    zeros = [b.scalar(0, i64), start, index.full(0).value, b.splat(0, vector)]
    trip, _, picked, kept = loop(b, zeros, goes_on, body)
    return b.read(trip), picked, kept


def lowered(b: Builder, scores: Elements, like: Elements, numbers: Sequence[SSAValue]) -> Elements:
    """The scores next to a picked box that others overlap so much; -inf for those dropped.

    With a sigma scores fall, whatever the threshold of overlaps. Those below 0 rise.
    """
    type = tensor_type(scores.value)
    threshold, least, sigma = (Elements(b, b.broadcast(n, type)) for n in numbers[:3])
    soft = Elements(b, b.broadcast(numbers[3], b.like(scores.value, element_type_of(numbers[3]))))
    near = like > threshold
    weight = ((-0.5 / sigma) * like * like).exp()
    fallen = where(scores > -inf, scores * weight, scores)
    fallen = where(fallen > least, fallen, -inf)
    hard = where(near, scores.full(-inf), scores)
    return where(soft, fallen, hard)


def check_overlap(
    op: tf.NonMaxSuppressionV5Op | tf.CombinedNonMaxSuppressionOp, b: Builder, value: SSAValue
) -> None:
    x = Elements(b, value)
    words = "iou_threshold must be from 0 to 1; 1 where it is"
    check_true(((x >= 0) & (x <= 1)).value, op, words, b)


def combined(op: tf.CombinedNonMaxSuppressionOp, b: Builder) -> Results:
    """Classes side by side; what each keeps is then sorted together."""
    boxes, scores, each, _, threshold, least = map(b.operand, op.operands)
    check_overlap(op, b, threshold)
    batch, count, classes = b.shape(scores)
    element = element_type_of(scores)
    by_class = b.ranked(element, [batch, classes, count])
    turned = b.transpose(scores, [0, 2, 1], by_class)
    value = Elements(b, turned)
    value = where(value > Elements(b, b.broadcast(least, by_class)), value, -inf)
    ranked, order = sort(b, [value.value, iota(b, b.like(turned, i64), 2)], "GT", 2)
    sides = [
        Elements(b, take(b, for_classes(b, side, by_class), order, 2, 2, by_class))
        for side in sides_of(b, boxes)
    ]
    kept = keep(b, Corners.of(sides), Elements(b, ranked), threshold, b.convert(each, i64))
    return best_of_all(op, b, where(kept, Elements(b, ranked), -inf), sides)


def for_classes(b: Builder, side: Elements, type: TensorType[Attribute]) -> SSAValue:
    """`[batch, box, 1 or class]` as `[batch, class, box]`."""
    batch, count, kinds = b.shape(side.value)
    moved = b.ranked(side.element_type, [batch, kinds, count])
    value = b.transpose(side.value, [0, 2, 1], moved)
    if kinds != as_expr(1):
        return b.broadcast(value, type)
    flat = b.reshape(value, b.ranked(side.element_type, [batch, count]))
    return b.broadcast(flat, type, [0, 2])


def keep(
    b: Builder, corners: Corners, scores: Elements, threshold: SSAValue, each: SSAValue
) -> Elements:
    """Which boxes of each class, best first, overlap none that is kept before them too much; at
    most `each` of a class.
    """
    batch, classes, _ = b.shape(scores.value)
    vector, picked = tensor_type(scores.value), b.ranked(scores.element_type, [batch, classes])

    def near(place: SSAValue) -> Elements:
        box = Corners(*(Elements(b, take(b, s.value, place, 2, 2, picked)) for s in corners.sides))
        like = overlap(box.spread(vector, [0, 1]), corners)
        return like > Elements(b, b.broadcast(threshold, vector))

    return keep_in_turn(b, near, scores > -inf, each)


def best_of_all(
    op: tf.CombinedNonMaxSuppressionOp, b: Builder, scores: Elements, sides: Sequence[Elements]
) -> Results:
    """The best of all classes, zeros after them."""
    types = [b.type(result) for result in op.results]
    batch, total = b.shape_of_type(types[1])
    total = bound_total(op, b, total)
    names = Elements(b, iota(b, tensor_type(scores.value), 1))
    padded = [
        side_by_side(b, part, total, fill)
        for part, fill in ((scores, -inf), (names, 0), *((side, 0) for side in sides))
    ]
    kept = b.ranked(scores.element_type, [batch, total])
    parts = [first_entries(b, part, total, 1) for part in sort(b, padded, "GT", 1)]
    best, classes, *corners = (Elements(b, b.reshape(part, kept)) for part in parts)
    valid = best > -inf
    best, classes, *corners = (where(valid, part, 0) for part in (best, classes, *corners))
    if op.clip_boxes:
        corners = [corner.at_least(0).at_most(1) for corner in corners]
    column = b.ranked(scores.element_type, [batch, total, 1])
    columns = [b.reshape(corner.value, column) for corner in corners]
    joined = concatenate(b, columns, 2, types[0])
    counts = reduce(b, valid.convert(i32).value, mhlo.AddOp, 0, [1])
    return joined, best.value, classes.value, counts


def bound_total(op: tf.CombinedNonMaxSuppressionOp, b: Builder, total: Expr) -> Expr:
    """The number of boxes of a result, readable."""
    if not b.sizes.has(total):
        if op.pad_per_class:
            raise b.fail("max_total_size must be known where results are padded per class")
        b.bind(total, b.element(op.operands[3]))
    return total


def side_by_side(b: Builder, part: Elements, more: Expr, fill: float) -> SSAValue:
    """`[batch, class, box]` as `[batch, class * box + more]`, the last ones `fill`."""
    batch, classes, count = b.shape(part.value)
    size = b.facts.simplify(classes * count)
    flat = b.reshape(part.value, b.ranked(part.element_type, [batch, size]))
    amounts = [(as_expr(0), as_expr(0)), (as_expr(0), more)]
    type = b.ranked(part.element_type, [batch, b.facts.simplify(size + more)])
    return pad_to(b, flat, b.scalar(fill, part.element_type), amounts, type)


LOWERINGS: LoweringTable = {
    tf.NonMaxSuppressionV5Op: softly,
    tf.CombinedNonMaxSuppressionOp: combined,
}
