"""tf ops that make complex numbers or take them apart."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import AnyFloat, ComplexType
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo
from ...dialects.types import element_type_of, is_complex, real_part_type, tensor_type
from .builder import Builder
from .formulas import Elements


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


def real_part(x: Elements) -> Elements:
    """The real parts of complex elements; real ones as they are."""
    return Elements(x.b, real(x.b, x.value)) if is_complex(x.element_type) else x


def imaginary_part(x: Elements) -> Elements:
    """The imaginary parts of complex elements."""
    return Elements(x.b, imag(x.b, x.value))


def complex_of(real: Elements, imaginary: Elements) -> Elements:
    """The complex numbers with these parts."""
    b, parts = real.b, [real.value, imaginary.value]
    element_type = ComplexType(cast("AnyFloat", real.element_type))
    return Elements(b, b.create(mhlo.ComplexOp, parts, b.like(real.value, element_type)))


def conjugated(x: Elements) -> Elements:
    """The imaginary parts of complex elements negated; real ones as they are."""
    return Elements(x.b, conjugate(x.b, x.value)) if is_complex(x.element_type) else x
