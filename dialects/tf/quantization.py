"""tf ops that round floats to the levels of an integer type, and their gradients."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import f32
from xdsl.irdl import operand_def, result_def

from ..types import element_of
from .checks import rank_at_least, rank_is, verify_error
from .operation import PureTfOperation
from .parameters import flag, integer, real


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
