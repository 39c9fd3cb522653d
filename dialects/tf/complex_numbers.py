"""tf ops that make complex numbers or take them apart."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .static_types import (
    agree,
    broadcast,
    element_of,
    is_complex,
    part_of,
    refusal,
    same_elements,
    shape_of,
)
from .unary import Elementwise


class PartOfComplex(Elementwise):
    """A part of every complex element; the result has the element type of the parts."""

    NEEDS: ClassVar = ((is_complex,), "complex numbers")

    def verify_element_types(self) -> None:
        part = part_of(element_of(self._operands[0].type))
        if (found := element_of(self.results[0].type)) != part:
            raise refusal(self, f"the result has elements {found}, needed {part}")


@tf_op
class RealOp(PartOfComplex):
    name = "tf.Real"
    input = operand_def()
    output = result_def()


@tf_op
class ImagOp(PartOfComplex):
    name = "tf.Imag"
    input = operand_def()
    output = result_def()


@tf_op
class ComplexAbsOp(PartOfComplex):
    name = "tf.ComplexAbs"
    x = operand_def()
    y = result_def()


@tf_op
class ConjOp(Elementwise):
    name = "tf.Conj"
    input = operand_def()
    output = result_def()


@tf_op
class ComplexOp(PureTfOperation):
    """Complex numbers from their parts."""

    name = "tf.Complex"
    real = operand_def()
    imag = operand_def()
    out = result_def()

    def verify_(self) -> None:
        parts = self._operands
        same_elements(self, *parts)
        part, whole = element_of(parts[0].type), element_of(self.results[0].type)
        if part_of(whole) != part:
            raise refusal(self, f"the result has elements {whole}, needed complex<{part}>")
        shapes = broadcast(self, (shape_of(value.type) for value in parts))
        agree(self, "the result", self.result_shape(), shapes)
