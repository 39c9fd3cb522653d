"""tf arithmetic."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def, traits_def, var_operand_def
from xdsl.traits import Commutative

from ..types import is_wide_integer
from .checks import same_elements, verify_error
from .elementwise import Binary, FloatBinary, Unary
from .operation import PureTfOperation, tf_op
from .parameters import text


class Bitwise(Binary):
    """A function of the bits of integer elements."""

    NEEDS: ClassVar = ((is_wide_integer,), "integers")


@tf_op
class AddOp(Binary):
    name = "tf.Add"


@tf_op
class AddV2Op(Binary):
    name = "tf.AddV2"
    traits = traits_def(Commutative())


@tf_op
class SubOp(Binary):
    name = "tf.Sub"


@tf_op
class MulOp(Binary):
    name = "tf.Mul"
    traits = traits_def(Commutative())


@tf_op
class MulNoNanOp(FloatBinary):
    """The product, zero wherever `y` is zero, even for an infinite `x`."""

    name = "tf.MulNoNan"


@tf_op
class DivOp(Binary):
    """The quotient; integers round towards zero."""

    name = "tf.Div"


@tf_op
class RealDivOp(Binary):
    name = "tf.RealDiv"


@tf_op
class DivNoNanOp(FloatBinary):
    """The quotient, zero wherever `y` is zero."""

    name = "tf.DivNoNan"


@tf_op
class TruncateDivOp(Binary):
    """The quotient rounded towards zero."""

    name = "tf.TruncateDiv"


@tf_op
class FloorDivOp(Binary):
    name = "tf.FloorDiv"


@tf_op
class FloorModOp(Binary):
    """The remainder with the sign of the divisor."""

    name = "tf.FloorMod"


@tf_op
class ModOp(Binary):
    """The remainder with the sign of the dividend."""

    name = "tf.Mod"


@tf_op
class TruncateModOp(Binary):
    """The remainder with the sign of the dividend."""

    name = "tf.TruncateMod"


@tf_op
class MinimumOp(Binary):
    name = "tf.Minimum"
    traits = traits_def(Commutative())


@tf_op
class MaximumOp(Binary):
    name = "tf.Maximum"
    traits = traits_def(Commutative())


@tf_op
class SquaredDifferenceOp(Binary):
    name = "tf.SquaredDifference"
    traits = traits_def(Commutative())


@tf_op
class BitwiseAndOp(Bitwise):
    name = "tf.BitwiseAnd"
    traits = traits_def(Commutative())


@tf_op
class BitwiseOrOp(Bitwise):
    name = "tf.BitwiseOr"
    traits = traits_def(Commutative())


@tf_op
class BitwiseXorOp(Bitwise):
    name = "tf.BitwiseXor"
    traits = traits_def(Commutative())


@tf_op
class LeftShiftOp(Bitwise):
    name = "tf.LeftShift"


@tf_op
class RightShiftOp(Bitwise):
    """Shifts right, arithmetically for signed elements."""

    name = "tf.RightShift"


@tf_op
class AddNOp(PureTfOperation):
    """The sum of one or more tensors of equal shape."""

    name = "tf.AddN"
    inputs = var_operand_def()
    sum = result_def()

    def verify_(self) -> None:
        if not self._operands:
            raise verify_error(self, "found 0 operands, needed at least 1")
        same_elements(self, *self._operands, self.results[0])


@tf_op
class ClipByValueOp(PureTfOperation):
    """`t` with every element kept between two bounds, scalars or of the shape of `t`."""

    name = "tf.ClipByValue"
    t = operand_def()
    clip_value_min = operand_def()
    clip_value_max = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])


@tf_op
class BiasAddOp(PureTfOperation):
    """`value` with the vector `bias` added along the channels."""

    name = "tf.BiasAdd"
    value = operand_def()
    bias = operand_def()
    output = result_def()
    data_format = text("NHWC", choices=("NHWC", "NCHW"))

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])


@tf_op
class BiasAddGradOp(PureTfOperation):
    """The sum of `out_backprop` over all dimensions but the channels."""

    name = "tf.BiasAddGrad"
    out_backprop = operand_def()
    output = result_def()
    data_format = text("NHWC", choices=("NHWC", "NCHW"))

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])


@tf_op
class AbsOp(Unary):
    name = "tf.Abs"


@tf_op
class NegOp(Unary):
    name = "tf.Neg"


@tf_op
class SignOp(Unary):
    name = "tf.Sign"


@tf_op
class SquareOp(Unary):
    name = "tf.Square"


@tf_op
class ReciprocalOp(Unary):
    name = "tf.Reciprocal"


@tf_op
class InvOp(Unary):
    """The older name of `tf.Reciprocal`."""

    name = "tf.Inv"


@tf_op
class InvertOp(Unary):
    """Flips every bit."""

    name = "tf.Invert"
    NEEDS: ClassVar = ((is_wide_integer,), "integers")
