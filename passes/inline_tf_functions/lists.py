"""Lists of tensors of one shape as tensors with a leading dimension.

The ops stay; their handles become tensors. What is known of the elements is gathered from every op
that a list reaches, through loops and branches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType, UnitAttr, UnrankedTensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.module_parts import instances_below, ops_below, values_below
from ...dialects import tf
from ...dialects.tf.checks import constant_integers
from ...dialects.tf.lists import MAY_BE_RAGGED, NEEDS_ITEMS, ListOp
from ...dialects.tf_type import VariantType
from ...dialects.types import is_tensor, is_unranked
from ...materialize.types import retype
from .regions import TfError, is_number

ListElement: TypeAlias = "TensorType[Attribute] | UnrankedTensorType[Attribute]"

ITEMS: dict[type[Operation], tuple[tuple[int, ...], tuple[int, ...], int]] = {
    tf.TensorListFromTensorOp: ((0,), (), 1),
    tf.TensorListSetItemOp: ((2,), (), 0),
    tf.TensorListPushBackOp: ((1,), (), 0),
    tf.TensorListGetItemOp: ((), (0,), 0),
    tf.TensorListPopBackOp: ((), (1,), 0),
    tf.TensorListStackOp: ((), (0,), 1),
    tf.TensorListGatherOp: ((), (0,), 1),
    tf.TensorListScatterIntoExistingListOp: ((1,), (), 1),
}
"""For each op: operands and results that are elements, and their number of extra dimensions."""

ITEM_OPERANDS: dict[type[Operation], int] = {
    tf.TensorListSetItemOp: 2,
    tf.TensorListPushBackOp: 1,
}
"""The operand that is one item."""

ELEMENT_SHAPES: dict[type[Operation], int] = {
    tf.EmptyTensorListOp: 0,
    tf.TensorListReserveOp: 0,
    tf.TensorListFromTensorOp: 1,
    tf.TensorListSplitOp: 1,
    tf.TensorListStackOp: 1,
    tf.TensorListGetItemOp: 2,
    tf.TensorListPopBackOp: 1,
    tf.TensorListGatherOp: 2,
    tf.TensorListConcatV2Op: 1,
}
"""The operand that tells the elements' shape."""

MAKERS = (
    tf.EmptyTensorListOp,
    tf.TensorListReserveOp,
    tf.TensorListFromTensorOp,
    tf.TensorListSplitOp,
)

COPIES = (tf.IdentityOp, tf.IdentityNOp, tf.StopGradientOp)

SAME_LIST = (
    tf.TensorListSetItemOp,
    tf.TensorListPushBackOp,
    tf.TensorListPopBackOp,
    tf.TensorListScatterIntoExistingListOp,
    tf.TensorListResizeOp,
)
"""Ops whose first result is the list that is their first operand, or grows out of it."""

PUTS_ITEMS = (tf.TensorListSetItemOp, tf.TensorListPushBackOp, tf.TensorListSplitOp)

ALLOW_RAGGED = (
    tf.TensorListGetItemOp,
    tf.TensorListPopBackOp,
    tf.TensorListConcatV2Op,
    tf.TensorListSplitOp,
)
"""Ops that take items of a list whose other items may have different sizes, or make such a list."""

NUMBERS = (tf.ZerosLikeOp, tf.AddNOp)
"""Ops on the elements: gradients of lists are added up, or zero."""

CANNOT_BE_RAGGED = (*NUMBERS, tf.TensorListScatterIntoExistingListOp)
"""Ops for which all items of a list must have one size."""


def lists_to_tensors(function: func.FuncOp) -> None:
    """Gives every list handle in `function` a tensor type.

    Raises TfError where the type of its elements is not known.
    """
    for op in instances_below(function, *MAKERS):
        split_uses(op)
    if not any(map(is_list, values_below(function))):
        return
    families = Families(is_list)
    for op in ops_below(function):
        families.connect(op)
    for family in families.all():
        users = {use.operation for value in family for use in value.uses}
        users |= {value.owner for value in family if isinstance(value.owner, Operation)}
        if any(isinstance(user, ListOp) for user in users):
            make_tensor(family, users)


