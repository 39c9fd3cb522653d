"""tf convolutions and their gradients."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from .checks import rank_is, same_elements
from .parameters import flag, integers, text
from .windows import Windowed


class Convolution(Windowed):
    """A convolution; the filter has spatial, input channel and output channel dimensions."""

    dilations = integers((), least=1)

    @property
    def window_dilations(self) -> tuple[int, ...]:
        return self.dilations or (1,) * (self.SPATIAL + 2)

    def verify_attributes(self) -> None:
        """Demands one stride and one dilation for each dimension."""
        self.verify_window_attributes(("dilations", self.window_dilations))


class Conv2DOp(Convolution):
    name = "tf.Conv2D"
    input = operand_def()
    filter = operand_def()
    output = result_def()
    use_cudnn_on_gpu = flag(True)

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        self.verify_attributes()


class Conv3DOp(Convolution):
    name = "tf.Conv3D"
    SPATIAL: ClassVar = 3
    input = operand_def()
    filter = operand_def()
    output = result_def()
    data_format = text("NDHWC", choices=("NDHWC", "NCDHW"))

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        self.verify_attributes()


class DepthwiseConv2dNativeOp(Convolution):
    """Convolves each channel by itself; the filter's last dimension multiplies the channels."""

    name = "tf.DepthwiseConv2dNative"
    input = operand_def()
    filter = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        self.verify_attributes()


class Conv2DBackpropInputOp(Convolution):
    """The image of sizes `input_sizes` whose convolution's gradient is `out_backprop`."""

    name = "tf.Conv2DBackpropInput"
    input_sizes = operand_def()
    filter = operand_def()
    out_backprop = operand_def()
    output = result_def()
    use_cudnn_on_gpu = flag(True)

    def verify_(self) -> None:
        _, kernel, gradient = self._operands
        same_elements(self, kernel, gradient, self.results[0])
        rank_is(self, "input_sizes", self.operand_shape(0), 1)
        self.verify_attributes()


class Conv2DBackpropFilterOp(Convolution):
    """The gradient of a convolution for its filter of sizes `filter_sizes`."""

    name = "tf.Conv2DBackpropFilter"
    input = operand_def()
    filter_sizes = operand_def()
    out_backprop = operand_def()
    output = result_def()
    use_cudnn_on_gpu = flag(True)

    def verify_(self) -> None:
        image, _, gradient = self._operands
        same_elements(self, image, gradient, self.results[0])
        rank_is(self, "filter_sizes", self.operand_shape(1), 1)
        self.verify_attributes()


class Conv3DBackpropInputV2Op(Convolution):
    """The volume of sizes `input_sizes` whose convolution's gradient is `out_backprop`."""

    name = "tf.Conv3DBackpropInputV2"
    SPATIAL: ClassVar = 3
    input_sizes = operand_def()
    filter = operand_def()
    out_backprop = operand_def()
    output = result_def()
    data_format = text("NDHWC", choices=("NDHWC", "NCDHW"))

    def verify_(self) -> None:
        _, kernel, gradient = self._operands
        same_elements(self, kernel, gradient, self.results[0])
        rank_is(self, "input_sizes", self.operand_shape(0), 1)
        self.verify_attributes()


class Conv3DBackpropFilterV2Op(Convolution):
    """The gradient of a convolution of volumes for its filter of sizes `filter_sizes`."""

    name = "tf.Conv3DBackpropFilterV2"
    SPATIAL: ClassVar = 3
    input = operand_def()
    filter_sizes = operand_def()
    out_backprop = operand_def()
    output = result_def()
    data_format = text("NDHWC", choices=("NDHWC", "NCDHW"))

    def verify_(self) -> None:
        image, _, gradient = self._operands
        same_elements(self, image, gradient, self.results[0])
        rank_is(self, "filter_sizes", self.operand_shape(1), 1)
        self.verify_attributes()


class DepthwiseConv2dNativeBackpropInputOp(Convolution):
    """The image of sizes `input_sizes` whose depthwise convolution's gradient is given."""

    name = "tf.DepthwiseConv2dNativeBackpropInput"
    input_sizes = operand_def()
    filter = operand_def()
    out_backprop = operand_def()
    output = result_def()

    def verify_(self) -> None:
        _, kernel, gradient = self._operands
        same_elements(self, kernel, gradient, self.results[0])
        rank_is(self, "input_sizes", self.operand_shape(0), 1)
        self.verify_attributes()


class DepthwiseConv2dNativeBackpropFilterOp(Convolution):
    """The gradient of a depthwise convolution for its filter of sizes `filter_sizes`."""

    name = "tf.DepthwiseConv2dNativeBackpropFilter"
    input = operand_def()
    filter_sizes = operand_def()
    out_backprop = operand_def()
    output = result_def()

    def verify_(self) -> None:
        image, _, gradient = self._operands
        same_elements(self, image, gradient, self.results[0])
        rank_is(self, "filter_sizes", self.operand_shape(1), 1)
        self.verify_attributes()
