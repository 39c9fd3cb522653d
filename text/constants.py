"""Constants: `dense` elements as MLIR writes them, and TensorFlow's strings."""

import re
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyDenseElement,
    AnyFloat,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    MemRefType,
    RankedStructure,
    TensorType,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.parser import AttrParser, Parser
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ..dialects.tf_type import DenseStringAttr, StringType
from .foreign import ForeignTextParser

# A `dense` constant whose elements are written as strings. One literal of hexadecimal digits, or
# no element at all, may be either; there the type decides.
_STRINGS = re.compile(r"<[\s\[]*\"(?!0x)|<\s*\[[\s\[]*\"")
_ONE_NUMBER = re.compile(r"<\s*(?:[^\s\[\]\"<>(][^\[\]\"<>(]*|\([^\[\]\"<>()]*\)\s*)>\s*:")
"""A `dense` constant of one number, perhaps a complex one, for all elements."""
_REFERENCE = re.compile(r"<\s*\"@constant (\d+)\"")
FEW = 64
"""Up to how many elements each has a number of its own while a constant is read."""
_BEFORE_DIGITS = re.compile(r"<\s*\"0x|<(?=\s*>)")
_TYPE_OF_STRINGS = re.compile(r"\s*>\s*:\s*tensor<[^>\n]*!tf_type\.string\s*>")

_Made = Callable[[Any, Sequence[Any]], "DenseIntOrFPElementsAttr[Any]"]


def _has_type_of_strings(text: str, start: int) -> bool:
    """Whether hexadecimal digits, or nothing, at `start` are typed as strings."""
    before = _BEFORE_DIGITS.match(text, start)
    if before is None:
        return False
    end = before.end()
    if end > start + 1:
        end = text.find('"', end) + 1
    return end > 0 and _TYPE_OF_STRINGS.match(text, end) is not None


