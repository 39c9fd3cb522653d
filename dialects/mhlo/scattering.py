"""Writing at computed positions. Semantics: the StableHLO specification, whose clauses the
verifier cites.
"""

from __future__ import annotations

from xdsl.dialects.builtin import BoolAttr
from xdsl.irdl import (
    IRDLOperation,
    SameVariadicOperandSize,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import RecursiveMemoryEffect

from ..deferred import op_definition
from ..types import DYNAMIC, INTEGER, PRED, AnyTensor, TypeShape, shape_of
from .checks import check_rank, check_same_element, check_tensor, check_unique, fail
from .dimension_numbers import ScatterDimensionNumbersAttr
from .index_checks import (
    check_in_range,
    check_sorted,
    interleave,
    verify_index_batching,
    verify_index_vector,
)
from .reduction_checks import check_outputs, joined_shape
from .regions import check_reducer


@op_definition
class ScatterOp(IRDLOperation):
    """`inputs` with slices of `updates` folded in at the positions in `scatter_indices`.

    ```mlir
    %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<
        update_window_dims = [1], inserted_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        mhlo.return %b : tensor<f32>
    }) : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    ```
    """

    name = "mhlo.scatter"

    inputs = var_operand_def()
    scatter_indices = operand_def()
    updates = var_operand_def()
    scatter_dimension_numbers = prop_def(ScatterDimensionNumbersAttr)
    indices_are_sorted = opt_prop_def(BoolAttr)
    unique_indices = opt_prop_def(BoolAttr)
    outputs = var_result_def()
    update_computation = region_def("single_block")
    irdl_options = (SameVariadicOperandSize(),)
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        count = len(self.inputs)
        if count == 0:
            fail(self, "found no inputs, at least 1 is needed", "C5")
        inputs = [
            check_tensor(self, f"operand {index}", value.type)
            for index, value in enumerate(self.inputs)
        ]
        indices = check_tensor(self, f"operand {count}", self.scatter_indices.type, INTEGER | PRED)
        updates = [
            check_tensor(self, f"operand {count + 1 + index}", value.type)
            for index, value in enumerate(self.updates)
        ]
        shape = joined_shape(self, inputs, "C1")
        update_shape = joined_shape(self, updates, "C3", count + 1)
        for index, (update, value) in enumerate(zip(updates, inputs, strict=True)):
            what = f"operand {count + 1 + index}"
            check_same_element(self, what, update, f"operand {index}", value, "C6")
        self._verify_numbers(inputs[0], shape, shape_of(indices), update_shape)
        self._verify_updates(shape, shape_of(indices), update_shape)
        elements = check_reducer(
            self,
            "the body",
            self.update_computation,
            [type_.element_type for type_ in inputs],
            "C23",
        )
        check_outputs(self, shape, elements, ("C5", "C24", "C25"))

    def _verify_numbers(
        self,
        first: AnyTensor,
        shape: TypeShape | None,
        indices: TypeShape | None,
        update: TypeShape | None,
    ) -> None:
        numbers = self.scatter_dimension_numbers.data
        absent = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
        check_rank(self, "operand 0", first, len(numbers.update_window_dims) + len(absent), "C2")
        check_unique(self, "update_window_dims", numbers.update_window_dims, "C7")
        check_sorted(self, "update_window_dims", numbers.update_window_dims, "C7")
        check_in_range(self, "update_window_dims", numbers.update_window_dims, update, "C8")
        check_unique(self, "inserted_window_dims and input_batching_dims", absent, "C9")
        check_sorted(self, "inserted_window_dims", numbers.inserted_window_dims, "C10")
        check_in_range(self, "inserted_window_dims", numbers.inserted_window_dims, shape, "C11")
        check_sorted(self, "input_batching_dims", numbers.input_batching_dims, "C12")
        check_in_range(self, "input_batching_dims", numbers.input_batching_dims, shape, "C13")
        verify_index_vector(
            self,
            numbers.index_vector_dim,
            numbers.scatter_dims_to_operand_dims,
            indices,
            ("C22", "C19"),
        )
        verify_index_batching(
            self,
            (numbers.input_batching_dims, numbers.scatter_indices_batching_dims),
            (shape, indices),
            numbers.index_vector_dim,
            ("C14", "C15", "C16", "C17", "C18"),
        )
        mapped = (*numbers.scatter_dims_to_operand_dims, *numbers.input_batching_dims)
        check_unique(self, "scatter_dims_to_operand_dims and input_batching_dims", mapped, "C20")
        check_in_range(
            self,
            "scatter_dims_to_operand_dims",
            numbers.scatter_dims_to_operand_dims,
            shape,
            "C21",
        )

    def _verify_updates(
        self, shape: TypeShape | None, indices: TypeShape | None, update: TypeShape | None
    ) -> None:
        """Updates have the sizes of the indices and, in windows, at most those of the inputs."""
        if shape is None or indices is None or update is None:
            return
        numbers = self.scatter_dimension_numbers.data
        absent = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
        windows = [size for dimension, size in enumerate(shape) if dimension not in absent]
        batch = [size for i, size in enumerate(indices) if i != numbers.index_vector_dim]
        if len(update) != len(windows) + len(batch):
            fail(
                self,
                f"updates have rank {len(update)}, {len(windows) + len(batch)} is needed",
                "C4",
            )
        needed = interleave(batch, windows, numbers.update_window_dims)
        for dimension, (size, limit) in enumerate(zip(update, needed, strict=True)):
            in_window = dimension in numbers.update_window_dims
            if DYNAMIC in (size, limit) or size == limit or (in_window and size < limit):
                continue
            relation = "at most " if in_window else ""
            fail(
                self,
                f"updates have size {size} in dimension {dimension}, {relation}{limit} is needed",
                "C4",
            )
