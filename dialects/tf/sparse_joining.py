"""tf ops that join sparse tensors or take them apart."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def, var_operand_def, var_result_def

from .checks import rank_is, same_elements, verify_error
from .operation import PureTfOperation
from .parameters import integer
from .sparse_arithmetic import verify_sparse


class SparseConcatOp(PureTfOperation):
    """Sparse tensors joined along `concat_dim`, in row-major order.

    The operands are all indices, then all values, then all sizes.
    """

    name = "tf.SparseConcat"
    indices_values_and_shapes = var_operand_def()
    output_indices = result_def()
    output_values = result_def()
    output_shape = result_def()
    concat_dim = integer()

    def verify_(self) -> None:
        count = len(self._operands) // 3
        if count == 0 or len(self._operands) % 3:
            raise verify_error(
                self, f"found {len(self._operands)} operands, needed indices, values and shapes"
            )
        same_elements(self, *self._operands[count : 2 * count], self.results[1])


class SparseSliceOp(PureTfOperation):
    """The elements from `start` on, `size` along each dimension, or as many as there are."""

    name = "tf.SparseSlice"
    indices = operand_def()
    values = operand_def()
    shape = operand_def()
    start = operand_def()
    size = operand_def()
    output_indices = result_def()
    output_values = result_def()
    output_shape = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self.results[1])
        verify_sparse(self)


class SparseSliceGradOp(PureTfOperation):
    """What the elements of a sparse tensor get back from a slice from `input_start` on."""

    name = "tf.SparseSliceGrad"
    backprop_val_grad = operand_def()
    input_indices = operand_def()
    input_start = operand_def()
    output_indices = operand_def()
    val_grad = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        rank_is(self, "input_start", self.operand_shape(2), 1)


class SparseSplitOp(PureTfOperation):
    """A sparse tensor cut along `split_dim` into parts of equal size, the first ones one longer
    where that is not possible. The results are all indices, then all values, then all sizes.
    """

    name = "tf.SparseSplit"
    split_dim = operand_def()
    indices = operand_def()
    values = operand_def()
    shape = operand_def()
    indices_values_and_shapes = var_result_def()
    num_split = integer(least=1)

    def verify_(self) -> None:
        if len(self.results) != 3 * self.num_split:
            raise verify_error(
                self, f"found {len(self.results)} results, needed {3 * self.num_split}"
            )
        rank_is(self, "split_dim", self.operand_shape(0), 0)
        same_elements(self, self._operands[2], *self.results[self.num_split : 2 * self.num_split])
        verify_sparse(self, 1)
