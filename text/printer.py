"""xDSL's printer with value names that parse back, and with short encodings."""

import re
from dataclasses import dataclass, field
from io import StringIO
from typing import cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, NoneAttr, TensorType, UnregisteredAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.printer import Printer

from ..dialects.sdim import static_entry

_NUMBERED = re.compile(r"(?:_\d+)+$")


@dataclass(eq=False, repr=False)
class TextPrinter(Printer):
    """A printer whose text parses again, and prints the same from then on.

    Each value is named after its hint without trailing numbers, numbered from its second use in
    a scope. No two values can meet in one name, since no bare hint ends in a number.
    """

    _types: dict[int, tuple[Attribute, str]] = field(
        default_factory=dict[int, tuple[Attribute, str]], init=False
    )
    """The texts of types, by identity, which holds while the type is kept here."""

    def print_ssa_value(self, value: SSAValue) -> str:
        name = self._ssa_values.get(value)
        if name is None:
            name = self._ssa_values[value] = self._new_name(value.name_hint)
        self.print_string(f"%{name}")
        return name

    def _new_name(self, hint: str | None) -> str:
        stem = None if hint is None else _NUMBERED.sub("", hint)
        if not stem:
            return self._get_new_valid_name_id()
        count = self.ssa_names.get(stem, 0)
        self.ssa_names[stem] = count + 1
        return f"{stem}_{count}" if count else stem

    def print_string(self, text: str, *, indent: int | None = None) -> None:
        if "\n" in text or self.stream is None:
            super().print_string(text, indent=indent)
        else:
            self._current_column += len(text)
            self.stream.write(text)

    def print_attribute(self, attribute: Attribute) -> None:
        if isinstance(attribute, TensorType):
            self.print_string(self._text_of(cast("TensorType[Attribute]", attribute)), indent=0)
        elif isinstance(attribute, UnregisteredAttr) and "\n" in attribute.value.data:
            # An indented line would be other text, and so another attribute, when it is read again.
            with self.indented(-self._indent):
                super().print_attribute(attribute)
        else:
            super().print_attribute(attribute)

    def _text_of(self, type: TensorType[Attribute]) -> str:
        """The text of `type`, made once: values share their types."""
        known = self._types.get(id(type))
        if known is None:
            stream, column = self.stream, self._current_column
            self.stream = StringIO()
            try:
                self._print_tensor(type)
                known = self._types[id(type)] = type, self.stream.getvalue()
            finally:
                self.stream, self._current_column = stream, column
        return known[1]

    def _print_tensor(self, type: TensorType[Attribute]) -> None:
        sizes = ("?x" if size == DYNAMIC_INDEX else f"{size}x" for size in type.get_shape())
        self.print_string(f"tensor<{''.join(sizes)}")
        self.print_attribute(type.element_type)
        encoding = type.encoding
        if isinstance(encoding, ArrayAttr):
            self.print_string(", [")
            self.print_list(cast("ArrayAttr[Attribute]", encoding).data, self._print_entry)
            self.print_string("]")
        elif not isinstance(encoding, NoneAttr):
            self.print_string(", ")
            self.print_attribute(encoding)
        self.print_string(">")

    def _print_entry(self, entry: Attribute) -> None:
        size = static_entry(entry)
        if size is None:
            self.print_attribute(entry)
        else:
            self.print_string(str(size))
