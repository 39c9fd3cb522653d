"""Rules for lists of tensors, which are tensors with a leading dimension by now.

A list that is made with elements of unknown size gets it from the first item that is put into it:
when it is made, where that size is known then, else when the item is put.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

from ...dialects import sdim, tf
from ...dialects.tf.lists import MAY_BE_RAGGED, NEEDS_ITEMS, ListOp
from ...dialects.tf_type import VariantType
from ...dialects.types import element_of, is_tensor
from ...symbolic import Expr, Symbol, any_of, as_expr, eq, ge, maximum
from ...symbolic.shapes import Shape, product
from ..element_demands import at_least
from ..errors import ShapeError, UnknownRank
from ..rule import ElementDemand, OpRule, RuleContext, Shapes, Value


def new_list(ctx: RuleContext, count: Expr, element_shape: SSAValue, handle: SSAValue) -> Shape:
    """A list of `count` elements; their unknown sizes are open, unless the type has symbols for
    them: an inference before has told them.
    """
    type = handle.type
    if not is_tensor(type):
        return (count, *known_sizes(ctx, element_shape))
    given = ctx.value(element_shape)
    sizes = list[Expr]()
    entries = sdim.encoding_of(type) or type.get_shape()
    for i, size in enumerate(entries[1:]):
        element = given[i] if given is not None and i < len(given) else None
        if isinstance(size, str):
            sizes.append(Symbol(size))
        elif size != DYNAMIC_INDEX:
            sizes.append(as_expr(size))
        elif isinstance(element, Expr) and is_size(ctx, element):
            sizes.append(element)
        else:
            sizes.append(ctx.open_size())
    return (count, *sizes)


def known_sizes(ctx: RuleContext, element_shape: SSAValue) -> Shape:
    """The sizes that `element_shape` gives, open ones for unknown sizes.

    Raises UnknownRank where neither it nor an item gives a rank.
    """
    given = ctx.elements(element_shape) if ctx.shape(element_shape) else None
    if given is None:
        rank = ctx.rank_of_items()
        if rank is None:
            raise UnknownRank
        given = (None,) * rank
    return tuple(
        size if size is not None and is_size(ctx, size) else ctx.open_size() for size in given
    )


def is_size(ctx: RuleContext, size: Expr) -> bool:
    least = ctx.facts.bounds(size)[0]
    return least is not None and least >= 0


def require_element_shape(ctx: RuleContext, element: Shape, element_shape: SSAValue) -> None:
    """Demands that the elements have the sizes that `element_shape` gives."""
    given = ctx.value(element_shape)
    if given is None or len(given) != len(element):
        return
    for size, wanted in zip(element, given, strict=True):
        if isinstance(wanted, Expr) and is_size(ctx, wanted):
            require_size(ctx, size, wanted)


def require_size(ctx: RuleContext, size: Expr, item: Expr) -> None:
    """An item of size `item` goes to where elements have `size`."""
    if size != item and not ctx.close(size, item):
        ctx.require(eq(size, item), f"an item of size {item} must have the elements' size {size}")


def with_item(op: Operation, ctx: RuleContext, elements: Shape, new: SSAValue) -> Shape:
    """The shape of the elements of a list, once it holds `new`."""
    if not ctx.has_rank(new):
        return elements
    item = ctx.shape(new)
    if len(elements) != len(item):
        message = f"an item of rank {len(item)} must have the elements' rank {len(elements)}"
        ctx.require(eq(0, 1), message)
    elif MAY_BE_RAGGED in op.attributes:
        sizes = zip(elements, item, strict=True)
        ctx.note_item(op, all(ctx.close(s, o) or ctx.facts.proves(eq(s, o)) for s, o in sizes))
        return item if ctx.is_told_late(op) else elements
    if len(elements) == len(item) and ctx.is_told_late(op):
        for size, other in zip(elements, item, strict=True):
            message = f"an item of size {other} must have the elements' size {size}"
            ctx.require(any_of(eq(size, other), eq(size, 0)), message)
        return item
    for size, other in zip(elements, item, strict=False):
        require_size(ctx, size, other)
    return elements


def count_of(ctx: RuleContext, value: SSAValue) -> Expr:
    """A number of elements, which must not be negative; new where it depends on data."""
    count = ctx.scalar(value)
    if count is None:
        return ctx.fresh()
    ctx.require(ge(count, 0), f"the number of elements, {count}, must not be negative")
    return count


def empty(op: tf.EmptyTensorListOp, ctx: RuleContext) -> Shapes:
    return (new_list(ctx, as_expr(0), op.operands[0], op.results[0]),)


def reserve(op: tf.TensorListReserveOp, ctx: RuleContext) -> Shapes:
    return (new_list(ctx, count_of(ctx, op.operands[1]), op.operands[0], op.results[0]),)


def from_tensor(op: tf.TensorListFromTensorOp, ctx: RuleContext) -> Shapes:
    shape = ctx.shape(op.operands[0])
    require_element_shape(ctx, shape[1:], op.operands[1])
    return (shape,)


def split(op: tf.TensorListSplitOp, ctx: RuleContext) -> Shapes:
    """A list of items of different sizes, which inference has rewritten where that is possible."""
    whole, lengths = ctx.shape(op.operands[0]), ctx.shape(op.operands[2])
    ctx.note_item(op, MAY_BE_RAGGED not in op.attributes)
    return ((lengths[0], ctx.fresh(), *whole[1:]),)


def require_items(op: Operation, ctx: RuleContext, count: Expr) -> None:
    """Demands an item where nothing else tells the elements' shape."""
    if NEEDS_ITEMS in op.attributes:
        message = "the list must not be empty, for the shape of its elements is not given in full"
        ctx.require(ge(count, 1), message)


