"""Turns the ops of MLIR's shape dialect into index arithmetic and facts.

```mlir
%s = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
%t = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
%w = shape.cstr_broadcastable %s, %t : tensor<2xindex>, tensor<1xindex>
%r = shape.assuming %w -> (tensor<?x4xf32>) { … }
```
becomes
```mlir
%d0 = tensor.dim %x, %c0
%d1 = tensor.dim %y, %c0
%1 = arith.cmpi eq, %c4, %d1
…
sdim.holds assert %fits {why = "shape.cstr_broadcastable …"}
…
```

The body of `shape.assuming` takes the place of the op where its witness became facts; a witness
that other ops use becomes a true one. A shape is the list of its extents: an op on one whose rank
is not known stays as it is, and what rests on it too, but a demand on extents in a tensor of
unknown length becomes a loop (`shape_witnesses`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...analysis.module_parts import dialect_of, functions, kinds_below, ops_below
from ...dialects.foreign import shape
from ...dialects.foreign.shape_extents import ConstSizeOp, IndexToSizeOp, PairOp, SizeToIndexOp
from ...dialects.sdim import constant_of
from ...materialize.places import keeping_places, taking_any_blocks
from ...materialize.types import refresh_signature
from .extents import ExtentBuilder, Extents, aligned
from .witnesses import WITNESSES, demand_equal, discharge


@dataclass(frozen=True)
class ImportShapePass(ModulePass):
    """Turns shape ops into index arithmetic and facts."""

    name = "tieshape-import-shape"

    @keeping_places
    @taking_any_blocks
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if "shape" in map(dialect_of, kinds_below(op)):
            import_shapes(op)


def import_shapes(module: ModuleOp) -> None:
    """Replaces every op on shapes of known rank."""
    at = ExtentBuilder()
    done = list[Operation]()
    for op in ops_below(module):
        at.move_to(op)
        rewrite = REWRITES.get(op.name)
        if rewrite is not None and rewrite(at, op):
            done.append(op)
    discharge(done)
    for op in reversed(done):
        _erase_unused(op)
    for function in functions(module):
        refresh_signature(function)


def _erase_unused(op: Operation) -> None:
    if op.parent is not None and all(result.first_use is None for result in op.results):
        Rewriter.erase_op(op)


def shape_of(at: ExtentBuilder, op: shape.MeasureOp) -> bool:
    return at.is_shape(op.result, at.sizes(op.arg))


def const_shape(at: ExtentBuilder, op: shape.ConstShapeOp) -> bool:
    return at.is_shape(op.result, [at.index(size) for size in op.sizes])


def broadcast(at: ExtentBuilder, op: shape.BroadcastOp) -> bool:
    shapes = at.all_extents(op.shapes)
    if shapes is None:
        return False
    extents = list[SSAValue]()
    for first, *others in aligned(shapes):
        for other in others:
            first = at.common(first, other)
        extents.append(first)
    return at.is_shape(op.result, extents)


def any_(at: ExtentBuilder, op: shape.AnyOp) -> bool:
    shapes = at.all_extents(op.inputs)
    if shapes is None or not demand_equal(at, shapes):
        return False
    return at.is_shape(op.result, shapes[0])


def concat(at: ExtentBuilder, op: PairOp) -> bool:
    shapes = at.all_extents((op.lhs, op.rhs))
    return at.is_shape(op.result, None if shapes is None else shapes[0] + shapes[1])


def split_at(at: ExtentBuilder, op: shape.SplitAtOp) -> bool:
    extents, index = at.extents(op.operand), constant_of(op.index)
    if extents is None or index is None or not -len(extents) <= index <= len(extents):
        return False
    middle = index if index >= 0 else index + len(extents)
    return at.is_shape(op.head, extents[:middle]) and at.is_shape(op.tail, extents[middle:])


def extent_tensor(at: ExtentBuilder, op: shape.ToExtentTensorOp | shape.FromExtentTensorOp) -> bool:
    """Stays where it is used and its length is not known."""
    at.is_shape(op.result, at.extents(op.input))
    return True


def from_extents(at: ExtentBuilder, op: shape.FromExtentsOp) -> bool:
    return at.is_shape(op.result, list(op.extents))


def const_size(at: ExtentBuilder, op: ConstSizeOp) -> bool:
    return at.is_value(op.result, at.index(op.value.value.data))


def num_elements(at: ExtentBuilder, op: shape.MeasureOp) -> bool:
    extents = at.extents(op.arg)
    if extents is None:
        return False
    return at.is_value(op.result, at.fold(arith.MuliOp, extents or [at.index(1)]))


def rank(at: ExtentBuilder, op: shape.MeasureOp) -> bool:
    extents = at.extents(op.arg)
    return extents is not None and at.is_value(op.result, at.index(len(extents)))


def get_extent(at: ExtentBuilder, op: PairOp) -> bool:
    return _one(at, op.result, at.extents(op.lhs), op.rhs)


def dim(at: ExtentBuilder, op: PairOp) -> bool:
    return _one(at, op.result, at.sizes(op.lhs), op.rhs)


def _one(at: ExtentBuilder, result: SSAValue, extents: Extents | None, dim: SSAValue) -> bool:
    number = constant_of(dim)
    if extents is None or number is None or not 0 <= number < len(extents):
        return False
    return at.is_value(result, extents[number])


def same(at: ExtentBuilder, op: IndexToSizeOp | SizeToIndexOp) -> bool:
    return at.is_value(op.result, op.arg)


def combined(make: Callable[[SSAValue, SSAValue], Operation]):
    """The rewrite of arithmetic on two extents."""

    def rewrite(at: ExtentBuilder, op: Operation) -> bool:
        left, right = op.operands
        if not all(isinstance(v.type, IndexType) for v in (left, right)):
            return False
        return at.is_value(op.results[0], at.value(make(left, right)))

    return rewrite


REWRITES: dict[str, Callable[..., bool]] = {
    **WITNESSES,
    "shape.add": combined(arith.AddiOp),
    "shape.any": any_,
    "shape.broadcast": broadcast,
    "shape.concat": concat,
    "shape.const_shape": const_shape,
    "shape.const_size": const_size,
    "shape.dim": dim,
    "shape.div": combined(arith.FloorDivSIOp),
    "shape.from_extent_tensor": extent_tensor,
    "shape.from_extents": from_extents,
    "shape.get_extent": get_extent,
    "shape.index_to_size": same,
    "shape.max": combined(arith.MaxSIOp),
    "shape.min": combined(arith.MinSIOp),
    "shape.mul": combined(arith.MuliOp),
    "shape.num_elements": num_elements,
    "shape.rank": rank,
    "shape.shape_of": shape_of,
    "shape.size_to_index": same,
    "shape.split_at": split_at,
    "shape.to_extent_tensor": extent_tensor,
}
