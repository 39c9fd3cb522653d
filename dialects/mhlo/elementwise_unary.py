"""Elementwise ops of one operand. Semantics: the StableHLO specification."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from ..deferred import op_definition
from ..types import COMPLEX, FLOAT, FRACTIONAL, INDEX, INTEGER, NUMBER, PRED, QUANTIZED, SIGNED
from .checks import check_same_shape, check_values
from .elementwise import RealPartOp, UnaryElementwiseOp, UniformTextOp


@op_definition
class CeilOp(UnaryElementwiseOp):
    """The least integer that is not smaller."""

    name = "mhlo.ceil"
    KINDS: ClassVar[int] = FLOAT


@op_definition
class CbrtOp(UnaryElementwiseOp):
    """The cube root."""

    name = "mhlo.cbrt"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class CosineOp(UnaryElementwiseOp):
    """The cosine."""

    name = "mhlo.cosine"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class CountLeadingZerosOp(UnaryElementwiseOp):
    """The number of zero bits above the highest one bit."""

    name = "mhlo.count_leading_zeros"
    KINDS: ClassVar[int] = INTEGER


@op_definition
class ErfOp(UnaryElementwiseOp):
    """The error function."""

    name = "mhlo.erf"
    KINDS: ClassVar[int] = FLOAT


@op_definition
class ExponentialOp(UnaryElementwiseOp):
    """e to the operand."""

    name = "mhlo.exponential"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class ExponentialMinusOneOp(UnaryElementwiseOp):
    """e to the operand, minus one, exact near 0."""

    name = "mhlo.exponential_minus_one"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class FloorOp(UnaryElementwiseOp):
    """The greatest integer that is not larger."""

    name = "mhlo.floor"
    KINDS: ClassVar[int] = FLOAT


@op_definition
class LogOp(UnaryElementwiseOp):
    """The natural logarithm."""

    name = "mhlo.log"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class LogPlusOneOp(UnaryElementwiseOp):
    """The natural logarithm of one plus the operand, exact near 0."""

    name = "mhlo.log_plus_one"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class LogisticOp(UnaryElementwiseOp):
    """1 / (1 + exp(-operand))."""

    name = "mhlo.logistic"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class NegateOp(UnaryElementwiseOp):
    """The negative."""

    name = "mhlo.negate"
    KINDS: ClassVar[int] = NUMBER


@op_definition
class NotOp(UnaryElementwiseOp):
    """The complement: logical of `i1`, bitwise of integers."""

    name = "mhlo.not"
    KINDS: ClassVar[int] = PRED | INTEGER


@op_definition
class PopcntOp(UnaryElementwiseOp):
    """The number of one bits."""

    name = "mhlo.popcnt"
    KINDS: ClassVar[int] = INTEGER


@op_definition
class RoundNearestAfzOp(UnaryElementwiseOp):
    """The nearest integer, ties away from zero."""

    name = "mhlo.round_nearest_afz"
    KINDS: ClassVar[int] = FLOAT


@op_definition
class RoundNearestEvenOp(UnaryElementwiseOp):
    """The nearest integer, ties to the even one."""

    name = "mhlo.round_nearest_even"
    KINDS: ClassVar[int] = FLOAT


@op_definition
class RsqrtOp(UnaryElementwiseOp):
    """One over the square root."""

    name = "mhlo.rsqrt"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class SignOp(UnaryElementwiseOp):
    """-1, 0 or 1; for a complex operand its direction, of length one."""

    name = "mhlo.sign"
    KINDS: ClassVar[int] = SIGNED | FLOAT | COMPLEX | INDEX | QUANTIZED


@op_definition
class SineOp(UnaryElementwiseOp):
    """The sine."""

    name = "mhlo.sine"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class SqrtOp(UnaryElementwiseOp):
    """The square root."""

    name = "mhlo.sqrt"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class TanOp(UnaryElementwiseOp):
    """The tangent."""

    name = "mhlo.tan"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class TanhOp(UnaryElementwiseOp):
    """The hyperbolic tangent."""

    name = "mhlo.tanh"
    KINDS: ClassVar[int] = FRACTIONAL


@op_definition
class AbsOp(RealPartOp):
    """The absolute value; of a complex operand its real length."""

    name = "mhlo.abs"
    KINDS: ClassVar[int] = SIGNED | FLOAT | COMPLEX | INDEX | QUANTIZED


@op_definition
class RealOp(RealPartOp):
    """The real part."""

    name = "mhlo.real"
    KINDS: ClassVar[int] = FLOAT | COMPLEX


@op_definition
class ImagOp(RealPartOp):
    """The imaginary part; 0 of a real operand."""

    name = "mhlo.imag"
    KINDS: ClassVar[int] = FLOAT | COMPLEX


@op_definition
class IsFiniteOp(UniformTextOp):
    """Whether each element is neither infinite nor NaN."""

    name = "mhlo.is_finite"
    ARITY: ClassVar[int] = 1

    x = operand_def()
    y = result_def()

    def verify_(self) -> None:
        x, y = check_values(self, FLOAT, PRED)
        check_same_shape(self, "operand 0", x, "the result", y, "C1")
