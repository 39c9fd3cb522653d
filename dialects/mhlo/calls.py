"""Ops that call a computation once: fusion, custom_call, map.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Self

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    TensorType,
)
from xdsl.ir import Operation
from xdsl.irdl import (
    IRDLOperation,
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
from xdsl.traits import EffectInstance, IsolatedFromAbove, MemoryEffect, RecursiveMemoryEffect

from ..deferred import op_definition
from ..types import shape_of
from .assembly import parse_operand_list, parse_rest, print_attributes, print_types
from .checks import check_length, check_operands, check_same_shape, check_tensor, check_vector, fail
from .enums import CustomCallScheduleAttr, FusionKindAttr
from .regions import check_arguments, check_types, returned_types


@op_definition
class FusionOp(IRDLOperation):
    """A region that a backend is to emit as one kernel. It sees its arguments alone, which are
    the operands.

    ```mlir
    %r = "mhlo.fusion"(%a, %b) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
      ^bb0(%x: tensor<?xf32>, %y: tensor<?xf32>):
        %s = mhlo.add %x, %y : tensor<?xf32>
        mhlo.return %s : tensor<?xf32>
    }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    ```
    """

    name = "mhlo.fusion"

    inputs = var_operand_def()
    fusion_kind = opt_prop_def(FusionKindAttr)
    output_operand_aliases = opt_prop_def(ArrayAttr)
    outputs = var_result_def()
    fused_computation = region_def("single_block")
    traits = traits_def(IsolatedFromAbove(), RecursiveMemoryEffect())

    def verify_(self) -> None:
        returned = returned_types(self, "the fused computation", self.fused_computation)
        check_arguments(self, "the fused computation", self.fused_computation, self.operand_types)
        check_types(
            self, "value {} of the fused computation", returned, "result {}", self.result_types
        )


UNLOWERED = "tieshape.unlowered"
"""The attribute of a call that stands for an op of another dialect: why it was not lowered."""


class SideEffectIfStated(MemoryEffect):
    """No effect, unless `has_side_effect` is true."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        stated = op.properties.get("has_side_effect")
        return None if isinstance(stated, IntegerAttr) and stated.value.data else set()


@op_definition
class CustomCallOp(IRDLOperation):
    """A call of code outside the compiler. It has a side effect only if it says so.

    ```mlir
    %r = mhlo.custom_call @foo(%x) {api_version = 2 : i32} : (tensor<f32>) -> tensor<f32>
    ```
    """

    name = "mhlo.custom_call"

    inputs = var_operand_def()
    call_target_name = prop_def(StringAttr)
    has_side_effect = opt_prop_def(BoolAttr)
    backend_config = opt_prop_def()
    api_version = opt_prop_def(IntegerAttr)
    called_computations = opt_prop_def(ArrayAttr)
    custom_call_schedule = opt_prop_def(CustomCallScheduleAttr)
    operand_layouts = opt_prop_def(ArrayAttr)
    result_layouts = opt_prop_def(ArrayAttr)
    output_operand_aliases = opt_prop_def(ArrayAttr)
    outputs = var_result_def()
    traits = traits_def(SideEffectIfStated())

    def verify_(self) -> None:
        if self.backend_config is not None and not isinstance(
            self.backend_config, StringAttr | DictionaryAttr
        ):
            fail(self, f"backend_config is {self.backend_config}, a string or dictionary is needed")
        for name, layouts, count in (
            ("operand_layouts", self.operand_layouts, len(self.inputs)),
            ("result_layouts", self.result_layouts, None),
        ):
            if layouts is not None:
                check_length(self, name, layouts.data, count)
        if (self.operand_layouts is None) != (self.result_layouts is None):
            fail(self, "operand_layouts and result_layouts stand together or not at all")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        target = parser.parse_symbol_name()
        with parser.in_parens():
            operands = parse_operand_list(parser)
        return parse_rest(cls, parser, operands, {"call_target_name": target})

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.call_target_name.data)
        printer.print_operands(self.operands)
        print_attributes(printer, self, elided=("call_target_name",))
        print_types(printer, self)


@op_definition
class MapOp(IRDLOperation):
    """Applies a function of scalars to the elements of tensors of one shape."""

    name = "mhlo.map"

    inputs = var_operand_def()
    dimensions = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()
    computation = region_def("single_block")
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        inputs = check_operands(self)
        result = check_tensor(self, "the result", self.result.type)
        if not inputs:
            fail(self, "found no operands, at least 1 is needed", "C2")
        for index, type_ in enumerate(inputs):
            check_same_shape(self, f"operand {index}", type_, "the result", result, "C1")
        dimensions = check_vector(self, "dimensions", self.dimensions)
        shape = shape_of(result)
        rank = len(dimensions) if shape is None else len(shape)
        if dimensions != tuple(range(rank)):
            fail(self, f"dimensions is {list(dimensions)}, {list(range(rank))} is needed", "C3")
        returned = returned_types(self, "the computation", self.computation)
        scalars = [TensorType(type_.element_type, []) for type_ in inputs]
        check_arguments(self, "the computation", self.computation, scalars, "C4")
        needed = [TensorType(result.element_type, [])]
        check_types(self, "value {} of the computation", returned, "the result", needed, "C4")
