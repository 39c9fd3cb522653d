"""Groups of ops for the backend, and calls of code outside: fusion, custom_call."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Self, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    BoolAttr,
    ComplexType,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
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
from xdsl.traits import (
    EffectInstance,
    IsolatedFromAbove,
    MemoryEffect,
    Pure,
    RecursiveMemoryEffect,
)

from .assembly import (
    parse_attributes,
    parse_operand_list,
    parse_types,
    print_attributes,
    print_types,
)
from .checks import check_length, check_result_shape, check_same_shape, check_tensor, fail
from .element_types import COMPLEX, FLOAT, UNSIGNED, kind_of, shape_of, shape_text, sizes_agree
from .enums import CustomCallScheduleAttr, FusionKindAttr
from .regions import check_arguments, check_types, returned_types


@irdl_op_definition
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


class _SideEffectIfStated(MemoryEffect):
    """No effect, unless `has_side_effect` is true."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        assert isinstance(op, CustomCallOp)
        stated = op.has_side_effect is not None and bool(op.has_side_effect.value.data)
        return None if stated else set()


@irdl_op_definition
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
    traits = traits_def(_SideEffectIfStated())

    def __init__(
        self,
        inputs: Sequence[SSAValue | Operation],
        call_target_name: str,
        result_types: Sequence[Attribute],
        *,
        has_side_effect: bool = False,
        backend_config: Attribute | None = None,
    ):
        super().__init__(
            operands=[inputs],
            result_types=[result_types],
            properties={
                "call_target_name": StringAttr(call_target_name),
                "has_side_effect": BoolAttr.from_bool(True) if has_side_effect else None,
                "backend_config": backend_config,
            },
        )

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
        properties, attributes = parse_attributes(parser, cls)
        values, results = parse_types(parser, operands)
        return cls.create(
            operands=values,
            result_types=results,
            properties=properties | {"call_target_name": target},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.call_target_name.data)
        printer.print_operands(self.operands)
        print_attributes(printer, self, elided=("call_target_name",))
        print_types(printer, self)


@irdl_op_definition
class BitcastOp(IRDLOperation):
    """The operand with its bytes read as another type of the same layout."""

    name = "mhlo.bitcast"

    operand = operand_def()
    result = result_def()
    traits = traits_def(Pure())
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        check_tensor(self, "operand 0", self.operand.type)
        check_tensor(self, "the result", self.result.type)


@irdl_op_definition
class BitcastConvertOp(IRDLOperation):
    """The operand's bits read as another element type; a narrower one adds a last dimension, a
    wider one removes it.

    ```mlir
    %r = mhlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x4xi8>
    ```
    """

    name = "mhlo.bitcast_convert"

    operand = operand_def()
    result = result_def()
    traits = traits_def(Pure())
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type)
        result = check_tensor(self, "the result", self.result.type)
        if (kind_of(operand.element_type) == COMPLEX) != (kind_of(result.element_type) == COMPLEX):
            fail(
                self,
                f"operand 0 has element type {operand.element_type}, the result has "
                f"{result.element_type}; both or neither must be complex",
                "C2",
            )
        before, after = bit_width(operand.element_type), bit_width(result.element_type)
        shape = shape_of(operand)
        if before is None or after is None or shape is None:
            return
        if before == after:
            check_result_shape(self, shape, result, "C1")
        elif before > after:
            check_result_shape(self, (*shape, before // after), result, "C1")
        else:
            if not shape or not sizes_agree(shape[-1], after // before):
                fail(
                    self,
                    f"operand 0 has shape {shape_text(shape)}, a last size of {after // before} "
                    f"is needed to make {result.element_type}",
                    "C1",
                )
            check_result_shape(self, shape[:-1], result, "C1")


def bit_width(element_type: Attribute) -> int | None:
    """The number of bits of an element; None where the type does not say."""
    if isinstance(element_type, ComplexType):
        part = bit_width(cast(ComplexType, element_type).element_type)
        return None if part is None else 2 * part
    if isinstance(element_type, IntegerType):
        return cast(IntegerType, element_type).width.data
    return element_type.bitwidth if isinstance(element_type, AnyFloat) else None


@irdl_op_definition
class StochasticConvertOp(IRDLOperation):
    """Floats in a smaller type, rounded by random bits."""

    name = "mhlo.stochastic_convert"

    operand = operand_def()
    random = operand_def()
    result = result_def()
    traits = traits_def(Pure())

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type, FLOAT)
        random = check_tensor(self, "operand 1", self.random.type, UNSIGNED)
        result = check_tensor(self, "the result", self.result.type)
        check_same_shape(self, "operand 0", operand, "operand 1", random)
        check_same_shape(self, "operand 0", operand, "the result", result)
