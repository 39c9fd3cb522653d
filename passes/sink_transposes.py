"""Transposes of what loops read piece by piece, into the groups that read the pieces.

```mlir
%t = "mhlo.transpose"(%x) <{permutation = dense<[1, 0, 2]>}>
mhlo.while(%row = %t, …) … do {
  … "mhlo.fusion"(%row, …) ({ ^bb0(%r: …, …): … }) … mhlo.return %row, …
```
becomes
```mlir
mhlo.while(%row = %x, …) … do {
  … "mhlo.fusion"(%row, …) ({
  ^bb0(%r: …, …):
    %t = "mhlo.transpose"(%r) <{permutation = dense<[1, 0, 2]>}> …
  }) … mhlo.return %row, …
```
Inside of a group a transpose only says where elements are read: nothing is laid out anew before the
loop. So it is for machine code: ops that run one by one would transpose in each trip.

The loop must hand `%t` on as it is, only groups of its body may use it, and the last dimension must
stay the last, and hold enough elements, so that they are read one after another still.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..analysis.branches import terminator_of
from ..dialects import mhlo
from ..dialects.mhlo.dense import int_values
from ..dialects.types import is_tensor
from ..materialize.places import keeping_places

LEAST = 16
"""How many elements the last dimension must have."""


@dataclass(frozen=True)
class SinkTransposesPass(ModulePass):
    """Transposes of what loops read, into the groups that read it."""

    name = "tieshape-sink-transposes"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        sink_transposes(op)


def sink_transposes(root: Operation) -> None:
    """Those before each loop below `root`."""
    for op in list(root.walk()):
        if isinstance(op, mhlo.WhileOp):
            for place in range(len(op.operands)):
                _sink(op, place)


def _sink(loop: mhlo.WhileOp, place: int) -> None:
    """The transpose that makes the operand at `place`, if all is as it must be."""
    transpose = loop.operands[place].owner
    if isinstance(transpose, mhlo.FusionOp):
        transpose = _maker(transpose, loop.operands[place])
    if not isinstance(transpose, mhlo.TransposeOp) or not _keeps_last(transpose):
        return
    groups, old = _groups(loop, place), loop.operands[place]
    carried = (loop.results[place], *(region.block.args[place] for region in loop.regions))
    if groups is None or any(value.type != old.type for value in carried):
        return
    source = _outside(transpose, old)
    loop.results[place].replace_all_uses_with(old)
    loop.operands[place] = source
    for value in carried:
        Rewriter.replace_value_with_new_type(value, source.type)
    for group, number in groups:
        _transpose_inside(group.fused_computation.block, number, transpose, source)
    maker = old.owner
    if isinstance(maker, Operation) and not any(result.uses for result in maker.results):
        Rewriter.erase_op(maker)


def _transpose_inside(
    block: Block, number: int, transpose: mhlo.TransposeOp, source: SSAValue
) -> None:
    """A group whose argument `number` is what `transpose` made: it takes `source`."""
    old = block.args[number]
    inner = mhlo.TransposeOp.create(
        operands=[old], properties=transpose.properties, result_types=[old.type]
    )
    old.replace_uses_with_if(inner.result, lambda use: use.operation is not inner)
    Rewriter.replace_value_with_new_type(old, source.type)
    first = block.first_op
    assert first is not None
    block.insert_op_before(inner, first)


def _maker(group: mhlo.FusionOp, value: SSAValue) -> Operation:
    """The op of a group of one op that makes `value`, a result of the group; else the group."""
    first, *others = group.fused_computation.block.ops
    if len(others) != 1:
        return group
    made = others[0].operands[group.results.index(value)]  # pyright: ignore[reportArgumentType]
    return first if made.owner is first else group


def _outside(transpose: mhlo.TransposeOp, result: SSAValue) -> SSAValue:
    """What is transposed, where `result` is."""
    group = result.owner
    if group is transpose:
        return transpose.operand
    assert isinstance(group, mhlo.FusionOp)
    return group.operands[group.fused_computation.block.args.index(transpose.operand)]


def _keeps_last(op: mhlo.TransposeOp) -> bool:
    order, type_ = int_values(op.permutation), op.result.type
    if not order or order[-1] != len(order) - 1 or not is_tensor(type_):
        return False
    return type_.get_shape()[-1] >= LEAST


def _groups(loop: mhlo.WhileOp, place: int) -> Sequence[tuple[mhlo.FusionOp, int]] | None:
    """The groups that read what the loop carries at `place`, and as which of their operands; None
    where it changes, or something else reads it.
    """
    carried, end = loop.body.block.args[place], terminator_of(loop.body.block)
    if loop.cond.block.args[place].uses or end.operands[place] is not carried:
        return None
    found = list[tuple[mhlo.FusionOp, int]]()
    for use in carried.uses:
        op = use.operation
        if op is end and use.index == place:
            continue
        if not isinstance(op, mhlo.FusionOp) or op.parent is not loop.body.block:
            return None
        found.append((op, use.index))
    return found
