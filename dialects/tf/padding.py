"""tf ops that pad tensors."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .parameters import text
from .static_types import (
    UNKNOWN,
    agree,
    constant_integers,
    element_of,
    is_integer,
    rank_is,
    same_elements,
    verify_error,
)


class Padding(PureTfOperation):
    """`input` with `paddings[i]` entries added before and after dimension `i`."""

    input = operand_def()
    paddings = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        if not is_integer(found := element_of(self._operands[1].type)):
            raise verify_error(self, f"paddings have elements {found}, needed integers")
        shape = self.operand_shape(0)
        rank = UNKNOWN if shape is None else len(shape)
        agree(self, "paddings", self.operand_shape(1), (rank, 2))
        if shape is None:
            return
        rank_is(self, "the result", self.result_shape(), rank)
        amounts = constant_integers(self._operands[1])
        if amounts is None or len(amounts) != 2 * rank:
            return
        needed: list[int] = []
        for axis, size in enumerate(shape):
            low, high = amounts[2 * axis : 2 * axis + 2]
            self.verify_amounts(axis, size, low, high)
            needed.append(size + low + high if size >= 0 else UNKNOWN)
        agree(self, "the result", self.result_shape(), tuple(needed))

    def verify_amounts(self, axis: int, size: int, low: int, high: int) -> None:
        """Demands that dimension `axis` can be padded so."""
        if min(low, high) < 0:
            raise verify_error(
                self, f"paddings of dimension {axis} are {low} and {high}, needed at least 0"
            )


@tf_op
class PadOp(Padding):
    """Pads with zeros."""

    name = "tf.Pad"


@tf_op
class PadV2Op(Padding):
    """Pads with the scalar `constant_values`."""

    name = "tf.PadV2"
    constant_values = operand_def()

    def verify_(self) -> None:
        super().verify_()
        same_elements(self, self._operands[0], self._operands[2])
        rank_is(self, "constant_values", self.operand_shape(2), 0)


@tf_op
class MirrorPadOp(Padding):
    """Pads with the entries next to the border, the border itself included in SYMMETRIC mode."""

    name = "tf.MirrorPad"
    mode = text(choices=("REFLECT", "SYMMETRIC"))

    def verify_amounts(self, axis: int, size: int, low: int, high: int) -> None:
        super().verify_amounts(axis, size, low, high)
        most = size if self.mode == "SYMMETRIC" else size - 1
        if size >= 0 and max(low, high) > most:
            raise verify_error(
                self, f"paddings of dimension {axis} are {low} and {high}, needed at most {most}"
            )
