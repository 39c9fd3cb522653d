"""What it means when a fact does not hold in a run."""

from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.irdl import IRDLOperation, irdl_attr_definition
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.str_enum import StrEnum


class Strength(StrEnum):
    ASSUME = "assume"
    """It is known to hold and never checked."""
    EXPECT = "expect"
    """A guard: when it fails, this compilation does not apply."""
    ASSERT = "assert"
    """A guard: when it fails, the program is wrong."""


@irdl_attr_definition
class StrengthAttr(EnumAttribute[Strength], SpacedOpaqueSyntaxAttribute):
    """`#sdim<strength expect>`"""

    name = "sdim.strength"


@irdl_custom_directive
class StrengthKeyword(CustomDirective):
    """`expect` or `assert`; `assume` may be written and is not printed."""

    strength: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        strength = parser.parse_optional_str_enum(Strength)
        if strength is not None and strength is not Strength.ASSUME:
            self.strength.set(state, StrengthAttr(strength))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        attr = self.strength.get(op)
        if isinstance(attr, StrengthAttr) and attr.data is not Strength.ASSUME:
            state.print_whitespace(printer)
            printer.print_string(attr.data)
        state.last_was_punctuation = True  # a space follows, before `[` too
