"""tf poolings and their gradients."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .parameters import flag, integers, text
from .windows import Windowed


class Pooling(Windowed):
    """Combines the elements of each window, of sizes `ksize`; the channels stay apart."""

    ksize = integers(least=1)

    def verify_(self) -> None:
        same_elements(self, self._operands[-1], self.results[0])
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


class MeanGradient(Pooling):
    """The gradient of an average pooling by its input, whose sizes are `orig_input_shape`."""

    orig_input_shape = operand_def()
    grad = operand_def()
    output = result_def()
    padding = text(choices=("SAME", "VALID"))

    def verify_(self) -> None:
        super().verify_()
        rank_is(self, "orig_input_shape", self.operand_shape(0), 1)


class AvgPoolGradOp(MeanGradient):
    name = "tf.AvgPoolGrad"


class AvgPool3DGradOp(MeanGradient):
    name = "tf.AvgPool3DGrad"
    SPATIAL: ClassVar = 3
    data_format = text("NDHWC", choices=("NDHWC", "NCDHW"))


class MaximumGradient(Pooling):
    """The gradient of a maximum pooling by its input."""

    orig_input = operand_def()
    orig_output = operand_def()
    grad = operand_def()
    output = result_def()

    def verify_(self) -> None:
        super().verify_()
        same_elements(self, *self._operands)


class MaxPoolGradOp(MaximumGradient):
    """The gradient of a window goes to the first of its greatest elements."""

    name = "tf.MaxPoolGrad"


class MaximumWithPlaces(Pooling):
    """A maximum pooling that tells where in a flattened image, or batch, each maximum is."""

    padding = text(choices=("SAME", "VALID"))
    include_batch_in_index = flag()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        self.verify_window_attributes(("ksize", self.ksize))
        if self.ksize[3] != 1 or self.strides[3] != 1:
            raise verify_error(self, "windows over channels, needed 1 as size and as stride")


class MaxPoolWithArgmaxOp(MaximumWithPlaces):
    """The place is that of the first of the greatest elements, or of a leading nan."""

    name = "tf.MaxPoolWithArgmax"
    input = operand_def()
    output = result_def()
    argmax = result_def()

    def verify_(self) -> None:
        super().verify_()
        if not is_wide_integer(found := element_of(self.results[1].type)):
            raise verify_error(self, f"argmax has elements {found}, needed integers")


class MaxPoolGradWithArgmaxOp(MaximumWithPlaces):
    """The gradient of each window goes to the place that `argmax` tells."""

    name = "tf.MaxPoolGradWithArgmax"
    input = operand_def()
    grad = operand_def()
    argmax = operand_def()
    output = result_def()


class MaxPoolGradGradOp(MaximumGradient):
    """What arrives at a window is that of the first of its greatest elements."""

    name = "tf.MaxPoolGradGrad"


class MaxPoolV2Op(Windowed):
    """The sizes and the strides of windows are operands."""

    name = "tf.MaxPoolV2"
    input = operand_def()
    ksize = operand_def()
    window_strides = operand_def()
    output = result_def()
    strides = integers((1, 1, 1, 1))
    padding = text(choices=("SAME", "VALID"))

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        for index in (1, 2):
            rank_is(self, f"operand {index}", self.operand_shape(index), 1)


class MaxPool3DGradOp(MaximumGradient):
    """The gradient of a window goes to each of its greatest elements."""

    name = "tf.MaxPool3DGrad"
    SPATIAL: ClassVar = 3
    padding = text(choices=("SAME", "VALID"))
    data_format = text("NDHWC", choices=("NDHWC", "NCDHW"))
