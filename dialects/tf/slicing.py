"""tf ops that take regular parts of tensors, or reverse or rotate them."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .parameters import integer
from .static_types import (
    UNKNOWN,
    agree,
    axis_of,
    constant_integers,
    rank_is,
    same_elements,
    verify_error,
)
from .strided_slice import SliceMasks, sliced_shape


@tf_op
class SliceOp(PureTfOperation):
    """The part of `input` that starts at `begin`; -1 in `size` takes everything to the end."""

    name = "tf.Slice"
    input = operand_def()
    begin = operand_def()
    size = operand_def()
    output = result_def()

    def verify_(self) -> None:
        source, begin, size = self._operands
        same_elements(self, source, self.results[0])
        same_elements(self, begin, size)
        shape, counts = self.operand_shape(0), self.operand_shape(1)
        rank_is(self, "begin", counts, 1)
        rank_is(self, "size", self.operand_shape(2), 1)
        agree(self, "size", self.operand_shape(2), counts)
        if shape is not None:
            agree(self, "begin", counts, (len(shape),))
            rank_is(self, "the result", self.result_shape(), len(shape))
        begins, sizes = constant_integers(begin), constant_integers(size)
        if sizes is None:
            return
        shape = (UNKNOWN,) * len(sizes) if shape is None else shape
        needed = tuple(
            self._cut(axis, shape[axis], None if begins is None else begins[axis], sizes[axis])
            for axis in range(len(sizes))
        )
        agree(self, "the result", self.result_shape(), needed)

    def _cut(self, axis: int, whole: int, begin: int | None, size: int) -> int:
        """The size of the result along `axis`, of size `whole` in the input."""
        start = begin or 0
        if size < -1 or start < 0 or (whole >= 0 and start + max(size, 0) > whole):
            raise verify_error(
                self,
                f"the slice from {start} of size {size} leaves dimension {axis} "
                f"of size {whole if whole >= 0 else '?'}",
            )
        if size >= 0:
            return size
        return whole - start if begin is not None and whole >= 0 else UNKNOWN


@tf_op
class StridedSliceOp(PureTfOperation):
    """
    Python's indexing: `input[begin:end:strides]` per dimension.

    Bit `i` of a mask speaks of entry `i` of the operands: `begin_mask` and `end_mask` drop a bound,
    `ellipsis_mask` stands for the remaining dimensions, `new_axis_mask` inserts a dimension of size 1,
    `shrink_axis_mask` takes one entry and removes the dimension.
    """

    name = "tf.StridedSlice"
    input = operand_def()
    begin = operand_def()
    end = operand_def()
    strides = operand_def()
    output = result_def()
    begin_mask = integer(0, least=0)
    end_mask = integer(0, least=0)
    ellipsis_mask = integer(0, least=0)
    new_axis_mask = integer(0, least=0)
    shrink_axis_mask = integer(0, least=0)

    @property
    def masks(self) -> SliceMasks:
        """The five masks."""
        return SliceMasks(
            self.begin_mask,
            self.end_mask,
            self.ellipsis_mask,
            self.new_axis_mask,
            self.shrink_axis_mask,
        )

    def verify_(self) -> None:
        source, begin, end, strides = self._operands
        same_elements(self, source, self.results[0])
        same_elements(self, begin, end, strides)
        counts = self.operand_shape(1)
        for index, what in ((1, "begin"), (2, "end"), (3, "strides")):
            rank_is(self, what, self.operand_shape(index), 1)
            agree(self, what, self.operand_shape(index), counts)
        masks = self.masks
        if masks.ellipsis & (masks.ellipsis - 1):
            raise verify_error(
                self, f"attribute ellipsis_mask is {masks.ellipsis}, needed at most one bit"
            )
        steps = constant_integers(strides)
        if steps is not None and 0 in steps:
            raise verify_error(self, f"strides are {list(steps)}, needed steps other than 0")
        shape = self.operand_shape(0)
        if shape is not None and counts is not None and counts[0] >= 0:
            bounds = constant_integers(begin), constant_integers(end), steps
            needed = sliced_shape(self, shape, counts[0], bounds, masks)
            agree(self, "the result", self.result_shape(), needed)


class AlongAxes(PureTfOperation):
    """Moves the entries of operand 0 along some dimensions; its shape stays."""

    AXES: ClassVar[int] = 1
    """Which operand lists the dimensions."""

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        shape = self.operand_shape(0)
        agree(self, "the result", self.result_shape(), shape)
        axes = constant_integers(self._operands[self.AXES])
        if axes is not None and shape is not None:
            for axis in axes:
                axis_of(self, "an axis", axis, len(shape))


@tf_op
class ReverseV2Op(AlongAxes):
    """`tensor` with its entries in reverse order along every dimension in `axis`."""

    name = "tf.ReverseV2"
    tensor = operand_def()
    axis = operand_def()
    output = result_def()

    def verify_(self) -> None:
        super().verify_()
        rank_is(self, "axis", self.operand_shape(1), 1)
        axes, shape = constant_integers(self._operands[1]), self.operand_shape(0)
        if axes is not None and shape is not None:
            places = {axis % len(shape) for axis in axes}
            if len(places) != len(axes):
                raise verify_error(self, f"axis is {list(axes)}, needed distinct dimensions")


@tf_op
class RollOp(AlongAxes):
    """`input` rotated by `shift` places along each dimension in `axis`."""

    name = "tf.Roll"
    AXES: ClassVar = 2
    input = operand_def()
    shift = operand_def()
    axis = operand_def()
    output = result_def()

    def verify_(self) -> None:
        super().verify_()
        for index, what in ((1, "shift"), (2, "axis")):
            rank_is(self, what, self.operand_shape(index), 0, 1)
        agree(self, "shift", self.operand_shape(1), self.operand_shape(2))


@tf_op
class ReverseSequenceOp(PureTfOperation):
    """`input` with the first `seq_lengths[b]` entries along `seq_dim` reversed, for each batch `b`."""

    name = "tf.ReverseSequence"
    input = operand_def()
    seq_lengths = operand_def()
    output = result_def()
    seq_dim = integer()
    batch_dim = integer(0)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        rank_is(self, "seq_lengths", self.operand_shape(1), 1)
        shape = self.operand_shape(0)
        agree(self, "the result", self.result_shape(), shape)
        if shape is not None:
            axis_of(self, "attribute seq_dim", self.seq_dim, len(shape))
            batch = axis_of(self, "attribute batch_dim", self.batch_dim, len(shape))
            agree(self, "seq_lengths", self.operand_shape(1), (shape[batch],))
