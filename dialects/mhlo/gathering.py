"""Reading at computed positions: gather, dynamic_gather, torch_index_select.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import BoolAttr, DenseIntOrFPElementsAttr, IntegerAttr
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from ..deferred import op_definition
from ..pure import PureOp
from ..types import ANY_ELEMENT, DYNAMIC, INTEGER, shape_of
from .checks import (
    check_at_least,
    check_dimension,
    check_length,
    check_rank,
    check_result_shape,
    check_same_element,
    check_shape_operand,
    check_tensor,
    check_unique,
    check_values,
    check_vector,
    fail,
)
from .dimension_numbers import GatherDimensionNumbersAttr, GatherDimensions
from .index_checks import (
    check_in_range,
    check_sorted,
    interleave,
    verify_index_batching,
    verify_index_vector,
)


@op_definition
class GatherOp(PureOp):
    """Slices of `operand` of static size, read at the positions in `start_indices`.

    ```mlir
    %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1],
        collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
        slice_sizes = dense<[1, 8]> : tensor<2xi64>}>
        : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
    ```
    """

    name = "mhlo.gather"

    operand = operand_def()
    start_indices = operand_def()
    dimension_numbers = prop_def(GatherDimensionNumbersAttr)
    slice_sizes = prop_def(DenseIntOrFPElementsAttr)
    indices_are_sorted = opt_prop_def(BoolAttr)
    result = result_def()

    def verify_(self) -> None:
        numbers = self.dimension_numbers.data
        verify_gather(self, numbers)
        sizes = check_vector(self, "slice_sizes", self.slice_sizes)
        shape = shape_of(check_tensor(self, "operand 0", self.operand.type))
        check_at_least(self, "slice_sizes", sizes, 0, "C21")
        if shape is not None:
            check_length(self, "slice_sizes", sizes, len(shape), "C20")
            for dimension, (size, whole) in enumerate(zip(sizes, shape, strict=True)):
                if whole != DYNAMIC and size > whole:
                    fail(
                        self,
                        f"slice_sizes is {size} in dimension {dimension}, operand 0 has size "
                        f"{whole}",
                        "C21",
                    )
        for name, dimensions, clause in (
            ("collapsed_slice_dims", numbers.collapsed_slice_dims, "C9"),
            ("operand_batching_dims", numbers.operand_batching_dims, "C12"),
        ):
            for dimension in dimensions:
                check_dimension(self, name, dimension, len(sizes))
                if sizes[dimension] > 1:
                    fail(
                        self,
                        f"slice_sizes is {sizes[dimension]} in dimension {dimension}, which "
                        f"{name} needs to be at most 1",
                        clause,
                    )
        verify_gather_result(self, numbers, sizes)


def verify_gather(op: GatherOp | DynamicGatherOp, numbers: GatherDimensions) -> None:
    """Demands that do not depend on the slice sizes."""
    operand = check_tensor(op, "operand 0", op.operand.type)
    indices = check_tensor(op, "operand 1", op.start_indices.type, INTEGER)
    result = check_tensor(op, "the result", op.result.type)
    check_same_element(op, "operand 0", operand, "the result", result, "C23")
    removed = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
    check_rank(op, "operand 0", operand, len(numbers.offset_dims) + len(removed), "C1")
    check_unique(op, "collapsed_slice_dims and operand_batching_dims", removed, "C6")
    verify_index_vector(
        op, numbers.index_vector_dim, numbers.start_index_map, shape_of(indices), ("C2", "C3")
    )
    check_unique(op, "offset_dims", numbers.offset_dims, "C4")
    check_sorted(op, "offset_dims", numbers.offset_dims, "C4")
    check_sorted(op, "collapsed_slice_dims", numbers.collapsed_slice_dims, "C7")
    check_sorted(op, "operand_batching_dims", numbers.operand_batching_dims, "C10")
    result_shape, shape = shape_of(result), shape_of(operand)
    check_in_range(op, "offset_dims", numbers.offset_dims, result_shape, "C5")
    check_in_range(op, "collapsed_slice_dims", numbers.collapsed_slice_dims, shape, "C8")
    check_in_range(op, "operand_batching_dims", numbers.operand_batching_dims, shape, "C11")
    mapped = (*numbers.start_index_map, *numbers.operand_batching_dims)
    check_unique(op, "start_index_map and operand_batching_dims", mapped, "C18")
    check_in_range(op, "start_index_map", numbers.start_index_map, shape, "C19")
    verify_index_batching(
        op,
        (numbers.operand_batching_dims, numbers.start_indices_batching_dims),
        (shape, shape_of(indices)),
        numbers.index_vector_dim,
        ("C13", "C14", "C15", "C16", "C17"),
    )


def verify_gather_result(
    op: GatherOp | DynamicGatherOp, numbers: GatherDimensions, sizes: Sequence[int]
) -> None:
    """The result's sizes are those of the indices and, at `offset_dims`, of the slices."""
    indices = shape_of(check_tensor(op, "operand 1", op.start_indices.type, INTEGER))
    result = check_tensor(op, "the result", op.result.type)
    if indices is None:
        return
    removed = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    offsets = [size for dimension, size in enumerate(sizes) if dimension not in removed]
    batch = [
        size for dimension, size in enumerate(indices) if dimension != numbers.index_vector_dim
    ]
    rank = len(batch) + len(offsets)
    for dimension in numbers.offset_dims:
        check_dimension(op, "offset_dims entry", dimension, rank, "C5")
    check_result_shape(op, interleave(batch, offsets, numbers.offset_dims), result, "C22")


