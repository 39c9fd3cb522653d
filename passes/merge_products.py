"""Joins products of one tensor with several constants into one product.

```mlir
%q = "mhlo.dot_general"(%x, %a) … : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
%k = "mhlo.dot_general"(%x, %b) … : (tensor<?x8xf32>, tensor<8x6xf32>) -> tensor<?x6xf32>
```
becomes
```mlir
%ab = mhlo.constant dense<…> : tensor<8x10xf32>
%qk = "mhlo.dot_general"(%x, %ab) … : (tensor<?x8xf32>, tensor<8x10xf32>) -> tensor<?x10xf32>
%q = "mhlo.real_dynamic_slice"(%qk, …) : … -> tensor<?x4xf32>
%k = "mhlo.real_dynamic_slice"(%qk, …) : … -> tensor<?x6xf32>
```

Only where all that uses the results can be fused, and so reads its part in place. The constants are
laid side by side in the first dimension that the product keeps of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, ModuleOp, TensorType
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..analysis.analyze import analyze
from ..analysis.module_parts import functions, ops_of
from ..analysis.shape_analysis import ShapeAnalysis
from ..analysis.symbol_names import SymbolNames
from ..analysis.traffic import element_bytes
from ..dialects import mhlo
from ..dialects.types import is_dense, is_tensor, tensor_type
from ..materialize.dead_code import erase_dead
from ..materialize.mhlo_builder import MhloBuilder
from ..materialize.places import keeping_places
from ..materialize.sizes import SizeValues
from ..materialize.symbols import SizeNamer
from ..symbolic import as_expr
from .fuse.fusable_ops import is_fusable


@dataclass(frozen=True)
class MergeProductsPass(ModulePass):
    """Joins products of one tensor with several constants."""

    name = "tieshape-merge-products"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        found = {function: products_of_one(function) for function in functions(op)}
        if not any(found.values()):
            return
        analysis = analyze(op)
        namer = SizeNamer(op, analysis.facts, SymbolNames.of(op))
        for function, groups in found.items():
            if groups:
                merge_all(function, groups, analysis, namer)
        erase_dead(op)


def products_of_one(function: func.FuncOp) -> list[list[mhlo.DotGeneralOp]]:
    """The products at the top of `function` that can be one, in groups of at least two."""
    found = dict[object, list[mhlo.DotGeneralOp]]()
    for op in function.body.block.ops:
        if type(op) is mhlo.DotGeneralOp and (axis := kept_axis(op)) is not None:
            weights = tensor_type(op.rhs)
            sizes = [size for i, size in enumerate(weights.get_shape()) if i != axis]
            result = tensor_type(op.result).element_type
            properties = frozenset(op.properties.items())
            key = (op.lhs, axis, *sizes, weights.element_type, result, properties)
            found.setdefault(key, []).append(op)
    return [ops for ops in found.values() if len(ops) > 1]


def kept_axis(op: mhlo.DotGeneralOp) -> int | None:
    """The first dimension of the right side that the result has; None where `op` stays alone.

    That is where its right side is no constant, or something cannot read a part of a greater
    result in place.
    """
    constant = op.rhs.owner
    if not isinstance(constant, mhlo.ConstantOp) or not is_dense(constant.value):
        return None
    numbers = op.dot_dimension_numbers.data
    used = {*numbers.rhs_contracting_dimensions, *numbers.rhs_batching_dimensions}
    type = op.rhs.type
    if not is_tensor(type) or not is_tensor(op.result.type) or numbers.rhs_batching_dimensions:
        return None
    users = [use.operation for use in op.result.uses]
    if not all(user.parent is op.parent and is_fusable(user) for user in users):
        return None
    kept = [i for i in range(type.get_num_dims()) if i not in used]
    return kept[0] if kept else None


def merge_all(
    function: func.FuncOp,
    groups: Sequence[Sequence[mhlo.DotGeneralOp]],
    analysis: ShapeAnalysis,
    namer: SizeNamer,
) -> None:
    """Joins each of `groups`, whose first op is where the product is made."""
    first = {ops[0]: ops for ops in groups}
    builder = MhloBuilder(analysis, SizeValues(analysis, function), namer)
    for op in ops_of(function.body.block):
        ops = first.get(op) if isinstance(op, mhlo.DotGeneralOp) else None
        if ops is not None and all(map(builder.sizes.has, analysis.shape(ops[0].result))):
            merge_products(ops, builder)
        elif op.parent is not None:
            for result in op.results:
                builder.sizes.offer(result)


def merge_products(ops: Sequence[mhlo.DotGeneralOp], b: MhloBuilder) -> None:
    """Makes one product of `ops`, at the place of the first, and parts of it for all."""
    first = ops[0]
    b.move_to(first)
    axis = kept_axis(first)
    assert axis is not None, "products_of_one has asked"
    # The result has the left side's free dimensions, then the right side's, `axis` first.
    numbers = first.dot_dimension_numbers.data
    place = len(b.shape(first.lhs)) - len(numbers.lhs_contracting_dimensions)
    widths = [tensor_type(op.rhs).get_shape()[axis] for op in ops]
    weights = b.value(mhlo.ConstantOp(joined_along([constant_of(op) for op in ops], axis)))
    shape = [as_expr(sum(widths)) if i == place else s for i, s in enumerate(b.shape(first.result))]
    type = b.ranked(tensor_type(first.result).element_type, shape)
    product = b.create(mhlo.DotGeneralOp, [first.lhs, weights], type, **first.properties)
    start = 0
    for op, width in zip(ops, widths, strict=True):
        part = b.slice(product, place, start, start + width, tensor_type(op.result))
        part.name_hint = op.result.name_hint
        op.result.replace_all_uses_with(part)
        start += width
    for op in ops:
        Rewriter.erase_op(op)


def constant_of(op: mhlo.DotGeneralOp) -> DenseIntOrFPElementsAttr:
    """The right side of `op`."""
    constant = op.rhs.owner
    assert isinstance(constant, mhlo.ConstantOp) and is_dense(constant.value)
    return constant.value


def joined_along(parts: Sequence[DenseIntOrFPElementsAttr], axis: int) -> DenseIntOrFPElementsAttr:
    """The elements of `parts`, of one type but for `axis`, one behind the other along it."""
    shapes = [part.get_shape() for part in parts]
    element_type = parts[0].get_element_type()
    width = element_bytes(element_type)
    chunks = list[bytes]()
    for i in range(prod(shapes[0][:axis])):
        for part, shape in zip(parts, shapes, strict=True):
            size = prod(shape[axis:]) * width
            chunks.append(part.data.data[i * size : (i + 1) * size])
    sizes = list(shapes[0])
    sizes[axis] = sum(shape[axis] for shape in shapes)
    return DenseIntOrFPElementsAttr(TensorType(element_type, sizes), BytesAttr(b"".join(chunks)))