def stack(op: tf.TensorListStackOp, ctx: RuleContext) -> Shapes:
    shape = ctx.shape(op.operands[0])
    require_items(op, ctx, shape[0])
    require_element_shape(ctx, shape[1:], op.operands[1])
    if op.num_elements >= 0:
        message = f"the number of elements, {shape[0]}, must be {op.num_elements}"
        ctx.require(eq(shape[0], op.num_elements), message)
        shape = (as_expr(op.num_elements), *shape[1:])
    return (shape,)


def get_item(op: tf.TensorListGetItemOp, ctx: RuleContext) -> Shapes:
    shape = ctx.shape(op.operands[0])
    require_element_shape(ctx, shape[1:], op.operands[2])
    return (shape[1:],)


def set_item(op: tf.TensorListSetItemOp, ctx: RuleContext) -> Shapes:
    count, *sizes = ctx.shape(op.operands[0])
    elements = with_item(op, ctx, tuple(sizes), op.operands[2])
    if not op.resize_if_index_out_of_bounds:
        return ((count, *elements),)
    place = ctx.scalar(op.operands[1])
    if place is not None:
        return ((maximum(count, place + 1), *elements),)
    grown = ctx.fresh()
    ctx.assume(ge(grown, 1))
    ctx.assume(ge(grown, count))
    return ((grown, *elements),)


def push_back(op: tf.TensorListPushBackOp, ctx: RuleContext) -> Shapes:
    count, *sizes = ctx.shape(op.operands[0])
    return ((count + 1, *with_item(op, ctx, tuple(sizes), op.operands[1])),)


def pop_back(op: tf.TensorListPopBackOp, ctx: RuleContext) -> Shapes:
    count, *sizes = ctx.shape(op.operands[0])
    require_element_shape(ctx, tuple(sizes), op.operands[1])
    ctx.require(ge(count, 1), "the list must not be empty")
    return ((count - 1, *sizes), tuple(sizes))


def gather(op: tf.TensorListGatherOp, ctx: RuleContext) -> Shapes:
    _, *sizes = ctx.shape(op.operands[0])
    require_element_shape(ctx, tuple(sizes), op.operands[2])
    require_items(op, ctx, product(ctx.shape(op.operands[1])))
    return ((*ctx.shape(op.operands[1]), *sizes),)


