"""Bounds of dynamic sizes, which StableHLO has in types, as ranges: `tensor<?xf32,
#stablehlo.bounds<8>>`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FunctionType,
    IndexType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import sdim
from .bounded_results import bounds_of, give_sizes_to_static_ops

INDEX = IndexType()


def bounds_to_ranges(module: ModuleOp) -> None:
    """Takes bounds out of all types; each is a range of the size from then on.

    What a function is called with is checked: the range of an argument's size is asserted.
    """
    give_sizes_to_static_ops(module)
    for value in list(_values(module)):
        bounds = bounds_of(value.type)
        if bounds is not None:
            value._type = _plain(value.type)  # pyright: ignore[reportPrivateUsage]
            for dim, bound in enumerate(bounds):
                if bound != DYNAMIC_INDEX and _is_dynamic(value.type, dim):
                    _state(value, dim, bound)
    for op in module.walk():
        if isinstance(op, func.FuncOp):
            inputs, outputs = op.function_type.inputs, op.function_type.outputs
            op.function_type = FunctionType.from_lists(
                list(map(_plain, inputs)), list(map(_plain, outputs))
            )


def _plain(type_: Attribute) -> Attribute:
    if bounds_of(type_) is None:
        return type_
    bounded = cast("TensorType[Attribute]", type_)
    return TensorType(bounded.element_type, bounded.shape)


def _is_dynamic(type_: Attribute, dim: int) -> bool:
    return cast("TensorType[Attribute]", type_).get_shape()[dim] == DYNAMIC_INDEX


def _values(module: ModuleOp) -> Iterator[SSAValue]:
    for op in module.walk():
        yield from op.results
        for region in op.regions:
            for block in region.blocks:
                yield from block.args


def _state(value: SSAValue, dim: int, bound: int) -> None:
    """States after the definition of `value` that its size `dim` is at most `bound`."""
    owner = value.owner
    is_input = isinstance(owner, Block) and isinstance(owner.parent_op(), func.FuncOp)
    index = arith.ConstantOp(IntegerAttr(dim, INDEX))
    size = tensor.DimOp.create(operands=[value, index.result], result_types=[INDEX])
    fact = sdim.RangeOp(size.results[0], 0, bound, strength="assert" if is_input else "assume")
    what = f"argument {value.index}" if isinstance(value, BlockArgument) else "the result"
    fact.attributes["why"] = StringAttr(f"dimension {dim} of {what} has the bound {bound}")
    point = InsertPoint.at_start(owner) if isinstance(owner, Block) else InsertPoint.after(owner)
    ops: list[Operation] = [index, size, fact]
    Rewriter.insert_op(ops, point)
