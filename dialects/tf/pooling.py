"""tf poolings."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from .checks import same_elements
from .parameters import integers, text
from .windows import Windowed


class Pooling(Windowed):
    """Combines the elements of each window, of sizes `ksize`; the channels stay apart."""

    ksize = integers(least=1)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        self.verify_window_attributes(("ksize", self.ksize))


class MaxPoolOp(Pooling):
    name = "tf.MaxPool"
    input = operand_def()
    output = result_def()


class AvgPoolOp(Pooling):
    """Padding does not count: a window at the border averages over what it covers."""

    name = "tf.AvgPool"
    value = operand_def()
    output = result_def()
    padding = text(choices=("SAME", "VALID"))


class MaxPool3DOp(Pooling):
    name = "tf.MaxPool3D"
    SPATIAL: ClassVar = 3
    input = operand_def()
    output = result_def()
    padding = text(choices=("SAME", "VALID"))
    data_format = text("NDHWC", choices=("NDHWC", "NCDHW"))


class AvgPool3DOp(Pooling):
    """Padding does not count: a window at the border averages over what it covers."""

    name = "tf.AvgPool3D"
    SPATIAL: ClassVar = 3
    input = operand_def()
    output = result_def()
    padding = text(choices=("SAME", "VALID"))
    data_format = text("NDHWC", choices=("NDHWC", "NCDHW"))
