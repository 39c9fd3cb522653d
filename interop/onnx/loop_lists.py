"""Lists of tensors that a loop fills, an item in each trip, and what becomes of them."""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects.builtin import (
    ArrayAttr,
    IntegerAttr,
    TensorType,
    UnrankedTensorType,
    i32,
    i64,
)
from xdsl.ir import Block, SSAValue

from ...dialects import tf
from ...dialects.tf_type import VariantType
from ...symbolic import Expr
from .builder import GraphBuilder, axis_in
from .elementwise import cast
from .nodes import ListItem, ListValue, NodeRefused
from .shapes import pack, size_of


def new_list(b: GraphBuilder, item: ListItem, most: SSAValue | None) -> SSAValue:
    """An empty list, or one of `most` items that are to be set."""
    kind = TensorType(VariantType.new([ArrayAttr([UnrankedTensorType(item.element)])]), [])
    if most is not None:
        operands = [_shape_of(b, item), cast(b, most, i32)]
        op = tf.TensorListReserveOp.create(operands=operands, result_types=[kind])
    else:
        operands = [_shape_of(b, item), b.number(-1, i32)]
        op = tf.EmptyTensorListOp.create(operands=operands, result_types=[kind])
    return b.put(op, [()])[0]


def with_item(
    b: GraphBuilder, handle: SSAValue, place: SSAValue | None, item: SSAValue
) -> SSAValue:
    """The list with the item at `place`, or at its end."""
    if place is not None:
        operands = [handle, cast(b, place, i32), item]
        op = tf.TensorListSetItemOp.create(operands=operands, result_types=[handle.type])
    else:
        operands = [handle, item]
        op = tf.TensorListPushBackOp.create(operands=operands, result_types=[handle.type])
    return b.put(op, [()])[0]


def stacked(b: GraphBuilder, items: ListValue, axis: int = 0) -> SSAValue:
    """A tensor with a new dimension `axis` for the items."""
    item = items.item
    op = tf.TensorListStackOp.create(
        operands=[items.handle, _shape_of(b, item)],
        result_types=[UnrankedTensorType(item.element)],
        properties={"num_elements": IntegerAttr(-1, i64)},
    )
    if item.sizes is None:
        (made,) = b.put(op, [None])
    else:
        sizes = (b.inference.fresh() if size is None else size for size in item.sizes)
        (made,) = b.put(op, [(items.count, *sizes)])
    return made if axis == 0 else moved(b, made, axis)


def joined(b: GraphBuilder, items: ListValue, axis: int) -> SSAValue:
    """The items one after the other along dimension `axis`."""
    item = items.item
    if item.sizes is None:
        raise NodeRefused("a sequence of tensors of unknown rank cannot be joined")
    axis = axis_in(axis, len(item.sizes))
    if axis > 0:
        return _joined_inside(b, stacked(b, items), axis)
    operands = [items.handle, _shape_of(b, item), b.vector([])]
    op = tf.TensorListConcatV2Op.create(
        operands=operands,
        result_types=[UnrankedTensorType(item.element), UnrankedTensorType(i64)],
    )
    lead, *rest = (b.inference.fresh() if size is None else size for size in item.sizes)
    lead = b.inference.fresh() if item.sizes[0] is None else items.count * lead
    return b.put(op, [(lead, *rest), (items.count,)])[0]


def _joined_inside(b: GraphBuilder, whole: SSAValue, axis: int) -> SSAValue:
    """Of items of the same sizes: `[count, …, n, …]` as `[…, count*n, …]`."""
    turned = moved(b, whole, axis)
    sizes: list[SSAValue | int] = [
        b.op(tf.ReshapeOp, part, [])
        for part in b.ops(
            tf.UnpackOp, b.op(tf.ShapeOp, turned, element=i64), elements=[i64] * b.rank(turned)
        )
    ]
    return b.op(tf.ReshapeOp, turned, pack(b, [*sizes[:axis], -1, *sizes[axis + 2 :]]))


def moved(b: GraphBuilder, value: SSAValue, axis: int) -> SSAValue:
    """`value` with dimension 0 moved to `axis`."""
    rank = b.rank(value)
    axis = axis_in(axis, rank)
    if axis == 0:
        return value
    order = list(range(1, rank))
    order.insert(axis, 0)
    return b.op(tf.TransposeOp, value, order)


def item_at(b: GraphBuilder, items: ListValue, place: SSAValue) -> SSAValue:
    """The item at `place`, counted from the start and inside."""
    item = items.item
    op = tf.TensorListGetItemOp.create(
        operands=[items.handle, cast(b, place, i32), _shape_of(b, item)],
        result_types=[UnrankedTensorType(item.element)],
    )
    if item.sizes is None:
        return b.put(op, [None])[0]
    sizes = (b.inference.fresh() if size is None else size for size in item.sizes)
    return b.put(op, [tuple(sizes)])[0]


def count_of(b: GraphBuilder, items: ListValue) -> SSAValue:
    """How many items there are, i64."""
    op = tf.TensorListLengthOp.create(
        operands=[items.handle], result_types=[UnrankedTensorType(i32)]
    )
    return cast(b, b.put(op, [()])[0], i64)


def with_shape(b: GraphBuilder, item: ListItem) -> ListItem:
    """The item with the vector of its sizes, if values here have them: a list of no items has
    elements of these sizes too.
    """
    if item.sizes is None or all(
        size is not None and size.constant_value is not None for size in item.sizes
    ):
        return item
    parts = list[SSAValue | int]()
    for size in item.sizes:
        found = None if size is None else _found(b, size)
        if found is None:
            return item
        parts.append(found)
    return replace(item, shape=pack(b, parts))


def _found(b: GraphBuilder, size: Expr) -> SSAValue | int | None:
    """A scalar that is `size`, which is a number, or one of a value in this block."""
    if size.constant_value is not None:
        return size.constant_value
    for value, shape in b.inference.shapes.items():
        inside = value.owner if isinstance(value.owner, Block) else value.owner.parent
        if inside is b.block and shape is not None and size in shape:
            return size_of(b, value, shape.index(size))
    return None


def _shape_of(b: GraphBuilder, item: ListItem) -> SSAValue:
    if item.shape is not None:
        return item.shape
    if item.sizes is None:
        return b.number(-1, i32)
    known = [None if size is None else size.constant_value for size in item.sizes]
    return b.vector([-1 if n is None else n for n in known])
