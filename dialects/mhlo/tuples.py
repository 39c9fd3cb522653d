"""Tuples, and ops that return their operands unchanged: barriers, copies, domains, traces.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.dialects.builtin import FunctionType, IntegerAttr, StringAttr, TupleType
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..deferred import op_definition
from ..pure import PureOp
from .assembly import (
    parse_attributes,
    parse_operand_list,
    parse_rest,
    print_attributes,
    print_operand_list,
    print_types,
)
from .checks import fail
from .elementwise import UniformTextOp
from .enums import DomainKindAttr
from .regions import check_compatible, check_types


@op_definition
class TupleOp(PureOp):
    """Several values as one.

    ```mlir
    %t = mhlo.tuple %a, %b : tuple<tensor<2xf32>, tensor<i32>>
    ```
    """

    name = "mhlo.tuple"

    val = var_operand_def()
    result = result_def()

    def verify_(self) -> None:
        result = self.result.type
        if not isinstance(result, TupleType):
            fail(self, f"the result has type {result}, a tuple is needed")
        types = result.types.data
        check_types(self, "value {} of the result", types, "operand {}", self.operand_types, "C1")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        bracketed = parser.parse_optional_punctuation("(") is not None
        operands = parse_operand_list(parser)
        if bracketed:
            parser.parse_punctuation(")")
        _, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        position = parser.pos
        result = parser.parse_type()
        types = list(result.types.data) if isinstance(result, TupleType) else []
        if isinstance(result, FunctionType) and len(result.outputs) == 1:
            types, result = list(result.inputs), result.outputs.data[0]
        if not isinstance(result, TupleType):
            parser.raise_error("expected a tuple type", position, parser.pos)
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=[result],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.operands:
            printer.print_string(" ")
            print_operand_list(printer, self.operands)
        print_attributes(printer, self)
        printer.print_string(" : ")
        result = self.result.type
        if isinstance(result, TupleType) and list(result.types) == list(self.operand_types):
            printer.print_attribute(result)
        else:
            printer.print_attribute(FunctionType.from_lists(list(self.operand_types), [result]))


@op_definition
class GetTupleElementOp(PureOp):
    """One value of a tuple.

    ```mlir
    %a = mhlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
    ```
    """

    name = "mhlo.get_tuple_element"

    operand = operand_def()
    index = prop_def(IntegerAttr)
    result = result_def()

    def verify_(self) -> None:
        tuple_type = self.operand.type
        if not isinstance(tuple_type, TupleType):
            fail(self, f"operand 0 has type {tuple_type}, a tuple is needed")
        types = tuple_type.types.data
        index = self.index.value.data
        if not 0 <= index < len(types):
            fail(self, f"index {index} is out of range for {len(types)} values", "C1")
        check_compatible(self, "the result", self.result.type, f"value {index}", types[index], "C2")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        bracketed = parser.parse_optional_punctuation("(") is not None
        operand = parser.parse_unresolved_operand()
        if bracketed:
            parser.parse_punctuation(")")
        with parser.in_square_brackets():
            index = parser.parse_integer(allow_boolean=False)
        return parse_rest(cls, parser, [operand], {"index": IntegerAttr(index, 32)})

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.operand)
        printer.print_string(f"[{self.index.value.data}]")
        print_attributes(printer, self, elided=("index",))
        print_types(printer, self)


@op_definition
class OptimizationBarrierOp(PureOp):
    """The operands, which no optimisation moves across this op.

    ```mlir
    %r0, %r1 = mhlo.optimization_barrier %a, %b : tensor<f32>, tensor<i32>
    %r2 = mhlo.optimization_barrier %c : (tensor<?xf32, [@S0]>) -> tensor<?xf32>
    ```
    """

    name = "mhlo.optimization_barrier"

    operand = var_operand_def()
    outputs = var_result_def()

    def verify_(self) -> None:
        check_types(self, "result {}", self.result_types, "operand {}", self.operand_types, "C1")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        _, attributes = parse_attributes(parser, cls)
        if parser.parse_optional_punctuation("(") is not None:
            parser.parse_punctuation(")")
            return cls.create(attributes=attributes)
        operands = parse_operand_list(parser)
        parser.parse_punctuation(":")
        position = parser.pos
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        results = types
        if isinstance(whole := types[0], FunctionType):
            types, results = whole.inputs.data, whole.outputs.data
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=results,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_attributes(printer, self)
        if not self.operands:
            printer.print_string("()")
            return
        printer.print_string(" ")
        print_operand_list(printer, self.operands)
        if self.operand_types != self.result_types:
            print_types(printer, self)
            return
        printer.print_string(" : ")
        printer.print_list(self.operand_types, printer.print_attribute)


@op_definition
class CopyOp(UniformTextOp):
    """A copy of the operand, which may be a tuple or a token."""

    name = "mhlo.copy"
    ARITY: ClassVar[int] = 1

    operand = operand_def()
    cross_program_prefetch_index = opt_prop_def(IntegerAttr)
    result = result_def()

    def verify_(self) -> None:
        check_compatible(self, "operand 0", self.operand.type, "the result", self.result.type)


@op_definition
class DomainOp(PureOp):
    """The operand, where ops of one sharding end and those of another begin."""

    name = "mhlo.domain"

    operand = operand_def()
    kind = prop_def(DomainKindAttr)
    entry_metadata = prop_def(StringAttr)
    exit_metadata = prop_def(StringAttr)
    result = result_def()

    def verify_(self) -> None:
        check_compatible(self, "operand 0", self.operand.type, "the result", self.result.type)


@op_definition
class TraceOp(IRDLOperation):
    """Notes the operand under a tag.

    ```mlir
    mhlo.trace %x, "before" : tensor<5xi32>
    ```
    """

    name = "mhlo.trace"

    operand = operand_def()
    tag = prop_def(StringAttr)
    assembly_format = "$operand `,` $tag attr-dict `:` type($operand)"
