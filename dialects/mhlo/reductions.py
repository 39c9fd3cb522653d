"""Reductions over whole dimensions.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    SameVariadicOperandSize,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect

from ..deferred import op_definition
from ..types import element_of, rank_of, shape_of, shapes_agree
from .assembly import parse_attributes, parse_types, print_attributes, print_types
from .checks import check_dimensions, check_vector
from .control_flow import ReturnOp
from .dense import dense_i64, int_values
from .reduction_checks import check_inputs, check_outputs, check_scalar_starts, joined_shape
from .regions import check_reducer

COMMUTATIVE = ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
"""The ops that the text may name instead of a body."""


@op_definition
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

    @staticmethod
    def list_of(values: Sequence[int]) -> Attribute:
        """What holds `dimensions`."""
        return dense_i64(values)

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
        pairs = parser.parse_comma_separated_list(parser.Delimiter.NONE, lambda: _pair(parser))
        reducer = _parse_reducer(parser, cls.dialect_name())
        for keyword in ("across", "dimensions"):
            parser.parse_keyword(keyword)
        parser.parse_punctuation("=")
        dimensions = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=False)
        )
        properties, attributes = parse_attributes(parser, cls)
        properties["dimensions"] = cls.list_of(dimensions)
        operands = [*(operand for operand, _ in pairs), *(init for _, init in pairs)]
        values, results = parse_types(parser, operands)
        if reducer is not None:
            body = _applying(reducer, element_of(values[0].type), parser)
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
            printer.print_string(f" applies {reducer}")
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
    def reducer(self) -> str | None:
        """The name of the commutative op that the body applies to its two arguments and returns;
        None when the body is anything else."""
        operations = tuple(self.body.block.ops)
        arguments = self.body.block.args
        if len(operations) != 2 or len(arguments) != 2 or len(self.inputs) != 1:
            return None
        inner, last = operations
        dialect, _, word = inner.name.partition(".")
        scalar = TensorType(element_of(self.inputs[0].type), [])
        plain = (
            word in COMMUTATIVE
            and dialect == self.dialect_name()
            and last.name == f"{dialect}.return"
            and not (inner.attributes or last.attributes)
            and tuple(inner.operands) == tuple(arguments)
            and tuple(last.operands) == tuple(inner.results)
            and all(value.type == scalar for value in (*arguments, *inner.results))
        )
        return inner.name if plain else None


def _pair(parser: Parser) -> tuple[UnresolvedOperand, UnresolvedOperand]:
    """`(%x init: %c)`"""
    with parser.in_parens():
        operand = parser.parse_unresolved_operand()
        parser.parse_keyword("init")
        parser.parse_punctuation(":")
        return operand, parser.parse_unresolved_operand()


def _parse_reducer(parser: Parser, dialect: str) -> str | None:
    """`applies mhlo.add`, if present."""
    if parser.parse_optional_keyword("applies") is None:
        return None
    names = [f"{dialect}.{word}" for word in COMMUTATIVE]
    position = parser.pos
    name = parser.parse_identifier()
    if name not in names:
        parser.raise_error(f"expected one of {', '.join(names)}, found {name}", position)
    return name


def _parse_reducer_arguments(parser: Parser) -> list[Parser.Argument]:
    """`(%a: T, %b: T) (%c: U, %d: U)`: all first ones, then all second ones."""
    firsts, seconds = list[Parser.Argument](), list[Parser.Argument]()
    while parser.parse_optional_punctuation("(") is not None:
        firsts.append(_argument(parser))
        parser.parse_punctuation(",")
        seconds.append(_argument(parser))
        parser.parse_punctuation(")")
    return [*firsts, *seconds]


def _argument(parser: Parser) -> Parser.Argument:
    """`%a: T`, perhaps with a location."""
    argument = parser.parse_argument()
    argument.location = parser.parse_optional_location()
    return argument


def _applying(reducer: str, element_type: Attribute, parser: Parser) -> Region:
    """A region that applies `reducer` to two scalars and returns the result."""
    scalar = TensorType(element_type, [])
    block = Block(arg_types=[scalar, scalar])
    make, end = map(parser.ctx.get_op, (reducer, f"{reducer.partition('.')[0]}.return"))
    inner = make.create(operands=block.args, result_types=[scalar])
    block.add_ops([inner, end.create(operands=inner.results)])
    return Region(block)
