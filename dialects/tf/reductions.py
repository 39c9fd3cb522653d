"""tf ops that combine elements along dimensions: reductions, scans, positions of extremes."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .parameters import flag
from .static_types import (
    Shape,
    agree,
    axis_of,
    constant_integer,
    constant_integers,
    element_of,
    is_boolean,
    is_integer,
    rank_at_least,
    rank_is,
    same_elements,
    verify_error,
)


class Reduction(PureTfOperation):
    """Combines the elements of `input` along the dimensions in `reduction_indices`."""

    input = operand_def()
    reduction_indices = operand_def()
    output = result_def()
    keep_dims = flag()

    def verify_(self) -> None:
        indices = self._operands[1]
        if not is_integer(found := element_of(indices.type)):
            raise verify_error(self, f"reduction_indices have elements {found}, needed integers")
        rank_is(self, "reduction_indices", self.operand_shape(1), 0, 1)
        same_elements(self, self._operands[0], self.results[0])
        shape = self.operand_shape(0)
        axes = constant_integers(indices)
        if shape is not None and axes is not None:
            agree(self, "the result", self.result_shape(), self._reduced(shape, axes))
        elif shape is not None and self.keep_dims:
            rank_is(self, "the result", self.result_shape(), len(shape))

    def _reduced(self, shape: tuple[int, ...], axes: tuple[int, ...]) -> Shape:
        rank = len(shape)
        gone = {axis_of(self, "a reduction index", axis, rank) for axis in axes}
        if len(gone) != len(axes):
            raise verify_error(
                self, f"reduction_indices are {list(axes)}, needed distinct dimensions"
            )
        if self.keep_dims:
            return tuple(1 if i in gone else size for i, size in enumerate(shape))
        return tuple(size for i, size in enumerate(shape) if i not in gone)


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
        if not is_integer(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed integers")
        shape = self.operand_shape(0)
        rank_at_least(self, "input", shape, 1)
        if shape is None:
            return
        axis = constant_integer(self._operands[1])
        if axis is None:
            rank_is(self, "the result", self.result_shape(), len(shape) - 1)
            return
        axis = axis_of(self, "dimension", axis, len(shape))
        agree(self, "the result", self.result_shape(), shape[:axis] + shape[axis + 1 :])


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
        shape = self.operand_shape(0)
        axis = constant_integer(self._operands[1])
        if shape is not None and axis is not None:
            axis_of(self, "axis", axis, len(shape))
        agree(self, "the result", self.result_shape(), shape)


@tf_op
class SumOp(Reduction):
    name = "tf.Sum"


@tf_op
class MeanOp(Reduction):
    name = "tf.Mean"


@tf_op
class ProdOp(Reduction):
    name = "tf.Prod"


@tf_op
class MaxOp(Reduction):
    name = "tf.Max"


@tf_op
class MinOp(Reduction):
    name = "tf.Min"


@tf_op
class EuclideanNormOp(Reduction):
    name = "tf.EuclideanNorm"


@tf_op
class AllOp(LogicalReduction):
    name = "tf.All"


@tf_op
class AnyOp(LogicalReduction):
    name = "tf.Any"


@tf_op
class ArgMaxOp(PositionOfExtreme):
    name = "tf.ArgMax"


@tf_op
class ArgMinOp(PositionOfExtreme):
    name = "tf.ArgMin"


@tf_op
class CumsumOp(Scan):
    name = "tf.Cumsum"


@tf_op
class CumprodOp(Scan):
    name = "tf.Cumprod"


@tf_op
class L2LossOp(PureTfOperation):
    """Half the sum of the squares of `t`, a scalar."""

    name = "tf.L2Loss"
    t = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        rank_is(self, "the result", self.result_shape(), 0)
