"""tf convolutions and their gradients."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from .operation import tf_op
from .parameters import flag, integers, text
from .static_types import (
    UNKNOWN,
    Shape,
    agree,
    agree_sizes,
    constant_integers,
    rank_is,
    same_elements,
    verify_error,
)
from .windows import Windowed


class Convolution(Windowed):
    """A convolution; the filter has spatial, input channel and output channel dimensions."""

    dilations = integers((), least=1)

    @property
    def window_dilations(self) -> tuple[int, ...]:
        return self.dilations or (1,) * (self.SPATIAL + 2)

    def verify_convolution(self, image: Shape, kernel: Shape, output: Shape, what: str) -> None:
        """
        Demands that convolving `image` with `kernel` gives `output`, named by `what`.

        The spatial sizes of a result are inferred: TensorFlow once took any.
        """
        self.verify_window_attributes(("dilations", self.window_dilations))
        rank = self.SPATIAL + 2
        rank_is(self, "the image", image, rank)
        rank_is(self, "the filter", kernel, rank)
        rank_is(self, what, output, rank)
        if image is None or kernel is None:
            return
        self.verify_channels(image[self.channel_axis], kernel)
        needed = [image[0]] + [UNKNOWN] * (rank - 1)
        needed[self.channel_axis] = self.output_channels(kernel)
        for axis, window in zip(self.spatial_axes, kernel, strict=False):
            needed[axis] = self.windowed_size(axis, image[axis], window)
        if what == "the result" and output is not None:
            for axis in self.spatial_axes:
                needed[axis] = output[axis]
        agree(self, what, output, tuple(needed))

    def verify_channels(self, channels: int, kernel: tuple[int, ...]) -> None:
        """Demands that the filter's input channels divide the image's (more than once: groups)."""
        inner = kernel[-2]
        if channels >= 0 and inner >= 0 and (not inner or channels % inner):
            raise verify_error(
                self, f"the image has {channels} channels, needed a multiple of {inner}"
            )
        if channels > 0 and inner > 0 and kernel[-1] >= 0 and kernel[-1] % (channels // inner):
            raise verify_error(
                self,
                f"the filter has {kernel[-1]} output channels, "
                f"needed a multiple of {channels // inner} groups",
            )

    def output_channels(self, kernel: tuple[int, ...]) -> int:
        """The number of channels that the filter makes."""
        return kernel[-1]


@tf_op
class Conv2DOp(Convolution):
    name = "tf.Conv2D"
    input = operand_def()
    filter = operand_def()
    output = result_def()
    use_cudnn_on_gpu = flag(True)

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        image, kernel = self.operand_shape(0), self.operand_shape(1)
        self.verify_convolution(image, kernel, self.result_shape(), "the result")


@tf_op
class Conv3DOp(Convolution):
    name = "tf.Conv3D"
    SPATIAL: ClassVar = 3
    input = operand_def()
    filter = operand_def()
    output = result_def()
    data_format = text("NDHWC", choices=("NDHWC", "NCDHW"))

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        image, kernel = self.operand_shape(0), self.operand_shape(1)
        self.verify_convolution(image, kernel, self.result_shape(), "the result")


@tf_op
class DepthwiseConv2dNativeOp(Convolution):
    """Convolves each channel by itself; the filter's last dimension multiplies the channels."""

    name = "tf.DepthwiseConv2dNative"
    input = operand_def()
    filter = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        image, kernel = self.operand_shape(0), self.operand_shape(1)
        self.verify_convolution(image, kernel, self.result_shape(), "the result")

    def verify_channels(self, channels: int, kernel: tuple[int, ...]) -> None:
        agree_sizes(self, "the number of the image's channels", channels, kernel[2])

    def output_channels(self, kernel: tuple[int, ...]) -> int:
        return kernel[2] * kernel[3] if min(kernel[2:]) >= 0 else UNKNOWN


@tf_op
class Conv2DBackpropInputOp(Convolution):
    """The image of sizes `input_sizes` whose convolution's gradient is `out_backprop`."""

    name = "tf.Conv2DBackpropInput"
    input_sizes = operand_def()
    filter = operand_def()
    out_backprop = operand_def()
    output = result_def()
    use_cudnn_on_gpu = flag(True)

    def verify_(self) -> None:
        sizes, kernel, gradient = self._operands
        same_elements(self, kernel, gradient, self.results[0])
        rank_is(self, "input_sizes", self.operand_shape(0), 1)
        image: Shape = constant_integers(sizes)
        if image is not None and len(image) == 4:
            agree(self, "the result", self.result_shape(), image)
        else:
            image = self.result_shape()
        gradient_shape = self.operand_shape(2)
        self.verify_convolution(image, self.operand_shape(1), gradient_shape, "out_backprop")


@tf_op
class Conv2DBackpropFilterOp(Convolution):
    """The gradient of a convolution for its filter of sizes `filter_sizes`."""

    name = "tf.Conv2DBackpropFilter"
    input = operand_def()
    filter_sizes = operand_def()
    out_backprop = operand_def()
    output = result_def()
    use_cudnn_on_gpu = flag(True)

    def verify_(self) -> None:
        image, sizes, gradient = self._operands
        same_elements(self, image, gradient, self.results[0])
        rank_is(self, "filter_sizes", self.operand_shape(1), 1)
        kernel: Shape = constant_integers(sizes)
        if kernel is not None and len(kernel) == 4:
            agree(self, "the result", self.result_shape(), kernel)
        else:
            kernel = self.result_shape()
        shapes = self.operand_shape(0), kernel, self.operand_shape(2)
        self.verify_convolution(*shapes, "out_backprop")
