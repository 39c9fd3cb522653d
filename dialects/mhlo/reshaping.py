"""Ops that keep the elements and change the shape.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Operation
from xdsl.irdl import operand_def, prop_def, result_def

from ..deferred import op_definition
from ..pure import PureOp
from ..types import DYNAMIC, AnyTensor, rank_of, shape_of
from .checks import (
    check_dimension,
    check_nearly_static,
    check_result_shape,
    check_same_element,
    check_same_type,
    check_shape_operand,
    check_tensor,
    check_unique,
    check_values,
    check_vector,
    fail,
)


@op_definition
class ReshapeOp(PureOp):
    """The same elements, row by row, in another static shape.

    ```mlir
    %r = mhlo.reshape %x : (tensor<2xf32>) -> tensor<1x2xf32>
    ```
    """

    name = "mhlo.reshape"

    operand = operand_def()
    result = result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        operand, result = check_values(self)
        check_same_element(self, "operand 0", operand, "the result", result, "C1")
        check_nearly_static(self, "the result", result)
        verify_element_count(self, operand, result, "C2")


def verify_element_count(op: Operation, operand: AnyTensor, result: AnyTensor, clause: str) -> None:
    """Operand and result have one number of elements, where both are known."""
    found, needed = shape_of(result), shape_of(operand)
    if found is None or needed is None or DYNAMIC in found or DYNAMIC in needed:
        return
    if (count := prod(found)) != prod(needed):
        fail(op, f"the result has {count} elements, operand 0 has {prod(needed)}", clause)


@op_definition
class DynamicReshapeOp(PureOp):
    """The same elements, row by row, in a shape that an operand gives.

    ```mlir
    %r = mhlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    ```
    """

    name = "mhlo.dynamic_reshape"

    operand = operand_def()
    output_shape = operand_def()
    result = result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type)
        result = check_tensor(self, "the result", self.result.type)
        check_same_element(self, "operand 0", operand, "the result", result, "C1")
        verify_element_count(self, operand, result, "C2")
        rank = rank_of(shape_of(result))
        check_shape_operand(self, "operand 1", self.output_shape.type, rank, "C3")


@op_definition
class TransposeOp(PureOp):
    """The operand with its dimensions in another order: result dimension `i` is operand
    dimension `permutation[i]`."""

    name = "mhlo.transpose"

    operand = operand_def()
    permutation = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def verify_(self) -> None:
        operand, result = check_values(self)
        check_same_element(self, "operand 0", operand, "the result", result, "C1")
        permutation = check_vector(self, "permutation", self.permutation)
        shape = shape_of(operand)
        if sorted(permutation) != list(range(len(permutation))) or (
            shape is not None and len(permutation) != len(shape)
        ):
            rank = len(permutation) if shape is None else len(shape)
            fail(
                self,
                f"permutation {list(permutation)} is not an order of the {rank} dimensions of "
                "operand 0",
                "C2",
            )
        expected = None if shape is None else [shape[dimension] for dimension in permutation]
        check_result_shape(self, expected, result, "C3")


@op_definition
class ReverseOp(PureOp):
    """The operand with the order of elements turned round along some dimensions."""

    name = "mhlo.reverse"

    operand = operand_def()
    dimensions = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def verify_(self) -> None:
        operand, result = check_values(self)
        check_same_type(self, "operand 0", operand, "the result", result, "C1")
        dimensions = check_vector(self, "dimensions", self.dimensions)
        check_unique(self, "dimensions", dimensions, "C2")
        shape = shape_of(operand)
        for dimension in dimensions:
            rank = rank_of(shape)
            check_dimension(self, "dimensions entry", dimension, rank, "C3")
