"""Places for the ops of tieshape's dialects in texts that the stock `xdsl-opt` reads.

xDSL's parser gives no op a place, and a plug-in brings dialects, not parsers. So where a driver of
xDSL has loaded this plug-in, its parser is told to. Ops of other dialects stay as they are.
"""

import sys
from bisect import bisect_right
from itertools import accumulate

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr, UnknownLoc
from xdsl.ir import Operation
from xdsl.parser import Parser

from ..dialects.messages import op_name

_OURS = ("tieshape.",)
_READ_AS_TEXT = ("tf.", "mhlo.", "sdim.", "chlo.", "stablehlo.")


def locate_ops_of_stock_drivers() -> None:
    """Makes xDSL's parser stamp places, where a driver that uses it runs in this process."""
    if "xdsl.tools.command_line_tool" in sys.modules and not hasattr(Parser, _MARK):
        setattr(Parser, _MARK, Parser.parse_operation)
        Parser.parse_operation = _parse_operation


_MARK = "_tieshape_parse_operation"


def _parse_operation(self: Parser) -> Operation:
    start = self.pos
    op: Operation = getattr(Parser, _MARK)(self)
    if isinstance(op.location, UnknownLoc) and not type(self).__module__.startswith(_OURS):
        ours = type(op).__module__.startswith(_OURS) or op_name(op).startswith(_READ_AS_TEXT)
        if ours:
            op.location = _place(self, start)
    return op


def _place(parser: Parser, position: int) -> FileLineColLoc:
    starts: list[int] | None = parser.__dict__.get("_tieshape_line_starts")
    text = parser.lexer.input.content
    if starts is None:
        lengths = (len(line) for line in text.splitlines(keepends=True))
        starts = parser.__dict__["_tieshape_line_starts"] = [0, *accumulate(lengths)]
    while text[position : position + 1].isspace():
        position += 1
    line = bisect_right(starts, position)
    column = position - starts[line - 1] + 1
    return FileLineColLoc(StringAttr(parser.lexer.input.name), IntAttr(line), IntAttr(column))
