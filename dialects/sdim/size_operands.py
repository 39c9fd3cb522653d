"""`@S0` as an operand of a fact: the value of a symbol, without a line of its own.

`sdim.constraints` prints so each `sdim.size` that has no name in the text and that facts alone
use; whoever reads the text makes the op again.
"""

from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    OperandVariable,
    ParsingState,
    PrintingState,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.lexer import Input, Span

from .sizes import SizeOp

CONSTRAINTS = "sdim.constraints"
"""The op in which facts name symbols."""

_sizes_read: dict[int, dict[str, SizeOp]] = {}
"""By the `id` of a parser that is inside of `sdim.constraints`: the sizes, in no block yet, of the
symbols that facts name."""


def in_constraints(op: Operation) -> bool:
    """Whether `op` stands in `sdim.constraints`."""
    parent = op.parent_op()
    return parent is not None and parent.name == CONSTRAINTS


def parse_facts(parser: Parser) -> Region:
    """The body of `sdim.constraints`, with an `sdim.size` for each symbol that facts name."""
    _sizes_read[id(parser)] = {}
    try:
        body = parser.parse_region()
    finally:
        del _sizes_read[id(parser)]
    if not body.blocks:
        body.add_block(Block())
    for op in list(body.block.ops):
        for operand in op.operands:
            size = operand.owner
            if isinstance(size, SizeOp) and size.parent is None:
                size.location = op.location
                body.block.insert_op_before(size, op)
    return body


def symbol_text(value: SSAValue) -> SizeOp | None:
    """The size that a fact prints as its symbol where `value` is its operand."""
    op = value.owner
    if not isinstance(op, SizeOp) or value.name_hint is not None or op.attributes:
        return None
    return op if in_constraints(op) and not op.symbol.nested_references.data else None


def is_hidden(op: SizeOp) -> bool:
    """Whether `op` is printed only as the operand of facts."""
    uses = list(op.result.uses)
    facts = all(use.operation.name.startswith("sdim.") for use in uses)
    return bool(uses) and facts and symbol_text(op.result) is not None


def _parse(parser: Parser) -> UnresolvedOperand:
    start = parser.pos
    name = parser.parse_optional_symbol_name()
    if name is None:
        return parser.parse_unresolved_operand("expected a value or a symbol")
    sizes = _sizes_read.get(id(parser))
    if sizes is None:
        message = "a symbol is an operand in sdim.constraints only; elsewhere write sdim.size"
        parser.raise_error(message, start, parser.pos)
    size = sizes.get(name.data)
    if size is None:
        size = sizes[name.data] = SizeOp(name.data)
    key = f"@{name.data}"  # no name of a value begins so
    parser.ssa_values[key] = (size.result,)
    return UnresolvedOperand(Span(0, len(key) + 1, Input(f"%{key}", "")), 0)


def _print(printer: Printer, value: SSAValue) -> None:
    size = symbol_text(value)
    if size is None:
        printer.print_ssa_value(value)
    else:
        printer.print_attribute(size.symbol)


@irdl_custom_directive
class SizeOperand(CustomDirective):
    """`%a`, or `@S0`."""

    operand: OperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.operand.set(state, _parse(parser))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        _print(printer, self.operand.get(op))


@irdl_custom_directive
class SizeOperands(CustomDirective):
    """`[%a, @S0]`"""

    operands: VariadicOperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.operands.set(
            state,
            parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: _parse(parser)),
        )

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_string("[")
        printer.print_list(self.operands.get(op), lambda value: _print(printer, value))
        printer.print_string("]")
