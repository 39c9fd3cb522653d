"""Reductions over whole dimensions.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    SameVariadicOperandSize,
    irdl_op_definition,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect

from ..types import element_of, rank_of, shape_of, shapes_agree
from .assembly import parse_attributes, parse_types, print_attributes, print_types
from .checks import check_dimensions, check_vector
from .control_flow import ReturnOp
from .dense import dense_i64, int_values
from .elementwise import BinaryElementwiseOp
from .elementwise_binary import AddOp, AndOp, MaximumOp, MinimumOp, MultiplyOp, OrOp, XorOp
from .reduction_checks import check_inputs, check_outputs, check_scalar_starts, joined_shape
from .regions import check_reducer

COMMUTATIVE: Mapping[str, type[BinaryElementwiseOp]] = {
    op.name: op for op in (AddOp, AndOp, MaximumOp, MinimumOp, MultiplyOp, OrOp, XorOp)
}


@irdl_op_definition
class ReduceOp(IRDLOperation):
    """Folds `inputs` along `dimensions` with a function of scalars, starting with `init_values`.

    ```mlir
    %r = mhlo.reduce(%x init: %c) applies mhlo.add across dimensions = [1]
        : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %s = mhlo.reduce(%x init: %c) across dimensions = [1]
        : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
        reducer(%a: tensor<f32>, %b: tensor<f32>) { … mhlo.return %v : tensor<f32> }
    ```

    The body takes the elements of all inputs, then all values so far. In text of 2022 and before it
    may take tensors, of which each input has many: such an op can be read and printed only.
    """

    name = "mhlo.reduce"

    inputs = var_operand_def()
    init_values = var_operand_def()
    dimensions = prop_def(DenseIntOrFPElementsAttr)
    outputs = var_result_def()
    body = region_def("single_block")
    irdl_options = (SameVariadicOperandSize(),)
    traits = traits_def(RecursiveMemoryEffect())

    def __init__(
        self,
        inputs: Sequence[SSAValue | Operation],
        init_values: Sequence[SSAValue | Operation],
        dimensions: Sequence[int],
        body: Region,
        result_types: Sequence[Attribute],
    ):
        super().__init__(
            operands=[inputs, init_values],
            result_types=[result_types],
            properties={"dimensions": dense_i64(dimensions)},
            regions=[body],
        )

    @staticmethod
    def applying(
        reducer: type[BinaryElementwiseOp],
        operand: SSAValue | Operation,
        init_value: SSAValue | Operation,
        dimensions: Sequence[int],
        result_type: Attribute,
    ) -> ReduceOp:
        """The reduction of one tensor with an elementwise op of two operands."""
        value = SSAValue.get(operand)
        body = reducer_region(reducer, element_of(value.type))
        return ReduceOp([value], [init_value], dimensions, body, [result_type])

    def verify_(self) -> None:
        inputs = check_inputs(self, self.inputs, self.init_values)
        tensors = self.folds_tensors
        if not tensors:
            check_scalar_starts(self, self.inputs, self.init_values)
        dimensions = check_vector(self, "dimensions", self.dimensions)
        shape = joined_shape(self, inputs, "C1")
        check_dimensions(self, "dimensions", dimensions, rank_of(shape), "C4, C5")
        elements = [type_.element_type for type_ in inputs]
        if not tensors:
            elements = check_reducer(self, "the body", self.body, elements, "C6")
        expected = (
            None
            if shape is None
            else [size for dimension, size in enumerate(shape) if dimension not in dimensions]
        )
        check_outputs(self, expected, elements, ("C3", "C7", "C8"))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        def parse_pair() -> tuple[UnresolvedOperand, UnresolvedOperand]:
            with parser.in_parens():
                operand = parser.parse_unresolved_operand()
                parser.parse_keyword("init")
                parser.parse_punctuation(":")
                return operand, parser.parse_unresolved_operand()

        pairs = parser.parse_comma_separated_list(parser.Delimiter.NONE, parse_pair)
        reducer = _parse_reducer_name(parser)
        parser.parse_keyword("across")
        parser.parse_keyword("dimensions")
        parser.parse_punctuation("=")
        dimensions = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_integer
        )
        properties, attributes = parse_attributes(parser, cls)
        properties["dimensions"] = dense_i64(dimensions)
        operands = [*(operand for operand, _ in pairs), *(init for _, init in pairs)]
        values, results = parse_types(parser, operands)
        if reducer is not None:
            body = reducer_region(reducer, element_of(values[0].type))
        else:
            parser.parse_keyword("reducer")
            body = parser.parse_region(_parse_reducer_arguments(parser))
        return cls.create(
            operands=values,
            result_types=results,
            properties=properties,
            attributes=attributes,
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        def print_pair(pair: tuple[SSAValue, SSAValue]) -> None:
            with printer.in_parens():
                printer.print_ssa_value(pair[0])
                printer.print_string(" init: ")
                printer.print_ssa_value(pair[1])

        printer.print_list(zip(self.inputs, self.init_values, strict=True), print_pair)
        reducer = self.reducer
        if reducer is not None:
            printer.print_string(f" applies {reducer.name}")
        dimensions = ", ".join(map(str, int_values(self.dimensions)))
        printer.print_string(f" across dimensions = [{dimensions}]")
        print_attributes(printer, self, elided=("dimensions",))
        print_types(printer, self)
        if reducer is not None:
            return
        printer.print_string(" reducer")
        count = len(self.inputs)
        arguments = self.body.block.args
        for element, value in zip(arguments[:count], arguments[count:], strict=True):
            with printer.in_parens():
                printer.print_list((element, value), printer.print_block_argument)
            printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)

    @property
    def folds_tensors(self) -> bool:
        """Whether the body folds tensors of one rank greater than 0, whose sizes the results end
        in."""
        types = [value.type for value in self.init_values]
        shapes = [shape_of(type_) for type_ in (*types, *(o.type for o in self.outputs))]
        block = self.body.first_block
        last = None if block is None else block.last_op
        if block is None or not isinstance(last, ReturnOp) or not types:
            return False
        rank = len(shapes[0] or ())
        return (
            rank > 0
            and list(block.arg_types) == [*types, *types]
            and list(last.operand_types) == types
            and all(
                shape is None
                or (len(shape) >= rank and shapes_agree(shape[len(shape) - rank :], shapes[0]))
                for shape in shapes
            )
        )

    @property
    def reducer(self) -> type[BinaryElementwiseOp] | None:
        """The commutative op that the body applies to its two arguments and returns; None when
        the body is anything else."""
        operations = tuple(self.body.block.ops)
        arguments = self.body.block.args
        if len(operations) != 2 or len(arguments) != 2 or len(self.inputs) != 1:
            return None
        inner, last = operations
        reducer = COMMUTATIVE.get(inner.name)
        scalar = TensorType(element_of(self.inputs[0].type), [])
        if (
            reducer is None
            or inner.attributes
            or last.attributes
            or not isinstance(last, ReturnOp)
            or tuple(inner.operands) != tuple(arguments)
            or tuple(last.operands) != tuple(inner.results)
            or any(value.type != scalar for value in (*arguments, *inner.results))
        ):
            return None
        return reducer


def _parse_reducer_name(parser: Parser) -> type[BinaryElementwiseOp] | None:
    """`applies mhlo.add`, if present."""
    if parser.parse_optional_keyword("applies") is None:
        return None
    position = parser.pos
    name = parser.parse_identifier()
    if name not in COMMUTATIVE:
        parser.raise_error(f"expected one of {', '.join(COMMUTATIVE)}, found {name}", position)
    return COMMUTATIVE[name]


def _parse_reducer_arguments(parser: Parser) -> list[Parser.Argument]:
    """`(%a: T, %b: T) (%c: U, %d: U)`: all first ones, then all second ones."""
    firsts: list[Parser.Argument] = []
    seconds: list[Parser.Argument] = []
    while parser.parse_optional_punctuation("(") is not None:
        firsts.append(parser.parse_argument())
        parser.parse_punctuation(",")
        seconds.append(parser.parse_argument())
        parser.parse_punctuation(")")
    return [*firsts, *seconds]


def reducer_region(reducer: type[BinaryElementwiseOp], element_type: Attribute) -> Region:
    """A region that applies `reducer` to two scalars and returns the result."""
    scalar = TensorType(element_type, [])
    block = Block(arg_types=[scalar, scalar])
    inner = reducer.create(operands=block.args, result_types=[scalar])
    block.add_ops([inner, ReturnOp(inner)])
    return Region(block)
