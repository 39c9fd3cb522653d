"""tf ops between floats and integers that stand for them, by the least and the greatest float.

Elements of `!tf_type.qint8` and its kin are integers of that width.
"""

from __future__ import annotations

from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def

from ..tf_type import STORED_AS
from ..types import element_of, integer_width, is_float
from .checks import verify_error
from .operation import PureTfOperation
from .parameters import flag, integer, real, text

HALF_TO_EVEN = "HALF_TO_EVEN"


class Quantized(PureTfOperation):
    """Floats from one limit to another as integers.

    mode: "MIN_COMBINED" puts the limits on the least and the greatest integer, "MIN_FIRST" too but
        rounds after scaling, "SCALED" keeps 0 where it is
    narrow_range: without the least integer, for "SCALED"
    axis: the dimension whose entries have limits of their own; -1 for none
    """

    mode = text("MIN_COMBINED", choices=("MIN_COMBINED", "MIN_FIRST", "SCALED"))
    narrow_range = flag()
    axis = integer(-1, least=-1)

    def check_integers(self, found: Attribute) -> None:
        """Raises VerifyException unless `found` is an element type of 8, 16 or 32 bits."""
        if integer_width(STORED_AS.get(type(found), found)) not in (8, 16, 32):
            raise verify_error(self, f"elements of {found}, needed integers of 8, 16 or 32 bits")


class QuantizeV2Op(Quantized):
    """`input` as integers, with the limits that these stand for.

    ensure_minimum_range: how far the limits are at least apart, as a part of the larger one
    """

    name = "tf.QuantizeV2"
    input = operand_def()
    min_range = operand_def()
    max_range = operand_def()
    output = result_def()
    output_min = result_def()
    output_max = result_def()
    round_mode = text("HALF_AWAY_FROM_ZERO", choices=("HALF_AWAY_FROM_ZERO", HALF_TO_EVEN))
    ensure_minimum_range = real(0.01)

    def verify_(self) -> None:
        for value in (*self._operands, *self.results[1:]):
            if (found := element_of(value.type)) != f32:
                raise verify_error(self, f"a value has elements {found}, needed f32")
        self.check_integers(element_of(self.results[0].type))
        if self.round_mode == HALF_TO_EVEN and self.mode != "SCALED":
            raise verify_error(
                self, f"round_mode {HALF_TO_EVEN} needs mode SCALED, not {self.mode}"
            )
        if self.axis >= 0 and self.mode == "MIN_FIRST":
            raise verify_error(self, "mode MIN_FIRST has no limits for the entries of an axis")


class DequantizeOp(Quantized):
    """The floats that the integers `input` stand for."""

    name = "tf.Dequantize"
    input = operand_def()
    min_range = operand_def()
    max_range = operand_def()
    output = result_def()

    def verify_(self) -> None:
        for value in self._operands[1:]:
            if (found := element_of(value.type)) != f32:
                raise verify_error(self, f"a limit has elements {found}, needed f32")
        self.check_integers(element_of(self._operands[0].type))
        if not is_float(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed floats")
