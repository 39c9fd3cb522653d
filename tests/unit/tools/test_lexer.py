"""The lexer and the type table of the parser against xDSL's own."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tieshape.text.context import new_context
from tieshape.text.lexer import SourceLexer
from tieshape.text.module import parse_module
from tieshape.text.parser import SourceParser
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken, MLIRTokenKind, StringLiteral

ROOT = Path(__file__).parents[3]
TEXTS = [*ROOT.glob("tests/filecheck/**/*.mlir"), *ROOT.glob("examples/models/*/model.mlir")]

PIECES = [
    *'%@#!^ \n\t"\\.,:;<>=()[]{}-+*/?|_$xaeEfi019é²',
    *(
        "//",
        "->",
        "{-#",
        "#-}",
        "...",
        "0x",
        "0xF",
        "1.5e-3",
        '"a\\22b"',
        '"\\FF"',
        "tensor<",
        "@a",
    ),
]


def tokens(lexer: MLIRLexer) -> list[tuple[MLIRTokenKind, int, int, type]] | str:
    """What `lexer` makes of its text, the error's words where it ends in one; bytes that are text
    beyond ASCII count as a string, which they are to us alone."""
    found: list[tuple[MLIRTokenKind, int, int, type]] = []
    try:
        while True:
            token = lexer.lex()
            kind = MLIRTokenKind.STRING_LIT if is_text(token) else token.kind
            found.append((kind, token.span.start, token.span.end, type(token.span)))
            if token.kind is MLIRTokenKind.EOF:
                return found
    except ParseError as error:
        return f"{found} {error.span.start} {error.msg}"


def is_text(token: MLIRToken) -> bool:
    if not isinstance(token.span, StringLiteral) or token.kind is not MLIRTokenKind.BYTES_LIT:
        return False
    try:
        return bool(token.span.bytes_contents.decode())
    except UnicodeDecodeError:
        return False


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_real_texts_have_the_same_tokens(path: Path):
    text = path.read_text()
    assert tokens(SourceLexer(Input(text, "t"))) == tokens(MLIRLexer(Input(text, "t")))


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_text_has_the_same_tokens(text: str):
    assert tokens(SourceLexer(Input(text, "t"))) == tokens(LinearLexer(Input(text, "t")))


class LinearLexer(MLIRLexer):
    """xDSL's lexer but for its expression of strings, exponential in those that are not closed."""

    _unescaped_characters_regex = SourceLexer._unescaped_characters_regex


@pytest.mark.parametrize(
    "text", ['"a', '"a\\22b', '"\\FF', '"a"', '"\\22"', '"\\x"', '"', '""', '"\\']
)
def test_strings_are_those_of_xdsl(text: str):
    assert tokens(SourceLexer(Input(text, "t"))) == tokens(MLIRLexer(Input(text, "t")))


def test_text_beyond_ascii_is_a_string_and_other_bytes_are_not():
    kinds = [SourceLexer(Input(text, "t")).lex().kind for text in ('"\\CF\\89"', '"\\CF"')]
    assert kinds == [MLIRTokenKind.STRING_LIT, MLIRTokenKind.BYTES_LIT]


def test_a_long_string_that_is_not_closed_is_refused():
    words = tokens(SourceLexer(Input('"' + "a" * 100_000, "t")))
    assert "before closing string literal" in words


@pytest.mark.parametrize("before", ["", "\n\n"])
def test_so_is_one_that_the_text_begins_with(before: str):
    with pytest.raises(ParseError, match="before closing string literal"):
        parse_module(before + '"' + "a" * 100_000, "t.mlir")


TYPES = [
    "tensor<?x4xf32>",
    "tensor<?xf32, [@S0]>",
    "tensor<2xcomplex<f32>>",
    "tensor<*xf32>",
    "tensor< 3xf32 >",
    "index",
    "i1",
    "f64",
    "bf16",
    "none",
    "(tensor<1xf32>, i1) -> tensor<?xindex>",
    "!tf_type.string",
]


@pytest.mark.parametrize("text", TYPES)
def test_types_read_again_are_the_same_object_or_equal(text: str):
    ours = SourceParser(new_context(), f"{text} , {text} {text}", "t")
    first = ours.parse_type()
    ours.parse_punctuation(",")
    second = ours.parse_type()
    assert first == second == ours.parse_type()
    assert first == Parser(new_context(), text, "t").parse_type()
    assert ours.parse_optional_punctuation(",") is None


@pytest.mark.parametrize(
    "text", ["tensor<4xnothing>", "tensor<4x>", "i0x", "tensor<4xf32, [>", "fi", "f31", "tensor"]
)
def test_wrong_types_stay_wrong(text: str):
    for parser in (SourceParser, Parser):
        with pytest.raises(ParseError):
            parser(new_context(), f"{text} , {text}", "t").parse_type()
