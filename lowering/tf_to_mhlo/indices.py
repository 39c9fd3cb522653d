"""Tensors of indices and sizes."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo
from ...symbolic import Expr
from .builder import Builder, integer
from .formulas import Elements


def positions(b: Builder, size: Expr) -> Elements:
    """0, 1, 2 … as a vector of `size`."""
    return Elements(b, iota(b, b.ranked(i64, [size]), 0))


def along(b: Builder, number: Expr, size: Expr) -> Elements:
    """A vector of `size` full of `number`."""
    number = b.facts.simplify(number)
    scalar = (
        b.sizes.scalar(number, b.at, i64)
        if number.constant_value is None
        else b.scalar(number.constant_value, i64)
    )
    return Elements(b, b.broadcast(scalar, b.ranked(i64, [size])))


def number(b: Builder, size: Expr, element_type: Attribute) -> SSAValue:
    """`size` as a scalar tensor of `element_type`."""
    if (constant := b.facts.simplify(size).constant_value) is not None:
        return b.scalar(constant, element_type)
    return b.convert(b.sizes.scalar(size, b.at, i64), element_type)


def iota(b: Builder, type: TensorType[Attribute], axis: int) -> SSAValue:
    """The index along `axis` in every element."""
    if type.has_static_shape():
        return b.create(mhlo.IotaOp, [], type, iota_dimension=integer(axis))
    shape = b.sizes.shape_tensor(b.shape_of_type(type), b.at)
    return b.create(mhlo.DynamicIotaOp, [shape], type, iota_dimension=integer(axis))
