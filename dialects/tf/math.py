"""tf functions of analysis, roundings and complex numbers."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from ..types import complex_part, element_of, is_complex, is_float
from .checks import same_elements, verify_error
from .elementwise import Binary, Elementwise, FloatBinary, FloatUnary, GradientFromResult, Unary
from .operation import PureTfOperation, tf_op


@tf_op
class SqrtOp(FloatUnary):
    name = "tf.Sqrt"


@tf_op
class RsqrtOp(FloatUnary):
    name = "tf.Rsqrt"


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
class TanhGradOp(GradientFromResult):
    name = "tf.TanhGrad"


@tf_op
class RsqrtGradOp(GradientFromResult):
    name = "tf.RsqrtGrad"


@tf_op
class SqrtGradOp(GradientFromResult):
    name = "tf.SqrtGrad"


@tf_op
class PowOp(Binary):
    name = "tf.Pow"


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
class Xlog1pyOp(FloatBinary):
    """`x * log1p(y)`, zero wherever `x` is zero."""

    name = "tf.Xlog1py"


class PartOfComplex(Elementwise):
    """A part of every complex element; the result has the element type of the parts."""

    NEEDS: ClassVar = ((is_complex,), "complex numbers")

    def verify_element_types(self) -> None:
        part = complex_part(element_of(self._operands[0].type))
        if (found := element_of(self.results[0].type)) != part:
            raise verify_error(self, f"the result has elements {found}, needed {part}")


@tf_op
class RealOp(PartOfComplex):
    name = "tf.Real"
    input = operand_def()
    output = result_def()


@tf_op
class ImagOp(PartOfComplex):
    name = "tf.Imag"
    input = operand_def()
    output = result_def()


@tf_op
class ComplexAbsOp(PartOfComplex):
    name = "tf.ComplexAbs"
    x = operand_def()
    y = result_def()


@tf_op
class AngleOp(PartOfComplex):
    name = "tf.Angle"
    input = operand_def()
    output = result_def()


@tf_op
class ConjOp(Elementwise):
    name = "tf.Conj"
    input = operand_def()
    output = result_def()


@tf_op
class ComplexOp(PureTfOperation):
    """Complex numbers from their parts."""

    name = "tf.Complex"
    real = operand_def()
    imag = operand_def()
    out = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands)
        part = element_of(self._operands[0].type)
        whole = element_of(self.results[0].type)
        if complex_part(whole) != part:
            raise verify_error(self, f"the result has elements {whole}, needed complex<{part}>")
