"""tf functions of analysis, roundings and complex numbers."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from ..types import complex_part, element_of, is_complex, is_float
from .checks import same_elements, verify_error
from .elementwise import Binary, Elementwise, FloatBinary, FloatUnary, GradientFromResult, Unary
from .operation import PureTfOperation


class SqrtOp(FloatUnary):
    name = "tf.Sqrt"


class RsqrtOp(FloatUnary):
    name = "tf.Rsqrt"


class ExpOp(FloatUnary):
    name = "tf.Exp"


class Expm1Op(FloatUnary):
    name = "tf.Expm1"


class LogOp(FloatUnary):
    name = "tf.Log"


class Log1pOp(FloatUnary):
    name = "tf.Log1p"


class SinOp(FloatUnary):
    name = "tf.Sin"


class CosOp(FloatUnary):
    name = "tf.Cos"


class TanOp(Unary):
    name = "tf.Tan"


class AsinOp(Unary):
    name = "tf.Asin"


class AcosOp(Unary):
    name = "tf.Acos"


class AtanOp(Unary):
    name = "tf.Atan"


class SinhOp(FloatUnary):
    name = "tf.Sinh"


class CoshOp(FloatUnary):
    name = "tf.Cosh"


class TanhOp(FloatUnary):
    name = "tf.Tanh"


class AsinhOp(FloatUnary):
    name = "tf.Asinh"


class AcoshOp(FloatUnary):
    name = "tf.Acosh"


class AtanhOp(FloatUnary):
    name = "tf.Atanh"


class ErfOp(FloatUnary):
    name = "tf.Erf"


class ErfcOp(FloatUnary):
    name = "tf.Erfc"


class ErfinvOp(FloatUnary):
    name = "tf.Erfinv"


class CeilOp(FloatUnary):
    name = "tf.Ceil"


class FloorOp(FloatUnary):
    name = "tf.Floor"


class RoundOp(Unary):
    """Rounds to the nearest integer, halves to the even one."""

    name = "tf.Round"


class RintOp(FloatUnary):
    """Rounds to the nearest integer, halves to the even one."""

    name = "tf.Rint"


class TanhGradOp(GradientFromResult):
    name = "tf.TanhGrad"


class RsqrtGradOp(GradientFromResult):
    name = "tf.RsqrtGrad"


class ReciprocalGradOp(GradientFromResult):
    name = "tf.ReciprocalGrad"


class InvGradOp(GradientFromResult):
    """`tf.ReciprocalGrad` by its older name."""

    name = "tf.InvGrad"


class SqrtGradOp(GradientFromResult):
    name = "tf.SqrtGrad"


class PowOp(Binary):
    name = "tf.Pow"


class Atan2Op(Binary):
    """The angle of the point (y, x): the arc tangent of operand 0 over operand 1."""

    name = "tf.Atan2"
    NEEDS: ClassVar = ((is_float,), "floats")


class XdivyOp(FloatBinary):
    """`x / y`, zero wherever `x` is zero."""

    name = "tf.Xdivy"


class XlogyOp(FloatBinary):
    """`x * log(y)`, zero wherever `x` is zero."""

    name = "tf.Xlogy"


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


class RealOp(PartOfComplex):
    name = "tf.Real"
    input = operand_def()
    output = result_def()


class ImagOp(PartOfComplex):
    name = "tf.Imag"
    input = operand_def()
    output = result_def()


class ComplexAbsOp(PartOfComplex):
    name = "tf.ComplexAbs"
    x = operand_def()
    y = result_def()


class AngleOp(PartOfComplex):
    name = "tf.Angle"
    input = operand_def()
    output = result_def()


class ConjOp(Elementwise):
    name = "tf.Conj"
    input = operand_def()
    output = result_def()


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