def split_uses(op: Operation) -> None:
    """Gives each use of a new list a list of its own: items put into one say nothing of others.

    It is made right before the use, where sizes that items have may be known by now.
    """
    for use in list(op.results[0].uses):
        own = op.clone()
        own.location = op.location
        own.results[0].name_hint = op.results[0].name_hint
        Rewriter.insert_op(own, InsertPoint.before(use.operation))
        use.operation.operands[use.index] = own.results[0]
    Rewriter.erase_op(op)


class Families:
    """Handles that are the same list or grow out of each other, in sets.

    is_member: which values may be handles
    """

    def __init__(self, is_member: Callable[[SSAValue], bool]) -> None:
        self._is_member = is_member
        self._parent: dict[SSAValue, SSAValue] = {}

    def all(self) -> Iterable[list[SSAValue]]:
        members: dict[SSAValue, list[SSAValue]] = {}
        for value in self._parent:
            members.setdefault(self._root(value), []).append(value)
        return members.values()

    def connect(self, op: Operation) -> None:
        for value in (*op.operands, *op.results):
            if self._is_member(value):
                self._root(value)
        for values in connected(op):
            if self._is_member(values[0]):
                for other in values[1:]:
                    self._parent[self._root(other)] = self._root(values[0])

    def _root(self, value: SSAValue) -> SSAValue:
        self._parent.setdefault(value, value)
        while (parent := self._parent[value]) is not value:
            value = parent
        return value


def is_list(value: SSAValue) -> bool:
    return isinstance(getattr(value.type, "element_type", None), VariantType)


def connected(op: Operation) -> Iterator[Sequence[SSAValue]]:
    """Values of `op` and below that are one list if one of them is."""
    if isinstance(op, COPIES):
        yield from zip(op.operands, op.results, strict=True)
    elif isinstance(op, NUMBERS):
        yield [*op.operands, *op.results]
    elif isinstance(op, ListOp):
        if isinstance(op, SAME_LIST):
            yield [op.operands[0], op.results[0]]
    elif isinstance(op, tf.WhileRegionOp):
        cond, body = (region.block for region in op.regions)
        given = _yielded(op)[1]
        yield from zip(op.operands, op.results, cond.args, body.args, given, strict=True)
    elif isinstance(op, tf.IfRegionOp | tf.CaseRegionOp):
        yield from zip(op.results, *_yielded(op), strict=True)


def _yielded(op: Operation) -> list[Sequence[SSAValue]]:
    last = [region.block.last_op for region in op.regions]
    return [() if end is None else end.operands for end in last]


def make_tensor(family: Sequence[SSAValue], users: Iterable[Operation]) -> None:
    """Makes every handle of `family` a tensor."""
    known = list[ListElement]()
    for value in family:
        variant = getattr(value.type, "element_type", None)
        if not isinstance(variant, VariantType):
            op = value.owner if isinstance(value.owner, Operation) else next(iter(users))
            raise TfError(op, f"a list of tensors cannot have the type {value.type}")
        known += [
            type
            for type in variant.subtypes
            if (is_tensor(type) or is_unranked(type))
            and not isinstance(type.element_type, VariantType)
        ]
    for user in users:
        if isinstance(user, func.ReturnOp):
            raise TfError(user, "a list of tensors cannot be a result of a function")
        if isinstance(user, ListOp):
            known += elements_of(user, next((t.element_type for t in known), None))
    at = next(iter(users))
    for value in family:
        if not isinstance(value.owner, Operation) and isinstance(
            value.owner.parent_op(), func.FuncOp
        ):
            raise TfError(at, "a list of tensors cannot be an argument of a function")
    type = tensor_of(known, at)
    for value in family:
        retype(value, type)
    makers = [user for user in users if isinstance(user, MAKERS)]
    if may_be_ragged(type, users, makers):
        for user in users:
            if isinstance(user, PUTS_ITEMS):
                user.attributes[MAY_BE_RAGGED] = UnitAttr()
    for user in users:
        if isinstance(user, tf.TensorListStackOp | tf.TensorListConcatV2Op | tf.TensorListGatherOp):
            first = 1 if isinstance(user, tf.TensorListConcatV2Op) else 0
            given = user.operands[2 if isinstance(user, tf.TensorListGatherOp) else 1]
            shapes = [maker.operands[ELEMENT_SHAPES[maker.__class__]] for maker in makers]
            if not any(tell_sizes(first, given, shape) for shape in shapes):
                user.attributes[NEEDS_ITEMS] = UnitAttr()


