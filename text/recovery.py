"""What else is wrong with a text in which a function cannot be read: errors of later functions.

The parser stops at the first error. The text from the next function on is read again, for its
errors alone; symbols of what came before are not needed for that.
"""

import re
from collections.abc import Callable

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import ParseError

_FUNCTION = re.compile(r"^[ \t]*(?:func\.)?func[ \t]+(?:\w+[ \t]+)?@", re.MULTILINE)
_KEPT = re.compile(r"^[#!][\w$.-]+ *=.*$", re.MULTILINE)
_CLOSING = re.compile(r"[\s}]*")
_MOST_ERRORS = 20
_LONGEST_TEXT = 4_000_000
"""Longer texts hold the weights of a model: to read them again takes too long."""


def further_errors(
    first: ParseError, text: str, parse: Callable[[str], ModuleOp]
) -> tuple[ParseError, ...]:
    """The errors of the functions of `text` after the one with `first`.

    parse: reads a text, raising ParseError
    """
    found = list[ParseError]()
    position = first.span.start
    while len(found) < _MOST_ERRORS and len(text) < _LONGEST_TEXT:
        following = _FUNCTION.search(text, position)
        if following is None:
            break
        start = following.start()
        try:
            parse(_blank(text[:start]) + text[start:])
            break
        except ParseError as error:
            end = error.span.start
            if _CLOSING.fullmatch(text, end) or end < start:
                break  # the brackets of what is around the functions
            found.append(error)
            position = max(end, following.end())
        except Exception:
            break
    return tuple(found)


def _blank(text: str) -> str:
    """`text` without all but aliases; what is left stays in its line."""
    kept = {match.start(): match[0] for match in _KEPT.finditer(text)}
    lines, position = list[str](), 0
    for line in text.split("\n"):
        lines.append(kept.get(position, " " * len(line)))
        position += len(line) + 1
    return "\n".join(lines)
