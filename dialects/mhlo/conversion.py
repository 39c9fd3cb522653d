"""Ops that change the element type or its precision, or reinterpret the bits of elements.

Semantics: the StableHLO specification.
"""

from __future__ import annotations

import re
from typing import Self

from xdsl.dialects.builtin import IntegerAttr
from xdsl.irdl import operand_def, prop_def, result_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..deferred import op_definition
from ..pure import PureOp
from ..types import (
    ANY_ELEMENT,
    COMPLEX,
    FLOAT,
    QUANTIZED,
    UNSIGNED,
    bit_width,
    kind_of,
    shape_of,
    shape_text,
    sizes_agree,
)
from .assembly import parse_rest, parse_uniform_types, print_attributes, print_uniform_types
from .checks import check_result_shape, check_same_shape, check_tensor, check_values, fail
from .elementwise import UnaryElementwiseOp, verify_uniform


@op_definition
class ConvertOp(UnaryElementwiseOp):
    """The same numbers in another element type.

    ```mlir
    %r = mhlo.convert %x : (tensor<?xi32>) -> tensor<?xf32>
    ```
    """

    name = "mhlo.convert"

    def verify_(self) -> None:
        operand, result = check_values(self)
        check_same_shape(self, "operand 0", operand, "the result", result, "C1")


@op_definition
class ReducePrecisionOp(PureOp):
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
        bits = zip(("exponent_bits", "mantissa_bits"), map(int, match.groups()), strict=True)
        properties = {name: IntegerAttr(count, 32) for name, count in bits}
        return parse_rest(cls, parser, [operand], properties, parse_uniform_types)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.operand)
        printer.print_string(
            f", format = e{self.exponent_bits.value.data}m{self.mantissa_bits.value.data}"
        )
        print_attributes(printer, self, elided=("exponent_bits", "mantissa_bits"))
        print_uniform_types(printer, self)


@op_definition
class UniformQuantizeOp(UnaryElementwiseOp):
    """Floats, or quantized numbers, in the quantized type of the result."""

    name = "mhlo.uniform_quantize"

    def verify_(self) -> None:
        operand, result = check_values(self, FLOAT | QUANTIZED, QUANTIZED)
        check_same_shape(self, "operand 0", operand, "the result", result, "C1")


@op_definition
class UniformDequantizeOp(UnaryElementwiseOp):
    """Quantized numbers as floats."""

    name = "mhlo.uniform_dequantize"

    def verify_(self) -> None:
        operand, result = check_values(self, QUANTIZED, FLOAT)
        check_same_shape(self, "operand 0", operand, "the result", result, "C1")


@op_definition
class BitcastOp(PureOp):
    """The operand with its bytes read as another type of the same layout."""

    name = "mhlo.bitcast"

    operand = operand_def()
    result = result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        check_tensor(self, "operand 0", self.operand.type)
        check_tensor(self, "the result", self.result.type)


@op_definition
class BitcastConvertOp(PureOp):
    """The operand's bits read as another element type; a narrower one adds a last dimension, a
    wider one removes it.

    ```mlir
    %r = mhlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x4xi8>
    ```
    """

    name = "mhlo.bitcast_convert"

    operand = operand_def()
    result = result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        operand, result = check_values(self)
        if (kind_of(operand.element_type) == COMPLEX) != (kind_of(result.element_type) == COMPLEX):
            fail(
                self,
                f"operand 0 has element type {operand.element_type}, the result has "
                f"{result.element_type}; both or neither must be complex",
                "C2",
            )
        before, after = bit_width(operand.element_type), bit_width(result.element_type)
        shape = shape_of(operand)
        if before is None or after is None or shape is None:
            return
        if before == after:
            check_result_shape(self, shape, result, "C1")
        elif before > after:
            check_result_shape(self, (*shape, before // after), result, "C1")
        else:
            if not shape or not sizes_agree(shape[-1], after // before):
                fail(
                    self,
                    f"operand 0 has shape {shape_text(shape)}, a last size of {after // before} "
                    f"is needed to make {result.element_type}",
                    "C1",
                )
            check_result_shape(self, shape[:-1], result, "C1")


@op_definition
class StochasticConvertOp(PureOp):
    """Floats in a smaller type, rounded by random bits."""

    name = "mhlo.stochastic_convert"

    operand = operand_def()
    random = operand_def()
    result = result_def()

    def verify_(self) -> None:
        operand, random, result = check_values(self, FLOAT, UNSIGNED, ANY_ELEMENT)
        check_same_shape(self, "operand 0", operand, "operand 1", random)
        check_same_shape(self, "operand 0", operand, "the result", result)
