"""tf ops that draw numbers from distributions of given parameters, from seeds or keys."""

from __future__ import annotations

from xdsl.ir import Attribute
from xdsl.irdl import operand_def

from ..types import element_of, is_float, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import TfOperation
from .random import FromCounter, FromSeed


def is_number(type: Attribute | None) -> bool:
    return type is None or is_float(type) or is_wide_integer(type)


class Sampled(TfOperation):
    """Numbers of sizes `shape`, which ends with the sizes of the parameters."""

    def verify_(self) -> None:
        rank_is(self, "shape", self.operand_shape(0), 1)
        if not is_wide_integer(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"shape has elements {found}, needed integers")
        self.verify_elements()

    def verify_elements(self) -> None:
        """Demands floats of the type of the last operand."""
        if not is_float(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed floats")
        same_elements(self, self._operands[-1], self.results[0])


class StatelessRandomGammaV2Op(FromSeed, Sampled):
    name = "tf.StatelessRandomGammaV2"
    alpha = operand_def()


class StatelessRandomGammaV3Op(FromCounter, Sampled):
    name = "tf.StatelessRandomGammaV3"
    alpha = operand_def()


class StatelessRandomPoissonOp(FromSeed, Sampled):
    name = "tf.StatelessRandomPoisson"
    lam = operand_def()

    def verify_elements(self) -> None:
        if not is_float(found := element_of(self._operands[-1].type)):
            raise verify_error(self, f"lam has elements {found}, needed floats")
        if not is_number(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed numbers")


class StatelessRandomBinomialOp(FromSeed, Sampled):
    """How many of `counts` trials, each of probability `probs`, succeed."""

    name = "tf.StatelessRandomBinomial"
    counts = operand_def()
    probs = operand_def()

    def verify_elements(self) -> None:
        same_elements(self, *self._operands[-2:])
        for found in (element_of(self._operands[-1].type), element_of(self.results[0].type)):
            if not is_number(found):
                raise verify_error(self, f"elements {found}, needed numbers")
