"""Pieces of text that several mhlo ops share, in the spelling of MLIR-HLO."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias, TypeVar

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

Attributes: TypeAlias = dict[str, Attribute]

_OpT = TypeVar("_OpT", bound=IRDLOperation)


def parse_attributes(parser: Parser, op: type[IRDLOperation]) -> tuple[Attributes, Attributes]:
    """An optional attribute dictionary, as (properties of `op`, other attributes)."""
    entries = parser.parse_optional_attr_dict()
    if not entries:
        return {}, {}
    names = op.get_irdl_definition().properties
    properties = {name: value for name, value in entries.items() if name in names}
    return properties, {name: value for name, value in entries.items() if name not in names}


def print_attributes(printer: Printer, op: Operation, elided: Collection[str] = ()) -> None:
    """Properties and attributes as one dictionary in the order of their names, as MLIR prints
    `attr-dict`."""
    entries = op.attributes | {
        name: value for name, value in op.properties.items() if name not in elided
    }
    if entries:
        printer.print_op_attributes(dict(sorted(entries.items())))


def parse_operand_list(parser: Parser) -> list[UnresolvedOperand]:
    """`%a, %b, …`; nothing at all is the empty list."""
    return (
        parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        or []
    )


def print_operand_list(printer: Printer, operands: Sequence[SSAValue]) -> None:
    """`%a, %b, …`."""
    printer.print_list(operands, printer.print_ssa_value)


def parse_types(
    parser: Parser, operands: Sequence[UnresolvedOperand]
) -> tuple[Sequence[SSAValue], Sequence[Attribute]]:
    """`: (T, U) -> V`: the operands of these types, and the result types."""
    parser.parse_punctuation(":")
    position = parser.pos
    type_ = parser.parse_function_type()
    return (
        parser.resolve_operands(operands, type_.inputs.data, position),
        type_.outputs.data,
    )


def parse_uniform_types(
    parser: Parser, operands: Sequence[UnresolvedOperand]
) -> tuple[Sequence[SSAValue], Sequence[Attribute]]:
    """`: T` when all operands and the result have one type, otherwise `: (T, U) -> V`."""
    parser.parse_punctuation(":")
    position = parser.pos
    type_ = parser.parse_type()
    if not isinstance(type_, FunctionType):
        return [parser.resolve_operand(operand, type_) for operand in operands], (type_,)
    if len(type_.outputs.data) != 1:
        parser.raise_error("expected one result type", position)
    return parser.resolve_operands(operands, type_.inputs.data, position), type_.outputs.data


def parse_rest(
    op: type[_OpT],
    parser: Parser,
    operands: Sequence[UnresolvedOperand],
    properties: Mapping[str, Attribute] | None = None,
    types: Callable[..., tuple[Sequence[SSAValue], Sequence[Attribute]]] = parse_types,
) -> _OpT:
    """The `op` whose text ends in ` attr-dict : types`; it had `properties` before that."""
    found, attributes = parse_attributes(parser, op)
    values, results = types(parser, operands)
    return op.create(
        operands=values,
        result_types=results,
        properties=found | dict(properties or {}),
        attributes=attributes,
    )


def print_types(printer: Printer, op: Operation) -> None:
    """` : (T, U) -> V`."""
    printer.print_string(" : ")
    printer.print_function_type(op.operand_types, op.result_types)


def print_uniform_types(printer: Printer, op: Operation) -> None:
    """` : T` when all operands and the result have one type, otherwise ` : (T, U) -> V`."""
    result = op.results[0].type
    if any(operand.type != result for operand in op.operands):
        print_types(printer, op)
        return
    printer.print_string(" : ")
    printer.print_attribute(result)