def may_be_ragged(
    type: ListElement, users: Iterable[Operation], makers: Sequence[Operation]
) -> bool:
    """Whether a list of `type` may hold items of different sizes as long as they are not joined."""
    known = not is_tensor(type) or DYNAMIC_INDEX in type.get_shape()[1:]
    shapes = (maker.operands[ELEMENT_SHAPES[maker.__class__]] for maker in makers)
    return (
        known
        and any(isinstance(user, ALLOW_RAGGED) for user in users)
        and not any(isinstance(user, CANNOT_BE_RAGGED) for user in users)
        and all(constant_integers(s) is not None or is_of_list(s) for s in shapes)
    )


def is_of_list(element_shape: SSAValue) -> bool:
    """Whether `element_shape` is what another list tells of its elements."""
    return isinstance(element_shape.owner, tf.TensorListElementShapeOp)


def tell_sizes(first: int, *element_shapes: SSAValue) -> bool:
    """Whether `element_shapes` together give the elements' sizes from dimension `first` on."""
    known = [constant_integers(operand) for operand in element_shapes]
    if None in known:  # what is computed has no -1
        return True
    vectors = [
        sizes
        for sizes, operand in zip(known, element_shapes, strict=True)
        if sizes is not None and is_tensor(operand.type) and operand.type.get_num_dims() == 1
    ]
    columns = list(zip(*vectors, strict=False))[first:]
    return bool(vectors) and all(max(column) >= 0 for column in columns)


def elements_of(op: ListOp, element_type: Attribute | None) -> list[ListElement]:
    """Types of elements as far as `op` tells them."""
    found = list[ListElement]()
    operands, results, lead = ITEMS.get(type(op), ((), (), 0))
    for value in (*(op.operands[i] for i in operands), *(op.results[i] for i in results)):
        kind = value.type
        if is_tensor(kind):
            found.append(TensorType(kind.element_type, kind.get_shape()[lead:]))
        elif is_unranked(kind):
            found.append(kind)
    if isinstance(op, tf.TensorListSplitOp) and is_tensor(whole := op.operands[0].type):
        found.append(TensorType(whole.element_type, [DYNAMIC_INDEX, *whole.get_shape()[1:]]))
    place = ELEMENT_SHAPES.get(type(op))
    if element_type is None and found:
        element_type = found[0].element_type
    if place is not None and element_type is not None:
        sizes = constant_integers(op.operands[place])
        vector = op.operands[place].type
        if sizes is not None and is_tensor(vector) and vector.get_num_dims() == 1:
            shape = [DYNAMIC_INDEX if size < 0 else size for size in sizes]
            found.append(TensorType(element_type, shape))
    return found


def tensor_of(elements: Sequence[ListElement], at: Operation) -> ListElement:
    """The type of a list of `elements`, with a size where all that tell one agree."""
    if not elements or not is_number(elements[0]):
        raise TfError(at, "what the list holds is not known to be numbers")
    element_type = elements[0].element_type
    ranked = [element.get_shape() for element in elements if is_tensor(element)]
    if not ranked:
        return UnrankedTensorType(element_type)
    if any(len(shape) != len(ranked[0]) for shape in ranked):
        raise TfError(at, "the list holds tensors of different ranks; they must have one shape")
    sizes = [
        known_sizes.pop()
        if len(known_sizes := {size for size in column if size >= 0}) == 1
        else DYNAMIC_INDEX
        for column in zip(*ranked, strict=True)
    ]
    return TensorType(element_type, [DYNAMIC_INDEX, *sizes])
