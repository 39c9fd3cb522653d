"""tf ops that take slices at computed positions."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import PureTfOperation, TfOperation
from .parameters import flag, integer, text

BAD_INDICES_POLICIES = ("", "DEFAULT", "ERROR", "IGNORE")


def verify_integer_indices(op: TfOperation, index: int) -> None:
    """Demands that operand `index` holds integers."""
    if not is_wide_integer(found := element_of(op.operands[index].type)):
        raise verify_error(op, f"indices have elements {found}, needed integers")


class GatherOp(PureTfOperation):
    """The entries of `params` at `indices` along dimension 0."""

    name = "tf.Gather"
    params = operand_def()
    indices = operand_def()
    output = result_def()
    validate_indices = flag(True)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        verify_integer_indices(self, 1)


class GatherV2Op(PureTfOperation):
    """
    The entries of `params` at `indices` along `axis`.

    The first `batch_dims` dimensions of both run in parallel.
    """

    name = "tf.GatherV2"
    params = operand_def()
    indices = operand_def()
    axis = operand_def()
    output = result_def()
    batch_dims = integer(0)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        verify_integer_indices(self, 1)
        rank_is(self, "axis", self.operand_shape(2), 0)


class GatherNdOp(PureTfOperation):
    """The entries of `params` at the places that the rows of `indices` name."""

    name = "tf.GatherNd"
    params = operand_def()
    indices = operand_def()
    output = result_def()
    bad_indices_policy = text("", choices=BAD_INDICES_POLICIES)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        verify_integer_indices(self, 1)