@op_definition
class DynamicGatherOp(PureOp):
    """`gather` with slice sizes that an operand gives."""

    name = "mhlo.dynamic_gather"

    operand = operand_def()
    start_indices = operand_def()
    slice_sizes = operand_def()
    dimension_numbers = prop_def(GatherDimensionNumbersAttr)
    indices_are_sorted = opt_prop_def(BoolAttr)
    result = result_def()

    def verify_(self) -> None:
        numbers = self.dimension_numbers.data
        verify_gather(self, numbers)
        rank = len(numbers.offset_dims) + len(numbers.collapsed_slice_dims)
        rank += len(numbers.operand_batching_dims)
        check_shape_operand(self, "operand 2", self.slice_sizes.type, rank, "C20")
        verify_gather_result(self, numbers, [DYNAMIC] * rank)


@op_definition
class TorchIndexSelectOp(PureOp):
    """Slices of `operand` along `dim` at the positions in `index`, with `batch_dims` leading
    dimensions that both share; negative numbers count from the end, as those of torch."""

    name = "mhlo.torch_index_select"

    operand = operand_def()
    index = operand_def()
    dim = prop_def(IntegerAttr)
    batch_dims = prop_def(IntegerAttr)
    result = result_def()

    def places(self, rank: int, index_rank: int) -> tuple[int, int]:
        """`dim` and `batch_dims` from the front, where operands have these ranks."""
        dim, batch = self.dim.value.data, self.batch_dims.value.data
        return dim + rank if dim < 0 else dim, batch + index_rank if batch < 0 else batch

    def verify_(self) -> None:
        operand, index, result = check_values(self, ANY_ELEMENT, INTEGER, ANY_ELEMENT)
        check_same_element(self, "operand 0", operand, "the result", result)
        shape, positions = shape_of(operand), shape_of(index)
        if shape is None or positions is None:
            return
        dim, batch = self.places(len(shape), len(positions))
        if not 0 <= dim < len(shape):
            check_dimension(self, "dim", self.dim.value.data, len(shape))
        if not 0 <= batch <= min(dim, len(positions)):
            written, most = self.batch_dims.value.data, min(dim, len(positions))
            fail(self, f"batch_dims is {written}, 0 to {most} is needed")
        expected = (*shape[:dim], *positions[batch:], *shape[dim + 1 :])
        check_result_shape(self, expected, result)
