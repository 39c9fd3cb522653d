"""tf ops that write at computed positions, or combine what falls on one."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .checks import rank_is, same_elements
from .gathering import BAD_INDICES_POLICIES, verify_integer_indices
from .operation import PureTfOperation
from .parameters import text


class ScatterNdOp(PureTfOperation):
    """Zeros of sizes `shape` with `updates` added at the places that the rows of `indices` name."""

    name = "tf.ScatterNd"
    indices = operand_def()
    updates = operand_def()
    shape = operand_def()
    output = result_def()
    bad_indices_policy = text("", choices=BAD_INDICES_POLICIES)

    def verify_(self) -> None:
        indices, updates, shape = self._operands
        same_elements(self, updates, self.results[0])
        same_elements(self, indices, shape)
        verify_integer_indices(self, 0)


class TensorScatter(PureTfOperation):
    """`tensor` with `updates` combined into the places that the rows of `indices` name."""

    tensor = operand_def()
    indices = operand_def()
    updates = operand_def()
    output = result_def()
    bad_indices_policy = text("", choices=BAD_INDICES_POLICIES)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self._operands[2], self.results[0])
        verify_integer_indices(self, 1)


class TensorScatterUpdateOp(TensorScatter):
    """Replaces; the order of repeated places is not defined."""

    name = "tf.TensorScatterUpdate"


class TensorScatterAddOp(TensorScatter):
    name = "tf.TensorScatterAdd"


class TensorScatterSubOp(TensorScatter):
    name = "tf.TensorScatterSub"


class TensorScatterMaxOp(TensorScatter):
    name = "tf.TensorScatterMax"


class TensorScatterMinOp(TensorScatter):
    name = "tf.TensorScatterMin"


class UnsortedSegments(PureTfOperation):
    """
    Combines the entries of `data` that `segment_ids` gives the same number.

    The ids cover the leading dimensions of `data`; a negative id drops its entry. The result has
    `num_segments` entries in their place.
    """

    data = operand_def()
    segment_ids = operand_def()
    num_segments = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        verify_integer_indices(self, 1)
        rank_is(self, "num_segments", self.operand_shape(2), 0)


class UnsortedSegmentSumOp(UnsortedSegments):
    name = "tf.UnsortedSegmentSum"


class UnsortedSegmentProdOp(UnsortedSegments):
    name = "tf.UnsortedSegmentProd"


class UnsortedSegmentMaxOp(UnsortedSegments):
    name = "tf.UnsortedSegmentMax"


class UnsortedSegmentMinOp(UnsortedSegments):
    name = "tf.UnsortedSegmentMin"


class Segments(PureTfOperation):
    """
    Combines the entries of `data` that `segment_ids`, which ascend, give the same number.

    There is one result more than the last id; an id that no entry has gives 0, a product of none 1.
    """

    data = operand_def()
    segment_ids = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        verify_integer_indices(self, 1)


class SegmentSumOp(Segments):
    name = "tf.SegmentSum"


class SegmentProdOp(Segments):
    name = "tf.SegmentProd"


class SegmentMaxOp(Segments):
    name = "tf.SegmentMax"


class SegmentMinOp(Segments):
    name = "tf.SegmentMin"


class SegmentMeanOp(Segments):
    name = "tf.SegmentMean"


class InplaceRows(PureTfOperation):
    """`x` with the rows `v` at the numbers `i`, which count around as often as needed."""

    x = operand_def()
    i = operand_def()
    v = operand_def()
    y = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self._operands[2], self.results[0])
        verify_integer_indices(self, 1)
        rank_is(self, "i", self.operand_shape(1), 1)


class InplaceUpdateOp(InplaceRows):
    """Of several rows for one number the last counts."""

    name = "tf.InplaceUpdate"


class InplaceAddOp(InplaceRows):
    name = "tf.InplaceAdd"


class InplaceSubOp(InplaceRows):
    name = "tf.InplaceSub"
