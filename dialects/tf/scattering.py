"""tf ops that write at computed positions, or combine what falls on one."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .gathering import BAD_INDICES_POLICIES, verify_integer_indices
from .operation import PureTfOperation, TfOperation, tf_op
from .parameters import text
from .static_types import (
    UNKNOWN,
    Shape,
    agree,
    constant_integer,
    constant_integers,
    rank_at_least,
    rank_is,
    same_elements,
    verify_error,
)


def _verify_updates(op: TfOperation, target: Shape, indices: Shape, updates: Shape) -> None:
    """Demands that the rows of `indices` name places of `target` that `updates` fill."""
    rank_at_least(op, "indices", indices, 1)
    if target is None or indices is None or indices[-1] < 0:
        return
    if indices[-1] > len(target):
        raise verify_error(
            op, f"the rows of indices have size {indices[-1]}, the target has rank {len(target)}"
        )
    agree(op, "updates", updates, indices[:-1] + target[indices[-1] :])


@tf_op
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
        sizes_shape = self.operand_shape(2)
        rank_is(self, "shape", sizes_shape, 1)
        target: Shape = constant_integers(shape)
        if target is None and sizes_shape is not None and sizes_shape[0] >= 0:
            target = (UNKNOWN,) * sizes_shape[0]
        agree(self, "the result", self.result_shape(), target)
        _verify_updates(self, target, self.operand_shape(0), self.operand_shape(1))


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
        target = self.operand_shape(0)
        agree(self, "the result", self.result_shape(), target)
        _verify_updates(self, target, self.operand_shape(1), self.operand_shape(2))


@tf_op
class TensorScatterUpdateOp(TensorScatter):
    """Replaces; the order of repeated places is not defined."""

    name = "tf.TensorScatterUpdate"


@tf_op
class TensorScatterAddOp(TensorScatter):
    name = "tf.TensorScatterAdd"


@tf_op
class TensorScatterSubOp(TensorScatter):
    name = "tf.TensorScatterSub"


@tf_op
class TensorScatterMaxOp(TensorScatter):
    name = "tf.TensorScatterMax"


@tf_op
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
        count = constant_integer(self._operands[2])
        if count is not None and count < 0:
            raise verify_error(self, f"num_segments is {count}, needed at least 0")
        data, ids = self.operand_shape(0), self.operand_shape(1)
        if data is None or ids is None:
            return
        rank_at_least(self, "data", data, len(ids))
        agree(self, "segment_ids", ids, data[: len(ids)])
        needed = (UNKNOWN if count is None else count, *data[len(ids) :])
        agree(self, "the result", self.result_shape(), needed)


@tf_op
class UnsortedSegmentSumOp(UnsortedSegments):
    name = "tf.UnsortedSegmentSum"


@tf_op
class UnsortedSegmentProdOp(UnsortedSegments):
    name = "tf.UnsortedSegmentProd"


@tf_op
class UnsortedSegmentMaxOp(UnsortedSegments):
    name = "tf.UnsortedSegmentMax"


@tf_op
class UnsortedSegmentMinOp(UnsortedSegments):
    name = "tf.UnsortedSegmentMin"


@tf_op
class SegmentSumOp(PureTfOperation):
    """
    The sums of the entries of `data` that `segment_ids`, which ascend, give the same number.

    There are as many sums as the last id tells; a number that no entry has gives 0.
    """

    name = "tf.SegmentSum"
    data = operand_def()
    segment_ids = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        verify_integer_indices(self, 1)
        data, ids = self.operand_shape(0), self.operand_shape(1)
        rank_is(self, "segment_ids", ids, 1)
        rank_at_least(self, "data", data, 1)
        if data is not None:
            agree(self, "segment_ids", ids, data[:1])
            agree(self, "the result", self.result_shape(), (UNKNOWN, *data[1:]))
