"""Ops that cut tensors out of tensors, and write them back.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import operand_def, prop_def, result_def, var_operand_def

from ..deferred import op_definition
from ..pure import PureOp
from ..types import DYNAMIC, INTEGER, AnyTensor, rank_of, shape_of
from .checks import (
    check_at_least,
    check_length,
    check_rank,
    check_result_shape,
    check_same_element,
    check_same_type,
    check_shape_operand,
    check_tensor,
    check_values,
    check_vector,
    fail,
)


@op_definition
class SliceOp(PureOp):
    """Every `strides`-th element from `start_indices` up to, not including, `limit_indices`.

    Along a dimension of unknown size the limit may be -1, which is not known either: such an op
    can be read and printed only.
    """

    name = "mhlo.slice"

    operand = operand_def()
    start_indices = prop_def(DenseIntOrFPElementsAttr)
    limit_indices = prop_def(DenseIntOrFPElementsAttr)
    strides = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def verify_(self) -> None:
        operand, result = check_values(self)
        check_same_element(self, "operand 0", operand, "the result", result, "C1")
        starts = check_vector(self, "start_indices", self.start_indices)
        limits = check_vector(self, "limit_indices", self.limit_indices)
        strides = check_vector(self, "strides", self.strides)
        shape = shape_of(operand)
        rank = len(starts) if shape is None else len(shape)
        check_length(self, "start_indices", starts, rank, "C2")
        check_length(self, "limit_indices", limits, rank, "C2")
        check_length(self, "strides", strides, rank, "C2")
        bounds = list(zip(starts, limits, strides, strict=True))
        for dimension, (start, limit, stride) in enumerate(bounds):
            size = DYNAMIC if shape is None else shape[dimension]
            if limit == -1 and size == DYNAMIC:
                continue
            if start < 0:
                fail(self, f"start_indices has the value {start}, at least 0 is needed", "C3")
            if start > limit or (size != DYNAMIC and limit > size):
                fail(
                    self,
                    f"slice {start}:{limit} of dimension {dimension} is not inside its size "
                    f"{'?' if size == DYNAMIC else size}",
                    "C3",
                )
            if stride < 1:
                fail(self, f"strides has the value {stride}, at least 1 is needed", "C4")
        expected = [
            DYNAMIC if limit == -1 else -((start - limit) // stride)
            for start, limit, stride in bounds
        ]
        check_result_shape(self, expected, result, "C5")


@op_definition
class RealDynamicSliceOp(PureOp):
    """`slice` with bounds and strides that operands give.

    ```mlir
    %r = mhlo.real_dynamic_slice %x, %start, %limit, %stride
        : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
    ```
    """

    name = "mhlo.real_dynamic_slice"

    operand = operand_def()
    start_indices = operand_def()
    limit_indices = operand_def()
    strides = operand_def()
    result = result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type)
        result = check_tensor(self, "the result", self.result.type)
        check_same_element(self, "operand 0", operand, "the result", result, "C1")
        rank = verify_same_rank(self, operand, result, "C2")
        verify_index_vectors(self, 1, rank, "C2")


def verify_same_rank(
    op: Operation, operand: AnyTensor, result: AnyTensor, clause: str
) -> int | None:
    """The rank that operand 0 and the result share; None when it is not known."""
    shape, result_shape = shape_of(operand), shape_of(result)
    if shape is not None and result_shape is not None and len(shape) != len(result_shape):
        fail(
            op, f"the result has rank {len(result_shape)}, operand 0 has rank {len(shape)}", clause
        )
    known = result_shape if shape is None else shape
    return rank_of(known)


def verify_index_vectors(op: Operation, first: int, rank: int | None, clause: str) -> None:
    """The operands from `first` on are 1-D integer tensors with an element per dimension and of
    one element type."""
    types = [
        check_shape_operand(op, f"operand {index}", op.operands[index].type, rank, clause)
        for index in range(first, len(op.operands))
    ]
    for index, type_ in enumerate(types[1:], first + 1):
        check_same_element(op, f"operand {index}", type_, f"operand {first}", types[0], clause)


@op_definition
class DynamicSliceOp(PureOp):
    """A slice of static size that starts where scalar operands say, moved to be inside."""

    name = "mhlo.dynamic_slice"

    operand = operand_def()
    start_indices = var_operand_def()
    slice_sizes = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type)
        result = check_tensor(self, "the result", self.result.type)
        check_same_element(self, "operand 0", operand, "the result", result, "C1")
        sizes = check_vector(self, "slice_sizes", self.slice_sizes)
        shape = shape_of(operand)
        rank = rank_of(shape)
        if rank is None or len(sizes) > rank:
            check_length(self, "slice_sizes", sizes, rank, "C2")
        check_length(self, "start_indices", self.start_indices, len(sizes), "C2")
        verify_start_scalars(self, 1, "C3")
        check_at_least(self, "slice_sizes", sizes, 0, "C4")
        if len(sizes) == rank and shape is not None:
            verify_inside(self, "slice_sizes", sizes, shape, "C4")
        check_result_shape(self, sizes, result, "C5")


def verify_start_scalars(op: Operation, first: int, clause: str) -> None:
    """The operands from `first` on are integer scalars of one element type."""
    types = [
        check_tensor(op, f"operand {index}", op.operands[index].type, INTEGER)
        for index in range(first, len(op.operands))
    ]
    for index, type_ in enumerate(types, first):
        check_rank(op, f"operand {index}", type_, 0)
        check_same_element(op, f"operand {index}", type_, f"operand {first}", types[0], clause)


def verify_inside(
    op: Operation, name: str, sizes: Sequence[int], shape: Sequence[int], clause: str
) -> None:
    """Each size is at most operand 0's in its dimension."""
    for dimension, (size, whole) in enumerate(zip(sizes, shape, strict=True)):
        if DYNAMIC not in (size, whole) and size > whole:
            fail(
                op,
                f"{name} is {size} in dimension {dimension}, operand 0 has size {whole}",
                clause,
            )


@op_definition
class DynamicUpdateSliceOp(PureOp):
    """The operand with `update` written over the slice that starts where scalar operands say.

    ```mlir
    %r = mhlo.dynamic_update_slice %x, %u, %i
        : (tensor<4xi32>, tensor<2xi32>, tensor<i64>) -> tensor<4xi32>
    ```

    An update with less dimensions than the operand can be read and printed only.
    """

    name = "mhlo.dynamic_update_slice"

    operand = operand_def()
    update = operand_def()
    start_indices = var_operand_def()
    result = result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def __init__(
        self,
        operand: SSAValue | Operation,
        update: SSAValue | Operation,
        start_indices: Sequence[SSAValue | Operation],
    ):
        value = SSAValue.get(operand)
        super().__init__(operands=[value, update, start_indices], result_types=[value.type])

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type)
        update = check_tensor(self, "operand 1", self.update.type)
        result = check_tensor(self, "the result", self.result.type)
        check_same_type(self, "operand 0", operand, "the result", result, "C1")
        check_same_element(self, "operand 1", update, "operand 0", operand, "C2")
        shape, update_shape = shape_of(operand), shape_of(update)
        rank = rank_of(shape)
        if shape is not None and update_shape is not None:
            if len(update_shape) > len(shape):
                check_rank(self, "operand 1", update, len(shape), "C3")
            if len(update_shape) == len(shape):
                verify_inside(self, "operand 1", update_shape, shape, "C6")
        check_length(self, "start_indices", self.start_indices, rank, "C4")
        verify_start_scalars(self, 2, "C5")
