"""tf ops that compute with sparse tensors: sums, products with dense ones, softmax.

A sparse tensor is three operands: indices, in row-major order, values, and sizes.
"""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_float
from .checks import rank_is, same_elements, verify_error
from .gathering import verify_integer_indices
from .operation import PureTfOperation, TfOperation


def verify_sparse(op: TfOperation, first: int = 0) -> None:
    """Demands that three operands from `first` on can be a sparse tensor."""
    verify_integer_indices(op, first)
    rank_is(op, f"operand {first}", op.operand_shape(first), 2)
    for index in (first + 1, first + 2):
        rank_is(op, f"operand {index}", op.operand_shape(index), 1)


class SparsePair(PureTfOperation):
    """Two sparse tensors of one shape combined element by element, into one with the places of
    both."""

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self._operands[4], self.results[1])
        for first in (0, 3):
            verify_sparse(self, first)


class SparseAddOp(SparsePair):
    """Sums; those of two elements that are less than `thresh` in magnitude are left out."""

    name = "tf.SparseAdd"
    a_indices = operand_def()
    a_values = operand_def()
    a_shape = operand_def()
    b_indices = operand_def()
    b_values = operand_def()
    b_shape = operand_def()
    thresh = operand_def()
    sum_indices = result_def()
    sum_values = result_def()
    sum_shape = result_def()


class SparseExtreme(SparsePair):
    """The greater or the lesser of two elements; one that is missing is 0."""

    a_indices = operand_def()
    a_values = operand_def()
    a_shape = operand_def()
    b_indices = operand_def()
    b_values = operand_def()
    b_shape = operand_def()
    output_indices = result_def()
    output_values = result_def()


class SparseSparseMaximumOp(SparseExtreme):
    name = "tf.SparseSparseMaximum"


class SparseSparseMinimumOp(SparseExtreme):
    name = "tf.SparseSparseMinimum"


class SparseTensorDenseAddOp(PureTfOperation):
    """A dense tensor with the elements of a sparse one of its shape added."""

    name = "tf.SparseTensorDenseAdd"
    a_indices = operand_def()
    a_values = operand_def()
    a_shape = operand_def()
    b = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self._operands[3], self.results[0])
        verify_sparse(self)


class SparseDenseElementwise(PureTfOperation):
    """The elements of a sparse tensor combined with those of a dense one, which is broadcast, at
    their places. The values alone are the result."""

    sp_indices = operand_def()
    sp_values = operand_def()
    sp_shape = operand_def()
    dense = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self._operands[3], self.results[0])
        verify_sparse(self)


class SparseDenseCwiseAddOp(SparseDenseElementwise):
    name = "tf.SparseDenseCwiseAdd"


class SparseDenseCwiseMulOp(SparseDenseElementwise):
    name = "tf.SparseDenseCwiseMul"


class SparseDenseCwiseDivOp(SparseDenseElementwise):
    name = "tf.SparseDenseCwiseDiv"


class SparseSoftmaxOp(PureTfOperation):
    """The softmax of the elements that there are, along the last dimension."""

    name = "tf.SparseSoftmax"
    sp_indices = operand_def()
    sp_values = operand_def()
    sp_shape = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self.results[0])
        if not is_float(found := element_of(self._operands[1].type)):
            raise verify_error(self, f"values have elements {found}, needed floats")
        verify_sparse(self)


class SparseAddGradOp(PureTfOperation):
    """What elements of two sparse tensors get back from their sum: that of their place, or 0."""

    name = "tf.SparseAddGrad"
    backprop_val_grad = operand_def()
    a_indices = operand_def()
    b_indices = operand_def()
    sum_indices = operand_def()
    a_val_grad = result_def()
    b_val_grad = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], *self.results)
        for index in (1, 2, 3):
            verify_integer_indices(self, index)
