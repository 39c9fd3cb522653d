"""Lists whose items are not known to have one size.

```mlir
%0 = "tf.TensorListSetItem"(%l, %i, %x) : (tensor<?x?xf32>, …, tensor<?xf32>) -> tensor<?x?xf32>
```
becomes ops on the elements of all items and on a table with the sizes of each
```mlir
%0 = "tf.ConcatV2"(%before, %x, %after, %axis) : … -> tensor<?xf32>
%1 = "tf.TensorScatterUpdate"(%sizes, %at, %size) : … -> tensor<?x1xi64>
```
so that only what joins the items demands that they have one size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp, TensorType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.inference import Inference
from ...dialects import tf
from ...dialects.tf.lists import ListOp
from ...dialects.types import is_tensor, is_unranked
from ...materialize.types import retype
from ..inline_tf_functions.lists import COPIES, MAKERS, Families
from .ragged_items import ItemBuilder
from .ragged_rewrites import REWRITES
from .ragged_types import RaggedList, RaggedType


def split_ragged_lists(module: ModuleOp, inference: Inference) -> bool:
    """Rewrites every list of `module` that holds items of different sizes as far as `inference`
    knows; whether there was any.
    """
    misfits = list(inference.misfits)
    for op in misfits:
        if op.parent is not None:  # not rewritten with another one of its list
            family = family_of(op.results[0], module)
            _give_rank(family, inference)
            RaggedFamily(family).rewrite()
    return bool(misfits)


def family_of(handle: SSAValue, module: ModuleOp) -> set[SSAValue]:
    """The handles of the list that `handle` is."""
    families = Families(lambda value: is_tensor(value.type) or is_unranked(value.type))
    for op in module.walk():
        families.connect(op)
    return next(set(family) for family in families.all() if handle in family)


def _give_rank(family: set[SSAValue], inference: Inference) -> None:
    """Gives handles of a list of unknown rank the rank that an item has told."""
    for handle in family:
        shape = inference.shapes.get(handle)
        if is_unranked(handle.type) and shape is not None:
            type = TensorType(handle.type.element_type, [DYNAMIC_INDEX] * len(shape))
            for other in family:
                retype(other, type)
            return


class RaggedFamily:
    """The handles of one list and of what grows out of it, tensors by now."""

    def __init__(self, handles: set[SSAValue]):
        self._handles = handles
        self._lists = dict[SSAValue, RaggedList]()
        type = next(iter(handles)).type
        assert is_tensor(type)
        self._type = RaggedType(type.element_type, type.get_shape()[1:])

    def rewrite(self) -> None:
        """Replaces the ops that make, change or read the list."""
        functions = {function_of(value): None for value in self._handles}
        for function in functions:
            for region in function.regions:
                self._block(region.block)

    def _block(self, block: Block) -> None:
        for op in list(block.ops):
            if isinstance(op, ListOp):
                if (op.results if isinstance(op, MAKERS) else op.operands)[0] in self._handles:
                    self._item(op)
            elif isinstance(op, tf.WhileRegionOp):
                self._loop(op)
            elif isinstance(op, tf.IfRegionOp | tf.CaseRegionOp):
                self._branches(op)
            elif isinstance(op, COPIES):
                self._copy(op)

    def _item(self, op: ListOp) -> None:
        given = None if isinstance(op, MAKERS) else self._lists[op.operands[0]]
        results = REWRITES[type(op)](op, ItemBuilder(op, self._type), given)
        for old, new in zip(op.results, results, strict=True):
            if isinstance(new, RaggedList):
                self._lists[new.values] = new
                self._handles.add(new.values)
                new = new.values
            new.name_hint = new.name_hint or old.name_hint
            old.replace_all_uses_with(new)
        Rewriter.erase_op(op)

    def _copy(self, op: Operation) -> None:
        for operand, result in zip(op.operands, op.results, strict=True):
            if operand in self._lists:
                retype(result, self._type.values)
                self._lists[result] = replace(self._lists[operand], values=result)

    def _carried(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """The tables of those of `values` that are this list."""
        return [self._lists[value].table for value in values if value in self._lists]

    def _add_tables(self, values: Sequence[SSAValue], places: Iterable[int], block: Block) -> None:
        """Gives `block` an argument for the table of each list among its arguments."""
        for i in places:
            retype(values[i], self._type.values)
            table = block.insert_arg(self._type.table, len(block.args))
            self._lists[values[i]] = RaggedList(values[i], table)

    def _loop(self, op: tf.WhileRegionOp) -> None:
        places = [i for i, operand in enumerate(op.operands) if operand in self._lists]
        for region in op.regions:
            self._add_tables(list(region.block.args), places, region.block)
            self._block(region.block)
        self._replace(op, [*op.operands, *self._carried(op.operands)], places)

    def _branches(self, op: Operation) -> None:
        for region in op.regions:
            self._block(region.block)
        places = [i for i, result in enumerate(op.results) if result in self._handles]
        self._replace(op, op.operands, places)

    def _replace(self, op: Operation, operands: Sequence[SSAValue], places: Sequence[int]) -> None:
        """Gives `op` a result for the table of each list at `places` of its results."""
        if not places:
            return
        for region in op.regions:
            end = region.block.last_op
            assert end is not None
            end.operands = [*end.operands, *self._carried(end.operands)]
        types = [
            self._type.values if i in places else result.type for i, result in enumerate(op.results)
        ]
        new = op.__class__.create(
            operands=operands,
            result_types=[*types, *(self._type.table for _ in places)],
            properties=op.properties,
            attributes=op.attributes,
            regions=[op.detach_region(region) for region in list(op.regions)],
            location=op.location,
        )
        Rewriter.insert_op(new, InsertPoint.before(op))
        count = len(op.results)
        for i, (old, result) in enumerate(zip(op.results, new.results, strict=False)):
            if i in places:
                table = new.results[count + places.index(i)]
                self._lists[result] = RaggedList(result, table)
                self._handles.add(result)
            result.name_hint = old.name_hint
            old.replace_all_uses_with(result)
        Rewriter.erase_op(op)


def function_of(value: SSAValue) -> Operation:
    """The function that `value` is in."""
    owner = value.owner
    op = owner if isinstance(owner, Operation) else owner.parent_op()
    while op is not None and not isinstance(op, func.FuncOp):
        op = op.parent_op()
    assert op is not None, "lists are in functions"
    return op
