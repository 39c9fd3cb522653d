"""Lets programs that treat every element alike take tensors of any rank.

```mlir
func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "tf.Abs"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
```
becomes
```mlir
func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = shape.shape_of %x : tensor<*xf32> -> tensor<?xindex>
  %1 = shape.num_elements %0 : tensor<?xindex> -> index
  %2 = tensor.from_elements %1 : tensor<1xindex>
  %3 = mhlo.dynamic_reshape %x, %2 : (tensor<*xf32>, tensor<1xindex>) -> tensor<?xf32>
  %4 = "tf.Abs"(%3) : (tensor<?xf32>) -> tensor<?xf32>
  %5 = mhlo.dynamic_reshape %4, %0 : (tensor<?xf32>, tensor<?xindex>) -> tensor<*xf32>
  func.return %5 : tensor<*xf32>
```

An op that needs the rank of such an argument is an error, which says how to tell the rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from xdsl.context import Context
from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, ModuleOp, TensorType, UnrankedTensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.branches import terminator_of
from ..analysis.module_parts import functions
from ..analysis.unknown_rank import ELEMENTWISE, refusal
from ..dialects import mhlo, tf
from ..dialects.foreign import shape
from ..dialects.types import element_of, is_tensor, is_unranked
from ..materialize.places import keeping_places
from ..materialize.types import retype
from ..rules.errors import ShapeError

INDEX = IndexType()


@dataclass(frozen=True)
class FlattenUnrankedPass(ModulePass):
    """Views arguments of unknown rank as flat where that is enough."""

    name = "tieshape-flatten-unranked"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions(op):
            block = function.body.block
            unknown = {i: arg for i, arg in enumerate(block.args) if is_unranked(arg.type)}
            if unknown and any(inner.dialect_name() == "tf" for inner in block.ops):
                flattener = Flattener(function)
                for i, arg in unknown.items():
                    flattener.view(i, arg)
                flattener.block(block)


class Flattener:
    """Makes the values of one function that have an argument's unknown shape flat."""

    def __init__(self, function: func.FuncOp):
        self._function = function
        self._argument: dict[SSAValue, int] = {}
        """For each flat value the number of the argument whose shape it stands for."""
        self._shape: dict[SSAValue, int] = {}
        """For each shape tensor the number of the argument whose shape it stands for."""
        self._shapes: dict[int, SSAValue] = {}

    def view(self, number: int, argument: SSAValue) -> None:
        """Lets every op use a flat view of `argument`."""
        uses = list(argument.uses)
        extents = shape.MEASURES["shape_of"].create(
            operands=[argument], result_types=[_vector(DYNAMIC_INDEX)]
        )
        count = shape.MEASURES["num_elements"].create(
            operands=[extents.result], result_types=[INDEX]
        )
        sizes = tensor.FromElementsOp.create(operands=[count.result], result_types=[_vector(1)])
        flat = _reshape(argument, sizes.results[0], _flat(argument.type))
        flat.result.name_hint = argument.name_hint
        Rewriter.insert_op(
            [extents, count, sizes, flat], InsertPoint.at_start(self._function.body.block)
        )
        for use in uses:
            use.operation.operands[use.index] = flat.result
        self._argument[flat.result] = number
        self._shapes[number] = extents.result

    def block(self, block: Block) -> None:
        """Makes what `block` computes from flat values flat."""
        for op in list(block.ops):
            for region in op.regions:
                for inner in region.blocks:
                    self.block(inner)
            self._op(op)

    def _op(self, op: Operation) -> None:
        if isinstance(op, func.ReturnOp | tf.YieldOp):
            for operand in op.operands:
                if operand in self._shape:
                    self._refuse(op, operand, self._shape[operand])
        if isinstance(op, func.ReturnOp):
            for i, operand in enumerate(op.operands):
                if operand in self._argument:
                    extents = self._shapes[self._argument[operand]]
                    whole = _reshape(operand, extents, UnrankedTensorType(element_of(operand.type)))
                    Rewriter.insert_op(whole, InsertPoint.before(op))
                    op.operands[i] = whole.result
        elif isinstance(op, tf.IfRegionOp | tf.CaseRegionOp):
            self._branches(op)
        elif not isinstance(op, tf.YieldOp) or isinstance(op.parent_op(), tf.WhileRegionOp):
            given = [operand for operand in op.operands if operand in self._argument]
            if given and not isinstance(op, tf.SizeOp):
                self._with_flat(op, given)
            elif not given:
                self._with_shape(op)

    def _with_flat(self, op: Operation, given: Sequence[SSAValue]) -> None:
        """An op on flat values: elementwise ones of one shape give it, a reshape another one."""
        number = self._argument[given[0]]
        others = [operand for operand in op.operands if operand not in self._argument]
        if isinstance(op, tf.ShapeOp):
            retype(op.results[0], TensorType(element_of(op.results[0].type), [1]))
            self._shape[op.results[0]] = number
        elif isinstance(op, tf.ReshapeOp) and others:
            if others[0] in self._shape:
                self._flat_result(op, self._shape[others[0]])
        elif (
            isinstance(op, ELEMENTWISE)
            and all(self._argument[value] == number for value in given)
            and all(map(_is_scalar, others))
        ):
            self._flat_result(op, number)
        else:
            self._refuse(op, given[-1], self._argument[given[-1]])

    def _with_shape(self, op: Operation) -> None:
        """An op that only takes the shape of a flat value."""
        given = [operand for operand in op.operands if operand in self._shape]
        if not given:
            return
        first, *others = op.operands
        if isinstance(op, tf.ReshapeOp) and first not in self._shape:
            self._flat_result(op, self._shape[given[0]])
        elif isinstance(op, tf.FillOp) and first in self._shape and all(map(_is_scalar, others)):
            self._flat_result(op, self._shape[first])
        else:
            self._refuse(op, given[0], self._shape[given[0]])

    def _branches(self, op: Operation) -> None:
        """A result is flat where every branch gives the shape of one argument."""
        ends = [terminator_of(region.block) for region in op.regions]
        for i, result in enumerate(op.results):
            numbers = {self._argument.get(end.operands[i]) for end in ends}
            known = {number for number in numbers if number is not None}
            if len(numbers) == 1 and known:
                retype(result, _flat(result.type))
                self._argument[result] = min(known)
            elif known:
                end = next(e for e in ends if e.operands[i] in self._argument)
                self._refuse(end, end.operands[i], self._argument[end.operands[i]])

    def _flat_result(self, op: Operation, number: int) -> None:
        (result,) = op.results
        retype(result, _flat(result.type))
        self._argument[result] = number

    def _refuse(self, op: Operation, operand: SSAValue, argument: int) -> NoReturn:
        place = list(op.operands).index(operand)
        raise ShapeError(op, refusal(place, argument, self._function))


def _is_scalar(value: SSAValue) -> bool:
    return is_tensor(value.type) and value.type.get_num_dims() == 0


def _flat(type: Attribute) -> TensorType[Attribute]:
    return TensorType(element_of(type), [DYNAMIC_INDEX])


def _vector(size: int) -> TensorType[IndexType]:
    return TensorType(INDEX, [size])


def _reshape(value: SSAValue, sizes: SSAValue, type: Attribute) -> mhlo.DynamicReshapeOp:
    return mhlo.DynamicReshapeOp.create(operands=[value, sizes], result_types=[type])
