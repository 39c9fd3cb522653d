"""tf special functions: gamma, beta and zeta functions, Bessel functions, quantiles."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_float
from .checks import same_elements, verify_error
from .elementwise import Binary, Unary
from .operation import PureTfOperation


class RealUnary(Unary):
    NEEDS: ClassVar = ((is_float,), "floats")


class RealBinary(Binary):
    NEEDS: ClassVar = ((is_float,), "floats")


class LgammaOp(RealUnary):
    """The logarithm of the absolute value of the gamma function."""

    name = "tf.Lgamma"


class DigammaOp(RealUnary):
    """The derivative of `tf.Lgamma`."""

    name = "tf.Digamma"


class DawsnOp(RealUnary):
    """`exp(-x * x)` times the integral of `exp(t * t)` up to `x`."""

    name = "tf.Dawsn"


class ExpintOp(RealUnary):
    """The integral of `exp(t) / t` up to `x`, which is not negative."""

    name = "tf.Expint"


class SpenceOp(RealUnary):
    """The integral of `-log(t) / (t - 1)` from 1 to `x`, which is not negative."""

    name = "tf.Spence"


class FresnelCosOp(RealUnary):
    """The integral of `cos(pi * t * t / 2)` from 0 to `x`."""

    name = "tf.FresnelCos"


class FresnelSinOp(RealUnary):
    """The integral of `sin(pi * t * t / 2)` from 0 to `x`."""

    name = "tf.FresnelSin"


class NextAfterOp(RealBinary):
    """The number next to `x` towards `y`."""

    name = "tf.NextAfter"


class NdtriOp(RealUnary):
    """The quantile of the normal distribution."""

    name = "tf.Ndtri"


class BesselI0Op(RealUnary):
    name = "tf.BesselI0"


class BesselI1Op(RealUnary):
    name = "tf.BesselI1"


class BesselI0eOp(RealUnary):
    """`exp(-|x|) * I0(x)`."""

    name = "tf.BesselI0e"


class BesselI1eOp(RealUnary):
    """`exp(-|x|) * I1(x)`."""

    name = "tf.BesselI1e"


class BesselJ0Op(RealUnary):
    name = "tf.BesselJ0"


class BesselJ1Op(RealUnary):
    name = "tf.BesselJ1"


class BesselY0Op(RealUnary):
    name = "tf.BesselY0"


class BesselY1Op(RealUnary):
    name = "tf.BesselY1"


class BesselK0Op(RealUnary):
    name = "tf.BesselK0"


class BesselK1Op(RealUnary):
    name = "tf.BesselK1"


class BesselK0eOp(RealUnary):
    """`exp(x) * K0(x)`."""

    name = "tf.BesselK0e"


class BesselK1eOp(RealUnary):
    """`exp(x) * K1(x)`."""

    name = "tf.BesselK1e"


class IgammaOp(RealBinary):
    """The integral of the gamma distribution of shape `x` up to `y`."""

    name = "tf.Igamma"


class IgammacOp(RealBinary):
    """The integral of the gamma distribution of shape `x` from `y` on."""

    name = "tf.Igammac"


class IgammaGradAOp(RealBinary):
    """The derivative of `tf.Igamma` by `x`."""

    name = "tf.IgammaGradA"


class RandomGammaGradOp(RealBinary):
    """The derivative by `x` of a number `y` that was drawn from the gamma distribution of shape
    `x`, whose place in the distribution stays."""

    name = "tf.RandomGammaGrad"


class ZetaOp(RealBinary):
    """The sum of `(y + k) ** -x` over all integers `k` from 0 on."""

    name = "tf.Zeta"


class PolygammaOp(RealBinary):
    """Derivative number `x` of `tf.Digamma` at `y`."""

    name = "tf.Polygamma"


class BetaincOp(PureTfOperation):
    """The integral of the beta distribution of shapes `a` and `b` up to `x`.

    Operands have one shape; a scalar is repeated.
    """

    name = "tf.Betainc"
    a = operand_def()
    b = operand_def()
    x = operand_def()
    z = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        if not is_float(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"the operands have elements {found}, needed floats")
