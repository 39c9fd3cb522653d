"""Branches, loops and the terminator of regions.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    region_def,
    traits_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, RecursiveMemoryEffect

from ..deferred import op_definition
from ..pure import PureOp
from ..types import DYNAMIC, INTEGER, PRED, shape_of
from .checks import check_rank, check_rank_between, check_tensor, fail
from .regions import check_arguments, check_types, returned_types


@op_definition
class IfOp(IRDLOperation):
    """The results of one of two regions, which take no arguments."""

    name = "mhlo.if"

    pred = operand_def()
    outputs = var_result_def()
    true_branch = region_def()
    false_branch = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def __init__(
        self,
        pred: SSAValue | Operation,
        true_branch: Region,
        false_branch: Region,
        result_types: Sequence[Attribute],
    ):
        super().__init__(
            operands=[pred], regions=[true_branch, false_branch], result_types=[result_types]
        )

    def verify_(self) -> None:
        pred = check_tensor(self, "operand 0", self.pred.type, PRED)
        check_rank_between(self, "operand 0", pred, 0, 1)
        shape = shape_of(pred)
        if shape and shape[0] not in (DYNAMIC, 1):
            fail(self, f"operand 0 has {shape[0]} elements, one is needed")
        verify_branches(self, (self.true_branch, self.false_branch), ("C1", "C2"))


def verify_branches(op: Operation, branches: Sequence[Region], clauses: tuple[str, str]) -> None:
    """Branches take nothing and return values of the op's result types."""
    for index, branch in enumerate(branches):
        what = f"branch {index}"
        returned = returned_types(op, what, branch)
        check_arguments(op, what, branch, (), clauses[0])
        check_types(op, f"value {{}} of {what}", returned, "result {}", op.result_types, clauses[1])


@op_definition
class CaseOp(IRDLOperation):
    """The results of the region that `index` selects, or of the last one if there is none."""

    name = "mhlo.case"

    index = operand_def()
    outputs = var_result_def()
    branches = var_region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def __init__(
        self,
        index: SSAValue | Operation,
        branches: Sequence[Region],
        result_types: Sequence[Attribute],
    ):
        super().__init__(operands=[index], regions=[branches], result_types=[result_types])

    def verify_(self) -> None:
        index = check_tensor(self, "operand 0", self.index.type, INTEGER)
        check_rank(self, "operand 0", index, 0)
        if not self.branches:
            fail(self, "found no branches, at least 1 is needed", "C1")
        verify_branches(self, self.branches, ("C2", "C3"))


