"""The chlo ops on each element of one tensor. Text and meaning are those of MLIR-HLO."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar, Self

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, prop_def, result_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..deferred import op_definition
from ..mhlo.checks import check_same_element, check_same_shape, check_tensor, fail
from ..namespace import ops_of_rows
from ..pure import PureOp
from ..types import ANY_ELEMENT, FLOAT, PRED


class ChloUnaryOp(PureOp, ABC):
    """An op on each element of one tensor: `chlo.op %a attr-dict : T -> U`."""

    RETURNS_BOOL: ClassVar[bool] = False
    """Whether the result holds truth values."""

    operand = operand_def()
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        function = parser.parse_optional_function_type()
        if function is not None:
            position = parser.pos
            values = parser.resolve_operands([operand], function.inputs.data, position)
            return cls.create(
                operands=values, result_types=function.outputs.data, attributes=attributes
            )
        type = result = parser.parse_type()
        if parser.parse_optional_punctuation("->") is not None:
            result = parser.parse_type()
        value = parser.resolve_operand(operand, type)
        return cls.create(operands=[value], result_types=[result], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operand.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        kinds = FLOAT if self.RETURNS_BOOL else ANY_ELEMENT
        operand = check_tensor(self, "operand 0", self.operand.type, kinds)
        if self.RETURNS_BOOL:
            result = check_tensor(self, "the result", self.result.type, PRED)
        else:
            result = check_tensor(self, "the result", self.result.type)
            check_same_element(self, "operand 0", operand, "the result", result)
        check_same_shape(self, "operand 0", operand, "the result", result)


@op_definition
class ConstantLikeOp(PureOp):
    """A tensor of the operand's shape, full of `value`.

    ```mlir
    %r = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<?xf32>) -> tensor<?xf32>
    ```
    """

    name = "chlo.constant_like"
    operand = operand_def()
    value = prop_def()
    result = result_def()

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type)
        result = check_tensor(self, "the result", self.result.type)
        check_same_shape(self, "operand 0", operand, "the result", result)
        type: Attribute | None = getattr(self.value, "type", None)
        if type is not None and type != result.element_type:
            fail(self, f"value has type {type}, the result has elements {result.element_type}")


class ChloTestOp(ChloUnaryOp, ABC):
    """A test of each element of one tensor."""

    RETURNS_BOOL: ClassVar[bool] = True


UNARY: dict[str, type[ChloUnaryOp]] = {
    **ops_of_rows(
        "chlo.",
        ChloUnaryOp,
        {
            "acos": "The angle of a cosine.",
            "acosh": "The inverse of cosh.",
            "asin": "The angle of a sine.",
            "asinh": "The inverse of sinh.",
            "atan": "The angle of a tangent.",
            "atanh": "The inverse of tanh.",
            "bessel_i1e": "The scaled modified Bessel function of order 1.",
            "conj": "The complex conjugate.",
            "cosh": "The hyperbolic cosine.",
            "digamma": "The logarithmic derivative of the gamma function.",
            "erf": "The error function.",
            "erf_inv": "The inverse of erf.",
            "erfc": "1 - erf.",
            "lgamma": "The logarithm of the gamma function's size.",
            "sinh": "The hyperbolic sine.",
            "square": "The square.",
            "tan": "The tangent.",
        },
    ),
    **ops_of_rows(
        "chlo.",
        ChloTestOp,
        {
            "is_inf": "Whether each element is infinite.",
            "is_neg_inf": "Whether each element is minus infinity.",
            "is_pos_inf": "Whether each element is plus infinity.",
        },
    ),
}
"""The functions and tests of elements, by their names in the dialect."""
