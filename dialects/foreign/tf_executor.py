"""TensorFlow's graphs: ops wrapped in islands, ordered by their uses and by control tokens.

Text and meaning are those of TensorFlow's own `tf_executor` dialect. Its control flow of
TensorFlow 1 (Switch, Merge, …) is read in the generic form only. `tieshape-import-tf-executor`
replaces the graph by the ops of its islands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import (
    Attribute,
    Block,
    Operation,
    ParametrizedAttribute,
    Region,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import (
    IRDLOperation,
    irdl_attr_definition,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from ..mhlo.assembly import parse_operand_list
from ..namespace import dialect_of
from ..types import as_tensor, element_of, shape_of, shapes_agree


@irdl_attr_definition
class ControlType(ParametrizedAttribute, TypeAttribute):
    """A token: what takes it runs after what gives it."""

    name = "tf_executor.control"


@irdl_attr_definition
class ExecutorTokenType(ParametrizedAttribute, TypeAttribute):
    """What ties the two ends of a loop's back edge together."""

    name = "tf_executor.token"


class _Terminator(IRDLOperation):
    """The values that leave a region. `%a, %b : T, U`"""

    fetches = var_operand_def()
    traits = traits_def(IsTerminator())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_operand_list(parser)
        attributes = parser.parse_optional_attr_dict()
        if not operands:
            return cls.create(attributes=attributes)
        parser.parse_punctuation(":")
        position = parser.pos
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        values = parser.resolve_operands(operands, types, position)
        return cls.create(operands=values, attributes=attributes)

    def print(self, printer: Printer) -> None:
        if self.operands:
            printer.print_string(" ")
            printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        if self.operands:
            printer.print_string(" : ")
            printer.print_list(self.operand_types, printer.print_attribute)


@op_definition
class FetchOp(_Terminator):
    """What a graph returns; tokens among the operands only say what must have run."""

    name = "tf_executor.fetch"

    @property
    def values(self) -> list[SSAValue]:
        """The operands that are no tokens."""
        return [o for o in self.operands if not isinstance(o.type, ControlType)]


@op_definition
class YieldOp(_Terminator):
    """What an island returns."""

    name = "tf_executor.yield"


@op_definition
class GraphOp(IRDLOperation):
    """A graph: `%r = tf_executor.graph { … tf_executor.fetch %a : T }`"""

    name = "tf_executor.graph"
    body = region_def("single_block")
    outputs = var_result_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        region = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        last = region.block.last_op if region.blocks else None
        if not isinstance(last, FetchOp):
            parser.raise_error("a graph ends in tf_executor.fetch")
        types = [value.type for value in last.values]
        return cls.create(result_types=types, regions=[region], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_region(self.body)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        last = self.body.block.last_op
        if not isinstance(last, FetchOp):
            raise VerifyException("tf_executor.graph: its body must end in tf_executor.fetch")
        _check_types(self, "fetched", [v.type for v in last.values], self.result_types)


@op_definition
class IslandOp(IRDLOperation):
    """Ops that run together, after the tokens have come; the last result is a token itself.

    ```mlir
    %r, %ctl = tf_executor.island wraps "tf.Abs"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    %s:2 = tf_executor.island(%ctl) { … tf_executor.yield %a : tensor<?xf32> }
    ```
    """

    name = "tf_executor.island"
    controls = var_operand_def(ControlType())
    body = region_def("single_block")
    outputs = var_result_def()
    control = result_def(ControlType())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        controls = parser.parse_optional_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        values = [parser.resolve_operand(c, ControlType()) for c in controls or ()]
        if parser.parse_optional_keyword("wraps") is not None:
            op = parser.parse_operation()
            region = Region(Block([op, YieldOp.create(operands=op.results)]))
        else:
            region = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        last = region.block.last_op if region.blocks else None
        if not isinstance(last, YieldOp):
            parser.raise_error("an island ends in tf_executor.yield")
        types: list[Attribute] = [*last.operand_types, ControlType()]
        return cls.create(
            operands=values, result_types=types, regions=[region], attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        if self.operands:
            with printer.in_parens():
                printer.print_list(self.operands, printer.print_ssa_value)
        ops = list(self.body.block.ops)
        if (
            len(ops) == 2
            and tuple(ops[0].results) == tuple(ops[1].operands)
            and not ops[1].attributes
        ):
            printer.print_string(" wraps ")
            _print_without_results(printer, ops[0])
        else:
            printer.print_string(" ")
            printer.print_region(self.body)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        last = self.body.block.last_op
        if not isinstance(last, YieldOp):
            raise VerifyException("tf_executor.island: its body must end in tf_executor.yield")
        _check_types(self, "yielded", list(last.operand_types), self.result_types[:-1])


def _print_without_results(printer: Printer, op: Operation) -> None:
    if type(op).print is not Operation.print and not isinstance(op, UnregisteredOp):
        printer.print_string(op.name)
        op.print(printer)
        return
    name = op.attributes.pop("op_name__", None)
    printer.print_string(f'"{getattr(name, "data", op.name)}"')
    printer.print_op_with_default_format(op)
    if name is not None:
        op.attributes["op_name__"] = name


def _check_types(
    op: Operation, what: str, found: Sequence[Attribute], types: Sequence[Attribute]
) -> None:
    """As many as there are results, of the same elements, in shapes that may be the same."""
    if len(found) != len(types) or not all(map(_agree, found, types)):
        given, needed = (f"({', '.join(map(str, ts))})" for ts in (found, types))
        raise VerifyException(f"{op.name}: {given} is {what}, the results have {needed}")


def _agree(a: Attribute, b: Attribute) -> bool:
    if as_tensor(a) is None or as_tensor(b) is None:
        return a == b
    return element_of(a) == element_of(b) and shapes_agree(shape_of(a), shape_of(b))


TF_EXECUTOR = dialect_of("tf_executor", globals())
