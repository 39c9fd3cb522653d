"""What JAX's exports hold of Shardy: meshes of devices, and values with a sharding. Shardings are
kept as text.

Text: the definitions of Shardy's MLIR dialect.
"""

from __future__ import annotations

from typing import Any, Self, cast

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import SymbolOpInterface

from ..deferred import op_definition
from ..namespace import dialect_of
from ..pure import PureOp
from .stablehlo.fields import text_attribute


@op_definition
class MeshOp(IRDLOperation):
    """Axes of devices. `sdy.mesh @mesh = <["data"=4]>`"""

    name = "sdy.mesh"
    sym_name = prop_def(StringAttr)
    mesh = prop_def(AnyAttr())
    traits = traits_def(SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name()
        parser.parse_punctuation("=")
        mesh = text_attribute(parser, "sdy.mesh")
        return cls.create(
            properties={"sym_name": name, "mesh": mesh},
            attributes=parser.parse_optional_attr_dict(),
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        printer.print_string(f" = <{_text(self.mesh)}>")
        printer.print_op_attributes(self.attributes)


@op_definition
class ShardingConstraintOp(PureOp):
    """The operand, split as the sharding says. `sdy.sharding_constraint %x <@mesh, [{"data"}, {}]>
    : T`
    """

    name = "sdy.sharding_constraint"
    input = operand_def()
    sharding = prop_def(AnyAttr())
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        sharding = text_attribute(parser, "sdy.sharding")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(operand, type_)],
            result_types=[type_],
            properties={"sharding": sharding},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.input)
        printer.print_string(f" <{_text(self.sharding)}>")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


def _text(attribute: Attribute) -> str:
    """The body of an attribute that is kept as text."""
    return cast(Any, attribute).value.data


SDY = dialect_of("sdy", globals())
