"""Elementwise ops of two operands. Semantics: the StableHLO specification."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import Commutative

from ..deferred import op_definition
from ..pure import PureOp
from ..types import COMPLEX, FLOAT, INTEGER, PRED, element_of, real_part_type, with_element
from .assembly import (
    parse_operand_list,
    parse_rest,
    print_attributes,
    print_operand_list,
    print_types,
)
from .checks import check_same_element, check_same_shape, check_values, fail
from .elementwise import BinaryElementwiseOp


@op_definition
class AddOp(BinaryElementwiseOp):
    """The sum; logical or of `i1`."""

    name = "mhlo.add"
    traits = traits_def(Commutative())


@op_definition
class AndOp(BinaryElementwiseOp):
    """The conjunction: logical of `i1`, bitwise of integers."""

    name = "mhlo.and"
    KINDS: ClassVar[int] = PRED | INTEGER
    traits = traits_def(Commutative())


@op_definition
class Atan2Op(BinaryElementwiseOp):
    """The angle of the point (rhs, lhs)."""

    name = "mhlo.atan2"


@op_definition
class DivideOp(BinaryElementwiseOp):
    """The quotient; of integers rounded towards zero."""

    name = "mhlo.divide"


@op_definition
class MaximumOp(BinaryElementwiseOp):
    """The greater operand."""

    name = "mhlo.maximum"
    traits = traits_def(Commutative())


@op_definition
class MinimumOp(BinaryElementwiseOp):
    """The smaller operand."""

    name = "mhlo.minimum"
    traits = traits_def(Commutative())


@op_definition
class MultiplyOp(BinaryElementwiseOp):
    """The product; logical and of `i1`."""

    name = "mhlo.multiply"
    traits = traits_def(Commutative())


@op_definition
class OrOp(BinaryElementwiseOp):
    """The disjunction: logical of `i1`, bitwise of integers."""

    name = "mhlo.or"
    KINDS: ClassVar[int] = PRED | INTEGER
    traits = traits_def(Commutative())


@op_definition
class PowerOp(BinaryElementwiseOp):
    """lhs to the power of rhs."""

    name = "mhlo.power"


@op_definition
class RemainderOp(BinaryElementwiseOp):
    """What the division leaves; it has the sign of lhs."""

    name = "mhlo.remainder"


@op_definition
class ShiftLeftOp(BinaryElementwiseOp):
    """lhs with its bits moved up by rhs."""

    name = "mhlo.shift_left"


@op_definition
class ShiftRightArithmeticOp(BinaryElementwiseOp):
    """lhs with its bits moved down by rhs, keeping the sign."""

    name = "mhlo.shift_right_arithmetic"


@op_definition
class ShiftRightLogicalOp(BinaryElementwiseOp):
    """lhs with its bits moved down by rhs, filled with zeros."""

    name = "mhlo.shift_right_logical"


@op_definition
class SubtractOp(BinaryElementwiseOp):
    """The difference."""

    name = "mhlo.subtract"


@op_definition
class XorOp(BinaryElementwiseOp):
    """Exclusive or: logical of `i1`, bitwise of integers."""

    name = "mhlo.xor"
    KINDS: ClassVar[int] = PRED | INTEGER
    traits = traits_def(Commutative())


@op_definition
class ComplexOp(PureOp):
    """Complex numbers from real parts `lhs` and imaginary parts `rhs`.

    ```mlir
    %z = mhlo.complex %re, %im : tensor<2xcomplex<f32>>
    ```
    """

    name = "mhlo.complex"

    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    def verify_(self) -> None:
        lhs, rhs, result = check_values(self, FLOAT, FLOAT, COMPLEX)
        check_same_element(self, "operand 0", lhs, "operand 1", rhs, "C1")
        if (needed := real_part_type(result.element_type)) != lhs.element_type:
            fail(self, f"operands have element type {lhs.element_type}, {needed} is needed", "C3")
        check_same_shape(self, "operand 0", lhs, "operand 1", rhs, "C1")
        check_same_shape(self, "operand 0", lhs, "the result", result, "C2")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return parse_rest(cls, parser, parse_operand_list(parser), types=_parse_types)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_operand_list(printer, self.operands)
        print_attributes(printer, self)
        part = _real_type(self.result.type)
        if self.lhs.type != part or self.rhs.type != part:
            print_types(printer, self)
            return
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


def _parse_types(
    parser: Parser, operands: Sequence[UnresolvedOperand]
) -> tuple[Sequence[SSAValue], Sequence[Attribute]]:
    parser.parse_punctuation(":")
    position = parser.pos
    type_ = parser.parse_type()
    if isinstance(type_, FunctionType):
        inputs, results = type_.inputs.data, type_.outputs.data
    else:
        inputs, results = [_real_type(type_)] * 2, (type_,)
    return parser.resolve_operands(operands, inputs, position), results


def _real_type(type_: Attribute) -> Attribute:
    return with_element(type_, real_part_type(element_of(type_)))
