"""tf ops that say in one order of dimensions what was said in another one."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_wide_integer
from .checks import same_elements, verify_error
from .operation import PureTfOperation
from .parameters import text


class DataFormat(PureTfOperation):
    """A letter for each dimension, before and after."""

    x = operand_def()
    y = result_def()
    src_format = text("NHWC")
    dst_format = text("NCHW")

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        if not is_wide_integer(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"the operand has elements {found}, needed integers")
        before, after = self.src_format, self.dst_format
        if sorted(before) != sorted(after) or len(set(before)) != len(before):
            raise verify_error(self, f"formats {before} and {after} must have the same letters")


class DataFormatDimMapOp(DataFormat):
    """The numbers of dimensions; negative ones count from the last."""

    name = "tf.DataFormatDimMap"


class DataFormatVecPermuteOp(DataFormat):
    """A number, or a row of two, for each dimension, or for those of space alone."""

    name = "tf.DataFormatVecPermute"
