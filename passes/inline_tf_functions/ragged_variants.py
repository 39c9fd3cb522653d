"""Lists whose items are tensors of different sizes, wrapped as ragged tensors of no ragged rank.

`tf.map_fn` over a ragged tensor, and with a RaggedTensorSpec of ragged rank 0, makes such lists:
```mlir
%item = "tf.RaggedTensorToVariant"(%row) {RAGGED_RANK = 0 : i64, batched_input = false}
%all = "tf.TensorListStack"(%list, %shape)
%splits, %values = "tf.RaggedTensorFromVariant"(%all) {output_ragged_rank = 1 : i64}
```
The items become the tensors themselves; a stack of them is their join, and the sums of their
lengths. A ragged tensor whose rows are the items is split by the lengths of the rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, TensorType, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.module_parts import ops_below
from ...dialects import tf
from ...dialects.messages import op_name
from ...dialects.tf.lists import ListOp
from ...dialects.types import dense_elements, element_of, is_tensor
from .lists import ELEMENT_SHAPES, ITEM_OPERANDS, MAKERS, Families, is_list
from .regions import before, constant, source

WRAP, UNWRAP = "tf.RaggedTensorToVariant", "tf.RaggedTensorFromVariant"
VECTOR = TensorType(i64, [DYNAMIC_INDEX])


def unwrap_ragged_items(function: func.FuncOp) -> None:
    """Makes the items of lists in `function` that are wrapped tensors these tensors.

    Lists of ragged tensors of a higher rank stay as they are.
    """
    if not any(op_name(op) in (WRAP, UNWRAP) for op in ops_below(function)):
        return
    families = Families(is_list)
    for op in function.walk():
        families.connect(op)
    for family in families.all():
        members = set(family)
        users = [
            op
            for op in function.walk()
            if isinstance(op, ListOp)
            and (op.results if isinstance(op, MAKERS) else op.operands)[0] in members
        ]
        if users and all(map(_is_plain, users)) and any(map(_is_wrapped, users)):
            rank = next(filter(None, map(_rank_of_items, users)), None)
            for op in users:
                _unwrap(op, rank)
    for op in list(function.walk(reverse=True)):
        if op_name(op) == WRAP:
            _count_rows(op)
            if op.results[0].first_use is None:
                Rewriter.erase_op(op)


def _count_rows(op: Operation) -> None:
    """Lets the number of wrapped rows be that of their splits."""
    for use in list(op.results[0].uses):
        shape = use.operation
        if isinstance(shape, tf.ShapeOp) and _number(op, "batched_input"):
            shape.operands[0] = VariantBuilder(shape).lengths(op.operands[0])


def _number(op: Operation, name: str) -> int | None:
    """An integer or flag among the attributes of `op`."""
    value = op.attributes.get(name, op.properties.get(name))
    return value.value.data if isinstance(value, IntegerAttr) else None


def _wrapped(op: Operation) -> Operation | None:
    """What wraps the item or the rows that `op` puts into a list."""
    place = 0 if isinstance(op, tf.TensorListFromTensorOp) else ITEM_OPERANDS.get(type(op))
    owner = None if place is None else source(op.operands[place]).owner
    return owner if isinstance(owner, Operation) and op_name(owner) == WRAP else None


def _read(op: Operation) -> list[Operation]:
    """The ops that unwrap what `op` takes from a list."""
    if not isinstance(op, tf.TensorListGetItemOp | tf.TensorListPopBackOp | tf.TensorListStackOp):
        return []
    found, values = list[Operation](), [op.results[-1]]
    for value in values:
        for use in value.uses:
            if isinstance(use.operation, tf.IdentityOp):
                values.append(use.operation.results[0])
            else:
                found.append(use.operation)
    return found


def _is_wrapped(op: Operation) -> bool:
    return _wrapped(op) is not None or any(op_name(user) == UNWRAP for user in _read(op))


def _is_plain(op: Operation) -> bool:
    """Whether what `op` puts in or takes is wrapped, and is a tensor without the wrap."""
    if isinstance(op, tf.TensorListFromTensorOp) or type(op) in ITEM_OPERANDS:
        wrap, batched = _wrapped(op), isinstance(op, tf.TensorListFromTensorOp)
        return (
            wrap is not None
            and _number(wrap, "RAGGED_RANK") == int(batched)
            and bool(_number(wrap, "batched_input")) is batched
        )
    rank = 1 if isinstance(op, tf.TensorListStackOp) else 0
    reads_one = all(
        op_name(user) == UNWRAP and _number(user, "output_ragged_rank") == rank
        for user in _read(op)
    )
    return reads_one and not isinstance(op, tf.TensorListGatherOp | tf.TensorListConcatV2Op)


def _rank_of_items(op: Operation) -> int | None:
    wrap = _wrapped(op)
    if wrap is None or not is_tensor(type := wrap.operands[-1].type):
        return None
    return type.get_num_dims()


def _unwrap(op: Operation, rank: int | None) -> None:
    """Rewrites `op` for items that are tensors of `rank`."""
    b = VariantBuilder(op)
    shape = b.any_shape(rank)
    wrap = _wrapped(op)
    if isinstance(op, tf.TensorListFromTensorOp):
        assert wrap is not None
        splits, values = wrap.operands
        made = b.create(tf.TensorListSplitOp, [values, shape, b.lengths(splits)], op.result_types)
        _replace(op, made.results)
    elif wrap is not None:
        op.operands[ITEM_OPERANDS[type(op)]] = wrap.operands[-1]
    elif isinstance(op, tf.TensorListStackOp):
        _join(op, b, shape)
    else:
        if type(op) in ELEMENT_SHAPES:
            op.operands[ELEMENT_SHAPES[type(op)]] = shape
        users = _read(op)
        if users:
            Rewriter.replace_value_with_new_type(op.results[-1], users[0].results[-1].type)
        for user in users:
            _replace(user, [op.results[-1]])


def _join(op: tf.TensorListStackOp, b: VariantBuilder, shape: SSAValue) -> None:
    """The values of all items, and the sums of their lengths."""
    for user in _read(op):
        splits, values = user.results
        lead = b.constant([], i64)
        types = [values.type, VECTOR]
        joined = b.create(tf.TensorListConcatV2Op, [op.operands[0], shape, lead], types)
        lengths = joined.results[1]
        if op.num_elements >= 0:
            count = b.constant([op.num_elements])
            lengths = b.create(tf.ReshapeOp, [lengths, count], [VECTOR]).results[0]
        ends = b.create(tf.CumsumOp, [lengths, b.scalar(0)], [VECTOR]).results[0]
        parts = [b.constant([0], i64), ends, b.scalar(0)]
        found = b.create(tf.ConcatV2Op, parts, [VECTOR]).results[0]
        if element_of(splits.type) != i64:
            found = b.create(tf.CastOp, [found], [splits.type]).results[0]
        _replace(user, [found, joined.results[0]])
    _erase_unused(op)


def _replace(op: Operation, values: Sequence[SSAValue]) -> None:
    for old, new in zip(op.results, values, strict=True):
        new.name_hint = new.name_hint or old.name_hint
        old.replace_all_uses_with(new)
    Rewriter.erase_op(op)


def _erase_unused(op: Operation) -> None:
    """Removes `op` and the copies of its result, which nothing else uses."""
    for use in list(op.results[0].uses):
        _erase_unused(use.operation)
    Rewriter.erase_op(op)


class VariantBuilder:
    """Makes tf ops before `at`."""

    def __init__(self, at: Operation):
        self._insert = before(at)
        self._place = at.location

    def create(
        self,
        op: type[Operation],
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
        **properties: Attribute,
    ) -> Operation:
        new = op.create(operands=operands, result_types=types, properties=properties)
        new.location = self._place
        self._insert(new)
        return new

    def constant(self, numbers: Sequence[int], element_type: Attribute = i32) -> SSAValue:
        """A vector."""
        new = constant(dense_elements(TensorType(element_type, [len(numbers)]), numbers))
        self._insert(new)
        return new.results[0]

    def scalar(self, number: int) -> SSAValue:
        new = constant(dense_elements(TensorType(i32, []), [number]))
        self._insert(new)
        return new.results[0]

    def any_shape(self, rank: int | None) -> SSAValue:
        """The shape of items of which the rank is known, or nothing."""
        return self.scalar(-1) if rank is None else self.constant([-1] * rank)

    def lengths(self, splits: SSAValue) -> SSAValue:
        """The distances of the `splits`."""
        ends = self._part(splits, [1], [0], end_mask=1)
        starts = self._part(splits, [0], [-1])
        return self.create(tf.SubOp, [ends, starts], [self._vector(splits)]).results[0]

    @staticmethod
    def _vector(splits: SSAValue) -> Attribute:
        return TensorType(element_of(splits.type), [DYNAMIC_INDEX])

    def _part(
        self, splits: SSAValue, begin: list[int], end: list[int], end_mask: int = 0
    ) -> SSAValue:
        operands = [splits, self.constant(begin), self.constant(end), self.constant([1])]
        masks = {
            name: IntegerAttr(end_mask if name == "end_mask" else 0, i64)
            for name in (
                "begin_mask",
                "end_mask",
                "ellipsis_mask",
                "new_axis_mask",
                "shrink_axis_mask",
            )
        }
        return self.create(tf.StridedSliceOp, operands, [self._vector(splits)], **masks).results[0]
