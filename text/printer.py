"""xDSL's printer with value names that parse back, and with short encodings."""

import re
from binascii import hexlify
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    NoneAttr,
    TensorType,
    UnregisteredAttr,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.printer import Printer

from ..dialects.sdim import static_entry

DenseElements: TypeAlias = DenseIntOrFPElementsAttr[Any]

MOST_LISTED = 100
"""The most elements that are printed as numbers; more are printed as bytes."""

REFERENCE = re.compile(r'"@constant \d+"')
"""What stands for a constant whose bytes are apart from the text."""

_NUMBERED = re.compile(r"(?:_\d+)+$")


class TextStream(StringIO):
    """A stream that is written to alone; StringIO copies long texts several times."""

    def __init__(self) -> None:
        super().__init__()
        self._parts = list[str]()

    def write(self, s: str, /) -> int:
        """Adds `s`."""
        self._parts.append(s)
        return len(s)

    def getvalue(self) -> str:
        """All that was written."""
        return "".join(self._parts)


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
        elif isinstance(attribute, DenseIntOrFPElementsAttr):
            dense = cast("DenseElements", attribute)
            if len(dense) > MOST_LISTED:
                self._print_bytes(dense)
            elif _is_signed_zeros(dense):
                self._print_elements(dense)
            else:
                super().print_attribute(dense)
        elif isinstance(attribute, UnregisteredAttr) and "\n" in attribute.value.data:
            # An indented line would be other text, and so another attribute, when it is read again.
            with self.indented(-self._indent):
                super().print_attribute(attribute)
        else:
            super().print_attribute(attribute)

    def _print_elements(self, dense: DenseElements) -> None:
        """Each element, where xDSL takes 0.0 and -0.0 for one value and prints the first alone."""
        self.print_string("dense<")
        self._print_nested(dense.get_values(), dense.get_shape(), dense.get_element_type())
        self.print_string("> : ")
        self.print_attribute(dense.get_type())

    def _print_bytes(self, dense: DenseElements) -> None:
        """One element where all have the same bits, else the bits, without a number for each."""
        data, size, type = dense.data.data, _size(dense), dense.get_element_type()
        first = DenseIntOrFPElementsAttr(TensorType(type, [1]), BytesAttr(data[:size]))
        alike = data[:size] == data[-size:] and data[size:] == data[:-size]
        self.print_string("dense<")
        # A NaN may have other bits than it is printed with.
        if alike and "nan" not in str(first.get_values()):
            self._print_nested(first.get_values(), (), type)
        else:
            self._print_data(data)
        self.print_string("> : ")
        self.print_attribute(dense.get_type())

    def _print_data(self, data: bytes) -> None:
        self.print_string(f'"0x{hexlify(data).upper().decode()}"')

    def _print_nested(self, values: Sequence[Any], shape: Sequence[int], type: Attribute) -> None:
        if not shape:
            if isinstance(type, ComplexType):
                self.print_complex(values[0], cast("Any", type))
            elif isinstance(type, IntegerType | IndexType):
                self.print_int(values[0], cast("Any", type))
            else:
                self.print_float(values[0], cast("AnyFloat", type))
            return
        step = len(values) // shape[0]
        parts = (values[i : i + step] for i in range(0, len(values), step))
        self.print_string("[")
        self.print_list(parts, lambda part: self._print_nested(part, shape[1:], type))
        self.print_string("]")

    def _text_of(self, type: TensorType[Attribute]) -> str:
        """The text of `type`, made once: values share their types."""
        known = self._types.get(id(type))
        if known is None:
            stream, column = self.stream, self._current_column
            made = self.stream = TextStream()
            try:
                self._print_tensor(type)
                known = self._types[id(type)] = type, made.getvalue()
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


def _is_signed_zeros(dense: DenseElements) -> bool:
    """Whether the elements of `dense` are zeros, some of them with another sign than others."""
    data = dense.data.data
    if not any(data) or not isinstance(dense.get_element_type(), AnyFloat | ComplexType):
        return False
    values = dense.get_values()
    zero = values[0] in (0, (0, 0))
    return (
        zero
        and values.count(values[0]) == len(values)
        and data != data[: _size(dense)] * len(values)
    )


def _size(dense: DenseElements) -> int:
    """The bytes of an element."""
    return len(dense.data.data) // len(dense)


class ApartPrinter(TextPrinter):
    """A printer that puts the bytes of long constants into `weights`, each once and numbered.

    shortest: bytes of the shortest constant that does not stay in the text
    """

    def __init__(self, stream: TextStream, weights: dict[bytes, int], shortest: int):
        super().__init__(stream)
        self._weights, self._shortest = weights, shortest
        self.references = 0
        """How often the text refers to them."""

    def _print_data(self, data: bytes) -> None:
        if len(data) < self._shortest:
            return super()._print_data(data)
        self.references += 1
        number = self._weights.setdefault(data, len(self._weights))
        return self.print_string(f'"@constant {number}"')
