"""Constants: constant, iota, dynamic_iota.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from typing import Self, TypeAlias, cast

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    IntegerAttr,
    OpaqueAttr,
)
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, prop_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike

from ..deferred import op_definition
from ..pure import PureOp
from ..types import COMPLEX, FLOAT, INTEGER, is_tensor, rank_of, shape_of
from .assembly import parse_attributes, print_attributes
from .checks import (
    check_dimension,
    check_same_element,
    check_same_shape,
    check_shape_operand,
    check_static,
    check_tensor,
    fail,
)

ConstantElements: TypeAlias = DenseIntOrFPElementsAttr | DenseResourceAttr | OpaqueAttr


@op_definition
class ConstantOp(PureOp):
    """A tensor known at compile time.

    ```mlir
    %c = mhlo.constant dense<[1, 2]> : tensor<2xi32>
    ```

    A result type that is not the value's own (it has an encoding, say) is written out:
    `mhlo.constant() {value = dense<1> : tensor<i32>} : () -> T`.

    Elements that the text omits, or keeps apart, are `dense_resource<name>` or
    `opaque<"name", "0x…">`: nothing is known of them.
    """

    name = "mhlo.constant"

    value = prop_def(ConstantElements)
    output = result_def()
    traits = traits_def(ConstantLike())

    def __init__(self, value: ConstantElements, result_type: Attribute | None = None):
        super().__init__(result_types=[result_type or value.type], properties={"value": value})

    def verify_(self) -> None:
        output = check_tensor(self, "the result", self.output.type)
        value: Attribute = self.value.type
        if value is output:
            check_static(self, "value", output)
            return
        if not is_tensor(value):
            fail(self, f"value has type {value}, a tensor is needed")
        check_same_element(self, "value", value, "the result", output, "C1")
        check_static(self, "value", value)
        check_same_shape(self, "value", value, "the result", output, "C1")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        if parser.parse_optional_punctuation("(") is not None:
            return cls._parse_generic(parser)
        properties, attributes = parse_attributes(parser, cls)
        position = parser.pos
        value = parser.parse_attribute()
        if not isinstance(value, ConstantElements):
            parser.raise_error("expected a dense attribute", position, parser.pos)
        elements = cast(ConstantElements, value)
        return cls.create(
            result_types=[elements.type],
            properties=properties | {"value": elements},
            attributes=attributes,
        )

    @classmethod
    def _parse_generic(cls, parser: Parser) -> Self:
        parser.parse_punctuation(")")
        properties = parser.parse_optional_properties_dict()
        more, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        type_ = parser.parse_function_type()
        return cls.create(
            result_types=type_.outputs.data, properties=properties | more, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        if self.value.type != self.output.type:
            printer.print_string("()")
            print_attributes(printer, self)
            printer.print_string(" : ")
            printer.print_function_type(self.operand_types, self.result_types)
            return
        print_attributes(printer, self, elided=("value",))
        printer.print_string(" ")
        printer.print_attribute(self.value)


@op_definition
class IotaOp(PureOp):
    """0, 1, 2, … along one dimension of a static shape.

    ```mlir
    %r = "mhlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x5xi32>
    ```
    """

    name = "mhlo.iota"

    iota_dimension = prop_def(IntegerAttr)
    output = result_def()

    def verify_(self) -> None:
        output = check_tensor(self, "the result", self.output.type, INTEGER | FLOAT | COMPLEX)
        shape = check_static(self, "the result", output)
        check_dimension(self, "iota_dimension", self.iota_dimension.value.data, len(shape), "C1")


@op_definition
class DynamicIotaOp(PureOp):
    """0, 1, 2, … along one dimension of a shape that an operand gives."""

    name = "mhlo.dynamic_iota"

    output_shape = operand_def()
    iota_dimension = prop_def(IntegerAttr)
    result = result_def()

    def verify_(self) -> None:
        result = check_tensor(self, "the result", self.result.type, INTEGER | FLOAT | COMPLEX)
        rank = rank_of(shape_of(result))
        check_dimension(self, "iota_dimension", self.iota_dimension.value.data, rank, "C1")
        check_shape_operand(self, "operand 0", self.output_shape.type, rank, "C2")
