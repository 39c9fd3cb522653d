"""Products of few rows with what is computed of fewer bytes, as sums that compute it on the way.

```mlir
%w = "mhlo.fusion"(%bytes, %scales) ({ … mhlo.convert … mhlo.multiply … })
%y = "mhlo.dot_general"(%x, %w) … : (tensor<?x4096xf32>, tensor<4096x4096xf32>) -> tensor<?x4096xf32>
```
becomes
```mlir
%few = arith.cmpi ule, %rows, %c2
%y = scf.if %few -> (tensor<?x4096xf32>) {
  %s = "mhlo.fusion"(%bytes, %scales, %x, …) ({ … mhlo.multiply … mhlo.reduce … })
  scf.yield %s
} else {
  %w = "mhlo.fusion"(%bytes, %scales) …
  %y = "mhlo.dot_general"(%x, %w) …
  scf.yield %y
}
```
A product of many rows needs its right side in memory. One of a row or two reads each element once
or twice, and takes as long as that: bytes are read in a quarter of the time of the floats that they
stand for, which would be written first. So it is for machine code.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..analysis.module_parts import instances_below
from ..analysis.traffic import element_bytes
from ..dialects import mhlo, sdim
from ..dialects.mhlo.dense import dense_i64
from ..dialects.types import element_type_of, is_dense, is_tensor, is_uniform
from ..materialize.arith import comparison
from ..materialize.op_builder import OpBuilder
from ..materialize.places import keeping_places
from .fuse.fusable_ops import is_elementwise
from .fuse.fuse import fusion_kind, kind_text
from .fuse.groups import KIND_ATTRIBUTE, GroupKind
from .optimize_shapes.rewriting import summed

FEW = 2
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


def sum_few_rows(root: Operation) -> None:
    """Those below `root`."""
    for dot in instances_below(root, mhlo.DotGeneralOp):
        maker = dot.rhs.owner
        if not isinstance(maker, Operation) or not _is_expanded(maker, dot):
            continue
        rows = _rows(dot)
        known = None if DYNAMIC_INDEX in rows else prod(rows)
        if known is None:
            _choose(dot, maker)
        elif known <= FEW:
            sums = _sums(OpBuilder(dot), dot, maker)
            dot.result.replace_all_uses_with(sums)
            Rewriter.erase_op(dot)
            Rewriter.erase_op(maker)


def _is_expanded(maker: Operation, dot: mhlo.DotGeneralOp) -> bool:
    """Whether `maker` computes the right side, for `dot` alone, by element and of fewer bytes."""
    numbers, type_ = dot.dot_dimension_numbers.data, dot.rhs.type
    types = {element_type_of(value) for value in (dot.lhs, dot.rhs, dot.result)}
    if numbers.lhs_batching_dimensions or types != {f32} or maker.parent is not dot.parent:
        return False
    if len(maker.results) != 1 or [use.operation for use in dot.rhs.uses] != [dot]:
        return False
    # What is summed comes last on the left, in the order of the right: so nothing is moved.
    pairs = zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True)
    left, right = (
        zip(*sorted(pairs), strict=True) if numbers.lhs_contracting_dimensions else ((), ())
    )
    if list(right) != sorted(right) or any(d < len(_free(dot)) for d in left):
        return False
    read = _bytes_read(maker)
    return (
        read is not None
        and is_tensor(type_)
        and type_.has_static_shape()
        and FEWER * read <= prod(type_.get_shape()) * element_bytes(f32)
    )


def _bytes_read(maker: Operation) -> int | None:
    """The bytes of what `maker` reads; None where it moves elements, or sizes are not known."""
    body = list(maker.regions[0].block.ops)[:-1] if isinstance(maker, mhlo.FusionOp) else [maker]
    values = list(maker.operands)
    for op in body:
        if isinstance(op, mhlo.ConstantOp):
            if not is_dense(op.value) or not is_uniform(op.value):
                values.append(op.output)
        elif not is_elementwise(type(op)) and not isinstance(op, mhlo.BroadcastInDimOp):
            return None
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


def _choose(dot: mhlo.DotGeneralOp, maker: Operation) -> None:
    """Sums where there are few rows, else what is there."""
    b = OpBuilder(dot)
    rows, *more = (b.value(tensor.DimOp(dot.lhs, b.index(d))) for d in _free(dot))
    for size in more:
        rows = b.value(arith.MuliOp(rows, size))
    few = b.insert(comparison(rows, b.index(FEW), "ule")).results[0]
    sums, otherwise = Block(), Block()
    choice = scf.IfOp(few, [dot.result.type], Region(sums), Region(otherwise))
    b.insert(choice)
    dot.result.replace_all_uses_with(choice.results[0])
    end = scf.YieldOp()
    sums.add_op(end)
    end.operands = [_sums(OpBuilder(end), dot, maker)]
    for op in (maker, dot):
        op.detach()
        otherwise.add_op(op)
    otherwise.add_op(scf.YieldOp(dot.result))


def _sums(b: OpBuilder, dot: mhlo.DotGeneralOp, maker: Operation) -> SSAValue:
    """The product as a group: the right side, times the left, summed."""
    assert is_tensor(dot.lhs.type) and is_tensor(dot.rhs.type)
    free, inner = _free(dot), dot.dot_dimension_numbers.data.rhs_contracting_dimensions
    columns = dot.rhs.type.get_shape()
    sizes = [b.value(tensor.DimOp(dot.lhs, b.index(d))) for d in free]
    sizes += [b.index(size) for size in columns]
    vector = TensorType(IndexType(), [len(sizes)])
    shape = b.value(tensor.FromElementsOp.create(operands=sizes, result_types=[vector]))
    entries = sdim.encoding_of(dot.lhs.type) or dot.lhs.type.get_shape()
    space = sdim.encoded_type(f32, [*(entries[d] for d in free), *columns])
    operands = [*maker.operands, dot.lhs, shape]
    block = Block(arg_types=[value.type for value in operands])
    right = _copied(maker, block)
    inside = OpBuilder()
    end = mhlo.ReturnOp.create(operands=[])
    block.add_op(end)
    inside.move_to(end)
    places = [*range(len(free)), *(len(free) + d for d in sorted(inner))]
    left = _spread(inside, block.args[-2], block.args[-1], space, places)
    places = range(len(free), len(free) + len(columns))
    right = _spread(inside, right, block.args[-1], space, list(places))
    products = inside.create(mhlo.MultiplyOp, [right, left], space)
    end.operands = [summed(inside, products, [len(free) + d for d in inner], dot.result.type)]
    is_last = sorted(inner)[-1:] == [len(columns) - 1]
    kind = GroupKind.ROW_REDUCTION if is_last else GroupKind.COLUMN_REDUCTION
    fusion = mhlo.FusionOp.create(
        operands=operands,
        result_types=[dot.result.type],
        properties={"fusion_kind": fusion_kind(kind)},
        attributes={KIND_ATTRIBUTE: kind_text(kind)},
        regions=[Region(block)],
    )
    return b.value(fusion)


def _copied(maker: Operation, block: Block) -> SSAValue:
    """What `maker` computes, of the arguments of `block`, into which it is copied."""
    if not isinstance(maker, mhlo.FusionOp):
        mapped = dict[SSAValue, SSAValue](zip(maker.operands, block.args, strict=False))
        block.add_op(copy := maker.clone(mapped))
        return copy.results[0]
    body = maker.fused_computation.block
    mapped = dict[SSAValue, SSAValue](zip(body.args, block.args, strict=False))
    *ops, end = body.ops
    for op in ops:
        block.add_op(op.clone(mapped))
    return mapped[end.operands[0]]


def _spread(
    b: OpBuilder, value: SSAValue, shape: SSAValue, type_: Attribute, places: Sequence[int]
) -> SSAValue:
    dimensions = dense_i64(places)
    return b.create(
        mhlo.DynamicBroadcastInDimOp, [value, shape], type_, broadcast_dimensions=dimensions
    )
