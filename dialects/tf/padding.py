"""tf ops that pad tensors."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import PureTfOperation
from .parameters import text


class Padding(PureTfOperation):
    """`input` with `paddings[i]` entries added before and after dimension `i`."""

    input = operand_def()
    paddings = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        if not is_wide_integer(found := element_of(self._operands[1].type)):
            raise verify_error(self, f"paddings have elements {found}, needed integers")


class PadOp(Padding):
    """Pads with zeros."""

    name = "tf.Pad"


class PadV2Op(Padding):
    """Pads with the scalar `constant_values`."""

    name = "tf.PadV2"
    constant_values = operand_def()

    def verify_(self) -> None:
        super().verify_()
        same_elements(self, self._operands[0], self._operands[2])
        rank_is(self, "constant_values", self.operand_shape(2), 0)


class MirrorPadGradOp(Padding):
    """What the entries of a mirrored padding get back: the sums over all their images."""

    name = "tf.MirrorPadGrad"
    mode = text(choices=("REFLECT", "SYMMETRIC"))


class MirrorPadOp(Padding):
    """Pads with the entries next to the border, the border itself included in SYMMETRIC mode."""

    name = "tf.MirrorPad"
    mode = text(choices=("REFLECT", "SYMMETRIC"))
