"""tf ops that choose elements: by conditions, by order, distinct ones, buckets."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_boolean, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .gathering import verify_integer_indices
from .operation import PureTfOperation, TfOperation
from .parameters import flag, reals


def _verify_integers(op: TfOperation, *indices: int) -> None:
    for index in indices:
        if not is_wide_integer(found := element_of(op.results[index].type)):
            raise verify_error(op, f"result {index} has elements {found}, needed integers")


class TopKV2Op(PureTfOperation):
    """The `k` greatest elements of every row, in descending order if `sorted`, and their places."""

    name = "tf.TopKV2"
    input = operand_def()
    k = operand_def()
    values = result_def()
    indices = result_def()
    sorted = flag(True)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        _verify_integers(self, 1)
        rank_is(self, "k", self.operand_shape(1), 0)


class NthElementOp(PureTfOperation):
    """Of each row the element that has `n` others before it in order, descending if `reverse`."""

    name = "tf.NthElement"
    input = operand_def()
    n = operand_def()
    values = result_def()
    reverse = flag()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        verify_integer_indices(self, 1)
        rank_is(self, "n", self.operand_shape(1), 0)


class UniqueOp(PureTfOperation):
    """The distinct elements of a vector in order of appearance, and the index of each in `y`."""

    name = "tf.Unique"
    x = operand_def()
    y = result_def()
    idx = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        _verify_integers(self, 1)


class UniqueWithCountsOp(PureTfOperation):
    """`tf.Unique`, and how often each distinct element occurs."""

    name = "tf.UniqueWithCounts"
    x = operand_def()
    y = result_def()
    idx = result_def()
    count = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        _verify_integers(self, 1, 2)


class UniqueV2Op(PureTfOperation):
    """
    The distinct entries of `x` along `axis`, and where each entry is in `y`.

    `axis` is a vector of one dimension, or empty for a vector `x`.
    """

    name = "tf.UniqueV2"
    x = operand_def()
    axis = operand_def()
    y = result_def()
    idx = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        _verify_integers(self, 1)
        rank_is(self, "axis", self.operand_shape(1), 1)


class UniqueWithCountsV2Op(PureTfOperation):
    """`tf.UniqueV2`, and how often each distinct entry occurs."""

    name = "tf.UniqueWithCountsV2"
    x = operand_def()
    axis = operand_def()
    y = result_def()
    idx = result_def()
    count = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        _verify_integers(self, 1, 2)
        rank_is(self, "axis", self.operand_shape(1), 1)


class ListDiffOp(PureTfOperation):
    """The elements of the vector `x` that are not in the vector `y`, in order, and their places."""

    name = "tf.ListDiff"
    x = operand_def()
    y = operand_def()
    out = result_def()
    idx = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        _verify_integers(self, 1)


class WhereOp(PureTfOperation):
    """The places of the elements of `input` that are not zero, one row each, in order."""

    name = "tf.Where"
    input = operand_def()
    index = result_def()

    def verify_(self) -> None:
        _verify_integers(self, 0)


class BucketizeOp(PureTfOperation):
    """For each element of `input`, how many of the ascending `boundaries` are not above it."""

    name = "tf.Bucketize"
    input = operand_def()
    output = result_def()
    boundaries = reals()

    def verify_(self) -> None:
        _verify_integers(self, 0)
        found = list(self.boundaries)
        if found != sorted(found):
            raise verify_error(self, f"attribute boundaries is {found}, it must be ascending")


class Selection(PureTfOperation):
    """Elements of two tensors, as `condition` says."""

    condition = operand_def()
    then_value = operand_def()
    else_value = operand_def()
    output = result_def()

    def verify_(self) -> None:
        condition, then_value, else_value = self._operands
        if not is_boolean(found := element_of(condition.type)):
            raise verify_error(self, f"condition has elements {found}, needed i1")
        same_elements(self, then_value, else_value, self.results[0])


class SelectV2Op(Selection):
    """Takes each element from `then_value` where `condition` holds, else from `else_value`."""

    name = "tf.SelectV2"


class SelectOp(Selection):
    """
    `tf.SelectV2` without broadcasting.

    `condition` has the shape of the other operands, or is a scalar, or a vector that chooses among
    the entries of their first dimension.
    """

    name = "tf.Select"
