"""xDSL's parser with the place of each op, and with TensorFlow's string constants."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyDenseElement,
    AnyFloat,
    ComplexType,
    DenseIntOrFPElementsAttr,
    FileLineColLoc,
    FunctionType,
    IndexType,
    IntAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    RankedStructure,
    StringAttr,
    TensorType,
    UnknownLoc,
    VectorType,
)
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue, TypeAttribute
from xdsl.parser import AttrParser, Parser
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.exceptions import ParseError
from xdsl.utils.hints import isa
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ..dialects.tf_type import DenseStringAttr, StringType
from .foreign import ForeignTextParser
from .lexer import SourceLexer
from .unregistered import clearer_words

# A `dense` constant whose elements are written as strings. One literal of hexadecimal digits, or
# no element at all, may be either; there the type decides.
_STRINGS = re.compile(r"<[\s\[]*\"(?!0x)|<\s*\[[\s\[]*\"")
_TYPED_AS_STRINGS = re.compile(
    r"<\s*(?:\"0x[^\"\\\n]*\"\s*)?>\s*:\s*tensor<[^>\n]*!tf_type\.string\s*>"
)


# A type that means the same in every place: it names no alias and no attribute.
_ONE_TYPE = r"(?:tensor<[^<>\"#!/]*>|index|[fi][0-9]+)(?![\w$.])"
_TYPE = re.compile(_ONE_TYPE)
_TYPES = rf"\((?:{_ONE_TYPE}(?:, *{_ONE_TYPE})*)?\)"
_FUNCTION_TYPE = re.compile(rf"{_TYPES} *-> *(?:{_TYPES}|{_ONE_TYPE})")

# Clearer words for what xDSL says where an op should begin.
_CLEARER = {
    " in block definition": "expected an op, a block label or `}`",
    "Could not parse entire input!": "expected an op",
}


class SourceParser(ForeignTextParser):
    """A parser that gives each op the place of its text, where the text states no `loc(…)`.

    Errors that xDSL raises without a place while it reads are raised as ParseError at the token
    that was read last.
    """

    def __init__(self, context: Context, text: str, name: str):
        super().__init__(context, text, name)
        self._parser_state = ParserState(SourceLexer(Input(text, name)))
        self._types: dict[str, TypeAttribute | None] = {}
        self._function_types: dict[str, FunctionType | None] = {}
        self._file = StringAttr(name)
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._numbers: dict[int, IntAttr] = {}

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """The module of the whole text; text without ops is the empty module."""
        if allow_implicit_module and self._current_token.kind is MLIRTokenKind.EOF:
            return ModuleOp([])
        start = self.pos
        try:
            module = super().parse_module(allow_implicit_module)
            if isinstance(module.location, UnknownLoc):
                module.location = self._location(start)
            return module
        except ParseError as error:
            if self._current_token.kind is MLIRTokenKind.EOF and self.forward_ssa_references:
                raise self._undefined_value() from error
            text, place = self.lexer.input.content, error.span.start
            line = text.rfind("\n", 0, place) + 1
            before = text[max(0, place - 200) : place]
            words = _CLEARER.get(error.msg, error.msg)
            error.msg = clearer_words(words, before, text[line : line + 500], self.ctx)
            raise
        except RecursionError as error:
            raise ParseError(self._current_token.span, "nested too deeply") from error
        except Exception as error:
            words = str(error) or "the parser cannot read this"
            raise ParseError(self._current_token.span, words) from error

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Span) -> None:
        super()._register_ssa_definition(name, values, span)
        for value in values:
            if isinstance(value, BlockArgument) and isinstance(value.location, UnknownLoc):
                value.location = self._location(span.start)

    def parse_operation(self) -> Operation:
        start = self._parser_state.current_token.span.start
        op = super().parse_operation()
        if isinstance(op.location, UnknownLoc):
            op.location = self._location(start)
        return op

    def parse_optional_type(self) -> TypeAttribute | None:
        # Texts name few types often: each is read once.
        start = self._parser_state.current_token.span.start
        named = _TYPE.match(self.lexer.input.content, start)
        if named is None:
            return super().parse_optional_type()
        text = named.group()
        type = self._types.get(text)
        if type is None:
            type = super().parse_optional_type()
            if self._parser_state.current_token.span.start >= named.end():
                self._types[text] = type
        else:
            self._resume_from(named.end())
        return type

    def parse_optional_function_type(self) -> FunctionType | None:
        start = self._parser_state.current_token.span.start
        named = _FUNCTION_TYPE.match(self.lexer.input.content, start)
        if named is None:
            return super().parse_optional_function_type()
        text = named.group()
        type = self._function_types.get(text)
        if type is None:
            type = self._function_types[text] = super().parse_optional_function_type()
        else:
            self._resume_from(named.end())
        return type

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

    def _undefined_value(self) -> ParseError:
        """The error for a value that the whole text does not define, at its first use."""
        name, values = next(iter(self.forward_ssa_references.items()))
        starts = [
            self._position(place)
            for value in values.values()
            for use in value.uses
            # A `loc(…)` in the text is about some other text.
            if isinstance(place := use.operation.location, FileLineColLoc)
            and place.filename is self._file
        ]
        start = min(starts, default=self.pos)
        return ParseError(Span(start, start, self.lexer.input), f"%{name} is not defined")

    def _position(self, place: FileLineColLoc) -> int:
        return self._line_starts[place.line.data - 1] + place.column.data - 1

    def _location(self, position: int) -> FileLineColLoc:
        line = bisect_right(self._line_starts, position)
        column = position - self._line_starts[line - 1] + 1
        return FileLineColLoc(self._file, IntAttr(line), self._number(column))

    def _number(self, value: int) -> IntAttr:
        number = self._numbers.get(value)
        if number is None:
            number = self._numbers[value] = IntAttr(value)
        return number

    # xDSL's `dense` holds numbers; a constant of strings is another attribute with the same text.
    def _parse_builtin_dense_attr(self) -> DenseIntOrFPElementsAttr | DenseStringAttr:  # pyright: ignore[reportIncompatibleMethodOverride]
        text, start = self.lexer.input.content, self.pos
        if _STRINGS.match(text, start) or _TYPED_AS_STRINGS.match(text, start):
            return self._parse_string_constant()
        return super()._parse_builtin_dense_attr()

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
