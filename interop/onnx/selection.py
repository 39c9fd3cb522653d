"""Operators whose results depend on comparing elements: greatest, distinct, non-zero."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Final

import numpy as np
from xdsl.dialects.builtin import f32, i1, i32, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.types import is_boolean, is_integer
from .activations import swapped
from .builder import GraphBuilder, axis_in
from .elementwise import cast, scalar_of
from .loops import Trip, run_loop
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import size_of

MOST_SUPPRESSIONS: Final = 64
"""How many batches and classes are written out; more, or an unknown number, are a loop."""


def top_k(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue]:
    """The greatest or least along an axis; of equal elements the first ones."""
    rank = b.rank(n[0])
    axis = axis_in(n.int("axis", -1), rank)
    order = swapped(axis, rank)
    value = n[0] if axis == rank - 1 else b.op(tf.TransposeOp, n[0], order)
    element = b.element(value)
    k = cast(b, scalar_of(b, n[1]), i32)
    least = not n.flag("largest", True)
    if least:
        if "ui" in str(element):
            raise NodeRefused("the least of unsigned integers are not supported")
        keys = b.op(reversing(b, value), value)
        values, places = b.ops(tf.TopKV2Op, keys, k, elements=[element, i32])
        values = b.op(reversing(b, value), values)
    else:
        values, places = b.ops(tf.TopKV2Op, value, k, elements=[element, i32])
    found = [values, cast(b, places, i64)]
    if axis == rank - 1:
        return found
    return [b.op(tf.TransposeOp, each, order) for each in found]


def reversing(b: GraphBuilder, value: SSAValue) -> type[tf.InvertOp] | type[tf.NegOp]:
    """What reverses the order of elements, and undoes itself."""
    return tf.InvertOp if is_integer(b.element(value)) else tf.NegOp


def non_zero(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The coordinates of what is not 0, a column each."""
    found = n[0]
    if not is_boolean(b.element(found)):
        found = b.op(tf.NotEqualOp, found, 0, element=i1)
    rows = b.op(tf.WhereOp, found, element=i64)
    return b.op(tf.TransposeOp, rows, [1, 0])


