"""Ops of static shapes whose result has one size that its type only bounds.

HLO takes such a size for static; here the op gets the sizes of its result as an operand. One that
no size of the operand tells is its bound.
"""

from __future__ import annotations

from math import prod
from typing import cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, ModuleOp, TensorType
from xdsl.ir import Attribute, Data, SSAValue

from ...dialects import mhlo
from ...dialects.foreign.stablehlo import BoundsAttr, to_mhlo
from ...dialects.mhlo.dense import int_values
from ...dialects.types import shape_of
from ...materialize.op_builder import OpBuilder, replace_op

INDEX = IndexType()


def give_sizes_to_static_ops(module: ModuleOp) -> None:
    """Makes each `mhlo.reshape` and `mhlo.broadcast_in_dim` of an unknown size a dynamic one."""
    for op in list(module.walk()):
        if isinstance(op, mhlo.ReshapeOp | mhlo.BroadcastInDimOp):
            type = cast("TensorType[Attribute]", op.results[0].type)
            if DYNAMIC_INDEX in (shape_of(type) or ()):
                _give_sizes(op, type)


def _give_sizes(op: mhlo.ReshapeOp | mhlo.BroadcastInDimOp, type: TensorType[Attribute]) -> None:
    builder, shape = OpBuilder(op), type.get_shape()
    open_size = (
        _of_elements(op, shape, builder)
        if isinstance(op, mhlo.ReshapeOp)
        else _of_dimension(op, type, builder)
    )
    sizes = [open_size if size == DYNAMIC_INDEX else builder.index(size) for size in shape]
    dynamic = (
        mhlo.DynamicReshapeOp if isinstance(op, mhlo.ReshapeOp) else mhlo.DynamicBroadcastInDimOp
    )
    listed = builder.create(tensor.FromElementsOp, sizes, TensorType(INDEX, [len(sizes)]))
    new = dynamic.create(
        operands=[op.operand, listed],
        result_types=[type],
        properties=op.properties,
        attributes=op.attributes,
    )
    replace_op(op, new)


def _of_elements(op: mhlo.ReshapeOp, shape: tuple[int, ...], b: OpBuilder) -> SSAValue:
    """What the other sizes leave of the elements of the operand."""
    others = prod(size for size in shape if size != DYNAMIC_INDEX)
    total = b.index(1)
    for dimension in range(len(shape_of(cast("TensorType[Attribute]", op.operand.type)) or ())):
        total = b.value(arith.MuliOp(total, _size(op.operand, dimension, b)))
    return b.value(arith.FloorDivSIOp(total, b.index(max(others, 1))))


def _of_dimension(op: mhlo.BroadcastInDimOp, type: TensorType[Attribute], b: OpBuilder) -> SSAValue:
    """The size of the operand's dimension, unless that is 1 and so repeated; else the bound."""
    place = type.get_shape().index(DYNAMIC_INDEX)
    dimensions = int_values(op.broadcast_dimensions)
    if place in dimensions:
        dimension = dimensions.index(place)
        known = shape_of(cast("TensorType[Attribute]", op.operand.type))
        if known is None or known[dimension] != 1:
            return _size(op.operand, dimension, b)
    bounds = bounds_of(type)
    assert bounds is not None, "the verifier wants a bound for each unknown size"
    return b.index(bounds[place])


def _size(value: SSAValue, dimension: int, b: OpBuilder) -> SSAValue:
    return b.create(tensor.DimOp, [value, b.index(dimension)], INDEX)


def bounds_of(type_: Attribute) -> tuple[int, ...] | None:
    """The bounds of a tensor type, in the spelling of today or before."""
    if isinstance(type_, TensorType):
        encoding = to_mhlo(cast("TensorType[Attribute]", type_).encoding)
        if isinstance(encoding, BoundsAttr | mhlo.TypeExtensionsAttr):
            return cast("Data[tuple[int, ...]]", encoding).data
    return None
