"""Elementwise tf ops with one operand: mathematics, rounding, tests, bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .static_types import (
    agree,
    element_of,
    is_boolean,
    is_complex,
    is_float,
    is_integer,
    refusal,
    same_elements,
    shape_of,
)


class Elementwise(PureTfOperation):
    """One operand, one result of the same shape and, unless a class says otherwise, element type."""

    NEEDS: ClassVar[tuple[tuple[Callable[[Attribute], bool], ...], str]] = ((), "")
    """Which element types the operand may have: one test must pass; in words for the message."""

    def verify_(self) -> None:
        (x,), (y,) = self._operands, self.results
        agree(self, "the result", shape_of(y.type), shape_of(x.type))
        tests, words = self.NEEDS
        if tests:
            element = element_of(x.type)
            if not any(test(element) for test in tests):
                raise refusal(self, f"the operand has elements {element}, needed {words}")
        self.verify_element_types()

    def verify_element_types(self) -> None:
        """Demands what holds between the element types of operand and result."""
        same_elements(self, *self._operands, *self.results)


class Unary(Elementwise):
    """A function of every element, `x` to `y`."""

    x = operand_def()
    y = result_def()


class FloatUnary(Unary):
    """A function of floating point or complex elements."""

    NEEDS: ClassVar = ((is_float, is_complex), "floats or complex numbers")


class FloatTest(Unary):
    """A test of floating point elements; the result has elements `i1`."""

    NEEDS: ClassVar = ((is_float,), "floats")

    def verify_element_types(self) -> None:
        if not is_boolean(found := element_of(self.results[0].type)):
            raise refusal(self, f"the result has elements {found}, needed i1")


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
class SqrtOp(FloatUnary):
    name = "tf.Sqrt"


@tf_op
class RsqrtOp(FloatUnary):
    name = "tf.Rsqrt"


@tf_op
class ReciprocalOp(Unary):
    name = "tf.Reciprocal"


@tf_op
class InvOp(Unary):
    """The older name of `tf.Reciprocal`."""

    name = "tf.Inv"


@tf_op
class ExpOp(FloatUnary):
    name = "tf.Exp"


@tf_op
class Expm1Op(FloatUnary):
    name = "tf.Expm1"


@tf_op
class LogOp(FloatUnary):
    name = "tf.Log"


@tf_op
class Log1pOp(FloatUnary):
    name = "tf.Log1p"


@tf_op
class SinOp(FloatUnary):
    name = "tf.Sin"


@tf_op
class CosOp(FloatUnary):
    name = "tf.Cos"


@tf_op
class TanOp(Unary):
    name = "tf.Tan"


@tf_op
class AsinOp(Unary):
    name = "tf.Asin"


@tf_op
class AcosOp(Unary):
    name = "tf.Acos"


@tf_op
class AtanOp(Unary):
    name = "tf.Atan"


@tf_op
class SinhOp(FloatUnary):
    name = "tf.Sinh"


@tf_op
class CoshOp(FloatUnary):
    name = "tf.Cosh"


@tf_op
class TanhOp(FloatUnary):
    name = "tf.Tanh"


@tf_op
class AsinhOp(FloatUnary):
    name = "tf.Asinh"


@tf_op
class AcoshOp(FloatUnary):
    name = "tf.Acosh"


@tf_op
class AtanhOp(FloatUnary):
    name = "tf.Atanh"


@tf_op
class SigmoidOp(FloatUnary):
    name = "tf.Sigmoid"


@tf_op
class ErfOp(FloatUnary):
    name = "tf.Erf"


@tf_op
class ErfcOp(FloatUnary):
    name = "tf.Erfc"


@tf_op
class ErfinvOp(FloatUnary):
    name = "tf.Erfinv"


@tf_op
class CeilOp(FloatUnary):
    name = "tf.Ceil"


@tf_op
class FloorOp(FloatUnary):
    name = "tf.Floor"


@tf_op
class RoundOp(Unary):
    """Rounds to the nearest integer, halves to the even one."""

    name = "tf.Round"


@tf_op
class RintOp(FloatUnary):
    """Rounds to the nearest integer, halves to the even one."""

    name = "tf.Rint"


@tf_op
class IsFiniteOp(FloatTest):
    name = "tf.IsFinite"


@tf_op
class IsInfOp(FloatTest):
    name = "tf.IsInf"


@tf_op
class IsNanOp(FloatTest):
    name = "tf.IsNan"


@tf_op
class LogicalNotOp(Unary):
    name = "tf.LogicalNot"
    NEEDS: ClassVar = ((is_boolean,), "i1")


@tf_op
class InvertOp(Unary):
    """Flips every bit."""

    name = "tf.Invert"
    NEEDS: ClassVar = ((is_integer,), "integers")
