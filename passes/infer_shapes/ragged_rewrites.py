"""What each list op becomes where the items of the list have different sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

from ...dialects import tf
from ...dialects.tf.checks import constant_integer
from ...dialects.tf.lists import NEEDS_ITEMS
from ...dialects.types import element_type_of
from .ragged_items import ItemBuilder
from .ragged_types import RaggedList

Results = Sequence[SSAValue | RaggedList]

MAX_KNOWN_ITEMS = 1024
"""A list that is made with more items is not followed item by item."""


def made(op: tf.EmptyTensorListOp | tf.TensorListReserveOp, b: ItemBuilder, _: object) -> Results:
    count, known = b.constant(0), 0
    if isinstance(op, tf.TensorListReserveOp):
        known = constant_integer(op.operands[1])
        count = b.index(op.operands[1])
        enough = b.compare(tf.GreaterEqualOp, count, b.constant(0))
        b.demand(enough, "the number of elements must not be negative")
    values = b.type.values
    shape = b.constant([0, *b.type.row])
    empty = b.create(tf.FillOp, [shape, b.zero()], values.get_shape(), values.element_type)
    items = None if known is None or not 0 <= known <= MAX_KNOWN_ITEMS else (None,) * known
    return (RaggedList(empty, b.unset(count), items),)


def from_tensor(op: tf.TensorListFromTensorOp, b: ItemBuilder, _: object) -> Results:
    value, columns = op.operands[0], b.type.columns
    count, sizes = b.size(value), b.sizes(value, 1, columns)
    total = b.create(tf.MulOp, [count, b.product(sizes)], [])
    values = b.shaped(value, b.pack(total), count=1)
    shape = b.pack(count, b.constant(columns))
    table = b.create(tf.BroadcastToOp, [sizes, shape], b.type.table.get_shape())
    return (RaggedList(values, table),)


def split(op: tf.TensorListSplitOp, b: ItemBuilder, _: object) -> Results:
    whole, lengths = b.ranked(op.operands[0], first=1), b.index(op.operands[2])
    others, columns = b.type.columns - 1, b.type.columns
    positive = b.compare(tf.GreaterEqualOp, lengths, b.constant(0))
    b.demand_all(positive, "lengths must not be negative")
    total = b.create(tf.SumOp, [lengths, b.constant([0])], [])
    message = "lengths must add up to the size of dimension 0"
    b.demand(b.compare(tf.EqualOp, total, b.size(whole)), message)
    table = b.create(tf.ExpandDimsOp, [lengths, b.constant(1)], [DYNAMIC_INDEX, 1])
    values = b.type.values
    if not others:
        rows = b.create(tf.IdentityOp, [whole], values.get_shape(), values.element_type)
        return (RaggedList(rows, table),)
    sizes = b.sizes(whole, 1, others)
    rows = b.shaped(whole, b.pack(b.create(tf.MulOp, [total, b.product(sizes)], [])), count=1)
    shape = b.pack(b.size(lengths), b.constant(others))
    same = b.create(tf.BroadcastToOp, [sizes, shape], [DYNAMIC_INDEX, others])
    operands = [table, same, b.constant(1)]
    return (RaggedList(rows, b.create(tf.ConcatV2Op, operands, [DYNAMIC_INDEX, columns])),)


def demand_inside(b: ItemBuilder, place: SSAValue, count: SSAValue) -> None:
    above = b.compare(tf.GreaterEqualOp, place, b.constant(0))
    b.demand_all(above, "index must be at least 0")
    b.demand_all(b.compare(tf.LessOp, place, count), "index must be less than the list's length")


def inside(b: ItemBuilder, operand: SSAValue, items: RaggedList, count: SSAValue) -> SSAValue:
    """The place that `operand` names, which must be one of `count`.

    That of the first item where it is known to be outside: the demand is the one to say so.
    """
    place, known = b.index(operand), constant_integer(operand)
    demand_inside(b, place, count)
    outside = known is not None and items.items and not 0 <= known < len(items.items)
    return b.constant(0) if outside else place


def set_item(op: tf.TensorListSetItemOp, b: ItemBuilder, items: RaggedList) -> Results:
    item, table, count = b.ranked(op.operands[2]), items.table, b.size(items.table)
    place = b.index(op.operands[1])
    if op.resize_if_index_out_of_bounds:
        last = b.create(tf.AddV2Op, [place, b.constant(1)], [])
        more = b.create(tf.SubOp, [last, count], [])
        more = b.create(tf.MaximumOp, [more, b.constant(0)], [])
        table = b.concat([table, b.unset(more)], b.type.table)
        demand_inside(b, place, b.size(table))
    else:
        place = inside(b, op.operands[1], items, count)
    after = items.items_with(constant_integer(op.operands[1]), item)
    if after is None:
        start, stop = b.bounds(table, place)
        parts = [b.part(items.values, None, start), b.rows(item), b.part(items.values, stop, None)]
    else:
        parts = [b.rows(other) for other in after if other is not None]
    columns = b.type.columns
    row = b.create(tf.PackOp, [b.sizes(item, 0, columns)], [1, columns], axis=0)
    at = b.create(tf.PackOp, [b.pack(place)], [1, 1], axis=0)
    shape = b.type.table.get_shape()
    changed = b.create(tf.TensorScatterUpdateOp, [table, at, row], shape)
    return (RaggedList(b.concat(parts, b.type.values), changed, after),)


def push_back(op: tf.TensorListPushBackOp, b: ItemBuilder, items: RaggedList) -> Results:
    item, columns = b.ranked(op.operands[1]), b.type.columns
    row = b.create(tf.PackOp, [b.sizes(item, 0, columns)], [1, columns], axis=0)
    values = b.concat([items.values, b.rows(item)], b.type.values)
    table = b.concat([items.table, row], b.type.table)
    after = None if items.items is None else (*items.items, item)
    return (RaggedList(values, table, after, items),)


def item_at(
    b: ItemBuilder, items: RaggedList, place: SSAValue, op: Operation, shape: int, result: int
) -> SSAValue:
    """The item at `place`, which must be set; `shape` and `result` are places in `op`."""
    row = b.take(items.table, place)
    is_set = b.compare(tf.GreaterEqualOp, row, b.constant(0))
    message = "the item is not set, and others have different sizes"
    b.demand_all(is_set, message)
    start, stop = b.bounds(items.table, place)
    value = b.part(items.values, start, stop)
    if b.type.columns > 1:
        value = b.shaped(value, row, count=b.type.columns)
    return b.as_declared(value, op.results[result], op.operands[shape])


def get_item(op: tf.TensorListGetItemOp, b: ItemBuilder, items: RaggedList) -> Results:
    known = items.known_item(constant_integer(op.operands[1]))
    if known is not None:
        return (b.as_declared(known, op.results[0], op.operands[2]),)
    place = inside(b, op.operands[1], items, b.size(items.table))
    return (item_at(b, items, place, op, 2, 0),)


def pop_back(op: tf.TensorListPopBackOp, b: ItemBuilder, items: RaggedList) -> Results:
    if items.items and items.before is not None and (known := items.items[-1]) is not None:
        return items.before, b.as_declared(known, op.results[1], op.operands[1])
    last = b.create(tf.SubOp, [b.size(items.table), b.constant(1)], [])
    there = b.compare(tf.GreaterEqualOp, last, b.constant(0))
    b.demand(there, "the list must not be empty")
    item = item_at(b, items, last, op, 1, 1)
    start, _ = b.bounds(items.table, last)
    rest = b.part(items.values, None, start)
    return RaggedList(rest, b.part(items.table, None, last)), item


def demand_one_shape(b: ItemBuilder, rows: SSAValue) -> SSAValue:
    """The row that all of `rows` are; demands that there is one and that all are it."""
    some = b.compare(tf.GreaterOp, b.size(rows), b.constant(0))
    b.demand(some, "the list must not be empty, for the shape of its elements is not given in full")
    first = b.take(rows, b.constant(0))
    b.demand_all(b.compare(tf.EqualOp, rows, first), "all items must have one shape")
    b.demand_all(b.compare(tf.GreaterEqualOp, first, b.constant(0)), "the items must be set")
    return first


def stack(op: tf.TensorListStackOp, b: ItemBuilder, items: RaggedList) -> Results:
    count = b.size(items.table)
    if op.num_elements >= 0:
        same = b.compare(tf.EqualOp, count, b.constant(op.num_elements))
        b.demand(same, f"the number of elements must be {op.num_elements}")
    first = demand_one_shape(b, items.table)
    value = b.shaped(items.values, b.pack(count), first, count=1 + b.type.columns)
    return (b.as_declared(value, op.results[0], op.operands[1]),)


def gather(op: tf.TensorListGatherOp, b: ItemBuilder, items: RaggedList) -> Results:
    places = b.index(op.operands[1])
    demand_inside(b, places, b.size(items.table))
    first = demand_one_shape(b, b.take(items.table, places))
    steps = [b.constant(0), b.product(first), b.constant(1)]
    inside = b.create(tf.RangeOp, steps, [DYNAMIC_INDEX])
    start, _ = b.bounds(items.table, places)
    column = b.create(tf.ExpandDimsOp, [start, b.constant(1)], [DYNAMIC_INDEX, 1])
    at = b.create(tf.AddV2Op, [column, inside], [DYNAMIC_INDEX] * 2)
    count = b.pack(b.size(places))
    value = b.shaped(b.take(items.values, at), count, first, count=1 + b.type.columns)
    return (b.as_declared(value, op.results[0], op.operands[2]),)


def concat(op: tf.TensorListConcatV2Op, b: ItemBuilder, items: RaggedList) -> Results:
    table, columns = items.table, b.type.columns
    if NEEDS_ITEMS in op.attributes:
        some = b.compare(tf.GreaterOp, b.size(table), b.constant(0))
        message = "the list must not be empty, for the shape of its elements is not given in full"
        b.demand(some, message)
    is_set = b.compare(tf.GreaterEqualOp, table, b.constant(0))
    b.demand_all(is_set, "the items must be set")
    turned = b.create(tf.TransposeOp, [table, b.constant([1, 0])], [columns, DYNAMIC_INDEX])
    lengths, value = b.take(turned, b.constant(0)), items.values
    if columns == 1:  # no list any more
        values = b.type.values
        value = b.create(tf.IdentityOp, [value], values.get_shape(), values.element_type)
    else:
        others = b.constant(list(range(1, columns)))
        rest = b.create(
            tf.TransposeOp,
            [b.take(turned, others), b.constant([1, 0])],
            [DYNAMIC_INDEX, columns - 1],
        )
        first = b.take(rest, b.constant(0))
        same = b.compare(tf.EqualOp, rest, first)
        b.demand_all(same, "the items must agree but for dimension 0")
        total = b.create(tf.SumOp, [lengths, b.constant([0])], [])
        value = b.shaped(value, b.pack(total), first, count=columns)
    told = b.as_declared(value, op.results[0], op.operands[1], first=1)
    kind = element_type_of(op.results[1])
    return told, b.create(tf.CastOp, [lengths], [DYNAMIC_INDEX], kind)


def resize(op: tf.TensorListResizeOp, b: ItemBuilder, items: RaggedList) -> Results:
    size = b.index(op.operands[1])
    enough = b.compare(tf.GreaterEqualOp, size, b.constant(0))
    b.demand(enough, "the number of elements must not be negative")
    more = b.create(tf.SubOp, [size, b.size(items.table)], [])
    more = b.create(tf.MaximumOp, [more, b.constant(0)], [])
    table = b.part(b.concat([items.table, b.unset(more)], b.type.table), None, size)
    total = b.create(tf.SumOp, [b.lengths(table), b.constant([0])], [])
    return (RaggedList(b.part(items.values, None, total), table),)


def length(op: tf.TensorListLengthOp, b: ItemBuilder, items: RaggedList) -> Results:
    kind = element_type_of(op.results[0])
    return (b.create(tf.CastOp, [b.size(items.table)], [], kind),)


def element_shape(op: tf.TensorListElementShapeOp, b: ItemBuilder, items: RaggedList) -> Results:
    sizes = b.constant([-1 if size == DYNAMIC_INDEX else size for size in b.type.sizes])
    kind = element_type_of(op.results[0])
    return (b.create(tf.CastOp, [sizes], [len(b.type.sizes)], kind),)


Rewrite = Callable[[Any, ItemBuilder, Any], Results]
"""The results of an op on lists, from the op and the list that it takes, None for a new one."""

REWRITES: Mapping[type[Operation], Rewrite] = {
    tf.EmptyTensorListOp: made,
    tf.TensorListReserveOp: made,
    tf.TensorListFromTensorOp: from_tensor,
    tf.TensorListSplitOp: split,
    tf.TensorListSetItemOp: set_item,
    tf.TensorListPushBackOp: push_back,
    tf.TensorListGetItemOp: get_item,
    tf.TensorListPopBackOp: pop_back,
    tf.TensorListStackOp: stack,
    tf.TensorListGatherOp: gather,
    tf.TensorListConcatV2Op: concat,
    tf.TensorListResizeOp: resize,
    tf.TensorListLengthOp: length,
    tf.TensorListElementShapeOp: element_shape,
}
