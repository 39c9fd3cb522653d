"""tf arithmetic."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def, traits_def, var_operand_def
from xdsl.traits import Commutative

from ..types import element_of, is_integer, is_wide_integer
from .checks import same_elements, verify_error
from .elementwise import Binary, FloatBinary, Unary
from .operation import KeepsElements, OneElementType, PureTfOperation
from .parameters import text


class Bitwise(Binary):
    """A function of the bits of integer elements."""

    NEEDS: ClassVar = ((is_wide_integer,), "integers")


class AddOp(Binary):
    name = "tf.Add"


class AddV2Op(Binary):
    name = "tf.AddV2"
    traits = traits_def(Commutative())


class SubOp(Binary):
    name = "tf.Sub"


class MulOp(Binary):
    name = "tf.Mul"
    traits = traits_def(Commutative())


class MulNoNanOp(FloatBinary):
    """The product, zero wherever `y` is zero, even for an infinite `x`."""

    name = "tf.MulNoNan"


class DivOp(Binary):
    """The quotient; integers round towards zero."""

    name = "tf.Div"


class RealDivOp(Binary):
    name = "tf.RealDiv"


class DivNoNanOp(FloatBinary):
    """The quotient, zero wherever `y` is zero."""

    name = "tf.DivNoNan"


class TruncateDivOp(Binary):
    """The quotient rounded towards zero."""

    name = "tf.TruncateDiv"


class FloorDivOp(Binary):
    name = "tf.FloorDiv"


class FloorModOp(Binary):
    """The remainder with the sign of the divisor."""

    name = "tf.FloorMod"


class ModOp(Binary):
    """The remainder with the sign of the dividend."""

    name = "tf.Mod"


class TruncateModOp(Binary):
    """The remainder with the sign of the dividend."""

    name = "tf.TruncateMod"


class MinimumOp(Binary):
    name = "tf.Minimum"
    traits = traits_def(Commutative())


class MaximumOp(Binary):
    name = "tf.Maximum"
    traits = traits_def(Commutative())


class SquaredDifferenceOp(Binary):
    name = "tf.SquaredDifference"
    traits = traits_def(Commutative())


class BitwiseAndOp(Bitwise):
    name = "tf.BitwiseAnd"
    traits = traits_def(Commutative())


class BitwiseOrOp(Bitwise):
    name = "tf.BitwiseOr"
    traits = traits_def(Commutative())


class BitwiseXorOp(Bitwise):
    name = "tf.BitwiseXor"
    traits = traits_def(Commutative())


class LeftShiftOp(Bitwise):
    name = "tf.LeftShift"


class RightShiftOp(Bitwise):
    """Shifts right, arithmetically for signed elements."""

    name = "tf.RightShift"


class AddNOp(PureTfOperation):
    """The sum of one or more tensors of equal shape."""

    name = "tf.AddN"
    inputs = var_operand_def()
    sum = result_def()

    def verify_(self) -> None:
        if not self._operands:
            raise verify_error(self, "found 0 operands, needed at least 1")
        same_elements(self, *self._operands, self.results[0])


class ClipByValueOp(OneElementType):
    """`t` with every element kept between two bounds, scalars or of the shape of `t`."""

    name = "tf.ClipByValue"
    t = operand_def()
    clip_value_min = operand_def()
    clip_value_max = operand_def()
    output = result_def()


class BiasAddOp(OneElementType):
    """`value` with the vector `bias` added along the channels."""

    name = "tf.BiasAdd"
    value = operand_def()
    bias = operand_def()
    output = result_def()
    data_format = text("NHWC", choices=("NHWC", "NCHW"))


class BiasAddGradOp(KeepsElements):
    """The sum of `out_backprop` over all dimensions but the channels."""

    name = "tf.BiasAddGrad"
    out_backprop = operand_def()
    output = result_def()
    data_format = text("NHWC", choices=("NHWC", "NCHW"))


class AbsOp(Unary):
    name = "tf.Abs"


class NegOp(Unary):
    name = "tf.Neg"


class SignOp(Unary):
    name = "tf.Sign"


class SquareOp(Unary):
    name = "tf.Square"


class ReciprocalOp(Unary):
    name = "tf.Reciprocal"


class InvOp(Unary):
    """The older name of `tf.Reciprocal`."""

    name = "tf.Inv"


class InvertOp(Unary):
    """Flips every bit."""

    name = "tf.Invert"
    NEEDS: ClassVar = ((is_wide_integer,), "integers")


class PopulationCountOp(Unary):
    """The number of one bits of every element."""

    name = "tf.PopulationCount"
    NEEDS: ClassVar = ((is_wide_integer,), "integers")

    def verify_element_types(self) -> None:
        found = element_of(self.results[0].type)
        if not is_integer(found) or found.width.data != 8:
            raise verify_error(self, f"the result has elements {found}, needed integers of 8 bits")
