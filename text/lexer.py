"""xDSL's lexer with one regular expression for the tokens that texts are full of.

It makes the same tokens, but for text beyond ASCII: what the expression does not match (the end,
escapes, hexadecimal numbers, errors) is xDSL's.
"""

import re
from contextlib import suppress

from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken, MLIRTokenKind, StringLiteral

_SPACE = r"(?:[ \t\r\n\f\v]++|//[^\n]*+)*+"
_SUFFIX = r"(?:[0-9]++|[a-zA-Z$._-][a-zA-Z0-9$._-]*+)"
_TOKENS: list[tuple[MLIRTokenKind, str]] = [
    (MLIRTokenKind.PERCENT_IDENT, "%" + _SUFFIX),
    (MLIRTokenKind.BARE_IDENT, r"[a-zA-Z_][a-zA-Z0-9_$.]*+"),
    (MLIRTokenKind.COMMA, ","),
    (MLIRTokenKind.COLON, ":"),
    (MLIRTokenKind.LESS, "<"),
    (MLIRTokenKind.GREATER, ">"),
    (MLIRTokenKind.FLOAT_LIT, r"[0-9]++\.[0-9]*+(?:[eE][+-]?[0-9]++)?+"),
    (MLIRTokenKind.INTEGER_LIT, r"(?!0x)[0-9]++(?!\.)"),
    (MLIRTokenKind.STRING_LIT, r'"(?!0x)[^"\\\n\v\f]*+"'),
    (MLIRTokenKind.L_PAREN, r"\("),
    (MLIRTokenKind.R_PAREN, r"\)"),
    (MLIRTokenKind.EQUAL, "="),
    (MLIRTokenKind.ARROW, "->"),
    (MLIRTokenKind.L_BRACE, r"\{(?!-#)"),
    (MLIRTokenKind.R_BRACE, r"\}"),
    (MLIRTokenKind.L_SQUARE, r"\["),
    (MLIRTokenKind.R_SQUARE, r"\]"),
    (MLIRTokenKind.QUESTION, r"\?"),
    (MLIRTokenKind.STAR, r"\*"),
    (MLIRTokenKind.AT_IDENT, r"@[a-zA-Z_][a-zA-Z0-9_$.]*+"),
    (MLIRTokenKind.HASH_IDENT, r"#(?!-\})" + _SUFFIX),
    (MLIRTokenKind.EXCLAMATION_IDENT, "!" + _SUFFIX),
    (MLIRTokenKind.CARET_IDENT, r"\^" + _SUFFIX),
    (MLIRTokenKind.MINUS, "-(?!>)"),
]
_KINDS = (MLIRTokenKind.EOF, *(kind for kind, _ in _TOKENS))
_STRING = _KINDS.index(MLIRTokenKind.STRING_LIT)
_NOT_IN_STRINGS = "\\\n\v\f"
_SPACES = re.compile(_SPACE)
_TOKEN = re.compile(_SPACE + "(?:" + "|".join(f"({text})" for _, text in _TOKENS) + ")")


class SourceLexer(MLIRLexer):
    """Makes the tokens that xDSL's lexer makes, faster; a string is bytes only where it is no text.

    xDSL takes each string with a character beyond ASCII for bytes, which cannot name a place, a
    key or a symbol; MLIR escapes these characters, as in `loc("_\\CF\\89")`.
    """

    # xDSL's expression without backtracking: its own doubles its time with each character of a
    # string that is not closed.
    _unescaped_characters_regex = re.compile(r'"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"')

    def lex(self) -> MLIRToken:
        match = _TOKEN.match(self.input.content, self.pos)
        if match is None:
            return self._bytes() or super().lex()
        number = match.lastindex or 0
        start, self.pos = match.span(number)
        span = (StringLiteral if number == _STRING else Span)(start, self.pos, self.input)
        return MLIRToken(_KINDS[number], span)

    def _lex_string_literal(self, start_pos: int) -> MLIRToken:
        token = super()._lex_string_literal(start_pos)
        if token.kind is MLIRTokenKind.BYTES_LIT:
            literal = StringLiteral.from_span(token.span)
            with suppress(UnicodeDecodeError):
                literal.bytes_contents.decode()
                return MLIRToken(MLIRTokenKind.STRING_LIT, literal)
        return token

    def _bytes(self) -> MLIRToken | None:
        """A string of hexadecimal digits, which may be very long: its end is looked for as such."""
        content, space = self.input.content, _SPACES.match(self.input.content, self.pos)
        start = self.pos if space is None else space.end()
        if not content.startswith('"0x', start) or (end := content.find('"', start + 1)) < 0:
            return None
        if any(content.find(each, start, end) >= 0 for each in _NOT_IN_STRINGS):
            return None
        self.pos = end + 1
        return MLIRToken(MLIRTokenKind.STRING_LIT, StringLiteral(start, self.pos, self.input))
