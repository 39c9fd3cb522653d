"""Lists of tensors, which are tensors with a leading dimension by now."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType, TensorType
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import element_type_of, is_integer
from ...symbolic import Expr, any_of, as_expr, eq, ge, le, maximum
from .builder import Builder, LoweringTable
from .elementwise import Results
from .gathering import take
from .joining import concatenate, expand
from .padding import pad_to
from .run_time_axes import demand
from .scattering import replacing_body, scatter


def new_list(op: tf.TensorListReserveOp | tf.EmptyTensorListOp, b: Builder) -> Results:
    """All zeros."""
    type = b.type(op.results[0])
    sizes = b.shape_of_type(type)
    if not all(map(b.sizes.has, sizes[1:])):
        raise b.fail("the sizes of the list's elements are not known")
    check_element_shape(b, sizes[1:], op.operands[0])
    if b.sizes.has(sizes[0]):
        if isinstance(op, tf.TensorListReserveOp):
            b.bind(sizes[0], b.element(op.operands[1]))
        return (b.splat(0, type),)
    assert isinstance(op, tf.TensorListReserveOp), "an empty list has a known number of elements"
    return (counted_zeros(b, op.operands[1], type),)


def check_element_shape(b: Builder, sizes: Sequence[Expr], given: SSAValue) -> None:
    """Tests that elements have the sizes in `given`, of which -1 may be any.

    Sizes that are 0 may be told by an item later.
    """
    if b.shape(given) != (as_expr(len(sizes)),):
        return
    for i, size in enumerate(sizes):
        if not b.facts.proves(eq(size, 0)):
            wanted = b.element(given, i)
            fits = any_of(eq(wanted, -1), eq(wanted, size))
            demand(b, fits, f"elements of size {size} must have the size that element_shape gives")


def counted_zeros(b: Builder, count: SSAValue, type: TensorType[Attribute]) -> SSAValue:
    """Zeros of `type`, whose first size is the element of `count`."""
    number = b.insert(tensor.ExtractOp(b.operand(count), [], element_type_of(count))).results[0]
    first = b.insert(arith.IndexCastOp(number, IndexType())).result
    others = [b.sizes.index(size, b.at) for size in b.shape_of_type(type)[1:]]
    shape = b.create(
        tensor.FromElementsOp, [first, *others], TensorType(IndexType(), [1 + len(others)])
    )
    zero = b.scalar(0, type.element_type)
    return b.create(
        mhlo.DynamicBroadcastInDimOp, [zero, shape], type, broadcast_dimensions=dense_i64([])
    )


def whole(op: tf.TensorListStackOp | tf.TensorListFromTensorOp, b: Builder) -> Results:
    """The list itself."""
    check_element_shape(b, b.shape(op.operands[0])[1:], op.operands[1])
    return (b.operand(op.operands[0]),)


def item(op: tf.TensorListGetItemOp | tf.TensorListGatherOp, b: Builder) -> Results:
    values, places = b.operand(op.operands[0]), b.operand(op.operands[1])
    check_element_shape(b, b.shape(values)[1:], op.operands[2])
    return (take(b, values, places, 0, 0, b.type(op.results[0])),)


def set_item(op: tf.TensorListSetItemOp, b: Builder) -> Results:
    values, place, new = (b.operand(o) for o in op.operands)
    missing = as_expr(0)
    if op.resize_if_index_out_of_bounds:
        missing = maximum(b.element(op.operands[1]) + 1 - b.shape(values)[0], 0)
    values = grow(b, values, b.type(op.results[0]), missing)
    zero = b.scalar(0, element_type_of(place))
    starts = [place, *(zero for _ in b.shape(new))]
    update = mhlo.DynamicUpdateSliceOp(values, expand(b, new, 0), starts)
    return (b.insert(update).results[0],)


def grow(b: Builder, values: SSAValue, type: TensorType[Attribute], more: Expr) -> SSAValue:
    """`values` with as many zero elements `more`, and of the element sizes of `type`."""
    count, *others = b.shape(values)
    target, *sizes = b.shape_of_type(type)
    b.bind(target, b.facts.simplify(count + more))
    amounts = [more, *(b.facts.simplify(s - o) for s, o in zip(sizes, others, strict=True))]
    if all(amount == as_expr(0) for amount in amounts):
        return values
    zero = b.scalar(0, type.element_type)
    return pad_to(b, values, zero, [(as_expr(0), amount) for amount in amounts], type)


def push_back(op: tf.TensorListPushBackOp, b: Builder) -> Results:
    values, new = (b.operand(o) for o in op.operands)
    type = b.type(op.results[0])
    count = b.shape(values)[0]
    same = b.ranked(type.element_type, [count, *b.shape_of_type(type)[1:]])
    values = grow(b, values, same, as_expr(0))
    return (concatenate(b, [values, expand(b, new, 0)], 0, type),)


def pop_back(op: tf.TensorListPopBackOp, b: Builder) -> Results:
    values = b.operand(op.operands[0])
    count = b.shape(values)[0]
    check_element_shape(b, b.shape(values)[1:], op.operands[1])
    rest = b.slice(values, 0, 0, count - 1, b.type(op.results[0]))
    last = b.slice(values, 0, count - 1, count)
    return rest, b.reshape(last, b.type(op.results[1]))


def concat(op: tf.TensorListConcatV2Op, b: Builder) -> Results:
    values, lengths = b.operand(op.operands[0]), b.type(op.results[1])
    check_element_shape(b, b.shape(values)[1:], op.operands[1])
    element_type = lengths.element_type
    assert is_integer(element_type)
    length = b.sizes.scalar(b.shape(values)[1], b.at, element_type)
    return b.reshape(values, b.type(op.results[0])), b.broadcast(length, lengths)


def scatter_items(op: tf.TensorListScatterIntoExistingListOp, b: Builder) -> Results:
    values, entries, places = (b.operand(o) for o in op.operands)
    values = grow(b, values, b.type(op.results[0]), as_expr(0))
    return (scatter(b, values, places, entries, replacing_body),)


def resize(op: tf.TensorListResizeOp, b: Builder) -> Results:
    """Appends zeros where the list grows, then cuts."""
    values, type = b.operand(op.operands[0]), b.type(op.results[0])
    size = b.element(op.operands[1])
    b.bind(b.shape_of_type(type)[0], size)
    count, *others = b.shape(values)
    if not b.facts.proves(le(size, count)):
        missing = size - count if b.facts.proves(ge(size, count)) else maximum(size - count, 0)
        total: list[Expr] = [b.facts.simplify(count + missing), *others]
        values = grow(b, values, b.ranked(type.element_type, total), missing)
    return (b.slice(values, 0, as_expr(0), size, type),)


LOWERINGS: LoweringTable = {
    tf.EmptyTensorListOp: new_list,
    tf.TensorListReserveOp: new_list,
    tf.TensorListFromTensorOp: whole,
    tf.TensorListStackOp: whole,
    tf.TensorListGetItemOp: item,
    tf.TensorListGatherOp: item,
    tf.TensorListSetItemOp: set_item,
    tf.TensorListPushBackOp: push_back,
    tf.TensorListPopBackOp: pop_back,
    tf.TensorListConcatV2Op: concat,
    tf.TensorListScatterIntoExistingListOp: scatter_items,
    tf.TensorListResizeOp: resize,
}
