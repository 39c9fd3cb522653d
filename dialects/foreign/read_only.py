"""Ops of dialects that tieshape keeps as they are: buffers, devices, quantisation, PyTorch.

Each is read in MLIR's generic form and, where its own text is a list of operands and their types,
in that too. It is printed in the generic form. What it computes is not known, so it is a barrier
for every pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.dialects.builtin import FunctionType, StringAttr, UnregisteredAttr, UnregisteredOp
from xdsl.ir import Attribute, Operation
from xdsl.parser import Parser, UnresolvedOperand

DIALECTS: Final = frozenset(
    {
        "disc_ral",
        "lmhlo",
        "lmhlo_disc",
        "lmhlo_gpu",
        "mhlo_disc",
        "mhlo_test",
        "quant",
        "sparse_tensor",
        "tf_device",
        "tf_framework",
        "thlo",
        "torch",
        "torch_c",
        "_tf",
        "xla_framework",
    }
)
"""The dialects of which every op, type and attribute is read, and kept as it is."""


def is_read_only(name: str) -> bool:
    """Whether the op, type or attribute `name` is of such a dialect."""
    return name.partition(".")[0] in DIALECTS


def read_only_op(name: str) -> type[Operation]:
    """The class of the op `name`."""

    class ReadOnlyOp(UnregisteredOp.with_name(name)):
        @classmethod
        def parse(cls, parser: Parser) -> Operation:
            return _parse(cls, name, parser)

    return ReadOnlyOp


def _parse(op: type[Operation], name: str, parser: Parser) -> Operation:
    """`%a, %b attr-dict : T, U -> V`; the types may be in parentheses; one type alone is
    everyone's.

    A constant's value comes first and is kept as `value`, a name in quotes as `name`.
    """
    attributes: dict[str, Attribute] = {}
    operands: list[UnresolvedOperand] = []
    constant = ".constant." in name
    if constant and (value := parser.parse_optional_attribute()) is not None:
        attributes["value"] = value
    elif name.endswith(".literal"):
        with parser.in_parens():
            attributes["value"] = parser.parse_attribute()
    elif not constant:
        if (word := parser.parse_optional_str_literal()) is not None:
            attributes["name"] = StringAttr(word)
        bracketed = parser.parse_optional_punctuation("(") is not None
        operands = (
            parser.parse_optional_undelimited_comma_separated_list(
                parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
            )
            or []
        )
        if bracketed:
            parser.parse_punctuation(")")
    attributes |= parser.parse_optional_attr_dict()
    if parser.parse_optional_punctuation(":") is None:
        results = [_type_of_constant(name, parser)] if constant else []
        return op.create(result_types=results, attributes=attributes)
    position = parser.pos
    inputs, results = _types(parser, len(operands))
    values = parser.resolve_operands(operands, inputs, position)
    return op.create(operands=values, result_types=results, attributes=attributes)


def _type_of_constant(name: str, parser: Parser) -> Attribute:
    """A `torch.constant.int` has the type `!torch.int`, and so with the other constants."""
    dialect, _, kind = name.split(".", 2)
    type = UnregisteredAttr.with_name_and_type(f"{dialect}.{kind}", True)
    known = parser.ctx.get_optional_type(f"{dialect}.{kind}") or type
    assert issubclass(known, UnregisteredAttr)
    return known(f"{dialect}.{kind}", True, False, "")


def _types(parser: Parser, count: int) -> tuple[Sequence[Attribute], Sequence[Attribute]]:
    """The types of `count` operands and of the results."""
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    if len(types) == 1 and isinstance(types[0], FunctionType):
        return types[0].inputs.data, types[0].outputs.data
    if parser.parse_optional_punctuation("->") is not None or parser.parse_optional_keyword("to"):
        return types, _result_types(parser)
    if len(types) == 1:
        return types * count, types
    return types, []


def _result_types(parser: Parser) -> Sequence[Attribute]:
    in_parens = parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, parser.parse_type
    )
    if in_parens is not None:
        return in_parens
    return parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
