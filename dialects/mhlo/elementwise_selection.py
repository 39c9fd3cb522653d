"""Elementwise ops that compare or choose: compare, select, clamp.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.dialects.builtin import FunctionType
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..deferred import op_definition
from ..pure import PureOp
from ..types import ANY_ELEMENT, PRED, AnyTensor, shape_of
from .assembly import (
    Attributes,
    parse_attributes,
    parse_operand_list,
    parse_rest,
    print_attributes,
    print_operand_list,
    print_types,
)
from .checks import (
    check_same_element,
    check_same_shape,
    check_same_type,
    check_tensor,
    check_values,
)
from .elementwise import UniformTextOp
from .enums import ComparisonDirection, ComparisonDirectionAttr, ComparisonType, ComparisonTypeAttr


@op_definition
class CompareOp(PureOp):
    """Compares each pair of elements. As in MLIR-HLO, any
    `compare_type` is accepted with any element type.

    ```mlir
    %r = mhlo.compare LT, %a, %b, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    ```
    """

    name = "mhlo.compare"

    lhs = operand_def()
    rhs = operand_def()
    comparison_direction = prop_def(ComparisonDirectionAttr)
    compare_type = opt_prop_def(ComparisonTypeAttr)
    result = result_def()

    def verify_(self) -> None:
        lhs, rhs, result = check_values(self, ANY_ELEMENT, ANY_ELEMENT, PRED)
        check_same_element(self, "operand 0", lhs, "operand 1", rhs, "C1")
        check_same_shape(self, "operand 0", lhs, "operand 1", rhs, "C2")
        check_same_shape(self, "operand 0", lhs, "the result", result, "C2")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        direction = parser.parse_str_enum(ComparisonDirection)
        parser.parse_punctuation(",")
        operands = [parser.parse_unresolved_operand()]
        parser.parse_punctuation(",")
        operands.append(parser.parse_unresolved_operand())
        properties: Attributes = {"comparison_direction": ComparisonDirectionAttr(direction)}
        if parser.parse_optional_punctuation(",") is not None:
            kind = parser.parse_str_enum(ComparisonType)
            properties["compare_type"] = ComparisonTypeAttr(kind)
        return parse_rest(cls, parser, operands, properties)

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.comparison_direction.data.value}, ")
        print_operand_list(printer, self.operands)
        if self.compare_type is not None:
            printer.print_string(f", {self.compare_type.data.value}")
        print_attributes(printer, self, elided=("comparison_direction", "compare_type"))
        print_types(printer, self)


@op_definition
class SelectOp(PureOp):
    """`on_true` where `pred` holds, `on_false` elsewhere; `pred` may be one scalar for all.

    ```mlir
    %r = mhlo.select %p, %a, %b : tensor<2xi1>, tensor<2xi32>
    ```
    """

    name = "mhlo.select"

    pred = operand_def()
    on_true = operand_def()
    on_false = operand_def()
    result = result_def()

    def verify_(self) -> None:
        pred, on_true, on_false, result = check_values(
            self, PRED, ANY_ELEMENT, ANY_ELEMENT, ANY_ELEMENT
        )
        if shape_of(pred) != ():
            check_same_shape(self, "operand 0", pred, "operand 1", on_true, "C1")
        for what, type_ in (("operand 2", on_false), ("the result", result)):
            check_same_type(self, "operand 1", on_true, what, type_, "C2")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_operand_list(parser)
        properties, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        position = parser.pos
        first = parser.parse_type()
        if isinstance(first, FunctionType):
            types, results = first.inputs.data, first.outputs.data
        else:
            parser.parse_punctuation(",")
            chosen = parser.parse_type()
            types, results = (first, chosen, chosen), (chosen,)
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=results,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_operand_list(printer, self.operands)
        print_attributes(printer, self)
        result = self.result.type
        if self.on_true.type != result or self.on_false.type != result:
            print_types(printer, self)
            return
        printer.print_string(" : ")
        printer.print_list((self.pred.type, result), printer.print_attribute)


@op_definition
class ClampOp(UniformTextOp):
    """`operand` kept between `min` and `max`, each of which may be one scalar for all.

    ```mlir
    %r = mhlo.clamp %min, %x, %max : tensor<3xi32>
    ```
    """

    name = "mhlo.clamp"
    ARITY: ClassVar[int] = 3

    min = operand_def()
    operand = operand_def()
    max = operand_def()
    result = result_def()

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 1", self.operand.type)
        result = check_tensor(self, "the result", self.result.type)
        self._verify_bound("operand 0", check_tensor(self, "operand 0", self.min.type), "C1")
        self._verify_bound("operand 2", check_tensor(self, "operand 2", self.max.type), "C2")
        check_same_type(self, "operand 1", operand, "the result", result, "C4")

    def _verify_bound(self, what: str, bound: AnyTensor, clause: str) -> None:
        operand = check_tensor(self, "operand 1", self.operand.type)
        check_same_element(self, what, bound, "operand 1", operand, "C3")
        if shape_of(bound) != ():
            check_same_shape(self, what, bound, "operand 1", operand, clause)
