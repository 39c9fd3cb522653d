"""The text of a convolution's window: `{stride = [2, 2], pad = [[0, 1], [0, 1]]}`."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Attribute
from xdsl.parser import Parser

from .dense import dense_bools, dense_i64, dense_pairs, int_values, pair_values

# The keywords of `window = {…}` and their properties, in the order of the text.
WINDOW_KEYWORDS = {
    "stride": "window_strides",
    "pad": "padding",
    "lhs_dilate": "lhs_dilation",
    "rhs_dilate": "rhs_dilation",
    "reverse": "window_reversal",
}


def parse_window(parser: Parser) -> dict[str, Attribute]:
    """`{stride = [2, 2], pad = [[0, 1], [0, 1]], reverse = [0, 1]}`, any of them, once each."""
    found: dict[str, Attribute] = {}
    with parser.in_braces():
        while (word := parser.parse_optional_keyword_in(WINDOW_KEYWORDS)) is not None:
            if WINDOW_KEYWORDS[word] in found:
                parser.raise_error(f"'{word}' stands twice")
            parser.parse_punctuation("=")
            if word == "pad":
                pairs = parser.parse_comma_separated_list(
                    parser.Delimiter.SQUARE, lambda: _parse_pair(parser)
                )
                found["padding"] = dense_pairs(pairs)
            else:
                values = parser.parse_comma_separated_list(
                    parser.Delimiter.SQUARE, parser.parse_integer
                )
                found[WINDOW_KEYWORDS[word]] = (
                    dense_bools([bool(value) for value in values])
                    if word == "reverse"
                    else dense_i64(values)
                )
            if parser.parse_optional_punctuation(",") is None:
                break
    return found


def _parse_pair(parser: Parser) -> tuple[int, int]:
    with parser.in_square_brackets():
        low = parser.parse_integer()
        parser.parse_punctuation(",")
        return low, parser.parse_integer()


def window_text(attribute: DenseIntOrFPElementsAttr) -> str:
    """`[1, 2]`, or `[[0, 1], [0, 1]]` of an attribute with rows."""
    if len(attribute.get_shape()) == 2:
        return str([list(pair) for pair in pair_values(attribute)])
    return str(list(int_values(attribute)))
