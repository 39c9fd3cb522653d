"""tf ops that take regular parts of tensors, or reverse or rotate them."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from .checks import rank_is, same_elements, verify_error
from .operation import KeepsElements, PureTfOperation
from .parameters import integer


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


class StridedSlicing(PureTfOperation):
    """
    Speaks of the part `[begin:end:strides]` of a tensor, as Python's indexing does.

    Bit `i` of a mask speaks of entry `i` of the operands: `begin_mask` and `end_mask` drop a bound,
    `ellipsis_mask` takes the remaining dimensions, `new_axis_mask` inserts a dimension of size 1,
    `shrink_axis_mask` takes one entry and removes the dimension.
    """

    begin_mask = integer(0, least=0)
    end_mask = integer(0, least=0)
    ellipsis_mask = integer(0, least=0)
    new_axis_mask = integer(0, least=0)
    shrink_axis_mask = integer(0, least=0)

    def verify_(self) -> None:
        same_elements(self, *self._operands[1:4])
        if self.ellipsis_mask & (self.ellipsis_mask - 1):
            raise verify_error(
                self, f"attribute ellipsis_mask is {self.ellipsis_mask}, needed at most one bit"
            )


class StridedSliceOp(StridedSlicing):
    """That part of `input`."""

    name = "tf.StridedSlice"
    input = operand_def()
    begin = operand_def()
    end = operand_def()
    strides = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        super().verify_()


class AlongAxes(KeepsElements):
    """Moves the entries of operand 0 along some dimensions; its shape stays."""

    AXES: ClassVar[int] = 1
    """Which operand lists the dimensions."""


class ReverseV2Op(AlongAxes):
    """`tensor` with its entries in reverse order along every dimension in `axis`."""

    name = "tf.ReverseV2"
    tensor = operand_def()
    axis = operand_def()
    output = result_def()


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


class ReverseSequenceOp(KeepsElements):
    """`input` with the first `seq_lengths[b]` entries along `seq_dim` reversed in batch `b`."""

    name = "tf.ReverseSequence"
    input = operand_def()
    seq_lengths = operand_def()
    output = result_def()
    seq_dim = integer()
    batch_dim = integer(0)
