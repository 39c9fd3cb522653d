"""`@S0` and `2` as operands of a fact: the value of a symbol, or a number, without a line of its
own.

`sdim.constraints` prints so each `sdim.size` and each constant that has no name in the text and
that facts alone use; whoever reads the text makes the op again.
"""

from xdsl.dialects.builtin import IntegerAttr
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

from .sizes import INDEX, SizeOp

CONSTRAINTS = "sdim.constraints"
"""The op in which facts name symbols."""

CONSTANT = "arith.constant"
"""By name: what only prints help needs no arithmetic."""

_leaves_read: dict[int, dict[str, Operation]] = {}
"""By the `id` of a parser that is inside of `sdim.constraints`: the values, in no block yet, of the
symbols and numbers that facts name."""


def in_constraints(op: Operation) -> bool:
    """Whether `op` stands in `sdim.constraints`."""
    parent = op.parent_op()
    return parent is not None and parent.name == CONSTRAINTS


def parse_facts(parser: Parser) -> Region:
    """The body of `sdim.constraints`, with an op for each symbol and number that facts name."""
    _leaves_read[id(parser)] = {}
    try:
        body = parser.parse_region()
    finally:
        del _leaves_read[id(parser)]
    if not body.blocks:
        body.add_block(Block())
    for op in list(body.block.ops):
        for operand in op.operands:
            leaf = operand.owner
            if isinstance(leaf, Operation) and _is_leaf(leaf) and leaf.parent is None:
                leaf.location = op.location
                body.block.insert_op_before(leaf, op)
    return body


def _is_leaf(op: Operation) -> bool:
    return isinstance(op, SizeOp) or op.name == CONSTANT


def _number(value: int) -> Operation:
    from xdsl.dialects.arith import ConstantOp

    return ConstantOp(IntegerAttr(value, INDEX))


def leaf_text(value: SSAValue) -> str | None:
    """What a fact prints for its operand `value` where that is a symbol or a number."""
    op = value.owner
    if not isinstance(op, Operation) or not _is_leaf(op) or value.name_hint is not None:
        return None
    if op.attributes or not in_constraints(op):
        return None
    if isinstance(op, SizeOp):
        return None if op.symbol.nested_references.data else str(op.symbol)
    number = op.properties["value"]
    if op.results[0].type != INDEX or not isinstance(number, IntegerAttr):
        return None
    return str(number.value.data)


def is_hidden(op: Operation) -> bool:
    """Whether `op` is printed only as the operand of facts."""
    if not _is_leaf(op):
        return False
    uses = list(op.results[0].uses)
    facts = all(use.operation.name.startswith("sdim.") for use in uses)
    return bool(uses) and facts and leaf_text(op.results[0]) is not None


def _parse(parser: Parser) -> UnresolvedOperand:
    start = parser.pos
    name, number = parser.parse_optional_symbol_name(), None
    if name is None and (number := parser.parse_optional_integer(allow_boolean=False)) is None:
        return parser.parse_unresolved_operand("expected a value, a symbol or a number")
    leaves = _leaves_read.get(id(parser))
    if leaves is None:
        what, op = ("number", "arith.constant") if name is None else ("symbol", "sdim.size")
        message = f"a {what} is an operand in sdim.constraints only; elsewhere write {op}"
        parser.raise_error(message, start, parser.pos)
    key = f"#{number}" if name is None else f"@{name.data}"  # no name of a value begins so
    leaf = leaves.get(key)
    if leaf is None:
        leaf = leaves[key] = _number(number or 0) if name is None else SizeOp(name.data)
    parser.ssa_values[key] = (leaf.results[0],)
    return UnresolvedOperand(Span(0, len(key) + 1, Input(f"%{key}", "")), 0)


def _print(printer: Printer, value: SSAValue) -> None:
    text = leaf_text(value)
    if text is None:
        printer.print_ssa_value(value)
    else:
        printer.print_string(text)


@irdl_custom_directive
class SizeOperand(CustomDirective):
    """`%a`, `@S0` or `2`."""

    operand: OperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.operand.set(state, _parse(parser))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        _print(printer, self.operand.get(op))


@irdl_custom_directive
class SizeOperands(CustomDirective):
    """`[%a, @S0, 2]`"""

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
