"""tf ops that combine each pixel with those around it by their greatest sum with a filter."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .checks import same_elements, verify_error
from .operation import PureTfOperation
from .parameters import integers, text


class Dilation(PureTfOperation):
    """An op about the filter that moves over the images of a dilation."""

    strides = integers(least=1)
    rates = integers(least=1)
    padding = text(choices=("SAME", "VALID"))

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        for what, values in (("strides", self.strides), ("rates", self.rates)):
            if len(values) != 4 or values[0] != 1 or values[3] != 1:
                found = list(values)
                raise verify_error(self, f"attribute {what} is {found}, needed 1, two numbers, 1")


class Dilation2DOp(Dilation):
    """The greatest sum of `filter`, `[height, width, channel]`, and the pixels under it.

    Pixels outside of the image and sums that are no numbers do not count; where nothing counts the
    result is the least finite number.
    """

    name = "tf.Dilation2D"
    input = operand_def()
    filter = operand_def()
    output = result_def()


class DilationGradient(Dilation):
    """Each gradient in `out_backprop` goes to the first place where the sum is the greatest."""

    input = operand_def()
    filter = operand_def()
    out_backprop = operand_def()


class Dilation2DBackpropInputOp(DilationGradient):
    """What pixels get."""

    name = "tf.Dilation2DBackpropInput"
    in_backprop = result_def()


class Dilation2DBackpropFilterOp(DilationGradient):
    """What the filter gets."""

    name = "tf.Dilation2DBackpropFilter"
    filter_backprop = result_def()
