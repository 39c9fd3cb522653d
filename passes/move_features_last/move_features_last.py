"""Convolutions of bytes, and what is between them, with features as the last dimension.

```mlir
%c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], …
%r = mhlo.maximum %c, %zero : tensor<?x8x4x4xi32>
```
becomes
```mlir
%t = "mhlo.transpose"(%x) <{permutation = dense<[0, 2, 3, 1]>}>
%c = mhlo.convolution(%t, %k) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[b, 0, 1, f], …
%m = mhlo.maximum %c, %zero : tensor<?x4x4x8xi32>
%r = "mhlo.transpose"(%m) <{permutation = dense<[0, 3, 1, 2]>}>
```
Products of bytes multiply four neighbours at a time, which must be features. Where features come
first, each convolution would transpose its image and its result. Elementwise ops, paddings and
windows have no layout of their own, and what they connect is moved as a whole: where that saves
more transposes than it takes.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...analysis.module_parts import functions, instances_below
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64, int_values
from ...materialize.dead_code import erase_dead
from ...materialize.op_builder import OpBuilder
from ...materialize.places import keeping_places
from .connected_values import (
    ConnectedValues,
    connected,
)
from .layouts import (
    broadcast_reordered,
    features_last,
    inverse,
    is_broadcast_to_reorder,
    numbers_reordered,
    properties_reordered,
    reordered,
    transposed,
    vector_reordered,
)


@dataclass(frozen=True)
class MoveFeaturesLastPass(ModulePass):
    """Convolutions of bytes, and what is between them, with features as the last dimension."""

    name = "tieshape-move-features-last"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        convolutions = [
            conv
            for function in functions(op)
            for conv in instances_below(function, mhlo.ConvolutionOp)
        ]
        found = [gaining(block) for block in {c.parent: None for c in convolutions} if block]
        for values in found:
            if values.values:
                Mover(values).move()
        if any(values.values for values in found):
            erase_dead(op)


def gaining(block: Block) -> ConnectedValues:
    """All values of `block` that save transposes where their features come last."""
    found = ConnectedValues(block)
    for part in connected(block):
        if part.gain() > 0:
            found.values.update(part.values)
            found.ops.update(part.ops)
    return found


class Mover:
    """Moves the features of values that are connected."""

    def __init__(self, found: ConnectedValues):
        self._found = found
        self._moved = dict[SSAValue, SSAValue]()
        self._old = list[Operation]()

    def move(self) -> None:
        """Rewrites the ops between the values, and those at their ends."""
        block = self._found.block
        ops = list(block.ops)
        first = OpBuilder(ops[0])
        for value in self._found.values:
            if value.owner is block or not self._found.is_made_here(value):
                self._moved[value] = transposed(first, value, features_last(value))
        for op in ops:
            self._visit(op)
        for op in reversed(self._old):
            Rewriter.erase_op(op)

    def _visit(self, op: Operation) -> None:
        values = self._found.values
        if op in self._found.ops:
            self._replace(op, self._rebuilt(op), is_moved=True)
        elif isinstance(op, mhlo.ConvolutionOp) and (
            self._found.takes(op) or self._found.gives(op)
        ):
            self._replace(op, self._convolution(op), is_moved=self._found.gives(op))
        elif isinstance(op, mhlo.TransposeOp) and op.operand in values:
            self._compose(op)
        elif isinstance(op, mhlo.ReduceOp) and self._found.follows(op):
            order = features_last(op.inputs[0])
            places = sorted(order.index(d) for d in int_values(op.dimensions))
            op.properties["dimensions"] = dense_i64(places)
            for i, value in enumerate(op.inputs):
                op.operands[i] = self._moved[value]
        elif isinstance(op, tensor.DimOp) and self._found.follows(op):
            self._size(op)
        else:
            self._ends(op)

    def _convolution(self, op: mhlo.ConvolutionOp) -> Operation:
        takes, gives = self._found.takes(op), self._found.gives(op)
        order = features_last(op.lhs)
        numbers = numbers_reordered(op, order, input=takes, output=gives)
        return mhlo.ConvolutionOp.create(
            operands=[self._moved[op.lhs] if takes else op.lhs, op.rhs],
            result_types=[reordered(op.result, order) if gives else op.result.type],
            properties={**op.properties, "dimension_numbers": numbers},
            attributes=dict(op.attributes),
        )

    def _rebuilt(self, op: Operation) -> Operation:
        """An op that has no layout of its own, of operands that are moved."""
        order = features_last(next(x for x in op.results if x in self._found.values))
        operands = [self._moved.get(value, value) for value in op.operands]
        if isinstance(op, mhlo.DynamicPadOp):
            b = OpBuilder(op)
            operands[2:] = [vector_reordered(b, vector, order) for vector in operands[2:]]
        return type(op).create(
            operands=operands,
            result_types=[
                reordered(x, order) if x in self._found.values else x.type for x in op.results
            ],
            properties=properties_reordered(op, order),
            attributes=dict(op.attributes),
            regions=[region.clone() for region in op.regions],
        )

    def _replace(self, op: Operation, new: Operation, *, is_moved: bool) -> None:
        """Puts `new` before `op`, and its results transposed back where others use them.

        is_moved: whether `new` gives those of the values with features last
        """
        b = OpBuilder(op)
        b.insert(new)
        for old, value in zip(op.results, new.results, strict=True):
            value.name_hint = old.name_hint
            if old not in self._found.values:
                old.replace_all_uses_with(value)
            elif is_moved:
                self._moved[old] = value
                self._give_back(b, old, value, inverse(features_last(old)))
            else:
                self._moved[old] = transposed(b, value, features_last(old))
                self._give_back(b, old, value, tuple(range(len(features_last(old)))))
        self._old.append(op)

    def _give_back(
        self, b: OpBuilder, old: SSAValue, moved: SSAValue, order: tuple[int, ...]
    ) -> None:
        """`moved` in `order` in the place of `old`, where others use it."""
        if any(self._is_outside(old, use.operation) for use in old.uses):
            back = transposed(b, moved, order, old.type)
            back.name_hint = old.name_hint
            old.replace_uses_with_if(back, lambda use: self._is_outside(old, use.operation))

    def _is_outside(self, value: SSAValue, user: Operation) -> bool:
        """Whether `user` wants the value as it was: `_visit` does not change it."""
        if value not in self._found.values:
            return True
        if user in self._found.ops:
            return False
        if user.parent is not self._found.block:
            return True
        if isinstance(user, mhlo.ConvolutionOp) and self._found.takes(user):
            return any(o is value for o in user.operands[1:])
        return not isinstance(user, mhlo.TransposeOp) and not self._found.follows(user)

    def _ends(self, op: Operation) -> None:
        """What another op makes of the values: it is made so, or transposed."""
        ends = [result for result in op.results if result in self._found.values]
        after = op.next_op
        for result in ends:
            assert after is not None, "a block ends with an op that has no results"
            b = OpBuilder(op if is_broadcast_to_reorder(op) else after)
            order = features_last(result)
            self._moved[result] = (
                broadcast_reordered(b, op, order)
                if is_broadcast_to_reorder(op)
                else transposed(b, result, order)
            )

    def _compose(self, op: mhlo.TransposeOp) -> None:
        """A transpose of what is moved becomes another one, or none."""
        source, last = self._moved[op.operand], features_last(op.operand)
        order = tuple(last.index(d) for d in int_values(op.permutation))
        b, result = OpBuilder(op), op.result
        if result in self._found.values:
            moved = tuple(order[d] for d in last)
            self._moved[result] = transposed(b, source, moved)
        self._give_back(b, result, source, order)
        self._old.append(op)

    def _size(self, op: tensor.DimOp) -> None:
        index = op.index.owner
        assert isinstance(index, arith.ConstantOp) and isinstance(index.value, IntegerAttr)
        b = OpBuilder(op)
        place = b.index(features_last(op.source).index(index.value.value.data))
        size = b.value(tensor.DimOp(self._moved[op.source], place))
        op.result.replace_all_uses_with(size)
        self._old.append(op)