def one_hot(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Places from the end count as negative numbers; any other is off everywhere."""
    depth = cast(b, scalar_of(b, n[1]), i64)
    places = cast(b, n[0], i64)
    below = b.op(tf.LessOp, places, 0, element=i1)
    places = b.op(tf.SelectV2Op, below, b.op(tf.AddV2Op, places, depth), places, element=i64)
    off, on = (
        b.op(tf.StridedSliceOp, n[2], [place], [place + 1], [1], shrink_axis_mask=1)
        for place in (0, 1)
    )
    axis = axis_in(n.int("axis", -1), b.rank(n[0]) + 1)
    element = b.element(n[2])
    if axis == b.rank(n[0]):
        axis = -1
    return b.op(tf.OneHotOp, places, cast(b, depth, i32), on, off, element=element, axis=axis)


def unique(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue | None]:
    """The distinct elements of the flat input, or its distinct slices along an axis, and of each
    the place of the first one and how many there are; for each element which one it equals.
    """
    is_sorted = n.flag("sorted", True)
    if n.find("axis") is None:
        value, axis = b.op(tf.ReshapeOp, n[0], [-1]), 0
    else:
        value, axis = n[0], axis_in(n.int("axis"), b.rank(n[0]))
    if is_sorted and b.rank(value) > 1:
        raise NodeRefused("slices in ascending order are not supported")
    elements = [b.element(value), i64, i64]
    found = b.ops(tf.UniqueWithCountsV2Op, value, b.vector([axis]), elements=elements)
    values, inverse, counts = _ascending(b, *found) if is_sorted else found
    if not n.wants(1):
        return [values, None, inverse, counts]
    places = b.op(tf.RangeOp, b.integer(0), size_of(b, value, axis), b.integer(1))
    first = b.op(tf.UnsortedSegmentMinOp, places, inverse, size_of(b, counts, 0))
    return [values, first, inverse, counts]


def _ascending(
    b: GraphBuilder, values: SSAValue, inverse: SSAValue, counts: SSAValue
) -> Sequence[SSAValue]:
    """Distinct `values` in ascending order, and what is said of them."""
    count = cast(b, size_of(b, counts, 0), i32)
    _, falling = b.ops(tf.TopKV2Op, values, count, elements=[b.element(values), i32])
    order = cast(b, b.op(tf.ReverseV2Op, falling, [0]), i64)

    def at(data: SSAValue, places: SSAValue) -> SSAValue:
        return b.op(tf.GatherV2Op, data, places, b.integer(0), batch_dims=0)

    place = b.op(tf.InvertPermutationOp, order)
    return [at(values, order), at(place, inverse), at(counts, order)]


def non_max_suppression(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Rows of batch, class and box: of each batch and class the best boxes that overlap little."""
    for place, words in enumerate(("boxes", "scores")):
        if (rank := b.rank(n[place])) != 3:
            raise NodeRefused(f"{words} have rank {rank}, needed 3")
    most = b.integer(0) if n.get(2) is None else scalar_of(b, n[2])
    overlap, least = (
        b.number(default, f32) if n.get(place) is None else scalar_of(b, n[place])
        for place, default in ((3, 0.0), (4, -inf))
    )
    boxes = _corners(b, n[0]) if n.flag("center_point_box") else n[0]

    def rows(batch: SSAValue, number: SSAValue) -> SSAValue:
        scores = _entry(b, _entry(b, n[1], batch), number)
        operands = [_entry(b, boxes, batch), scores, cast(b, most, i32), overlap, least]
        chosen = cast(b, b.op(tf.NonMaxSuppressionV3Op, *operands, element=i32), i64)
        box = b.op(tf.ExpandDimsOp, chosen, b.integer(1))
        zeros = b.op(tf.ZerosLikeOp, box)
        parts = [b.op(tf.AddV2Op, zeros, batch), b.op(tf.AddV2Op, zeros, number), box]
        return b.op(tf.ConcatV2Op, *parts, b.integer(1))

    batches, classes = b.static(n[1], 0), b.static(n[1], 1)
    if batches is None or classes is None or batches * classes > MOST_SUPPRESSIONS:
        return _rows_of_all(b, n[1], rows)
    pairs = [(b.integer(i), b.integer(k)) for i in range(batches) for k in range(classes)]
    found = [rows(*pair) for pair in pairs]
    return found[0] if len(found) == 1 else b.op(tf.ConcatV2Op, *found, b.integer(0))


def _rows_of_all(
    b: GraphBuilder, scores: SSAValue, rows: Callable[[SSAValue, SSAValue], SSAValue]
) -> SSAValue:
    """What `rows` gives for each batch and class, in a loop whose result grows."""
    classes = size_of(b, scores, 1)
    none = b.constant(np.zeros((0, 3), np.int64), i64)

    def trip(place: SSAValue, _: SSAValue | None, found: Sequence[SSAValue]) -> Trip:
        pair = (b.op(kind, place, classes) for kind in (tf.FloorDivOp, tf.FloorModOp))
        return Trip(None, [b.op(tf.ConcatV2Op, found[0], rows(*pair), b.integer(0))], [])

    count = b.op(tf.MulOp, size_of(b, scores, 0), classes)
    return run_loop(b, count, None, [none], trip).carried[0]


def _entry(b: GraphBuilder, value: SSAValue, place: SSAValue) -> SSAValue:
    return b.op(tf.GatherV2Op, value, place, b.integer(0), batch_dims=0)


def _corners(b: GraphBuilder, boxes: SSAValue) -> SSAValue:
    """`[x, y, width, height]` as `[y1, x1, y2, x2]`."""
    x, y, width, height = b.ops(tf.UnpackOp, boxes, elements=[b.element(boxes)] * 4, axis=-1)
    half_width, half_height = b.op(tf.MulOp, width, 0.5), b.op(tf.MulOp, height, 0.5)
    low = [b.op(tf.SubOp, y, half_height), b.op(tf.SubOp, x, half_width)]
    high = [b.op(tf.AddV2Op, y, half_height), b.op(tf.AddV2Op, x, half_width)]
    return b.op(tf.PackOp, *low, *high, axis=-1)


NODES: NodeTable = {
    "NonMaxSuppression": non_max_suppression,
    "TopK": top_k,
    "NonZero": non_zero,
    "OneHot": one_hot,
    "Unique": unique,
}
