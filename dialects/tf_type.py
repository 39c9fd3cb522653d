"""The types and attributes that TensorFlow's text carries beside its ops.

Text form and meaning are those of TensorFlow's own `tf_type` dialect. What nothing here reads is
kept as the text that it was.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    BytesAttr,
    IntegerType,
    Signedness,
    StringAttr,
    TensorType,
)
from xdsl.ir import Attribute, BuiltinAttribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from .namespace import dialect_of


@irdl_attr_definition
class StringType(ParametrizedAttribute, TypeAttribute):
    """A string of bytes of any length. `!tf_type.string`"""

    name = "tf_type.string"


@dataclass(frozen=True, init=False)  # its fields are those of its subclasses, by which they differ
class _HandleType(ParametrizedAttribute, TypeAttribute, ABC):
    """A handle of data elsewhere, with what is known about that data's type."""

    subtypes: ArrayAttr[TypeAttribute]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        types = parser.parse_optional_comma_separated_list(
            parser.Delimiter.ANGLE, parser.parse_type
        )
        return (ArrayAttr(types or ()),)

    def print_parameters(self, printer: Printer) -> None:
        if self.subtypes.data:
            with printer.in_angle_brackets():
                printer.print_list(self.subtypes, printer.print_attribute)


@irdl_attr_definition
class VariantType(_HandleType):
    """A value of any type, such as a list of tensors. `!tf_type.variant<tensor<?x4xf32>>`"""

    name = "tf_type.variant"


@irdl_attr_definition
class ResourceType(_HandleType):
    """A handle to a variable, table or iterator. `!tf_type.resource<tensor<4xf32>>`"""

    name = "tf_type.resource"


class _TextType(ParametrizedAttribute, TypeAttribute, ABC):
    """An element type without parameters that no rule looks into."""


@irdl_attr_definition
class QInt8Type(_TextType):
    name = "tf_type.qint8"


@irdl_attr_definition
class QInt16Type(_TextType):
    name = "tf_type.qint16"


@irdl_attr_definition
class QInt32Type(_TextType):
    name = "tf_type.qint32"


@irdl_attr_definition
class QUInt8Type(_TextType):
    name = "tf_type.quint8"


@irdl_attr_definition
class QUInt16Type(_TextType):
    name = "tf_type.quint16"


STORED_AS: Mapping[type[Attribute], IntegerType] = {
    QInt8Type: IntegerType(8),
    QInt16Type: IntegerType(16),
    QInt32Type: IntegerType(32),
    QUInt8Type: IntegerType(8, Signedness.UNSIGNED),
    QUInt16Type: IntegerType(16, Signedness.UNSIGNED),
}
"""The integers that elements of a quantized type are."""


@dataclass(frozen=True, init=False)  # as _HandleType
class _TextAttr(ParametrizedAttribute, ABC):
    """An attribute kept as the text between its angle brackets."""

    text: StringAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        # xDSL's one reader of raw text is the one that it keeps for unregistered attributes.
        return (StringAttr(parser._parse_dialect_symbol_body()),)  # pyright: ignore[reportPrivateUsage]

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<{self.text.data}>", indent=0)


@irdl_attr_definition
class ShapeAttr(_TextAttr):
    """The sizes of a tensor as far as TensorFlow knew them. `#tf_type.shape<?x4>`"""

    name = "tf_type.shape"

    def sizes(self) -> tuple[int | None, ...] | None:
        """Each size, None where it is unknown; None where even the rank is unknown."""
        text = self.text.data.strip()
        if text == "*":
            return None
        return tuple(None if size == "?" else int(size) for size in text.split("x") if size)

    def verify(self) -> None:
        try:
            self.sizes()
        except ValueError:
            raise VerifyException(f"#tf_type.shape<{self.text.data}> is no list of sizes") from None


@irdl_attr_definition
class FunctionAttr(_TextAttr):
    """A function with attributes for its call. `#tf_type.func<@f, {}>`"""

    name = "tf_type.func"


@irdl_attr_definition
class PlaceholderAttr(_TextAttr):
    """A value that is filled in later. `#tf_type.placeholder<"T">`"""

    name = "tf_type.placeholder"


@irdl_attr_definition
class DenseStringAttr(ParametrizedAttribute, BuiltinAttribute):
    """A constant tensor of strings. `dense<["a", "b"]> : tensor<2x!tf_type.string>`

    One value fills the tensor. The text form belongs to `dense`, which only tieshape's
    own parser reads for strings.
    """

    name = "tf_type.dense_string"
    values: ArrayAttr[BytesAttr]
    type: TensorType[StringType]

    def __init__(self, values: Sequence[bytes], type: TensorType[StringType]):
        super().__init__(ArrayAttr(BytesAttr(value) for value in values), type)

    def verify(self) -> None:
        size = prod(shape := self.type.get_shape())
        if DYNAMIC_INDEX in shape:
            raise VerifyException(f"a constant of type {self.type} needs static sizes")
        if len(self.values) != size and (len(self.values) != 1 or size == 0):
            raise VerifyException(f"{len(self.values)} strings for the type {self.type}")

    def print_builtin(self, printer: Printer) -> None:
        printer.print_string("dense<")
        if self.values.data:
            shape = self.type.get_shape() if len(self.values) > 1 else ()
            self._print_level(printer, [value.data for value in self.values], shape)
        printer.print_string("> : ")
        printer.print_attribute(self.type)

    def _print_level(self, printer: Printer, values: Sequence[bytes], shape: Sequence[int]) -> None:
        if not shape:
            printer.print_bytes_literal(values[0])
            return
        step = len(values) // shape[0]
        with printer.in_square_brackets():
            printer.print_list(
                range(shape[0]),
                lambda i: self._print_level(printer, values[i * step : (i + 1) * step], shape[1:]),
            )


TFType = dialect_of("tf_type", globals())
