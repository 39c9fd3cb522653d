"""tf ops that keep boxes, best first, each of which takes away those that overlap it too much.

One box a trip: a trip compares it with all others, so that no table of all pairs is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import TensorType, i32, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of, scalar_type, tensor_type
from ...symbolic import as_expr, minimum
from .builder import Builder
from .elementwise import Results, binary, compare
from .formulas import Elements, where
from .gathering import take, take_along, take_flat
from .indices import along, iota, number, positions
from .padding import pad_to
from .reducers import reduce
from .sorting import count_of, first_entries, loop, places_of, sort

BEYOND = 2**62
"""A place that no box has."""


@dataclass(frozen=True, slots=True)
class Corners:
    """Boxes as their four sides, tensors of one shape: the lesser and the greater of each two."""

    top: Elements
    left: Elements
    bottom: Elements
    right: Elements

    @staticmethod
    def of(sides: Sequence[Elements]) -> Corners:
        y1, x1, y2, x2 = sides
        return Corners(y1.at_most(y2), x1.at_most(x2), y1.at_least(y2), x1.at_least(x2))

    def spread(self, type: TensorType[Attribute], places: Sequence[int]) -> Corners:
        """Broadcast to `type`, whose dimensions `places` are their own."""
        b = self.top.b
        return Corners(*(Elements(b, b.broadcast(s.value, type, places)) for s in self.sides))

    def at(self, place: SSAValue, type: TensorType[Attribute]) -> Corners:
        """The box at `place` of a vector of them, as scalars."""
        b = self.top.b
        return Corners(*(Elements(b, take(b, s.value, place, 0, 0, type)) for s in self.sides))

    @property
    def sides(self) -> tuple[Elements, Elements, Elements, Elements]:
        return self.top, self.left, self.bottom, self.right

    @property
    def area(self) -> Elements:
        return (self.bottom - self.top) * (self.right - self.left)


def shared(a: Corners, b: Corners) -> Elements:
    """The area of the common part of each two boxes."""
    height = (a.bottom.at_most(b.bottom) - a.top.at_least(b.top)).at_least(0)
    width = (a.right.at_most(b.right) - a.left.at_least(b.left)).at_least(0)
    return height * width


def overlap(a: Corners, b: Corners) -> Elements:
    """The common part of each two boxes over what they cover together; 0 for an empty box."""
    common = shared(a, b)
    some = (a.area > 0) & (b.area > 0)
    return where(some, common / (a.area + b.area - common), 0)


def sides_of(b: Builder, boxes: SSAValue) -> list[Elements]:
    """The numbers of boxes, each without the last dimension."""
    *shape, _ = b.shape(boxes)
    last, type = len(shape), b.ranked(element_type_of(boxes), shape)
    return [Elements(b, b.reshape(b.slice(boxes, last, i, i + 1), type)) for i in range(4)]


def keep_in_turn(
    b: Builder, near: Callable[[SSAValue], Elements], alive: Elements, most: SSAValue
) -> Elements:
    """Which boxes are kept along the last dimension, best first: each of those `alive` that is
    `near` no kept one, at most `most`.

    near: for each list of boxes those that overlap the box at a place too much, places being of the
        shape of the other dimensions
    """
    *lists, count = b.shape(alive.value)
    axis, type = len(lists), b.like(alive.value, i64)
    index, end = Elements(b, iota(b, type, axis)), number(b, count, i64)

    def spread(place: SSAValue) -> Elements:
        return Elements(b, b.broadcast(place, type, range(axis)))

    def first(of: Elements) -> SSAValue:
        return reduce(b, where(of, index, BEYOND).value, mhlo.MinimumOp, BEYOND, [axis])

    def goes_on(trip: SSAValue, place: SSAValue, _kept: SSAValue) -> Sequence[SSAValue]:
        least = reduce(b, place, mhlo.MinimumOp, BEYOND, range(axis)) if axis else place
        return [binary(b, mhlo.AndOp, compare(b, "LT", trip, most), compare(b, "LT", least, end))]

    def body(trip: SSAValue, place: SSAValue, kept: SSAValue) -> Sequence[SSAValue]:
        later = index > spread(place)
        left = Elements(b, kept) & ~(near(place) & later)
        following = binary(b, mhlo.AddOp, trip, b.scalar(1, i64))
        return [following, first(left & later), left.value]

    start = [b.scalar(0, i64), first(alive), alive.value]
    _, place, kept = loop(b, start, goes_on, body)
    return Elements(b, kept) & (index < spread(place))


def suppression_by_overlaps(op: tf.NonMaxSuppressionWithOverlapsOp, b: Builder) -> Results:
    """The table of overlaps in the order of the scores, each box in a column of its own.

    An overlap that is no number takes boxes away too, as in TensorFlow's kernel where the least
    score is not negative; where it is, TensorFlow tries such boxes at the end, with a score of 0.
    """
    table, scores, most, threshold, least = map(b.operand, op.operands)
    ordered, order = sort(b, [scores, positions(b, b.shape(scores)[0]).value], "GT", 0)
    above = compare(b, "GT", ordered, b.broadcast(least, tensor_type(ordered)))
    table = take_along(b, take_along(b, table, order, 0), order, 1)
    table = b.transpose(table, [1, 0], tensor_type(table))
    vector = tensor_type(ordered)

    def near(place: SSAValue) -> Elements:
        row = Elements(b, take(b, table, place, 0, 0, vector))
        return ~(row <= Elements(b, b.broadcast(threshold, vector)))

    kept = keep_in_turn(b, near, Elements(b, above), b.convert(most, i64)).value
    size = b.shape_of_type(b.type(op.results[0]))[0]
    b.bind(size, minimum(count_of(b, kept), b.element(op.operands[2])))
    chosen = take_flat(b, order, first_entries(b, places_of(b, kept), size))
    return (b.convert(chosen, b.type(op.results[0]).element_type),)


def suppression(op: tf.NonMaxSuppressionV3Op | tf.NonMaxSuppressionV4Op, b: Builder) -> Results:
    """Boxes by their corners. One that is empty overlaps none."""
    boxes, scores, limit, overlap_most, threshold = map(b.operand, op.operands)
    types = [b.type(result) for result in op.results]
    count = b.shape(scores)[0]
    index = positions(b, count)
    ordered, order = sort(b, [scores, index.value], "GT", 0)
    above = compare(b, "GT", ordered, b.broadcast(threshold, tensor_type(ordered)))
    corners = Corners.of(sides_of(b, take_along(b, boxes, order, 0)))
    kept = keep_in_turn(
        b, overlapping(b, corners, overlap_most), Elements(b, above), b.convert(limit, i64)
    ).value
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


def overlapping(
    b: Builder, corners: Corners, threshold: SSAValue
) -> Callable[[SSAValue], Elements]:
    """What tells of a place which boxes overlap the one there by more than the threshold."""
    vector = tensor_type(corners.top.value)
    scalar = scalar_type(element_type_of(corners.top.value))

    def near(place: SSAValue) -> Elements:
        box = corners.at(place, scalar).spread(vector, [])
        common, area = shared(box, corners), box.area
        ratio = common / (area + corners.area - common)
        above = ~(ratio <= Elements(b, b.broadcast(threshold, vector)))  # inf / inf is above
        return above & (area > 0) & (corners.area > 0)

    return near
