"""What IREE's compiler is told in its own dialects: ranges and divisors of sizes, and what is not
to be computed twice.

Semantics and text: https://iree.dev/reference/mlir-dialects/Util/.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import ArrayAttr, IndexType
from xdsl.ir import Attribute, Data, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    VarConstraint,
    irdl_attr_definition,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer

from ..deferred import op_definition
from ..namespace import dialect_of
from ..pure import PureOp


@dataclass(frozen=True, slots=True)
class IntegerAssumption:
    """What is known of an unsigned integer."""

    umin: int | None = None
    umax: int | None = None
    udiv: int | None = None


@irdl_attr_definition
class IntegerAssumptionAttr(Data[IntegerAssumption]):
    """`#util.int.assumption<umin = 1, umax = 512, udiv = 8>`"""

    name = "util.int.assumption"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> IntegerAssumption:
        known = [field.name for field in fields(IntegerAssumption)]

        def entry() -> tuple[str, int]:
            position = parser.pos
            name = parser.parse_identifier()
            if name not in known:
                parser.raise_error(f"one of {', '.join(known)} is needed", position)
            parser.parse_punctuation("=")
            return name, parser.parse_integer(allow_negative=False)

        entries = parser.parse_comma_separated_list(parser.Delimiter.ANGLE, entry)
        return IntegerAssumption(**dict(entries))

    def print_parameter(self, printer: Printer) -> None:
        values = [(f.name, getattr(self.data, f.name)) for f in fields(self.data)]
        text = ", ".join(f"{name} = {value}" for name, value in values if value is not None)
        printer.print_string(f"<{text}>")


@op_definition
class AssumeIntOp(PureOp):
    """An integer of which something is known: `%n = util.assume.int %m<umin = 1> : index`

    What uses the result may rely on it; a test of whether it holds must use the operand.
    """

    name = "util.assume.int"

    value = operand_def()
    assumptions = prop_def(ArrayAttr)
    result = result_def()

    @classmethod
    def of(cls, value: SSAValue, assumption: IntegerAssumption) -> Self:
        known = ArrayAttr[Attribute]([ArrayAttr([IntegerAssumptionAttr(assumption)])])
        return cls.create(
            operands=[value], result_types=[value.type], properties={"assumptions": known}
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        assumption = IntegerAssumptionAttr.parse_parameter(parser)
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls.of(parser.resolve_operand(operand, type_), assumption)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        (entries,) = cast("ArrayAttr[ArrayAttr[IntegerAssumptionAttr]]", self.assumptions)
        (assumption,) = entries
        assumption.print_parameter(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


@op_definition
class OptimizationBarrierOp(IRDLOperation):
    """The operand, which is computed once and before all that uses the result:
    `%b = util.optimization_barrier %a : T`
    """

    T: ClassVar = VarConstraint("T", AnyAttr())
    name = "util.optimization_barrier"

    value = operand_def(T)
    result = result_def(T)
    assembly_format = "$value attr-dict `:` type($value)"


@op_definition
class TieShapeOp(PureOp):
    """The operand, of which the unknown sizes are the index values:
    `%t = flow.tensor.tie_shape %a : tensor<?x4xf32>{%n}`
    """

    name = "flow.tensor.tie_shape"

    value = operand_def()
    sizes = var_operand_def(IndexType)
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        delimiter = parser.Delimiter.BRACES
        sizes = parser.parse_optional_comma_separated_list(
            delimiter, parser.parse_unresolved_operand
        )
        values = [parser.resolve_operand(operand, type_)]
        values += [parser.resolve_operand(size, IndexType()) for size in sizes or ()]
        return cls.create(operands=values, result_types=[type_])

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        if self.sizes:
            with printer.in_braces():
                printer.print_list(self.sizes, printer.print_ssa_value)


UTIL = dialect_of("util", globals())
FLOW = dialect_of("flow", globals())
