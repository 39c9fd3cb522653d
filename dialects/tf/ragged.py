"""tf ops on ragged tensors: rows of different lengths, one after the other in a flat tensor.

`splits` has where each row begins, and after them where the last one ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def, var_operand_def, var_result_def

from ..types import element_of, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .gathering import verify_integer_indices
from .operation import PureTfOperation
from .parameters import integer, raw


class RaggedRangeOp(PureTfOperation):
    """A row `start, start + delta, …` up to `limit`, exclusive, for each of the three operands.

    They are vectors of one size; a scalar is the same for all rows.
    """

    name = "tf.RaggedRange"
    starts = operand_def()
    limits = operand_def()
    deltas = operand_def()
    rt_nested_splits = result_def()
    rt_dense_values = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[1])
        rank_is(self, "rt_nested_splits", self.result_shape(0), 1)
        rank_is(self, "rt_dense_values", self.result_shape(1), 1)


class RaggedGatherOp(PureTfOperation):
    """The rows at `indices` of a ragged tensor, as a ragged tensor."""

    name = "tf.RaggedGather"
    params_nested_splits = var_operand_def()
    params_dense_values = operand_def()
    indices = operand_def()
    output_nested_splits = var_result_def()
    output_dense_values = result_def()
    OUTPUT_RAGGED_RANK = integer(-1)

    def verify_(self) -> None:
        if len(self._operands) < 3:
            raise verify_error(self, "there are no splits, needed at least those of one dimension")
        same_elements(self, self._operands[-2], self.results[-1])
        verify_integer_indices(self, len(self._operands) - 1)


class RaggedTensorToSparseOp(PureTfOperation):
    """A ragged tensor as a sparse one with all of its elements; the outermost splits come first."""

    name = "tf.RaggedTensorToSparse"
    rt_nested_splits = var_operand_def()
    rt_dense_values = operand_def()
    sparse_indices = result_def()
    sparse_values = result_def()
    sparse_dense_shape = result_def()

    def verify_(self) -> None:
        if len(self._operands) < 2:
            raise verify_error(self, "there are no splits, needed at least those of one dimension")
        same_elements(self, self._operands[-1], self.results[1])
        for index, name in ((0, "indices"), (2, "dense_shape")):
            if not is_wide_integer(found := element_of(self.results[index].type)):
                raise verify_error(self, f"sparse_{name} has elements {found}, needed integers")
        for index, name, rank in ((0, "indices", 2), (1, "values", 1), (2, "dense_shape", 1)):
            rank_is(self, f"sparse_{name}", self.result_shape(index), rank)


class RaggedTensorToTensorOp(PureTfOperation):
    """A ragged tensor as a dense one of `shape`, in which -1 leaves a size to the rows.

    row_partition_types: what each of the row partitions is
    """

    name = "tf.RaggedTensorToTensor"
    shape = operand_def()
    values = operand_def()
    default_value = operand_def()
    row_partition_tensors = var_operand_def()
    result = result_def()
    row_partition_types = raw()

    def partition_types(self) -> list[str]:
        """The kinds of the row partitions, in order."""
        kinds = self.row_partition_types
        if not isinstance(kinds, ArrayAttr):
            return []
        entries = cast("Sequence[Attribute]", kinds.data)
        return [kind.data for kind in entries if isinstance(kind, StringAttr)]

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self._operands[2], self.results[0])
        found, count = len(self.partition_types()), len(self._operands) - 3
        if found != count:
            raise verify_error(self, f"there are {count} row partitions, {found} types of them")
