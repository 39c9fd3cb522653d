"""What the elementwise ops of mhlo have in common: operands, text, verification.

The text gives one type when operands and result have it, otherwise a function type.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar, Self

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import operand_def, result_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..pure import PureOp
from ..types import ANY_ELEMENT, real_part_type
from .assembly import (
    parse_rest,
    parse_uniform_types,
    print_attributes,
    print_operand_list,
    print_uniform_types,
)
from .checks import check_same_shape, check_same_type, check_tensor, check_values, fail


def verify_uniform(op: Operation, kinds: int) -> None:
    """Operands and result are tensors of one element type, of one of `kinds`, and agree in
    shape."""
    result = check_tensor(op, "the result", op.results[0].type, kinds)
    for index, operand in enumerate(op.operands):
        if operand.type is result or operand.type == result:
            continue
        type_ = check_tensor(op, f"operand {index}", operand.type, kinds)
        check_same_type(op, f"operand {index}", type_, "the result", result)


class UniformTextOp(PureOp, ABC):
    """An op with the text `mhlo.op %a, %b attr-dict : T`, with `ARITY` operands."""

    ARITY: ClassVar[int]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        bracketed = parser.parse_optional_punctuation("(") is not None
        operands = [parser.parse_unresolved_operand()]
        for _ in range(1, cls.ARITY):
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        if bracketed:
            parser.parse_punctuation(")")
        return parse_rest(cls, parser, operands, types=parse_uniform_types)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_operand_list(printer, self.operands)
        print_attributes(printer, self)
        print_uniform_types(printer, self)


class UnaryElementwiseOp(UniformTextOp, ABC):
    """One operand; the result has its shape and, unless the op says otherwise, its element
    type."""

    ARITY: ClassVar[int] = 1
    KINDS: ClassVar[int] = ANY_ELEMENT

    operand = operand_def()
    result = result_def()

    def __init__(self, operand: SSAValue | Operation, result_type: Attribute | None = None):
        value = SSAValue.get(operand)
        super().__init__(operands=[value], result_types=[result_type or value.type])

    def verify_(self) -> None:
        verify_uniform(self, self.KINDS)


class BinaryElementwiseOp(UniformTextOp, ABC):
    """Two operands of one type, which is the result's too, unless the op says otherwise."""

    ARITY: ClassVar[int] = 2
    KINDS: ClassVar[int] = ANY_ELEMENT

    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    def __init__(
        self,
        lhs: SSAValue | Operation,
        rhs: SSAValue | Operation,
        result_type: Attribute | None = None,
    ):
        left = SSAValue.get(lhs)
        super().__init__(operands=[left, rhs], result_types=[result_type or left.type])

    def verify_(self) -> None:
        verify_uniform(self, self.KINDS)


class RealPartOp(UnaryElementwiseOp):
    """An op whose result holds the real type of its operand's elements."""

    def verify_(self) -> None:
        operand, result = check_values(self, self.KINDS, ANY_ELEMENT)
        check_same_shape(self, "operand 0", operand, "the result", result, "C1")
        if result.element_type != (needed := real_part_type(operand.element_type)):
            fail(
                self,
                f"the result has element type {result.element_type}, {needed} follows from "
                f"operand 0 of element type {operand.element_type}",
                "C2",
            )
