"""xDSL's parser with what text of other tools has beyond xDSL's grammar.

Attributes in spellings of older MLIR, locations defined after their use, locations with ranges and
metadata.
"""

from __future__ import annotations

import re
from abc import ABC
from functools import cached_property
from typing import Literal, overload

from xdsl.context import Context
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects.builtin import (
    FileLineColLoc,
    FusedLoc,
    LocationAttr,
    NoneAttr,
    StringAttr,
    UnregisteredAttr,
)
from xdsl.ir import Attribute, Operation, TypeAttribute
from xdsl.parser import Parser
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ..dialects.foreign.read_only import is_read_only
from .lexer import SourceLexer
from .old_names import current_type, rename_attributes

_TIGHT = ",<>[](){}"
"""Next to these no space is kept; the empty string, the body's ends, is in it."""
_QUOTED = re.compile(r'<\s*"([^"\\\n]*)"\s*>')
_SPACE = re.compile(r'("(?:[^"\\]|\\.)*")|(?:\s|//[^\n]*)+')
_ELIDED = "__elided__"
"""What MLIR names every resource that it does not print."""
_LOCATION = re.compile(r"\n#([\w$]+)\s*=\s*loc\s*\(")


class ForeignTextParser(Parser, ABC):
    """Reads text of other tools, old and new; what it makes prints in today's spelling."""

    def __init__(self, context: Context, text: str, name: str):
        super().__init__(context, "", name)  # xDSL's lexer would read the first token
        self._parser_state = ParserState(SourceLexer(Input(text, name)))
        self._generic = [""]
        """The ops in generic form that are being read, the innermost last."""
        self._named_locations: dict[str, LocationAttr] = {}
        self._resources: dict[tuple[str, str], str] = {}
        """The keys of the text's resources in xDSL, which has one store for all texts."""
        self._spelled: dict[tuple[Attribute, ...], Attribute] = {}
        """The types and attributes kept as text, as first read, by their parameters without spaces.
        """

    # Attributes.

    def parse_operation(self) -> Operation:
        op = super().parse_operation()
        if op.properties and op.name.startswith(("mhlo.", "chlo.", "stablehlo.")):
            _modernize(op)
        return op

    def _parse_generic_operation(self, op_type: type[Operation]) -> Operation:
        self._generic.append(op_type.name)
        try:
            return super()._parse_generic_operation(op_type)
        finally:
            self._generic.pop()

    def parse_optional_attr_dict(self) -> dict[str, Attribute]:
        attributes = super().parse_optional_attr_dict()
        rename_attributes(self._generic[-1], attributes)
        return attributes

    def parse_optional_properties_dict(self) -> dict[str, Attribute]:
        properties = super().parse_optional_properties_dict()
        rename_attributes(self._generic[-1], properties)
        return properties

    @overload
    def _parse_extended_type_or_attribute(
        self, attr_or_dialect_name: str, is_type: Literal[False]
    ) -> Attribute: ...

    @overload
    def _parse_extended_type_or_attribute(
        self, attr_or_dialect_name: str, is_type: Literal[True]
    ) -> TypeAttribute: ...

    def _parse_extended_type_or_attribute(
        self, attr_or_dialect_name: str, is_type: bool
    ) -> Attribute:
        """Reads `#mhlo<"precision DEFAULT">` of the year 2022 as `#mhlo<precision DEFAULT>` too."""
        quoted = None
        if "." in attr_or_dialect_name:
            attr_or_dialect_name = current_type(attr_or_dialect_name)
        elif not is_type:
            quoted = _QUOTED.match(self.lexer.input.content, self.pos)
        if quoted is None:
            attribute = super()._parse_extended_type_or_attribute(attr_or_dialect_name, is_type)
            if isinstance(attribute, UnregisteredAttr) and is_read_only(attr_or_dialect_name):
                body = StringAttr(without_spaces(attribute.value.data))
                return self._spelled.setdefault((*attribute.parameters[:-1], body), attribute)
            return attribute
        start = self.pos
        inner = Parser(self.ctx, f"#{attr_or_dialect_name}<{quoted[1]}>", self.lexer.input.name)
        try:
            attribute = inner.parse_attribute()
        except ParseError as error:
            self.raise_error(error.msg, start, quoted.end())
        self._resume_from(quoted.end())
        return attribute

    def _parse_dialect_resource_handle(
        self, dialect_name: str, interface: OpAsmDialectInterface
    ) -> str:
        key = self.parse_identifier(" for resource handle")
        if key == _ELIDED and interface.lookup(key) is not None:
            return key
        kept = self._resources.get((dialect_name, key))
        if kept is None:
            kept = self._resources[dialect_name, key] = interface.declare_resource(key)
        return kept

    # Locations.

    def _parse_location(self) -> LocationAttr:
        if self._current_token.kind is MLIRTokenKind.HASH_IDENT:
            name = self._current_token.span.text
            if name not in self.attribute_aliases:
                self._consume_token()
                return self._location_named(name[1:])
        if self.parse_optional_keyword("fused") is not None:
            metadata: Attribute = NoneAttr()
            if self.parse_optional_punctuation("<") is not None:
                metadata = self.parse_attribute()
                self.parse_punctuation(">")
            parts = self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location)
            return FusedLoc(tuple(parts), metadata)
        location = super()._parse_location()
        if isinstance(location, FileLineColLoc) and self.parse_optional_keyword("to") is not None:
            # xDSL has no ranges: the start of the range is kept.
            self.parse_optional_integer(False, False)
            self.parse_punctuation(":")
            self.parse_integer(False, False)
        return location

    @cached_property
    def _places_of_locations(self) -> dict[str, int]:
        """Where in the text the definition of each named location begins."""
        text, places = self.lexer.input.content, dict[str, int]()
        first = _LOCATION.match("\n" + text[: text.find("\n") + 1])
        if first is not None:
            places[first[1]] = first.end() - 1
        for match in _LOCATION.finditer(text):
            places.setdefault(match[1], match.end())
        return places

    def _location_named(self, name: str) -> LocationAttr:
        """The location that the line `#name = loc(…)`, which may come later, defines."""
        known = self._named_locations.get(name)
        if known is not None:
            return known
        place = self._places_of_locations.get(name)
        if place is None:
            self.raise_error(f"undefined symbol alias '#{name}'")
        back = self.pos
        self._resume_from(place)
        known = self._named_locations[name] = self._parse_location()
        self._resume_from(back)
        return known


def without_spaces(body: str) -> str:
    """`body` of a type or attribute kept as text, without optional spaces and comments."""

    def spell(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        before, after = body[: match.start()][-1:], body[match.end() :][:1]
        return "" if before in _TIGHT or after in _TIGHT else " "

    return _SPACE.sub(spell, body)


def _modernize(op: Operation) -> None:
    """Puts the attributes of an mhlo, StableHLO or chlo op that older text spells otherwise into
    today's form.
    """
    if op.name.startswith("mhlo."):
        from ..dialects.mhlo.old.attributes import modernize
        from ..dialects.mhlo.old.regions import untuple

        untuple(op)
    elif op.name.startswith("stablehlo."):
        from ..dialects.foreign.stablehlo import modernize
    else:
        from ..dialects.foreign.chlo import modernize
    modernize(op.properties)