def concat(op: tf.TensorListConcatV2Op, ctx: RuleContext) -> Shapes:
    """The first two dimensions folded into one."""
    count, *sizes = ctx.shape(op.operands[0])
    if not sizes:
        ctx.require(eq(0, 1), "scalars have no dimension along which they are joined")
        return (None, None)
    require_element_shape(ctx, tuple(sizes), op.operands[1])
    require_items(op, ctx, count)
    return ((count * sizes[0], *sizes[1:]), (count,))


def scatter(op: tf.TensorListScatterIntoExistingListOp, ctx: RuleContext) -> Shapes:
    """The list itself, whose elements get their sizes from the entries where those are open."""
    count, *sizes = ctx.shape(op.operands[0])
    entries, (places,) = ctx.shape(op.operands[1]), ctx.shape(op.operands[2])
    message = f"there are {entries[0]} entries for {places} indices"
    ctx.require(eq(entries[0], places), message)
    if len(entries) != len(sizes) + 1:
        ctx.require(eq(0, 1), f"items of rank {len(entries) - 1} must have rank {len(sizes)}")
    for size, item in zip(sizes, entries[1:], strict=False):
        require_size(ctx, size, item)
    return ((count, *sizes),)


def scattered_inside(
    op: tf.TensorListScatterIntoExistingListOp, ctx: RuleContext
) -> Iterable[ElementDemand]:
    count = ctx.shape(op.operands[0])[0]
    yield ElementDemand(op.operands[2], "indices", as_expr(0), [count])


def resize(op: tf.TensorListResizeOp, ctx: RuleContext) -> Shapes:
    _, *sizes = ctx.shape(op.operands[0])
    return ((count_of(ctx, op.operands[1]), *sizes),)


def length(op: tf.TensorListLengthOp, ctx: RuleContext) -> Sequence[Value | None]:
    return (ctx.shape(op.operands[0])[:1],)


def scalar(op: tf.TensorListLengthOp, ctx: RuleContext) -> Shapes:
    return ((),)


def element_shape(op: tf.TensorListElementShapeOp, ctx: RuleContext) -> Sequence[Value | None]:
    return (ctx.shape(op.operands[0])[1:],)


def vector(op: tf.TensorListElementShapeOp, ctx: RuleContext) -> Shapes:
    return ((as_expr(len(ctx.shape(op.operands[0])) - 1),),)


def inside(op: ListOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Operand 1 names elements of the list, which an op that sets one may let grow."""
    grows = isinstance(op, tf.TensorListSetItemOp) and op.resize_if_index_out_of_bounds
    count = ctx.shape(op.operands[0])[0]
    yield ElementDemand(op.operands[1], "indices", as_expr(0), [] if grows else [count])


def require_tensors(op: Operation, ctx: RuleContext) -> None:
    """Raises ShapeError where the list is a handle still, of which nothing is known."""
    for value in (*op.operands[:1], *op.results[:1]):
        if isinstance(element_of(value.type), VariantType):
            raise ShapeError(op, "its list is a handle; run tieshape-inline-tf-functions first")


RULES = tuple(
    replace(row, verify=require_tensors)
    for row in (
        OpRule(tf.EmptyTensorListOp, shape=empty),
        OpRule(tf.TensorListReserveOp, shape=reserve, elements=at_least(1, 0, "num_elements")),
        OpRule(tf.TensorListFromTensorOp, shape=from_tensor),
        OpRule(tf.TensorListSplitOp, shape=split),
        OpRule(tf.TensorListStackOp, shape=stack),
        OpRule(tf.TensorListGetItemOp, shape=get_item, elements=inside),
        OpRule(tf.TensorListSetItemOp, shape=set_item, elements=inside),
        OpRule(tf.TensorListPushBackOp, shape=push_back),
        OpRule(tf.TensorListPopBackOp, shape=pop_back),
        OpRule(tf.TensorListGatherOp, shape=gather, elements=inside),
        OpRule(tf.TensorListConcatV2Op, shape=concat),
        OpRule(tf.TensorListScatterIntoExistingListOp, shape=scatter, elements=scattered_inside),
        OpRule(tf.TensorListResizeOp, shape=resize),
        OpRule(tf.TensorListLengthOp, shape=scalar, value=length),
        OpRule(tf.TensorListElementShapeOp, shape=vector, value=element_shape),
    )
)
