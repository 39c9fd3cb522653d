"""Ops that order elements: sort, topk.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from typing import Self

from xdsl.dialects.builtin import BoolAttr, IntegerAttr
from xdsl.ir import Attribute
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect

from ..deferred import op_definition
from ..pure import PureOp
from ..types import ANY_ELEMENT, DYNAMIC, FLOAT, INTEGER, PRED, shape_of
from .assembly import parse_attributes, print_attributes
from .checks import (
    check_at_least,
    check_operands,
    check_rank_between,
    check_result_shape,
    check_same_element,
    check_same_shape,
    check_values,
    fail,
)
from .regions import check_predicate, check_types


@op_definition
class SortOp(IRDLOperation):
    """`inputs` reordered together along one dimension so that `comparator` holds between
    neighbours; a negative dimension counts from the end.

    The comparator takes two scalars of each input, pair by pair.
    """

    name = "mhlo.sort"

    inputs = var_operand_def()
    dimension = opt_prop_def(IntegerAttr)
    is_stable = opt_prop_def(BoolAttr)
    outputs = var_result_def()
    comparator = region_def("single_block")
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        inputs = check_operands(self)
        if not inputs:
            fail(self, "found no operands, at least 1 is needed", "C1")
        check_types(self, "result {}", self.result_types, "operand {}", inputs, "C2")
        for index, type_ in enumerate(inputs[1:], 1):
            check_same_shape(self, f"operand {index}", type_, "operand 0", inputs[0], "C3")
        shape = shape_of(inputs[0])
        dimension = -1 if self.dimension is None else self.dimension.value.data
        if shape and not -len(shape) <= dimension < len(shape):
            fail(self, f"dimension {dimension} is out of range for rank {len(shape)}", "C4")
        elements = [type_.element_type for type_ in inputs]
        check_predicate(self, "the comparator", self.comparator, elements, "C5")


@op_definition
class TopkOp(PureOp):
    """The `k` greatest elements along the last dimension, in descending order, and their
    positions; with `largest = false` the smallest.

    ```mlir
    %v, %i = mhlo.topk(%x, k = 5, largest = true)
        : tensor<100xf32> -> (tensor<5xf32>, tensor<5xi32>)
    ```
    """

    name = "mhlo.topk"

    operand = operand_def()
    k = prop_def(IntegerAttr)
    largest = opt_prop_def(BoolAttr)
    values = result_def()
    indices = result_def()

    def verify_(self) -> None:
        operand, values, indices = check_values(self, PRED | INTEGER | FLOAT, ANY_ELEMENT, INTEGER)
        check_same_element(self, "operand 0", operand, "result 0", values)
        k = self.k.value.data
        check_at_least(self, "k", (k,), 0)
        shape = check_rank_between(self, "operand 0", operand, 1)
        if shape is None:
            return
        if shape[-1] != DYNAMIC and k > shape[-1]:
            fail(self, f"k is {k}, operand 0 has size {shape[-1]} in its last dimension")
        check_result_shape(self, (*shape[:-1], k), values, index=0)
        check_result_shape(self, (*shape[:-1], k), indices, index=1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        with parser.in_parens():
            operand = parser.parse_unresolved_operand()
            parser.parse_punctuation(",")
            parser.parse_keyword("k")
            parser.parse_punctuation("=")
            entries: dict[str, Attribute] = {"k": IntegerAttr(parser.parse_integer(), 64)}
            if parser.parse_optional_punctuation(",") is not None:
                parser.parse_keyword("largest")
                parser.parse_punctuation("=")
                entries["largest"] = BoolAttr.from_bool(parser.parse_boolean())
        properties, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        parser.parse_punctuation("->")
        results = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        return cls.create(
            operands=[parser.resolve_operand(operand, type_)],
            result_types=results,
            properties=properties | entries,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            printer.print_ssa_value(self.operand)
            printer.print_string(f", k = {self.k.value.data}")
            if self.largest is not None:
                printer.print_string(f", largest = {str(bool(self.largest.value.data)).lower()}")
        print_attributes(printer, self, elided=("k", "largest"))
        printer.print_string(" : ")
        printer.print_attribute(self.operand.type)
        printer.print_string(" -> ")
        with printer.in_parens():
            printer.print_list(self.result_types, printer.print_attribute)