class ConstantParser(ForeignTextParser):
    """A parser that reads each constant as MLIR does.

    weights: the bytes of constants that the text names `"@constant 3"`; nothing else is named so
        where there are any
    """

    def __init__(self, context: Context, text: str, name: str, weights: Sequence[bytes] = ()):
        super().__init__(context, text, name)
        self._weights = weights

    # xDSL makes the elements of a `dense` literal from this class of the parser.
    class _TensorLiteralElement(Parser._TensorLiteralElement):  # pyright: ignore[reportPrivateUsage]
        """An element whose hexadecimal form is the bits of a float, as in MLIR's infinities."""

        def to_type(
            self, parser: AttrParser, type: AnyFloat | IntegerType | IndexType | ComplexType
        ):
            if isinstance(type, AnyFloat) and isinstance(self.value, int):
                return self._to_float(parser, type, self.span.text, self.value)
            return super().to_type(parser, type)

        def to_complex(
            self, parser: AttrParser, type: ComplexType
        ) -> tuple[float, float] | tuple[int, int]:
            if not isinstance(self.value, tuple):
                parser.raise_error("a complex number is written (real, imaginary)", self.span)
            if not isinstance(type.element_type, AnyFloat):
                return super().to_complex(parser, type)
            real, imaginary = (
                self._to_float(parser, type.element_type, text.strip(), value)
                for text, value in zip(self.span.text[1:-1].split(","), self.value, strict=True)
            )
            return real, imaginary

        def _to_float(self, parser: AttrParser, type: AnyFloat, text: str, value: float) -> float:
            if text[:2] not in ("0x", "0X"):
                return float(value)
            try:
                bits = int(value).to_bytes(type.size, "little")
            except OverflowError:
                parser.raise_error(f"{text} has more bits than {type}", self.span)
            return type.unpack(bits, 1)[0]

    # xDSL's wants two floats or two integers, but bits may stand beside a float.
    def _parse_optional_complex(self) -> tuple[tuple[float, float], Span] | None:
        if self._current_token.kind != MLIRTokenKind.L_PAREN:
            return None
        start = self._consume_token(MLIRTokenKind.L_PAREN).span
        real, _ = self._parse_bool_int_or_float()
        self.parse_punctuation(",")
        imaginary, _ = self._parse_bool_int_or_float()
        end = self._consume_token(MLIRTokenKind.R_PAREN).span
        return (real, imaginary), Span(start.start, end.end, start.input)

    # xDSL's `dense` holds numbers; a constant of strings is another attribute with the same text.
    def _parse_builtin_dense_attr(self) -> DenseIntOrFPElementsAttr | DenseStringAttr:  # pyright: ignore[reportIncompatibleMethodOverride]
        text, start = self.lexer.input.content, self.pos
        if self._weights and (reference := _REFERENCE.match(text, start)) is not None:
            return self._parse_weight(int(reference[1]), reference.end())
        if _STRINGS.match(text, start) or _has_type_of_strings(text, start):
            return self._parse_string_constant()
        try:
            if _ONE_NUMBER.match(text, start):
                return self._parse_repeated()
            return super()._parse_builtin_dense_attr()
        except ParseError as error:
            if error.span.start < self.pos:
                raise
            # What is wrong with the whole was found behind it.
            self.raise_error(error.msg, start, self.pos)
        except (ValueError, VerifyException) as error:
            self.raise_error(str(error), start, self.pos)

    def _parse_weight(self, number: int, end: int) -> DenseIntOrFPElementsAttr:
        """The constant whose bytes are those of the weight `number`; its type is after `end`."""
        start = self.pos
        self._resume_from(end)
        self.parse_punctuation(">", " in dense attribute")
        self.parse_punctuation(":", " in dense attribute")
        type = self._parse_dense_literal_type()
        if number >= len(self._weights):
            self.raise_error(f"there is no weight {number}", start)
        made = DenseIntOrFPElementsAttr(type, BytesAttr(self._weights[number]))
        if len(made) != prod(type.get_shape()):
            self.raise_error(f"weight {number} has not the size of {type}", start)
        return made

    def _parse_repeated(self) -> DenseIntOrFPElementsAttr:
        """`<1.0> : tensor<4xf32>`, without a number for each element."""
        start = self.pos
        self.parse_punctuation("<")
        (literal,), _ = self._parse_tensor_literal()
        self.parse_punctuation(">", " in dense attribute")
        self.parse_punctuation(":", " in dense attribute")
        type = self._parse_dense_literal_type()
        element = type.get_element_type()
        values, count = [literal.to_type(self, element)], prod(type.get_shape())
        made = cast("_Made", DenseIntOrFPElementsAttr.from_list)
        if count <= FEW:
            return made(type, values * count)
        try:
            data = made(TensorType(element, [1]), values).data.data * count
        except (MemoryError, OverflowError):
            self.raise_error(f"a constant of {count} elements does not fit into memory", start)
        return DenseIntOrFPElementsAttr(type, BytesAttr(data))

    def _parse_dense_literal_type(self) -> RankedStructure[AnyDenseElement]:
        # The same question as xDSL's, which builds its constraint anew for each constant.
        start = self.pos
        type = self.parse_type()
        if not isinstance(type, TensorType | VectorType | MemRefType):
            self.raise_error(f"a constant is a tensor, vector or memref, not {type}", start)
        shaped = cast("RankedStructure[Attribute]", type)
        element = shaped.get_element_type()
        if not isinstance(element, IntegerType | IndexType | AnyFloat | ComplexType):
            self.raise_error(f"numbers cannot have the element type {element}", start)
        if DYNAMIC_INDEX in shaped.get_shape():
            self.raise_error(f"a constant needs static sizes, not {type}", start)
        return cast("RankedStructure[AnyDenseElement]", shaped)

    def _parse_string_constant(self) -> DenseStringAttr:
        start = self.pos
        values: list[bytes] = []
        shape: list[int] = []
        self.parse_punctuation("<")
        if self.parse_optional_punctuation(">") is None:
            shape = self._parse_strings(values)
            self.parse_punctuation(">")
        self.parse_punctuation(":")
        type = self.parse_type()
        if not isa(type, TensorType[StringType]):
            self.raise_error(f"strings need the element type !tf_type.string, not {type}", start)
        if not shape and not prod(type.get_shape()):
            values = []  # one for all of no elements
        if shape and tuple(shape) != type.get_shape():
            words = "x".join(map(str, shape))
            self.raise_error(f"{words} strings for a constant of type {type}", start)
        return DenseStringAttr(values, type)

    def _parse_strings(self, values: list[bytes]) -> list[int]:
        """Reads one string or nested lists of them into `values`; returns the shape of the
        lists.
        """
        if (text := self.parse_optional_str_literal()) is not None:
            values.append(text.encode())
            return []
        if (data := self.parse_optional_bytes_literal()) is not None:
            values.append(data)
            return []
        start = self.pos
        shapes = self.parse_comma_separated_list(
            self.Delimiter.SQUARE, lambda: self._parse_strings(values)
        )
        if any(shape != shapes[0] for shape in shapes):
            self.raise_error("the lists of strings have different lengths", start)
        return [len(shapes), *(shapes[0] if shapes else [])]
