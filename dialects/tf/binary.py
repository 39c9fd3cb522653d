"""Elementwise tf ops with two operands that broadcast: arithmetic and bits; and `tf.AddN`."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def, traits_def, var_operand_def
from xdsl.traits import Commutative

from .operation import PureTfOperation, tf_op
from .static_types import (
    agree,
    broadcast,
    element_of,
    is_complex,
    is_float,
    is_integer,
    refusal,
    same_elements,
    shape_of,
)


class Binary(PureTfOperation):
    """A function of the elements of two operands that broadcast, `x` and `y` to `z`."""

    NEEDS: ClassVar[tuple[tuple[Callable[[Attribute], bool], ...], str]] = ((), "")
    """Which element types the operands may have: one test must pass; in words for the message."""

    x = operand_def()
    y = operand_def()
    z = result_def()

    def verify_(self) -> None:
        x, y = self._operands
        same_elements(self, x, y)
        tests, words = self.NEEDS
        if tests:
            element = element_of(x.type)
            if not any(test(element) for test in tests):
                raise refusal(self, f"the operands have elements {element}, needed {words}")
        self.verify_shapes()
        self.verify_result_elements()

    def verify_shapes(self) -> None:
        """Demands that the operands broadcast to the result."""
        x, y = self._operands
        z = shape_of(self.results[0].type)
        agree(self, "the result", z, broadcast(self, (shape_of(x.type), shape_of(y.type))))

    def verify_result_elements(self) -> None:
        """Demands the element type of the result."""
        same_elements(self, self._operands[0], self.results[0])


class FloatBinary(Binary):
    """A function of floating point or complex elements."""

    NEEDS: ClassVar = ((is_float, is_complex), "floats or complex numbers")


class Bitwise(Binary):
    """A function of the bits of integer elements."""

    NEEDS: ClassVar = ((is_integer,), "integers")


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
class PowOp(Binary):
    name = "tf.Pow"


@tf_op
class SquaredDifferenceOp(Binary):
    name = "tf.SquaredDifference"
    traits = traits_def(Commutative())


@tf_op
class Atan2Op(Binary):
    """The angle of the point (y, x): the arc tangent of operand 0 over operand 1."""

    name = "tf.Atan2"
    NEEDS: ClassVar = ((is_float,), "floats")


@tf_op
class XdivyOp(FloatBinary):
    """`x / y`, zero wherever `x` is zero."""

    name = "tf.Xdivy"


@tf_op
class XlogyOp(FloatBinary):
    """`x * log(y)`, zero wherever `x` is zero."""

    name = "tf.Xlogy"


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
            raise refusal(self, "found 0 operands, needed at least 1")
        same_elements(self, *self._operands, self.results[0])
        for index in range(len(self._operands)):
            agree(self, f"operand {index}", self.operand_shape(index), self.result_shape())
