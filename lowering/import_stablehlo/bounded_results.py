"""Ops of static shapes whose result has one size that its type only bounds.

HLO takes such a size for static; here the op gets the sizes of its result as an operand. One that
nothing tells is its bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerAttr, ModuleOp, TensorType
from xdsl.ir import Attribute, Data, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo
from ...dialects.foreign.stablehlo import BoundsAttr, to_mhlo
from ...dialects.mhlo.dense import int_values
from ...dialects.types import shape_of

INDEX = IndexType()


def give_sizes_to_static_ops(module: ModuleOp) -> None:
    """Makes each `mhlo.reshape` and `mhlo.broadcast_in_dim` of an unknown size a dynamic one."""
    for op in list(module.walk()):
        if isinstance(op, mhlo.ReshapeOp | mhlo.BroadcastInDimOp):
            type = cast("TensorType[Attribute]", op.results[0].type)
            if DYNAMIC_INDEX in (shape_of(type) or ()):
                _give_sizes(op, type)


def _give_sizes(op: mhlo.ReshapeOp | mhlo.BroadcastInDimOp, type: TensorType[Attribute]) -> None:
    writer = _Writer(op)
    shape = type.get_shape()
    place = shape.index(DYNAMIC_INDEX)
    if isinstance(op, mhlo.ReshapeOp):
        others = prod(size for size in shape if size != DYNAMIC_INDEX)
        sizes = [writer.size(op.operand, i) for i in range(writer.rank(op.operand))]
        open_size = writer.quotient(writer.product(sizes), max(others, 1))
    else:
        dimensions = int_values(op.broadcast_dimensions)
        if place in dimensions:
            open_size = writer.size(op.operand, dimensions.index(place))
        else:
            open_size = writer.constant(_bound(type, place))
    every = [open_size if i == place else writer.constant(n) for i, n in enumerate(shape)]
    made = tensor.FromElementsOp.create(
        operands=every, result_types=[TensorType(INDEX, [len(every)])]
    )
    new_class = (
        mhlo.DynamicReshapeOp if isinstance(op, mhlo.ReshapeOp) else mhlo.DynamicBroadcastInDimOp
    )
    new = new_class.create(
        operands=[op.operand, made.results[0]],
        result_types=[type],
        properties=op.properties,
        attributes=op.attributes,
    )
    new.location = op.location
    writer.insert(made)
    Rewriter.replace_op(op, new)


def bounds_of(type_: Attribute) -> tuple[int, ...] | None:
    """The bounds of a tensor type, in the spelling of today or before."""
    if isinstance(type_, TensorType):
        encoding = to_mhlo(cast("TensorType[Attribute]", type_).encoding)
        if isinstance(encoding, BoundsAttr | mhlo.TypeExtensionsAttr):
            return cast("Data[tuple[int, ...]]", encoding).data
    return None


def _bound(type: TensorType[Attribute], place: int) -> int:
    bounds = bounds_of(type)
    assert bounds is not None, "the verifier wants a bound for each unknown size"
    return bounds[place]


class _Writer:
    """Writes arithmetic of sizes before an op."""

    def __init__(self, op: Operation):
        self._op = op

    def insert(self, op: Operation) -> SSAValue:
        op.location = self._op.location
        Rewriter.insert_op(op, InsertPoint.before(self._op))
        return op.results[0]

    def rank(self, value: SSAValue) -> int:
        return len(shape_of(cast("TensorType[Attribute]", value.type)) or ())

    def constant(self, number: int) -> SSAValue:
        return self.insert(arith.ConstantOp(IntegerAttr(number, INDEX)))

    def size(self, value: SSAValue, dimension: int) -> SSAValue:
        operands = [value, self.constant(dimension)]
        return self.insert(tensor.DimOp.create(operands=operands, result_types=[INDEX]))

    def product(self, sizes: Sequence[SSAValue]) -> SSAValue:
        total = self.constant(1)
        for size in sizes:
            total = self.insert(arith.MuliOp(total, size))
        return total

    def quotient(self, size: SSAValue, divisor: int) -> SSAValue:
        return self.insert(arith.FloorDivSIOp(size, self.constant(divisor)))
