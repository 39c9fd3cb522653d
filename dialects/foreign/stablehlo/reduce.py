"""The text of `stablehlo.reduce`.

```mlir
%r = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1]
    : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
%s:2 = stablehlo.reduce(%x init: %c), (%i init: %d) across dimensions = [0] : (…) -> (…)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) { … }
```
"""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

from ...mhlo.assembly import parse_attributes, parse_types, print_attributes, print_types
from ...types import element_of
from .fields import i64_array, integers, values_of

_COMMUTATIVE = tuple(
    f"stablehlo.{name}" for name in ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
)


def _parse(cls: type[IRDLOperation], parser: Parser) -> IRDLOperation:
    pairs = parser.parse_comma_separated_list(parser.Delimiter.NONE, lambda: _pair(parser))
    reducer = None
    if parser.parse_optional_keyword("applies") is not None:
        position = parser.pos
        reducer = parser.parse_identifier()
        if reducer not in _COMMUTATIVE:
            words = f"expected one of {', '.join(_COMMUTATIVE)}, found {reducer}"
            parser.raise_error(words, position)
    for keyword in ("across", "dimensions"):
        parser.parse_keyword(keyword)
    parser.parse_punctuation("=")
    dimensions = i64_array(integers(parser))
    properties, attributes = parse_attributes(parser, cls)
    operands = [*(operand for operand, _ in pairs), *(init for _, init in pairs)]
    values, results = parse_types(parser, operands)
    if reducer is not None:
        body = _applying(parser.ctx.get_op(reducer), element_of(values[0].type), parser)
    else:
        parser.parse_keyword("reducer")
        body = parser.parse_region(_arguments(parser))
    return cls.create(
        operands=values,
        result_types=results,
        properties={**properties, "dimensions": dimensions},
        attributes=attributes,
        regions=[body],
    )


def _pair(parser: Parser) -> tuple[UnresolvedOperand, UnresolvedOperand]:
    """`(%x init: %c)`"""
    with parser.in_parens():
        operand = parser.parse_unresolved_operand()
        parser.parse_keyword("init")
        parser.parse_punctuation(":")
        return operand, parser.parse_unresolved_operand()


def _arguments(parser: Parser) -> list[Parser.Argument]:
    """`(%a: T, %b: T) (%c: U, %d: U)`: all first ones, then all second ones."""
    firsts, seconds = list[Parser.Argument](), list[Parser.Argument]()
    while parser.parse_optional_punctuation("(") is not None:
        firsts.append(_argument(parser))
        parser.parse_punctuation(",")
        seconds.append(_argument(parser))
        parser.parse_punctuation(")")
    return [*firsts, *seconds]


def _argument(parser: Parser) -> Parser.Argument:
    """`%a: T`, perhaps with a location."""
    argument = parser.parse_argument()
    parser.parse_optional_location()
    return argument


def _applying(reducer: type[Operation], element_type: Attribute, parser: Parser) -> Region:
    """A region that applies `reducer` to two scalars and returns the result."""
    scalar = TensorType(element_type, [])
    block = Block(arg_types=[scalar, scalar])
    inner = reducer.create(operands=block.args, result_types=[scalar])
    last = parser.ctx.get_op("stablehlo.return").create(operands=inner.results)
    block.add_ops([inner, last])
    return Region(block)


def _print(op: Any, printer: Printer) -> None:
    count = len(op.operands) // 2

    def print_pair(pair: tuple[SSAValue, SSAValue]) -> None:
        with printer.in_parens():
            printer.print_ssa_value(pair[0])
            printer.print_string(" init: ")
            printer.print_ssa_value(pair[1])

    printer.print_list(zip(op.operands[:count], op.operands[count:], strict=True), print_pair)
    reducer = _reducer(op)
    if reducer is not None:
        printer.print_string(f" applies {reducer}")
    printer.print_string(f" across dimensions = {list(values_of(op.properties['dimensions']))}")
    print_attributes(printer, op, elided=("dimensions",))
    print_types(printer, op)
    if reducer is not None:
        return
    printer.print_string(" reducer")
    arguments = op.regions[0].block.args
    for pair in zip(arguments[:count], arguments[count:], strict=True):
        with printer.in_parens():
            printer.print_list(pair, printer.print_block_argument)
        printer.print_string(" ")
    printer.print_region(op.regions[0], print_entry_block_args=False)


def _reducer(op: Operation) -> str | None:
    """The commutative op that the body applies to its two arguments and returns; None for any
    other body.
    """
    block = op.regions[0].block
    ops = tuple(block.ops)
    if len(ops) != 2 or len(block.args) != 2:
        return None
    inner, last = ops
    scalar = TensorType(element_of(op.operands[0].type), [])
    plain = (
        inner.name in _COMMUTATIVE
        and last.name == "stablehlo.return"
        and not (inner.attributes or last.attributes)
        and tuple(inner.operands) == tuple(block.args)
        and tuple(last.operands) == tuple(inner.results)
        and all(value.type == scalar for value in (*block.args, *inner.results))
    )
    return inner.name if plain else None


REDUCE_TEXT: dict[str, Any] = {"parse": classmethod(_parse), "print": _print}
