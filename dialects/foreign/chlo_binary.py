"""The chlo ops on the elements of two tensors of one shape; text and meaning are MLIR-HLO's."""

from __future__ import annotations

from abc import ABC
from typing import Self

from xdsl.irdl import operand_def, result_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..mhlo.checks import check_same_element, check_same_shape, check_tensor
from ..namespace import ops_of_rows
from ..pure import PureOp


class ChloBinaryOp(PureOp, ABC):
    """An op on the elements of two tensors: `chlo.op %a, %b attr-dict : T, U -> V`."""

    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        names = [parser.parse_unresolved_operand()]
        parser.parse_punctuation(",")
        names.append(parser.parse_unresolved_operand())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        function = parser.parse_optional_function_type()
        if function is not None:
            types, results = function.inputs.data, function.outputs.data
        else:
            types = [parser.parse_type()]
            parser.parse_punctuation(",")
            types.append(parser.parse_type())
            parser.parse_punctuation("->")
            results = [parser.parse_type()]
        operands = parser.resolve_operands(names, types, position)
        return cls.create(operands=operands, result_types=results, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list(self.operand_types, printer.print_attribute)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        lhs = check_tensor(self, "operand 0", self.lhs.type)
        for what, value in (("operand 1", self.rhs), ("the result", self.result)):
            other = check_tensor(self, what, value.type)
            check_same_element(self, "operand 0", lhs, what, other)
            check_same_shape(self, "operand 0", lhs, what, other)


BINARY: dict[str, type[ChloBinaryOp]] = ops_of_rows(
    "chlo.",
    ChloBinaryOp,
    {
        "next_after": "The number after `lhs` on the way to `rhs`.",
        "polygamma": "The derivative of digamma of order `lhs`.",
        "zeta": "The Hurwitz zeta function.",
    },
)
"""The functions of two elements, by their names in the dialect."""
