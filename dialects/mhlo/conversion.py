"""Elementwise ops of one operand that change its element type or its precision. Semantics: the StableHLO specification."""

from __future__ import annotations

import re
from typing import ClassVar, Self

from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from .assembly import parse_attributes, parse_uniform_types, print_attributes, print_uniform_types
from .checks import check_same_shape, check_tensor, fail
from .element_types import (
    COMPLEX,
    FLOAT,
    INDEX,
    PRED,
    QUANTIZED,
    SIGNED,
    element_of,
    real_part_type,
    with_element,
)
from .elementwise import UnaryElementwiseOp, UniformTextOp, verify_uniform


class _RealPartOp(UnaryElementwiseOp):
    """An op whose result holds the real type of its operand's elements."""

    def __init__(self, operand: SSAValue | Operation, result_type: Attribute | None = None):
        type_ = SSAValue.get(operand).type
        if result_type is None:
            result_type = with_element(type_, real_part_type(element_of(type_)))
        super().__init__(operand, result_type)

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type, self.KINDS)
        result = check_tensor(self, "the result", self.result.type)
        check_same_shape(self, "operand 0", operand, "the result", result, "C1")
        if result.element_type != (needed := real_part_type(operand.element_type)):
            fail(
                self,
                f"the result has element type {result.element_type}, {needed} follows from "
                f"operand 0 of element type {operand.element_type}",
                "C2",
            )


@irdl_op_definition
class AbsOp(_RealPartOp):
    """The absolute value; of a complex operand its real length."""

    name = "mhlo.abs"
    KINDS: ClassVar[int] = SIGNED | FLOAT | COMPLEX | INDEX | QUANTIZED
    traits = traits_def(Pure())


@irdl_op_definition
class RealOp(_RealPartOp):
    """The real part."""

    name = "mhlo.real"
    KINDS: ClassVar[int] = FLOAT | COMPLEX
    traits = traits_def(Pure())


@irdl_op_definition
class ImagOp(_RealPartOp):
    """The imaginary part; 0 of a real operand."""

    name = "mhlo.imag"
    KINDS: ClassVar[int] = FLOAT | COMPLEX
    traits = traits_def(Pure())


@irdl_op_definition
class IsFiniteOp(UniformTextOp):
    """Whether each element is neither infinite nor NaN."""

    name = "mhlo.is_finite"
    ARITY: ClassVar[int] = 1

    x = operand_def()
    y = result_def()
    traits = traits_def(Pure())

    def __init__(self, x: SSAValue | Operation, result_type: Attribute | None = None):
        value = SSAValue.get(x)
        super().__init__(
            operands=[value], result_types=[result_type or with_element(value.type, i1)]
        )

    def verify_(self) -> None:
        x = check_tensor(self, "operand 0", self.x.type, FLOAT)
        y = check_tensor(self, "the result", self.y.type, PRED)
        check_same_shape(self, "operand 0", x, "the result", y, "C1")


@irdl_op_definition
class ConvertOp(UnaryElementwiseOp):
    """The same numbers in another element type.

    ```mlir
    %r = mhlo.convert %x : (tensor<?xi32>) -> tensor<?xf32>
    ```
    """

    name = "mhlo.convert"
    traits = traits_def(Pure())

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type)
        result = check_tensor(self, "the result", self.result.type)
        check_same_shape(self, "operand 0", operand, "the result", result, "C1")


@irdl_op_definition
class ReducePrecisionOp(IRDLOperation):
    """Floats rounded to fewer exponent and mantissa bits, kept in their type.

    ```mlir
    %r = mhlo.reduce_precision %x, format = e5m2 : tensor<6xf32>
    ```
    """

    name = "mhlo.reduce_precision"

    operand = operand_def()
    exponent_bits = prop_def(IntegerAttr)
    mantissa_bits = prop_def(IntegerAttr)
    output = result_def()
    traits = traits_def(Pure())

    def verify_(self) -> None:
        verify_uniform(self, FLOAT)  # C1
        if (bits := self.exponent_bits.value.data) < 1:
            fail(self, f"exponent_bits is {bits}, at least 1 is needed", "C2")
        if (bits := self.mantissa_bits.value.data) < 0:
            fail(self, f"mantissa_bits is {bits}, at least 0 is needed", "C3")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        parser.parse_keyword("format")
        parser.parse_punctuation("=")
        position = parser.pos
        word = parser.parse_identifier()
        if (match := re.fullmatch(r"e([0-9]+)m([0-9]+)", word)) is None:
            parser.raise_error(f"expected a format like e5m2, found {word}", position)
        properties, attributes = parse_attributes(parser, cls)
        properties["exponent_bits"] = IntegerAttr(int(match[1]), 32)
        properties["mantissa_bits"] = IntegerAttr(int(match[2]), 32)
        values, results = parse_uniform_types(parser, [operand])
        return cls.create(
            operands=values, result_types=results, properties=properties, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.operand)
        printer.print_string(
            f", format = e{self.exponent_bits.value.data}m{self.mantissa_bits.value.data}"
        )
        print_attributes(printer, self, elided=("exponent_bits", "mantissa_bits"))
        print_uniform_types(printer, self)


@irdl_op_definition
class UniformQuantizeOp(UnaryElementwiseOp):
    """Floats, or quantized numbers, in the quantized type of the result."""

    name = "mhlo.uniform_quantize"
    traits = traits_def(Pure())

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type, FLOAT | QUANTIZED)
        result = check_tensor(self, "the result", self.result.type, QUANTIZED)
        check_same_shape(self, "operand 0", operand, "the result", result, "C1")


@irdl_op_definition
class UniformDequantizeOp(UnaryElementwiseOp):
    """Quantized numbers as floats."""

    name = "mhlo.uniform_dequantize"
    traits = traits_def(Pure())

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type, QUANTIZED)
        result = check_tensor(self, "the result", self.result.type, FLOAT)
        check_same_shape(self, "operand 0", operand, "the result", result, "C1")
