"""tf ops on sparse tensors: segments of picked rows, and dense tensors of sparse ones."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .checks import rank_is, same_elements
from .gathering import verify_integer_indices
from .operation import PureTfOperation
from .parameters import flag


class SparseSegments(PureTfOperation):
    """Combines the entries of `data` at `indices` that `segment_ids`, which ascend, name alike.

    There is one result more than the last id; an id that no entry has gives 0.
    """

    data = operand_def()
    indices = operand_def()
    segment_ids = operand_def()
    output = result_def()
    sparse_gradient = flag()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        for index in (1, 2):
            verify_integer_indices(self, index)


class SparseSegmentSumOp(SparseSegments):
    name = "tf.SparseSegmentSum"


class SparseSegmentMeanOp(SparseSegments):
    name = "tf.SparseSegmentMean"


class SparseSegmentSqrtNOp(SparseSegments):
    """Sums over the square roots of the numbers of entries."""

    name = "tf.SparseSegmentSqrtN"


class CountedSparseSegments(SparseSegments):
    """With as many results as `num_segments` says."""

    num_segments = operand_def()

    def verify_(self) -> None:
        super().verify_()
        rank_is(self, "num_segments", self.operand_shape(3), 0)


class SparseSegmentSumWithNumSegmentsOp(CountedSparseSegments):
    name = "tf.SparseSegmentSumWithNumSegments"


class SparseSegmentMeanWithNumSegmentsOp(CountedSparseSegments):
    name = "tf.SparseSegmentMeanWithNumSegments"


class SparseSegmentSqrtNWithNumSegmentsOp(CountedSparseSegments):
    name = "tf.SparseSegmentSqrtNWithNumSegments"


class SparseToDenseOp(PureTfOperation):
    """`sparse_values`, one for each row of `sparse_indices` or a scalar, else `default_value`."""

    name = "tf.SparseToDense"
    sparse_indices = operand_def()
    output_shape = operand_def()
    sparse_values = operand_def()
    default_value = operand_def()
    dense = result_def()
    validate_indices = flag(True)

    def verify_(self) -> None:
        indices, shape, values, default = self._operands
        same_elements(self, values, default, self.results[0])
        same_elements(self, indices, shape)
        verify_integer_indices(self, 0)
        rank_is(self, "default_value", self.operand_shape(3), 0)


class SparseReorderOp(PureTfOperation):
    """The indices and values of a sparse tensor of sizes `input_shape` in row-major order."""

    name = "tf.SparseReorder"
    input_indices = operand_def()
    input_values = operand_def()
    input_shape = operand_def()
    output_indices = result_def()
    output_values = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self._operands[2], self.results[0])
        same_elements(self, self._operands[1], self.results[1])
        verify_integer_indices(self, 0)


class SparseTensorDenseMatMulOp(PureTfOperation):
    """The product of a sparse matrix, or its adjoint, and `b`, or its adjoint."""

    name = "tf.SparseTensorDenseMatMul"
    a_indices = operand_def()
    a_values = operand_def()
    a_shape = operand_def()
    b = operand_def()
    product = result_def()
    adjoint_a = flag()
    adjoint_b = flag()

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self._operands[3], self.results[0])
        verify_integer_indices(self, 0)


class SparseReduction(PureTfOperation):
    """What the elements of a sparse tensor that differ along `reduction_axes` alone add up to.

    The result is dense; where there are no elements it is 0.
    """

    input_indices = operand_def()
    input_values = operand_def()
    input_shape = operand_def()
    reduction_axes = operand_def()
    output = result_def()
    keep_dims = flag()

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self.results[0])
        verify_integer_indices(self, 0)


class SparseReduceSumOp(SparseReduction):
    name = "tf.SparseReduceSum"


class SparseReduceMaxOp(SparseReduction):
    """The greatest of them instead of the sum."""

    name = "tf.SparseReduceMax"


class SparseSegmentsGradient(PureTfOperation):
    """What `output_dim0` entries, those at `indices`, get back from the segments they are in."""

    grad = operand_def()
    indices = operand_def()
    segment_ids = operand_def()
    output_dim0 = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        for index in (1, 2):
            verify_integer_indices(self, index)
        rank_is(self, "output_dim0", self.operand_shape(3), 0)


class SparseSegmentSumGradOp(SparseSegmentsGradient):
    name = "tf.SparseSegmentSumGrad"


class SparseSegmentMeanGradOp(SparseSegmentsGradient):
    name = "tf.SparseSegmentMeanGrad"


class SparseSegmentSqrtNGradOp(SparseSegmentsGradient):
    name = "tf.SparseSegmentSqrtNGrad"


class UniqueSegmentsGradient(PureTfOperation):
    """The same for the distinct `indices` alone, which are the second result, ascending."""

    grad = operand_def()
    indices = operand_def()
    segment_ids = operand_def()
    dense_output_dim0 = operand_def()
    output = result_def()
    sorted_unique_indices = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        same_elements(self, self._operands[1], self.results[1])
        for index in (1, 2):
            verify_integer_indices(self, index)
        rank_is(self, "dense_output_dim0", self.operand_shape(3), 0)


class SparseSegmentSumGradV2Op(UniqueSegmentsGradient):
    name = "tf.SparseSegmentSumGradV2"


class SparseSegmentMeanGradV2Op(UniqueSegmentsGradient):
    name = "tf.SparseSegmentMeanGradV2"


class SparseSegmentSqrtNGradV2Op(UniqueSegmentsGradient):
    name = "tf.SparseSegmentSqrtNGradV2"


class SparseReshapeOp(PureTfOperation):
    """The indices of a sparse tensor as of one of sizes `new_shape`, one of which may be -1."""

    name = "tf.SparseReshape"
    input_indices = operand_def()
    input_shape = operand_def()
    new_shape = operand_def()
    output_indices = result_def()
    output_shape = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, *self.results)
        verify_integer_indices(self, 0)


class SparseFillEmptyRowsOp(PureTfOperation):
    """A sparse tensor, in order of rows, with `default_value` in each row that has no element.

    `empty_row_indicator` tells which those are, `reverse_index_map` where elements have gone.
    """

    name = "tf.SparseFillEmptyRows"
    indices = operand_def()
    values = operand_def()
    dense_shape = operand_def()
    default_value = operand_def()
    output_indices = result_def()
    output_values = result_def()
    empty_row_indicator = result_def()
    reverse_index_map = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self._operands[3], self.results[1])
        same_elements(self, self._operands[0], self._operands[2], self.results[0], self.results[3])
        verify_integer_indices(self, 0)
        rank_is(self, "default_value", self.operand_shape(3), 0)


class SparseFillEmptyRowsGradOp(PureTfOperation):
    """What the values of a sparse tensor get back from those of the filled one, and the default
    value from all others.
    """

    name = "tf.SparseFillEmptyRowsGrad"
    reverse_index_map = operand_def()
    grad_values = operand_def()
    d_values = result_def()
    d_default_value = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[1], *self.results)
        verify_integer_indices(self, 0)
