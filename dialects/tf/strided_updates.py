"""tf ops that put a tensor in a part of another: where `tf.StridedSlice` would take one from."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .checks import rank_is, same_elements
from .operation import PureTfOperation
from .slicing import StridedSlicing


class StridedSliceGradOp(StridedSlicing):
    """Zeros of sizes `shape` with `dy` as that part."""

    name = "tf.StridedSliceGrad"
    shape = operand_def()
    begin = operand_def()
    end = operand_def()
    strides = operand_def()
    dy = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[4], self.results[0])
        same_elements(self, self._operands[0], self._operands[1])
        super().verify_()


class TensorStridedSliceUpdateOp(StridedSlicing):
    """`input` with `value`, which broadcasts, as that part."""

    name = "tf.TensorStridedSliceUpdate"
    input = operand_def()
    begin = operand_def()
    end = operand_def()
    strides = operand_def()
    value = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self._operands[4], self.results[0])
        super().verify_()


class XlaDynamicUpdateSliceOp(PureTfOperation):
    """`input` with `update` from the place `indices` on, which is moved so that it fits inside."""

    name = "tf.XlaDynamicUpdateSlice"
    input = operand_def()
    update = operand_def()
    indices = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self._operands[1], self.results[0])
        rank_is(self, "indices", self.operand_shape(2), 1)
