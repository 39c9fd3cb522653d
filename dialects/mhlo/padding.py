"""Ops that put values around and between the elements of a tensor.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Operation
from xdsl.irdl import operand_def, prop_def, result_def

from ..deferred import op_definition
from ..pure import PureOp
from ..types import DYNAMIC, AnyTensor, shape_of
from .checks import (
    check_at_least,
    check_length,
    check_rank,
    check_result_shape,
    check_same_element,
    check_tensor,
    check_vector,
    fail,
)
from .slicing import verify_index_vectors, verify_same_rank


@op_definition
class PadOp(PureOp):
    """The operand with `padding_value` before, after and between its elements; a negative
    amount at an end removes elements."""

    name = "mhlo.pad"

    operand = operand_def()
    padding_value = operand_def()
    edge_padding_low = prop_def(DenseIntOrFPElementsAttr)
    edge_padding_high = prop_def(DenseIntOrFPElementsAttr)
    interior_padding = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def verify_(self) -> None:
        operand, result = verify_padded_types(self)
        low = check_vector(self, "edge_padding_low", self.edge_padding_low)
        high = check_vector(self, "edge_padding_high", self.edge_padding_high)
        interior = check_vector(self, "interior_padding", self.interior_padding)
        shape = shape_of(operand)
        rank = len(low) if shape is None else len(shape)
        check_length(self, "edge_padding_low", low, rank, "C2")
        check_length(self, "edge_padding_high", high, rank, "C2")
        check_length(self, "interior_padding", interior, rank, "C2")
        check_at_least(self, "interior_padding", interior, 0, "C3")
        if shape is None:
            return
        expected = [
            size if size == DYNAMIC else before + size + max(size - 1, 0) * between + after
            for size, before, after, between in zip(shape, low, high, interior, strict=True)
        ]
        for dimension, size in enumerate(expected):
            if size != DYNAMIC and size < 0:
                fail(self, f"padding leaves size {size} in dimension {dimension}", "C4")
        check_result_shape(self, expected, result, "C4")


def verify_padded_types(op: Operation) -> tuple[AnyTensor, AnyTensor]:
    """The types of operand 0 and the result, once they and the scalar padding value agree."""
    operand = check_tensor(op, "operand 0", op.operands[0].type)
    value = check_tensor(op, "operand 1", op.operands[1].type)
    result = check_tensor(op, "the result", op.results[0].type)
    check_same_element(op, "operand 1", value, "operand 0", operand, "C1")
    check_same_element(op, "operand 0", operand, "the result", result, "C1")
    check_rank(op, "operand 1", value, 0)
    return operand, result


@op_definition
class DynamicPadOp(PureOp):
    """`pad` with amounts that operands give.

    ```mlir
    %r = mhlo.dynamic_pad %x, %v, %low, %high, %interior
        : (tensor<?xf32>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>)
          -> tensor<?xf32>
    ```
    """

    name = "mhlo.dynamic_pad"

    operand = operand_def()
    padding_value = operand_def()
    edge_padding_low = operand_def()
    edge_padding_high = operand_def()
    interior_padding = operand_def()
    result = result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        operand, result = verify_padded_types(self)
        rank = verify_same_rank(self, operand, result, "C2")
        verify_index_vectors(self, 2, rank, "C2")
