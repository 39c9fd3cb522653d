"""StableHLO's text of ops that mhlo prints in the generic form.

Operands, then fields with a word each, then attributes and types:
```mlir
%1 = stablehlo.slice %0 [0:4, 1:9:2] : (tensor<4x9xf32>) -> tensor<4x4xf32>
%3 = stablehlo.dot_general %1, %2, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : …
```
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

from ...mhlo.assembly import (
    parse_attributes,
    parse_types,
    parse_uniform_types,
    print_attributes,
    print_operand_list,
    print_types,
    print_uniform_types,
)
from .fields import Field


@dataclass(frozen=True, slots=True)
class Form:
    """The text of an op: `%x, %y, word = value, word = value attr-dict : types`."""

    fields: tuple[Field, ...]
    types: str = "function"
    """"function": `(T, U) -> V`; "uniform": `T` where all types are equal; "result": the result's
    alone.
    """
    in_parens: bool = False
    """The operands stand in parentheses, without a comma behind them."""

    def methods(self) -> dict[str, Any]:
        """`parse` and `print` of an op class."""

        def parse(cls: type[IRDLOperation], parser: Parser) -> IRDLOperation:
            return self.parse(cls, parser)

        def print_(op: IRDLOperation, printer: Printer) -> None:
            self.print(op, printer)

        return {"parse": classmethod(parse), "print": print_}

    def parse(self, cls: type[IRDLOperation], parser: Parser) -> IRDLOperation:
        operands = _operands(parser)
        found = dict[str, Attribute]()
        words = {field.word: field for field in self.fields if field.word}
        for field in self.fields:
            if not field.word:
                field.parse(parser, found)
        while (word := parser.parse_optional_keyword_in(words)) is not None:
            parser.parse_punctuation("=")
            words[word].parse(parser, found)
            if parser.parse_optional_punctuation(",") is None:
                break
        properties, attributes = parse_attributes(parser, cls)
        values, results = self._types(parser, operands)
        return cls.create(
            operands=values,
            result_types=results,
            properties=properties | found,
            attributes=attributes,
        )

    def _types(
        self, parser: Parser, operands: Sequence[UnresolvedOperand]
    ) -> tuple[Sequence[SSAValue], Sequence[Attribute]]:
        if self.types == "result":
            parser.parse_punctuation(":")
            return (), (parser.parse_type(),)
        return (parse_uniform_types if self.types == "uniform" else parse_types)(parser, operands)

    def print(self, op: IRDLOperation, printer: Printer) -> None:
        if self.in_parens:
            with printer.in_parens():
                print_operand_list(printer, op.operands)
        elif op.operands:
            printer.print_string(" ")
            print_operand_list(printer, op.operands)
        texts = [text for field in self.fields if (text := field.text(op)) is not None]
        if texts:
            spaced = self.in_parens or not op.operands or not self.fields[0].word
            printer.print_string((" " if spaced else ", ") + ", ".join(texts))
        elided = {field.property for field in self.fields}
        print_attributes(printer, op, elided)
        if self.types == "uniform":
            print_uniform_types(printer, op)
        elif self.types == "function":
            print_types(printer, op)
        else:
            printer.print_string(" : ")
            printer.print_attribute(op.results[0].type)


def _operands(parser: Parser) -> list[UnresolvedOperand]:
    """`%x, %y`, in parentheses or not, and a comma behind it where a word follows."""
    in_parens = parser.parse_optional_punctuation("(") is not None
    operands = list[UnresolvedOperand]()
    while (operand := parser.parse_optional_unresolved_operand()) is not None:
        operands.append(operand)
        if parser.parse_optional_punctuation(",") is None:
            break
    if in_parens:
        parser.parse_punctuation(")")
    return operands
