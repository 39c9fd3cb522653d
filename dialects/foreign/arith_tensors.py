"""`arith` ops on tensors that xDSL has for scalars only: casts and select.

Text and semantics are those of MLIR's arith dialect, where these ops are elementwise.
An op on scalars is read as xDSL's.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects import arith
from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation, operand_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from ..read_as import OpType, Properties, ReadAsOp
from ..types import is_integer_or_index, is_tensor


class _OnTensors(ReadAsOp, IRDLOperation, ABC):
    """An op that is xDSL's where its operands are scalars."""

    SCALAR: ClassVar[OpType | None] = None

    @classmethod
    def made(
        cls, operands: Sequence[SSAValue], properties: Properties
    ) -> tuple[OpType, Properties]:
        if not (operands and is_tensor(operands[0].type)) and cls.SCALAR is not None:
            return cls.SCALAR, properties
        return cls, properties


def _check(op: Operation, operand: Attribute, result: Attribute) -> None:
    """Operand and result are tensors of integers of one shape."""
    for what, type in (("operand", operand), ("result", result)):
        element = type.element_type if is_tensor(type) else type
        if not is_integer_or_index(element):
            raise VerifyException(f"the {what} has type {type}, integers or indices are needed")
    shapes = [type.get_shape() if is_tensor(type) else None for type in (operand, result)]
    if shapes[0] != shapes[1]:
        raise VerifyException(f"operand {operand} and result {result} have different shapes")


class _Cast(_OnTensors, ABC):
    input = operand_def()
    result = result_def()
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        operand_type = parser.parse_type()
        parser.parse_keyword("to")
        result_type = parser.parse_type()
        value = parser.resolve_operand(operand, operand_type)
        return cls.create(operands=[value], result_types=[result_type], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.input)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.input.type)
        printer.print_string(" to ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        _check(self, self.input.type, self.result.type)


@op_definition
class IndexCastOp(_Cast):
    """Between indices and integers, signed."""

    name = "arith.index_cast"
    SCALAR: ClassVar[OpType | None] = arith.IndexCastOp


@op_definition
class IndexCastUIOp(_Cast):
    """Between indices and integers, unsigned; of scalars too."""

    name = "arith.index_castui"


@op_definition
class ExtSIOp(_Cast):
    """To a wider integer type, signed."""

    name = "arith.extsi"
    SCALAR: ClassVar[OpType | None] = arith.ExtSIOp


@op_definition
class ExtUIOp(_Cast):
    """To a wider integer type, unsigned."""

    name = "arith.extui"
    SCALAR: ClassVar[OpType | None] = arith.ExtUIOp


@op_definition
class TruncIOp(_Cast):
    """To a narrower integer type."""

    name = "arith.trunci"
    SCALAR: ClassVar[OpType | None] = arith.TruncIOp


@op_definition
class SelectOp(_OnTensors):
    """Elementwise choice. `%r = arith.select %p, %a, %b : tensor<2xi1>, tensor<2xindex>`"""

    name = "arith.select"
    cond = operand_def()
    lhs = operand_def()
    rhs = operand_def()
    result = result_def()
    traits = traits_def(Pure())
    SCALAR: ClassVar[OpType | None] = arith.SelectOp

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        condition_type: Attribute = i1
        type = parser.parse_type()
        if parser.parse_optional_punctuation(",") is not None:
            condition_type, type = type, parser.parse_type()
        types = [condition_type, type, type]
        values = parser.resolve_operands(operands, types, parser.pos)
        return cls.create(operands=values, result_types=[type], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.cond.type)
        printer.print_string(", ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        if self.lhs.type != self.result.type or self.rhs.type != self.result.type:
            raise VerifyException("both values must have the result's type")
        if not is_tensor(self.cond.type) or self.cond.type.element_type != i1:
            raise VerifyException(
                f"the condition has type {self.cond.type}, i1 elements are needed"
            )
        if not is_tensor(self.result.type):
            raise VerifyException(f"the result has type {self.result.type}, a tensor is needed")
        if self.cond.type.get_shape() != self.result.type.get_shape():
            raise VerifyException("condition and result have different shapes")


ON_TENSORS: dict[str, OpType] = {
    op.name: op for op in (IndexCastOp, IndexCastUIOp, ExtSIOp, ExtUIOp, TruncIOp, SelectOp)
}
"""What reads the ops of these names."""
