"""Products of few rows with what is computed of fewer bytes, as sums that compute it on the way.

```mlir
%w = "mhlo.fusion"(%bytes, %scales) ({ … mhlo.convert … mhlo.multiply … })
%y = "mhlo.dot_general"(%x, %w) … : (tensor<?x4096xf32>, tensor<4096x4096xf32>) -> tensor<?x4096xf32>
```
becomes
```mlir
%few = arith.cmpi ule, %rows, %c3
%y = scf.if %few -> (tensor<?x4096xf32>) {
  %s = "mhlo.fusion"(%bytes, %scales, %x, …) ({ … mhlo.multiply … mhlo.reduce … })
  scf.yield %s
} else {
  %w = "mhlo.fusion"(%bytes, %scales) …
  %y = "mhlo.dot_general"(%x, %w) …
  scf.yield %y
}
```
A product of many rows needs its right side in memory. One of few rows reads each element as often
as it has rows, and takes as long as that: bytes are read in a quarter of the time of the floats
that they stand for, which would be written first. So it is for machine code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.context import Context
from xdsl.dialects import arith, scf, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    ModuleOp,
    TensorType,
    f32,
)
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..analysis.branches import terminator_of
from ..analysis.module_parts import instances_below
from ..analysis.traffic import element_bytes
from ..dialects import mhlo, sdim
from ..dialects.mhlo.dense import dense_i64
from ..dialects.types import element_type_of, is_dense, is_tensor, is_uniform
from ..materialize.arith import comparison
from ..materialize.dead_code import erase_dead
from ..materialize.op_builder import OpBuilder
from ..materialize.places import keeping_places
from .fuse.fusable_ops import is_elementwise
from .fuse.fuse import fusion_kind, kind_text
from .fuse.groups import KIND_ATTRIBUTE, GroupKind
from .optimize_shapes.rewriting import summed

FEW = 3
"""Rows that take less time so: each one reads all bytes."""
FEWER = 2
"""How many times fewer bytes must be read than are computed."""


@dataclass(frozen=True)
class SumFewRowsPass(ModulePass):
    """Products of few rows with what is computed of fewer bytes, as sums."""

    name = "tieshape-sum-few-rows"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        sum_few_rows(op)


@dataclass(frozen=True, slots=True)
class _Right:
    """How the right side of a product is computed, element by element."""

    ops: Sequence[Operation]
    """In order; the last one gives it."""
    inputs: Mapping[SSAValue, SSAValue]
    """What the ops take from outside, and what that is where the product is."""


def sum_few_rows(root: Operation) -> None:
    """Those below `root`. Each right side is computed for its product, just before it."""
    makers = dict[Operation, None]()
    for dot in instances_below(root, mhlo.DotGeneralOp):
        right, maker = _right(dot), dot.rhs.owner
        if right is None or not isinstance(maker, Operation):
            continue
        rows = _rows(dot)
        known = None if DYNAMIC_INDEX in rows else prod(rows)
        are_few = known is not None and known <= FEW
        if not are_few and dot.parent is not maker.parent:
            continue  # computed once for all trips of a loop
        makers[maker] = None
        if are_few:
            dot.result.replace_all_uses_with(_sums(OpBuilder(dot), dot, right))
            Rewriter.erase_op(dot)
            continue
        dot.operands[1] = _computed(OpBuilder(dot), right)
        if known is None:
            _choose(dot, right)
    for maker in makers:
        _drop_unused(maker)


def _drop_unused(maker: Operation) -> None:
    """Leaves out the results that nothing uses any more."""
    kept = [result for result in maker.results if result.uses]
    if not kept:
        Rewriter.erase_op(maker)
    elif len(kept) < len(maker.results):
        assert isinstance(maker, mhlo.FusionOp)
        region = maker.fused_computation
        end = terminator_of(region.block)
        end.operands = [end.operands[result.index] for result in kept]
        new = mhlo.FusionOp.create(
            operands=maker.operands,
            result_types=[result.type for result in kept],
            properties=dict(maker.properties),
            attributes=dict(maker.attributes),
            regions=[maker.detach_region(region)],
        )
        OpBuilder(maker).insert(new)
        erase_dead(new)
        for old, result in zip(kept, new.results, strict=True):
            result.name_hint = old.name_hint
            old.replace_all_uses_with(result)
        Rewriter.erase_op(maker)


def _right(dot: mhlo.DotGeneralOp) -> _Right | None:
    """How the right side is computed, where fewer bytes tell it, for `dot` alone."""
    numbers, type_ = dot.dot_dimension_numbers.data, dot.rhs.type
    types = {element_type_of(value) for value in (dot.lhs, dot.rhs, dot.result)}
    if not is_tensor(dot.lhs.type) or not is_tensor(dot.result.type):
        return None
    if numbers.lhs_batching_dimensions or types != {f32} or len(list(dot.rhs.uses)) != 1:
        return None
    # What is summed comes last on the left, in the order of the right: so nothing is moved.
    left, right = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    order = [place for _, place in sorted(zip(left, right, strict=True))]
    if order != sorted(order) or any(d < len(_free(dot)) for d in left):
        return None
    found = _computation(dot.rhs)
    read = None if found is None else _bytes_read(found)
    if read is None or not is_tensor(type_) or not type_.has_static_shape():
        return None
    return found if FEWER * read <= prod(type_.get_shape()) * element_bytes(f32) else None


def _computation(value: SSAValue) -> _Right | None:
    """The ops that compute `value` by element; None where others are among them."""
    maker = value.owner
    if not isinstance(maker, mhlo.FusionOp):
        if not isinstance(maker, Operation) or not is_elementwise(type(maker)):
            return None
        return _Right([maker], {operand: operand for operand in maker.operands})
    assert isinstance(value, OpResult)
    block = maker.fused_computation.block
    outside = dict(zip(block.args, maker.operands, strict=True))
    needed, inputs = {terminator_of(block).operands[value.index]}, dict[SSAValue, SSAValue]()
    ops = list[Operation]()
    for op in reversed(list(block.ops)):
        if not any(result in needed for result in op.results):
            continue
        moves_nothing = isinstance(op, mhlo.ConstantOp | mhlo.BroadcastInDimOp)
        if not moves_nothing and not is_elementwise(type(op)):
            return None
        ops.append(op)
        needed.update(op.operands)
    for arg in block.args:
        if arg in needed:
            inputs[arg] = outside[arg]
    return _Right(ops[::-1], inputs) if ops else None


def _bytes_read(right: _Right) -> int | None:
    """The bytes of what is read; None where sizes are not known."""
    values = list(right.inputs.values())
    for op in right.ops:
        if isinstance(op, mhlo.ConstantOp) and not (is_dense(op.value) and is_uniform(op.value)):
            values.append(op.output)
    total = 0
    for value in values:
        if not is_tensor(value.type) or not value.type.has_static_shape():
            return None
        total += prod(value.type.get_shape()) * element_bytes(value.type.element_type)
    return total


def _free(dot: mhlo.DotGeneralOp) -> Sequence[int]:
    """The dimensions of the left side that the result has."""
    assert is_tensor(dot.lhs.type)
    summed = dot.dot_dimension_numbers.data.lhs_contracting_dimensions
    return [d for d in range(dot.lhs.type.get_num_dims()) if d not in summed]


def _rows(dot: mhlo.DotGeneralOp) -> Sequence[int]:
    assert is_tensor(dot.lhs.type)
    shape = dot.lhs.type.get_shape()
    return [shape[d] for d in _free(dot)]


def _choose(dot: mhlo.DotGeneralOp, right: _Right) -> None:
    """Sums where there are few rows, else what is there."""
    maker = dot.rhs.owner
    assert isinstance(maker, Operation)
    b = OpBuilder(maker)
    rows, *more = (b.value(tensor.DimOp(dot.lhs, b.index(d))) for d in _free(dot))
    for size in more:
        rows = b.value(arith.MuliOp(rows, size))
    few = b.insert(comparison(rows, b.index(FEW), "ule")).results[0]
    sums, otherwise = Block(), Block()
    choice = b.insert(scf.IfOp(few, [dot.result.type], Region(sums), Region(otherwise)))
    choice.results[0].name_hint = dot.result.name_hint
    dot.result.replace_all_uses_with(choice.results[0])
    end = scf.YieldOp()
    sums.add_op(end)
    end.operands = [_sums(OpBuilder(end), dot, right)]
    for op in (maker, dot):
        op.detach()
        otherwise.add_op(op)
    otherwise.add_op(scf.YieldOp(dot.result))


def _computed(b: OpBuilder, right: _Right) -> SSAValue:
    """The right side as a group of its own."""
    block = Block(arg_types=[value.type for value in right.inputs])
    copied = _copied(right, block)
    block.add_op(mhlo.ReturnOp.create(operands=[copied]))
    return _group(b, GroupKind.LOOP, list(right.inputs.values()), block, copied.type)


def _sums(b: OpBuilder, dot: mhlo.DotGeneralOp, right: _Right) -> SSAValue:
    """The product as a group: the right side, times the left, summed."""
    assert is_tensor(dot.lhs.type) and is_tensor(dot.rhs.type)
    free, inner = _free(dot), dot.dot_dimension_numbers.data.rhs_contracting_dimensions
    columns = dot.rhs.type.get_shape()
    sizes = [b.value(tensor.DimOp(dot.lhs, b.index(d))) for d in free]
    sizes += [b.index(size) for size in columns]
    vector = TensorType(IndexType(), [len(sizes)])
    shape = b.value(tensor.FromElementsOp.create(operands=sizes, result_types=[vector]))
    space = _space(dot.lhs, free, columns)
    operands = [*right.inputs.values(), dot.lhs, shape]
    block = Block(arg_types=[value.type for value in operands])
    copied = _copied(right, block)
    end = mhlo.ReturnOp.create(operands=[])
    block.add_op(end)
    inside = OpBuilder(end)
    places = [*range(len(free)), *(len(free) + d for d in sorted(inner))]
    left = _spread(inside, block.args[-2], block.args[-1], space, places)
    places = range(len(free), len(free) + len(columns))
    copied = _spread(inside, copied, block.args[-1], space, places)
    products = inside.create(mhlo.MultiplyOp, [copied, left], space)
    end.operands = [summed(inside, products, [len(free) + d for d in inner], dot.result.type)]
    is_last = sorted(inner)[-1:] == [len(columns) - 1]
    kind = GroupKind.ROW_REDUCTION if is_last else GroupKind.COLUMN_REDUCTION
    return _group(b, kind, operands, block, dot.result.type)


def _space(lhs: SSAValue, free: Sequence[int], columns: Sequence[int]) -> Attribute:
    """The type of all products: with the symbols of the left side, where it has any."""
    assert is_tensor(lhs.type)
    if (entries := sdim.encoding_of(lhs.type)) is None:
        return TensorType(f32, [*(lhs.type.get_shape()[d] for d in free), *columns])
    return sdim.encoded_type(f32, [*(entries[d] for d in free), *columns])


def _group(
    b: OpBuilder, kind: GroupKind, operands: Sequence[SSAValue], block: Block, type_: Attribute
) -> SSAValue:
    return b.value(
        mhlo.FusionOp.create(
            operands=operands,
            result_types=[type_],
            properties={"fusion_kind": fusion_kind(kind)},
            attributes={KIND_ATTRIBUTE: kind_text(kind)},
            regions=[Region(block)],
        )
    )


def _copied(right: _Right, block: Block) -> SSAValue:
    """The right side, of the first arguments of `block`, to which its ops are added."""
    mapped = dict[SSAValue, SSAValue](zip(right.inputs, block.args, strict=False))
    for op in right.ops:
        block.add_op(op.clone(mapped))
    return mapped[right.ops[-1].results[0]]


def _spread(
    b: OpBuilder, value: SSAValue, shape: SSAValue, type_: Attribute, places: Sequence[int]
) -> SSAValue:
    dimensions = dense_i64(places)
    return b.create(
        mhlo.DynamicBroadcastInDimOp, [value, shape], type_, broadcast_dimensions=dimensions
    )
