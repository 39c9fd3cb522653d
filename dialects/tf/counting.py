"""tf ops that count elements: how often each number occurs, how many elements are smaller."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_boolean, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import PureTfOperation
from .parameters import flag, integer


class Bins(PureTfOperation):
    """How often each number below `size` occurs, or what its `weights` add up to, if it has any."""

    def verify_(self) -> None:
        numbers, _, weights = self._operands
        same_elements(self, weights, self.results[0])
        if not is_wide_integer(found := element_of(numbers.type)):
            raise verify_error(self, f"operand 0 has elements {found}, needed integers")
        rank_is(self, "size", self.operand_shape(1), 0)


class BincountOp(Bins):
    """For all elements of `arr`."""

    name = "tf.Bincount"
    arr = operand_def()
    size = operand_def()
    weights = operand_def()
    bins = result_def()


class DenseBincountOp(Bins):
    """For the elements of a vector, or of each row; `binary_output`: only whether it occurs."""

    name = "tf.DenseBincount"
    input = operand_def()
    size = operand_def()
    weights = operand_def()
    output = result_def()
    binary_output = flag()

    def verify_(self) -> None:
        super().verify_()
        rank_is(self, "input", self.operand_shape(0), 1, 2)


class RaggedBincountOp(PureTfOperation):
    """The same for the numbers of each row, which are those from one split to the next."""

    name = "tf.RaggedBincount"
    splits = operand_def()
    values = operand_def()
    size = operand_def()
    weights = operand_def()
    output = result_def()
    binary_output = flag()

    def verify_(self) -> None:
        same_elements(self, self._operands[3], self.results[0])
        for index in (0, 1):
            if not is_wide_integer(found := element_of(self._operands[index].type)):
                words = f"operand {index} has elements {found}, needed integers"
                raise verify_error(self, words)
        rank_is(self, "size", self.operand_shape(2), 0)


class SparseBincountOp(PureTfOperation):
    """The same for the numbers in a sparse vector, or in each row of a sparse tensor."""

    name = "tf.SparseBincount"
    indices = operand_def()
    values = operand_def()
    dense_shape = operand_def()
    size = operand_def()
    weights = operand_def()
    output = result_def()
    binary_output = flag()

    def verify_(self) -> None:
        same_elements(self, self._operands[4], self.results[0])
        for index in (0, 1, 2):
            if not is_wide_integer(found := element_of(self._operands[index].type)):
                words = f"operand {index} has elements {found}, needed integers"
                raise verify_error(self, words)
        rank_is(self, "indices", self.operand_shape(0), 2)
        rank_is(self, "size", self.operand_shape(3), 0)


class HistogramFixedWidthOp(PureTfOperation):
    """How many of `values` are in each of `nbins` bins of one width that share `value_range`.

    Values outside of the range are in the first or in the last bin.
    """

    name = "tf.HistogramFixedWidth"
    values = operand_def()
    value_range = operand_def()
    nbins = operand_def()
    out = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands[:2])
        rank_is(self, "value_range", self.operand_shape(1), 1)
        rank_is(self, "nbins", self.operand_shape(2), 0)
        if not is_wide_integer(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed integers")


class Bound(PureTfOperation):
    """For each of `values` how many elements of its row in `sorted_inputs` come before it."""

    sorted_inputs = operand_def()
    values = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands)
        rank_is(self, "sorted_inputs", self.operand_shape(0), 2)
        rank_is(self, "values", self.operand_shape(1), 2)
        if not is_wide_integer(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed integers")


class LowerBoundOp(Bound):
    """Those that are less."""

    name = "tf.LowerBound"


class UpperBoundOp(Bound):
    """Those that are not greater."""

    name = "tf.UpperBound"


class InTop(PureTfOperation):
    """Whether fewer than k of the `predictions` in each row exceed that of the target.

    False where a prediction of the row is not finite, or the target is out of range.
    """

    def verify_(self) -> None:
        rank_is(self, "predictions", self.operand_shape(0), 2)
        rank_is(self, "targets", self.operand_shape(1), 1)
        if not is_boolean(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed i1")


class InTopKOp(InTop):
    name = "tf.InTopK"
    predictions = operand_def()
    targets = operand_def()
    precision = result_def()
    k = integer()


class InTopKV2Op(InTop):
    name = "tf.InTopKV2"
    predictions = operand_def()
    targets = operand_def()
    k = operand_def()
    precision = result_def()

    def verify_(self) -> None:
        super().verify_()
        rank_is(self, "k", self.operand_shape(2), 0)
