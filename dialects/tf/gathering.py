"""tf ops that take slices at computed positions."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, TfOperation, tf_op
from .parameters import flag, integer, text
from .static_types import (
    agree,
    axis_of,
    constant_integer,
    element_of,
    is_integer,
    rank_at_least,
    rank_is,
    same_elements,
    verify_error,
)

BAD_INDICES_POLICIES = ("", "DEFAULT", "ERROR", "IGNORE")


def verify_integer_indices(op: TfOperation, index: int) -> None:
    """Demands that operand `index` holds integers."""
    if not is_integer(found := element_of(op.operands[index].type)):
        raise verify_error(op, f"indices have elements {found}, needed integers")


@tf_op
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
        params, indices = self.operand_shape(0), self.operand_shape(1)
        rank_at_least(self, "params", params, 1)
        if params is not None and indices is not None:
            agree(self, "the result", self.result_shape(), indices + params[1:])


@tf_op
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
        params, indices = self.operand_shape(0), self.operand_shape(1)
        rank_at_least(self, "params", params, 1)
        if params is None or indices is None:
            return
        batch = self._batch(params, indices)
        axis = constant_integer(self._operands[2])
        if axis is None:
            rank_is(self, "the result", self.result_shape(), len(params) + len(indices) - 1 - batch)
            return
        axis = axis_of(self, "axis", axis, len(params))
        if axis < batch:
            raise verify_error(self, f"axis is {axis}, needed at least batch_dims {batch}")
        needed = params[:axis] + indices[batch:] + params[axis + 1 :]
        agree(self, "the result", self.result_shape(), needed)

    def _batch(self, params: tuple[int, ...], indices: tuple[int, ...]) -> int:
        """The number of batch dimensions; demands that they agree."""
        batch = self.batch_dims + (len(indices) if self.batch_dims < 0 else 0)
        if not 0 <= batch <= min(len(indices), len(params)):
            raise verify_error(
                self,
                f"attribute batch_dims is {self.batch_dims}, needed at most the ranks "
                f"{len(params)} of params and {len(indices)} of indices",
            )
        agree(self, "the batch of indices", indices[:batch], params[:batch])
        return batch


@tf_op
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
        params, indices = self.operand_shape(0), self.operand_shape(1)
        rank_at_least(self, "params", params, 1)
        rank_at_least(self, "indices", indices, 1)
        if params is None or indices is None or indices[-1] < 0:
            return
        if indices[-1] > len(params):
            raise verify_error(
                self, f"the rows of indices have size {indices[-1]}, params has rank {len(params)}"
            )
        agree(self, "the result", self.result_shape(), indices[:-1] + params[indices[-1] :])
