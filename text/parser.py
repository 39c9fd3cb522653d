"""xDSL's parser with the place of each op, and with TensorFlow's string constants."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import (
    FileLineColLoc,
    FunctionType,
    IntAttr,
    ModuleOp,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import BlockArgument, Operation, SSAValue, TypeAttribute
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from .constants import ConstantParser
from .unregistered import clearer_words

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


class SourceParser(ConstantParser):
    """A parser that gives each op the place of its text, where the text states no `loc(…)`.

    Errors that xDSL raises without a place while it reads are raised as ParseError at the token
    that was read last.
    """

    def __init__(self, context: Context, text: str, name: str, weights: Sequence[bytes] = ()):
        super().__init__(context, text, name, weights)
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

    def parse_shape_dimension(self, allow_dynamic: bool = True) -> int:
        position = self.pos
        size = super().parse_shape_dimension(allow_dynamic)
        if size >= 2**63:
            self.raise_error("a size must fit 63 bits", position)
        return size

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
