"""tf ops that make complex numbers or take them apart."""

from __future__ import annotations

from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo
from ...dialects.types import element_type_of, real_part_type, tensor_type
from .builder import Builder


def part_type(value: SSAValue) -> Attribute:
    """The type of the real and of the imaginary part of complex elements."""
    return real_part_type(element_type_of(value))


def real(b: Builder, value: SSAValue) -> SSAValue:
    return b.create(mhlo.RealOp, [value], b.like(value, part_type(value)))


def imag(b: Builder, value: SSAValue) -> SSAValue:
    return b.create(mhlo.ImagOp, [value], b.like(value, part_type(value)))


def conjugate(b: Builder, value: SSAValue) -> SSAValue:
    """The imaginary part negated."""
    part = imag(b, value)
    negated = b.create(mhlo.NegateOp, [part], part.type)
    return b.create(mhlo.ComplexOp, [real(b, value), negated], tensor_type(value))
