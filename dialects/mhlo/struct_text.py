"""Text of attributes that are lists of `field = value`, where a value is an integer or a list.

The fields are those of a frozen dataclass; a field whose default is a tuple takes a list.
They are read in any order, each at most once, and absent ones keep their default.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from xdsl.ir import Data
from xdsl.parser import AttrParser
from xdsl.printer import Printer

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Dims: TypeAlias = tuple[int, ...]

_StructT = TypeVar("_StructT", bound="DataclassInstance")


def parse_dims(parser: AttrParser) -> Dims:
    """`[0, 1]`"""
    return tuple(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer))


def values_of(struct: DataclassInstance) -> dict[str, Dims | int]:
    """The fields by name, in the order of their definition."""
    return {field.name: getattr(struct, field.name) for field in fields(struct)}


def parse_struct(parser: AttrParser, default: _StructT) -> _StructT:
    """`default` with the fields that are written."""
    kinds = values_of(default)
    found: dict[str, Dims | int] = {}
    while (name := parser.parse_optional_keyword_in(kinds)) is not None:
        if name in found:
            parser.raise_error(f"field '{name}' stands twice")
        parser.parse_punctuation("=")
        is_list = isinstance(kinds[name], tuple)
        found[name] = parse_dims(parser) if is_list else parser.parse_integer()
        if parser.parse_optional_punctuation(",") is None:
            break
    return replace(default, **found)


def print_struct(printer: Printer, struct: DataclassInstance, *, all_fields: bool = False) -> None:
    """`field = value, …`; without `all_fields` empty lists and zeros are left out."""

    def print_field(field: tuple[str, Dims | int]) -> None:
        name, value = field
        printer.print_string(f"{name} = {list(value) if isinstance(value, tuple) else value}")

    shown = [
        (name, value)
        for name, value in values_of(struct).items()
        if all_fields or value not in ((), 0)
    ]
    printer.print_list(shown, print_field)


class StructAttr(Data[_StructT]):
    """An attribute with the text `#mhlo.name<field = value, …>` and a dataclass as its data."""

    STRUCT: ClassVar[type[Any]]
    ALL_FIELDS: ClassVar[bool] = False

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> _StructT:
        with parser.in_angle_brackets():
            return parse_struct(parser, cls.STRUCT())

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            print_struct(printer, self.data, all_fields=self.ALL_FIELDS)