@op_definition
class WhileOp(IRDLOperation):
    """Runs `body` on its own results as long as `cond` returns true, starting with `operand`.

    ```mlir
    %n = mhlo.while(%i = %zero) : tensor<i32>
      cond { … mhlo.return %go : tensor<i1> } do { … mhlo.return %next : tensor<i32> }
    ```

    Where a carried size has another symbol in the loop or after it, one list of types is not
    enough:

    ```mlir
    %r = mhlo.while changing(%x) ({
    ^bb0(%a: tensor<?xf32, [@S1]>): …
    }, {
    ^bb0(%b: tensor<?xf32, [@S1]>): …
    }) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S2]>
    ```
    """

    name = "mhlo.while"

    operand = var_operand_def()
    outputs = var_result_def()
    cond = region_def()
    body = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def __init__(
        self,
        operand: Sequence[SSAValue | Operation],
        cond: Region,
        body: Region,
        result_types: Sequence[Attribute] | None = None,
    ):
        values = [SSAValue.get(value) for value in operand]
        types = [value.type for value in values] if result_types is None else result_types
        super().__init__(operands=[values], regions=[cond, body], result_types=[types])

    def verify_(self) -> None:
        returned = returned_types(self, "cond", self.cond)
        check_arguments(self, "cond", self.cond, self.operand_types, "C1")
        if len(returned) != 1:
            fail(self, f"cond returns {len(returned)} values, one i1 is needed", "C1")
        condition = check_tensor(self, "what cond returns", returned[0], PRED)
        check_rank(self, "what cond returns", condition, 0, "C1")
        returned = returned_types(self, "body", self.body)
        check_arguments(self, "body", self.body, self.operand_types, "C2")
        # An operand is only the first value of what may change from one trip to the next.
        carried = [argument.type for argument in self.body.block.args]
        check_types(self, "value {} of body", returned, "operand {}", carried, "C2")
        check_types(self, "result {}", self.result_types, "operand {}", self.operand_types, "C3")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        if parser.parse_optional_keyword("changing"):
            return cls._parse_changing(parser)

        def parse_assignment() -> tuple[Parser.UnresolvedArgument, UnresolvedOperand]:
            argument = parser.parse_argument(expect_type=False)
            parser.parse_punctuation("=")
            return argument, parser.parse_unresolved_operand()

        pairs = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_assignment)
        types: list[Attribute] = []
        position = parser.pos
        if pairs:
            parser.parse_punctuation(":")
            types.extend(
                parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
            )
        operands = parser.resolve_operands([operand for _, operand in pairs], types, position)
        attributes = parser.parse_optional_attr_dict_with_keyword()
        arguments = [
            argument.resolve(type_) for (argument, _), type_ in zip(pairs, types, strict=True)
        ]
        parser.parse_keyword("cond")
        cond = parser.parse_region(arguments)
        parser.parse_keyword("do")
        body = parser.parse_region(arguments)
        return cls.create(
            operands=operands,
            result_types=types,
            regions=[cond, body],
            attributes={} if attributes is None else dict(attributes.data),
        )

    @classmethod
    def _parse_changing(cls, parser: Parser) -> Self:
        position = parser.pos
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        regions = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_region)
        attributes = parser.parse_optional_attr_dict_with_keyword()
        parser.parse_punctuation(":")
        kind = parser.parse_type()
        if not isinstance(kind, FunctionType) or len(regions) != 2:
            parser.raise_error("expected two regions and a function type", position)
        return cls.create(
            operands=parser.resolve_operands(operands, kind.inputs.data, position),
            result_types=kind.outputs.data,
            regions=regions,
            attributes={} if attributes is None else dict(attributes.data),
        )

    def _is_changing(self) -> bool:
        """Whether a carried value has different types before, in and after the loop."""
        types = tuple(self.operand_types)
        inside = [tuple(arg.type for arg in region.block.args) for region in self.regions]
        return any(other != types for other in (*inside, tuple(self.result_types)))

    def _print_changing(self, printer: Printer) -> None:
        printer.print_string(" changing")
        printer.print_operands(self.operands)
        printer.print_string(" (")
        printer.print_list(self.regions, printer.print_region)
        printer.print_string(")")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)

    def print(self, printer: Printer) -> None:
        if self._is_changing():
            self._print_changing(printer)
            return

        def print_assignment(pair: tuple[SSAValue, SSAValue]) -> None:
            printer.print_ssa_value(pair[0])
            printer.print_string(" = ")
            printer.print_ssa_value(pair[1])

        arguments = self.body.block.args
        with printer.in_parens():
            printer.print_list(zip(arguments, self.operands, strict=True), print_assignment)
        if self.operands:
            printer.print_string(" : ")
            printer.print_list(self.operand_types, printer.print_attribute)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" cond ")
        self._share_names(printer)
        printer.print_region(self.cond, print_entry_block_args=False)
        printer.print_string(" do ")
        printer.print_region(self.body, print_entry_block_args=False)

    def _share_names(self, printer: Printer) -> None:
        """Gives the arguments of `cond` the names of those of `body`, which the text needs."""
        names = printer._ssa_values  # pyright: ignore[reportPrivateUsage]  # no public way to alias
        for cond_arg, body_arg in zip(self.cond.block.args, self.body.block.args, strict=True):
            names[cond_arg] = names[body_arg]


@op_definition
class ReturnOp(PureOp):
    """Ends a region of an mhlo op with the region's results.

    ```mlir
    mhlo.return %sum : tensor<f32>
    ```
    """

    name = "mhlo.return"

    returned = var_operand_def()
    traits = traits_def(IsTerminator())
    assembly_format = "$returned attr-dict (`:` type($returned)^)?"

    def __init__(self, *returned: SSAValue | Operation):
        super().__init__(operands=[returned])
