"""The witnesses of MLIR's shape dialect: what demands them, and the regions that rest on them.

Semantics and text: https://mlir.llvm.org/docs/Dialects/ShapeDialect/.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import BoolAttr, StringAttr, i1
from xdsl.ir import Attribute, Block, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.irdl import (
    IRDLOperation,
    irdl_attr_definition,
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from ..namespace import ops_of_rows
from ..pure import PureOp


@irdl_attr_definition
class WitnessType(ParametrizedAttribute, TypeAttribute):
    """That some constraint was checked."""

    name = "shape.witness"


WITNESS = WitnessType()


@op_definition
class ConstWitnessOp(PureOp):
    """A constraint that holds, or does not, for certain."""

    name = "shape.const_witness"
    passing = prop_def(BoolAttr)
    result = result_def(WITNESS)
    assembly_format = "$passing attr-dict"


class OfShapesOp(IRDLOperation, ABC):
    """What is asked or demanded of shapes."""

    shapes = var_operand_def()
    result = result_def()
    assembly_format = "$shapes attr-dict `:` type($shapes)"


class QuestionOp(OfShapesOp, ABC):
    """A question about shapes."""

    result = result_def(i1)
    traits = traits_def(Pure())


class DemandOp(OfShapesOp, ABC):
    """A demand on shapes, which is tested even where nothing rests on it."""

    result = result_def(WITNESS)


QUESTIONS = ops_of_rows(
    "shape.",
    QuestionOp,
    {
        "shape_eq": "Whether all shapes are equal.",
        "is_broadcastable": "Whether the shapes broadcast.",
    },
)
DEMANDS = ops_of_rows(
    "shape.",
    DemandOp,
    {
        "cstr_broadcastable": "Demands that the shapes broadcast.",
        "cstr_eq": "Demands that all shapes are equal.",
    },
)
"""The ops on any number of shapes, by their names in the dialect."""


@op_definition
class CstrRequireOp(IRDLOperation):
    """Demands a condition, even where nothing rests on it."""

    name = "shape.cstr_require"
    pred = operand_def(i1)
    msg = prop_def(StringAttr)
    result = result_def(WITNESS)
    assembly_format = "$pred `,` $msg attr-dict"


@op_definition
class AssumingAllOp(PureOp):
    """Several witnesses as one."""

    name = "shape.assuming_all"
    inputs = var_operand_def(WITNESS)
    result = result_def(WITNESS)
    assembly_format = "$inputs attr-dict"


@op_definition
class AssumingYieldOp(IRDLOperation):
    """Ends `shape.assuming` with its results."""

    name = "shape.assuming_yield"
    values = var_operand_def()
    traits = traits_def(IsTerminator(), Pure())
    assembly_format = "attr-dict ($values^ `:` type($values))?"

    def __init__(self, *values: SSAValue):
        super().__init__(operands=[values])


@op_definition
class AssumingOp(IRDLOperation):
    """Runs its region, in which the constraint of the witness holds."""

    name = "shape.assuming"
    witness = operand_def(WITNESS)
    outputs = var_result_def()
    body = region_def("single_block")
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> AssumingOp:
        witness = parser.parse_operand(WITNESS)
        result_types: Sequence[Attribute] = ()
        if parser.parse_optional_punctuation("->") is not None:
            listed = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            )
            result_types = [parser.parse_type()] if listed is None else listed
        body = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        if not body.blocks:
            body.add_block(Block())
        if not isinstance(body.block.last_op, AssumingYieldOp):
            body.block.add_op(AssumingYieldOp())
        return cls.create(
            operands=[witness], result_types=result_types, regions=[body], attributes=attributes
        )

    def verify_(self) -> None:
        last = self.body.block.last_op
        yielded = [v.type for v in last.operands] if isinstance(last, AssumingYieldOp) else []
        if len(yielded) != len(self.outputs):
            counts = f"{len(yielded)} values, the op has {len(self.outputs)} results"
            raise VerifyException(f"the region yields {counts}")
        if yielded != list(self.outputs.types):
            raise VerifyException("the region yields other types than the op has")

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.witness)
        if self.outputs:
            printer.print_string(" -> ")
            with printer.in_parens():
                printer.print_list(self.outputs.types, printer.print_attribute)
        printer.print_string(" ")
        printer.print_region(self.body, print_block_terminators=bool(self.outputs))
        printer.print_op_attributes(self.attributes)
