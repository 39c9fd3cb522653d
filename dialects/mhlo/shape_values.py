"""Ops that read, set and compute sizes.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Attribute
from xdsl.irdl import (
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..deferred import op_definition
from ..foreign.shape_witnesses import WitnessType
from ..pure import PureOp
from ..types import ANY_ELEMENT, DYNAMIC, INTEGER, rank_of, shape_of
from .assembly import parse_operand_list, print_operand_list, print_types
from .checks import (
    check_dimension,
    check_operands,
    check_rank,
    check_result_shape,
    check_same_element,
    check_same_shape,
    check_tensor,
    check_type,
    check_values,
    fail,
)


@op_definition
class GetDimensionSizeOp(PureOp):
    """The size of one dimension, as `tensor<i32>`."""

    name = "mhlo.get_dimension_size"

    operand = operand_def()
    dimension = prop_def(IntegerAttr)
    result = result_def()

    def verify_(self) -> None:
        rank = rank_of(shape_of(check_tensor(self, "operand 0", self.operand.type)))
        check_dimension(self, "dimension", self.dimension.value.data, rank, "C1")
        result = check_tensor(self, "the result", self.result.type, INTEGER)
        check_rank(self, "the result", result, 0)


@op_definition
class SetDimensionSizeOp(PureOp):
    """The operand, of which only the first `size` slices along one dimension count."""

    name = "mhlo.set_dimension_size"

    operand = operand_def()
    size = operand_def()
    dimension = prop_def(IntegerAttr)
    result = result_def()

    def verify_(self) -> None:
        operand, size, result = check_values(self, ANY_ELEMENT, INTEGER, ANY_ELEMENT)
        check_rank(self, "operand 1", size, 0)
        check_same_element(self, "operand 0", operand, "the result", result)
        shape = shape_of(operand)
        dimension = self.dimension.value.data
        check_dimension(self, "dimension", dimension, rank_of(shape), "C1")
        if shape is not None:
            expected = [DYNAMIC if i == dimension else size for i, size in enumerate(shape)]
            check_result_shape(self, expected, result)


class _ReshapeTargetOp(PureOp, ABC):
    """An op on a number of elements and a target shape; older text has its types without
    parentheses."""

    num_elements = operand_def()
    dynamic_shape = operand_def()
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_operand_list(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        function = parser.parse_optional_function_type()
        if function is not None:
            inputs, results = function.inputs.data, function.outputs.data
        else:
            inputs = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
            results = [cls.older_result(parser)]
        values = parser.resolve_operands(operands, inputs, position)
        return cls.create(operands=values, result_types=results, attributes=attributes)

    @staticmethod
    @abstractmethod
    def older_result(parser: Parser) -> Attribute:
        """The type of the result, after those of the operands."""

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_operand_list(printer, self.operands)
        printer.print_op_attributes(self.attributes)
        print_types(printer, self)


@op_definition
class ComputeReshapeShapeOp(_ReshapeTargetOp):
    """`dynamic_shape` with its one -1, if any, replaced so that it holds `num_elements`.

    ```mlir
    %r = mhlo.compute_reshape_shape %n, %shape : (index, tensor<2xi32>) -> tensor<2xi32>
    ```
    """

    name = "mhlo.compute_reshape_shape"

    @staticmethod
    def older_result(parser: Parser) -> Attribute:
        parser.parse_punctuation("->")
        return parser.parse_type()

    def verify_(self) -> None:
        check_type(self, "operand 0", self.num_elements.type, IndexType, "index")
        shape = check_tensor(self, "operand 1", self.dynamic_shape.type, INTEGER)
        result = check_tensor(self, "the result", self.result.type, INTEGER)
        check_rank(self, "operand 1", shape, 1)
        check_same_shape(self, "operand 1", shape, "the result", result)


@op_definition
class CstrReshapableOp(_ReshapeTargetOp):
    """A witness that `compute_reshape_shape` of the same operands succeeds."""

    name = "mhlo.cstr_reshapable"

    @staticmethod
    def older_result(parser: Parser) -> Attribute:
        return WitnessType()

    def verify_(self) -> None:
        check_type(self, "operand 0", self.num_elements.type, IndexType, "index")
        shape = check_tensor(self, "operand 1", self.dynamic_shape.type, INTEGER)
        check_rank(self, "operand 1", shape, 1)


@op_definition
class MinimumBroadcastShapesOp(PureOp):
    """The operand shapes with neighbouring dimensions joined where broadcasting allows it."""

    name = "mhlo.minimum_broadcast_shapes"

    shapes = var_operand_def()
    minimum_shapes = var_result_def()

    def verify_(self) -> None:
        for index, type_ in enumerate(check_operands(self, INTEGER)):
            check_rank(self, f"operand {index}", type_, 1)
        if len(self.results) != len(self.operands):
            fail(self, f"found {len(self.results)} results, one for each operand is needed")
