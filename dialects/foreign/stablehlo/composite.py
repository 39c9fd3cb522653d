"""`stablehlo.composite`, which mhlo lacks: ops that a name and a function describe."""

from __future__ import annotations

from typing import Self

from xdsl.dialects.builtin import DictionaryAttr, IntegerAttr, StringAttr, SymbolRefAttr
from xdsl.irdl import (
    IRDLOperation,
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from ...deferred import op_definition
from ...mhlo.assembly import (
    parse_attributes,
    parse_operand_list,
    parse_types,
    print_attributes,
    print_operand_list,
    print_types,
)
from ...mhlo.calls import SideEffectIfStated


@op_definition
class CompositeOp(IRDLOperation):
    """An op that has a name of its own, and a function that computes the same.

    ```mlir
    %r:2 = stablehlo.composite "chlo.top_k" %x {composite_attributes = {k = 2 : i64},
        decomposition = @chlo.top_k.impl} : (tensor<?x4xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>)
    ```
    """

    name = "stablehlo.composite"

    inputs = var_operand_def()
    composite_name = prop_def(StringAttr, prop_name="name")
    decomposition = prop_def(SymbolRefAttr)
    composite_attributes = opt_prop_def(DictionaryAttr)
    version = opt_prop_def(IntegerAttr)
    outputs = var_result_def()
    composite_regions = var_region_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = StringAttr(parser.parse_str_literal())
        operands = parse_operand_list(parser)
        properties, attributes = parse_attributes(parser, cls)
        values, results = parse_types(parser, operands)
        return cls.create(
            operands=values,
            result_types=results,
            properties=properties | {"name": name},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_string_literal(self.composite_name.data)
        if self.operands:
            printer.print_string(" ")
            print_operand_list(printer, self.operands)
        print_attributes(printer, self, elided=("name",))
        print_types(printer, self)


SIDE_EFFECT_IF_STATED = traits_def(SideEffectIfStated())
