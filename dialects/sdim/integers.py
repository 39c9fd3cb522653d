"""Integers in brackets, as sdim ops write them."""

from typing import cast

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, i64
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer


@irdl_custom_directive
class RangeEnds(CustomDirective):
    """`[1, 512]`, where `?` is an open end."""

    low: AttributeVariable
    high: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        with parser.in_square_brackets():
            self._parse_end(parser, state, self.low)
            parser.parse_punctuation(",")
            self._parse_end(parser, state, self.high)

    @staticmethod
    def _parse_end(parser: Parser, state: ParsingState, end: AttributeVariable) -> None:
        if parser.parse_optional_punctuation("?") is None:
            end.set(state, IntegerAttr(_parse_number(parser), i64))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        ends = (self.low.get(op), self.high.get(op))
        texts = (str(end.value.data) if isinstance(end, IntegerAttr) else "?" for end in ends)
        state.print_whitespace(printer)
        printer.print_string(f"[{', '.join(texts)}]")


@irdl_custom_directive
class Integers(CustomDirective):
    """`[64, 128]`"""

    values: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        values = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: _parse_number(parser)
        )
        self.values.set(state, DenseArrayBase.from_list(i64, values))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        values = cast(DenseArrayBase[I64], self.values.get(op)).get_values()
        state.print_whitespace(printer)
        printer.print_string(f"[{', '.join(map(str, values))}]")


def _parse_number(parser: Parser) -> int:
    start = parser.pos
    number = parser.parse_integer(allow_boolean=False)
    if not -(2**63) <= number < 2**63:
        parser.raise_error("a number must fit 64 bits", start, parser.pos)
    return number
