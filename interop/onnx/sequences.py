"""Sequences and optional values: what they hold is known while the model is translated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder, axis_in
from .elementwise import cast, scalar_of
from .gathering import natural
from .loop_lists import count_of, item_at, joined, stacked
from .nodes import (
    GraphValue,
    GrowingValue,
    ListValue,
    NodeCall,
    NodeRefused,
    NodeTable,
    OptionalValue,
    PartsValue,
    SequenceValue,
)
from .shapes import pack, size_of


def sequence(n: NodeCall, place: int = 0) -> SequenceValue:
    value = n.any(place)
    if isinstance(value, OptionalValue):
        value = value.value
    if not isinstance(value, SequenceValue):
        raise NodeRefused(f"input {place} is no sequence of known length")
    return value


def position(n: NodeCall, b: GraphBuilder, place: int, count: int, default: int) -> int:
    """The position, below `count` and at least 0, that operand `place` tells; `default` where it is
    left out. A negative one counts from the end of the sequence.
    """
    value, items = n.get(place), len(sequence(n).items)
    known = default if value is None else b.scalar(value)
    if known is None:
        raise NodeRefused("a position in a sequence that only a run knows is not supported")
    found = known + items if known < 0 else known
    if not 0 <= found < count:
        raise NodeRefused(f"position {known} is out of range for a sequence of {items}")
    return found


def construct(n: NodeCall, b: GraphBuilder) -> SequenceValue:
    return SequenceValue(tuple(n.given))


def empty(n: NodeCall, b: GraphBuilder) -> SequenceValue:
    return SequenceValue(())


def at(n: NodeCall, b: GraphBuilder) -> SSAValue:
    if isinstance(parts := n.any(0), PartsValue):
        return _part(b, parts, n[1])
    if isinstance(made := n.any(0), ListValue):
        return _item(b, made, n[1])
    items = sequence(n).items
    return items[position(n, b, 1, len(items), 0)]


def _part(b: GraphBuilder, parts: PartsValue, place: SSAValue) -> SSAValue:
    """Part `place`, counted from the end where it is negative."""
    end, place = size_of(b, parts.whole, parts.axis), cast(b, scalar_of(b, place), i64)
    place = natural(b, place, _count(b, parts))
    first = b.op(tf.MulOp, place, parts.size)
    inside = [
        b.op(kind, first, limit, element=i1)
        for kind, limit in ((tf.GreaterEqualOp, 0), (tf.LessOp, end))
    ]
    b.check(b.op(tf.LogicalAndOp, *inside), "SequenceAt: there are not so many parts")
    last = b.op(tf.MinimumOp, b.op(tf.AddV2Op, first, parts.size), end)
    rank = b.rank(parts.whole)
    begin, stop = (
        pack(b, [limit if axis == parts.axis else 0 for axis in range(rank)])
        for limit in (first, last)
    )
    kept = sum(1 << axis for axis in range(rank) if axis != parts.axis)
    steps = [1] * rank
    return b.op(tf.StridedSliceOp, parts.whole, begin, stop, steps, begin_mask=kept, end_mask=kept)


def _item(b: GraphBuilder, made: ListValue, place: SSAValue) -> SSAValue:
    count = count_of(b, made)
    place = natural(b, cast(b, scalar_of(b, place), i64), count)
    inside = [
        b.op(kind, place, limit, element=i1)
        for kind, limit in ((tf.GreaterEqualOp, 0), (tf.LessOp, count))
    ]
    b.check(b.op(tf.LogicalAndOp, *inside), "SequenceAt: there are not so many tensors")
    return item_at(b, made, place)


def _count(b: GraphBuilder, parts: PartsValue) -> SSAValue:
    """How many parts there are."""
    whole = size_of(b, parts.whole, parts.axis)
    padded = b.op(tf.SubOp, b.op(tf.AddV2Op, whole, parts.size), 1)
    return b.op(tf.FloorDivOp, padded, parts.size)


def insert(n: NodeCall, b: GraphBuilder) -> SequenceValue | GrowingValue:
    if isinstance(growing := n.any(0), GrowingValue):
        if n.has(2):
            raise NodeRefused("a sequence that a loop carries takes tensors at its end only")
        return GrowingValue((*growing.items, n[1]))
    items = list(sequence(n).items)
    items.insert(position(n, b, 2, len(items) + 1, len(items)), n[1])
    return SequenceValue(tuple(items))


def erase(n: NodeCall, b: GraphBuilder) -> SequenceValue:
    items = list(sequence(n).items)
    del items[position(n, b, 1, len(items), -1)]
    return SequenceValue(tuple(items))


def length(n: NodeCall, b: GraphBuilder) -> SSAValue:
    if isinstance(parts := n.any(0), PartsValue):
        return _count(b, parts)
    if isinstance(made := n.any(0), ListValue):
        return count_of(b, made)
    return b.integer(len(sequence(n).items))


def concat(n: NodeCall, b: GraphBuilder) -> SSAValue:
    axis = n.int("axis")
    if isinstance(made := n.any(0), ListValue):
        return stacked(b, made, axis) if n.flag("new_axis") else joined(b, made, axis)
    items = sequence(n).items
    if not items:
        raise NodeRefused("an empty sequence cannot be joined")
    if n.flag("new_axis"):
        axis = axis_in(axis, b.rank(items[0]) + 1)
        return b.op(tf.PackOp, *items, axis=axis)
    if len(items) == 1:
        return items[0]
    return b.op(tf.ConcatV2Op, *items, b.integer(axis_in(axis, b.rank(items[0]))))


def split(n: NodeCall, b: GraphBuilder) -> SequenceValue | PartsValue:
    """By sizes, in parts of one size, or entry by entry."""
    axis = axis_in(n.int("axis", 0), b.rank(n[0]))
    size, given = b.static(n[0], axis), n.get(1)
    keep = True if given is not None else n.int("keepdims", 1) == 1
    if given is None:
        sizes: Sequence[int] | None = None if size is None else [1] * size
    elif b.rank(given) == 0:
        part = b.scalar(given)
        if part is not None and part < 1:
            raise NodeRefused(f"parts of size {part} cannot be made")
        if part is None or size is None:
            positive = b.op(tf.GreaterOp, given, 0, element=i1)
            b.check(positive, "SplitToSequence: the size of parts must be positive")
            return PartsValue(n[0], axis, cast(b, given, i64))
        sizes = [min(part, size - first) for first in range(0, size, part)]
    else:
        sizes = b.integers(given)
        if sizes is None:
            return _pieces(n, b, axis, given, b.count(given))
    if sizes is None:
        raise NodeRefused("a sequence of unknown length is not supported")
    pieces = _pieces(n, b, axis, pack(b, list(sizes)), len(sizes))
    if keep:
        return pieces
    dropped = (b.op(tf.SqueezeOp, piece, squeeze_dims=[axis]) for piece in pieces.items)
    return SequenceValue(tuple(dropped))


def _pieces(n: NodeCall, b: GraphBuilder, axis: int, sizes: SSAValue, count: int) -> SequenceValue:
    element = b.element(n[0])
    parts = b.ops(tf.SplitVOp, n[0], sizes, b.integer(axis), elements=[element] * count)
    return SequenceValue(tuple(parts))


def optional(n: NodeCall, b: GraphBuilder) -> OptionalValue:
    value = n.any(0)
    return value if isinstance(value, OptionalValue) else OptionalValue(value)


def has_element(n: NodeCall, b: GraphBuilder) -> SSAValue:
    value = n.any(0)
    if isinstance(value, OptionalValue):
        value = value.value
    return b.constant(np.array(value is not None), i1)


def get_element(n: NodeCall, b: GraphBuilder) -> GraphValue:
    value = n.any(0)
    if isinstance(value, OptionalValue):
        value = value.value
    if value is None:
        raise NodeRefused("the optional value is empty")
    return value


def sequence_map(n: NodeCall, b: GraphBuilder) -> Sequence[GraphValue]:
    """The body on each item of the first sequence, and on items or the whole of other inputs."""
    body, count = n.graph("body"), len(sequence(n).items)
    columns = list[list[SSAValue]]()
    for place in range(count):
        arguments = list[GraphValue | None]()
        for operand in n.operands:
            if isinstance(operand, SequenceValue):
                if place >= len(operand.items):
                    raise NodeRefused("the sequences have different lengths")
                arguments.append(operand.items[place])
            else:
                arguments.append(operand)
        outputs = b.subgraph(body, arguments)
        columns.append([value for value in outputs if isinstance(value, SSAValue)])
    results = list(zip(*columns, strict=True)) if columns else [()] * n.outputs
    return [SequenceValue(tuple(items)) for items in results]


NODES: NodeTable = {
    "SequenceConstruct": construct,
    "SequenceEmpty": empty,
    "SequenceAt": at,
    "SequenceInsert": insert,
    "SequenceErase": erase,
    "SequenceLength": length,
    "SequenceMap": sequence_map,
    "ConcatFromSequence": concat,
    "SplitToSequence": split,
    "Optional": optional,
    "OptionalHasElement": has_element,
    "OptionalGetElement": get_element,
}
