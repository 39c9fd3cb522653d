"""tf ops that round floats to the levels of an integer type, and their gradients."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import f32
from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_float, is_wide_integer
from .checks import rank_at_least, rank_is, same_elements, verify_error
from .operation import PureTfOperation
from .parameters import flag, integer, real, text


class FakeQuantization(PureTfOperation):
    """Rounds to `2 ** num_bits` levels from `min` to `max`, moved so that 0 is one of them.

    narrow_range: one level less, at the lower end
    """

    num_bits = integer(8, least=2)
    narrow_range = flag()

    def verify_(self) -> None:
        for value in (*self._operands, *self.results):
            if (found := element_of(value.type)) != f32:
                raise verify_error(self, f"a value has elements {found}, needed f32")


class WithLimits(FakeQuantization):
    """With limits that are operands: the last two."""

    CHANNELS: ClassVar[int] = 0
    """The rank of the limits: 1 where each entry of the last dimension has limits of its own."""

    def verify_(self) -> None:
        super().verify_()
        last = len(self._operands) - 1
        for what, index in (("min", last - 1), ("max", last)):
            rank_is(self, what, self.operand_shape(index), self.CHANNELS)
        rank_at_least(self, "the input", self.operand_shape(0), self.CHANNELS)


class FakeQuantWithMinMaxArgsOp(FakeQuantization):
    name = "tf.FakeQuantWithMinMaxArgs"
    inputs = operand_def()
    outputs = result_def()
    min = real(-6.0)
    max = real(6.0)


class FakeQuantWithMinMaxArgsGradientOp(FakeQuantization):
    """What arrives inside of the limits, 0 outside."""

    name = "tf.FakeQuantWithMinMaxArgsGradient"
    gradients = operand_def()
    inputs = operand_def()
    backprops = result_def()
    min = real(-6.0)
    max = real(6.0)


class FakeQuantWithMinMaxVarsOp(WithLimits):
    name = "tf.FakeQuantWithMinMaxVars"
    inputs = operand_def()
    min = operand_def()
    max = operand_def()
    outputs = result_def()


class FakeQuantWithMinMaxVarsPerChannelOp(WithLimits):
    name = "tf.FakeQuantWithMinMaxVarsPerChannel"
    CHANNELS: ClassVar = 1
    inputs = operand_def()
    min = operand_def()
    max = operand_def()
    outputs = result_def()


class LimitsGradient(WithLimits):
    """What arrives goes to the input inside of the limits, to the limit passed outside of them."""

    gradients = operand_def()
    inputs = operand_def()
    min = operand_def()
    max = operand_def()
    backprops_wrt_input = result_def()
    backprop_wrt_min = result_def()
    backprop_wrt_max = result_def()


class FakeQuantWithMinMaxVarsGradientOp(LimitsGradient):
    name = "tf.FakeQuantWithMinMaxVarsGradient"


class FakeQuantWithMinMaxVarsPerChannelGradientOp(LimitsGradient):
    name = "tf.FakeQuantWithMinMaxVarsPerChannelGradient"
    CHANNELS: ClassVar = 1


class SimulatedQuantization(PureTfOperation):
    """Rounds to the integers of `num_bits` bits times a scale, the largest that keeps the limits.

    signed_input: the integers are signed; narrow_range: without the least one
    range_given: `input_min` and `input_max` are the limits, else those of the input
    axis: the dimension whose entries have limits of their own; -1 for none
    """

    input = operand_def()
    input_min = operand_def()
    input_max = operand_def()
    output = result_def()
    signed_input = flag(True)
    narrow_range = flag()
    axis = integer(-1, least=-1)

    def most_bits(self) -> int:
        """The greatest number of bits."""
        return 61 if self.signed_input else 62

    def verify_(self) -> None:
        same_elements(self, *self._operands[:3], self.results[0])
        if not is_float(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"the input has elements {found}, needed floats")


class ConstantBits(SimulatedQuantization):
    """With a number of bits that is an attribute."""

    num_bits = integer(8, least=1)
    range_given = flag()
    round_mode = text("HALF_TO_EVEN", choices=("HALF_TO_EVEN", "HALF_UP"))

    def verify_(self) -> None:
        super().verify_()
        if self.num_bits > self.most_bits():
            most = f"at most {self.most_bits()}"
            raise verify_error(self, f"attribute num_bits is {self.num_bits}, it must be {most}")


class QuantizeAndDequantizeV2Op(ConstantBits):
    name = "tf.QuantizeAndDequantizeV2"


class QuantizeAndDequantizeV4GradOp(PureTfOperation):
    """What arrives goes to the input inside of the limits; the limits get 0."""

    name = "tf.QuantizeAndDequantizeV4Grad"
    gradients = operand_def()
    input = operand_def()
    input_min = operand_def()
    input_max = operand_def()
    input_backprop = result_def()
    input_min_backprop = result_def()
    input_max_backprop = result_def()
    axis = integer(-1, least=-1)

    def verify_(self) -> None:
        same_elements(self, *self._operands, *self.results)
        if not is_float(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"the input has elements {found}, needed floats")


class QuantizeAndDequantizeV3Op(SimulatedQuantization):
    """Halves are rounded to the even neighbour."""

    name = "tf.QuantizeAndDequantizeV3"
    num_bits = operand_def()
    range_given = flag(True)

    def verify_(self) -> None:
        super().verify_()
        rank_is(self, "num_bits", self.operand_shape(3), 0)
        if not is_wide_integer(found := element_of(self._operands[3].type)):
            raise verify_error(self, f"num_bits has elements {found}, needed integers")


class QuantizeAndDequantizeV4Op(ConstantBits):
    """As V2; its gradient is that of the identity within the limits."""

    name = "tf.QuantizeAndDequantizeV4"
