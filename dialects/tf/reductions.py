"""tf ops that combine elements along dimensions: reductions, scans, positions of extremes."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_boolean, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import KeepsElements, PureTfOperation
from .parameters import flag


class Reduction(PureTfOperation):
    """Combines the elements of `input` along the dimensions in `reduction_indices`."""

    input = operand_def()
    reduction_indices = operand_def()
    output = result_def()
    keep_dims = flag()

    def verify_(self) -> None:
        if not is_wide_integer(found := element_of(self._operands[1].type)):
            raise verify_error(self, f"reduction_indices have elements {found}, needed integers")
        rank_is(self, "reduction_indices", self.operand_shape(1), 0, 1)
        same_elements(self, self._operands[0], self.results[0])


class LogicalReduction(Reduction):
    """A reduction of booleans."""

    def verify_(self) -> None:
        if not is_boolean(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"input has elements {found}, needed i1")
        super().verify_()


class PositionOfExtreme(PureTfOperation):
    """The index of the first extreme element of `input` along `dimension`, which disappears."""

    input = operand_def()
    dimension = operand_def()
    output = result_def()

    def verify_(self) -> None:
        rank_is(self, "dimension", self.operand_shape(1), 0)
        if not is_wide_integer(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed integers")


class Scan(PureTfOperation):
    """
    Running combinations of the elements of `x` along `axis`.

    `exclusive` leaves each element out of its own result; `reverse` runs from the end.
    """

    x = operand_def()
    axis = operand_def()
    out = result_def()
    exclusive = flag()
    reverse = flag()

    def verify_(self) -> None:
        rank_is(self, "axis", self.operand_shape(1), 0)
        same_elements(self, self._operands[0], self.results[0])


class SumOp(Reduction):
    name = "tf.Sum"


class MeanOp(Reduction):
    name = "tf.Mean"


class ProdOp(Reduction):
    name = "tf.Prod"


class MaxOp(Reduction):
    name = "tf.Max"


class MinOp(Reduction):
    name = "tf.Min"


class EuclideanNormOp(Reduction):
    name = "tf.EuclideanNorm"


class AllOp(LogicalReduction):
    name = "tf.All"


class AnyOp(LogicalReduction):
    name = "tf.Any"


class ArgMaxOp(PositionOfExtreme):
    name = "tf.ArgMax"


class ArgMinOp(PositionOfExtreme):
    name = "tf.ArgMin"


class CumsumOp(Scan):
    name = "tf.Cumsum"


class CumprodOp(Scan):
    name = "tf.Cumprod"


class CumulativeLogsumexpOp(Scan):
    """The logarithms of the running sums of the exponentials."""

    name = "tf.CumulativeLogsumexp"


class L2LossOp(KeepsElements):
    """Half the sum of the squares of `t`, a scalar."""

    name = "tf.L2Loss"
    t = operand_def()
    output = result_def()
