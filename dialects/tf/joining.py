"""tf ops that join tensors along a dimension or take one apart."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, result_def, var_operand_def, var_result_def

from ..types import element_of, is_wide_integer, shape_of
from .checks import rank_at_least, rank_is, same_elements, verify_error
from .operation import PureTfOperation
from .parameters import integer


class PackOp(PureTfOperation):
    """Tensors of one shape, stacked along a new dimension at `axis`."""

    name = "tf.Pack"
    values = var_operand_def()
    output = result_def()
    axis = integer(0)

    def verify_(self) -> None:
        if not self._operands:
            raise verify_error(self, "found 0 operands, needed at least 1")
        same_elements(self, *self._operands, self.results[0])


class UnpackOp(PureTfOperation):
    """The entries of `value` along `axis`, one result each."""

    name = "tf.Unpack"
    value = operand_def()
    output = var_result_def()
    axis = integer(0)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], *self.results)


class Concatenation(PureTfOperation):
    """Tensors that agree but for one dimension, joined along it."""

    def verify_join(self, values: Sequence[SSAValue], axis: SSAValue, what: str) -> None:
        """Demands tensors of one element type, and an integer scalar for the axis."""
        if not values:
            raise verify_error(self, "found no tensor to concatenate, needed at least 1")
        rank_is(self, what, shape_of(axis.type), 0)
        if not is_wide_integer(found := element_of(axis.type)):
            raise verify_error(self, f"the axis has elements {found}, needed integers")
        same_elements(self, self.results[0], *values)


class ConcatV2Op(Concatenation):
    """`values` joined along `axis`."""

    name = "tf.ConcatV2"
    values = var_operand_def()
    axis = operand_def()
    output = result_def()

    def verify_(self) -> None:
        *values, axis = self._operands
        self.verify_join(values, axis, "axis")


class ConcatOp(Concatenation):
    """`values` joined along `concat_dim`."""

    name = "tf.Concat"
    concat_dim = operand_def()
    values = var_operand_def()
    output = result_def()

    def verify_(self) -> None:
        axis, *values = self._operands
        self.verify_join(values, axis, "concat_dim")


class SplitOp(PureTfOperation):
    """`value` cut into results of equal size along `split_dim`."""

    name = "tf.Split"
    split_dim = operand_def()
    value = operand_def()
    output = var_result_def()

    def verify_(self) -> None:
        if not self.results:
            raise verify_error(self, "found 0 results, needed at least 1")
        rank_is(self, "split_dim", self.operand_shape(0), 0)
        rank_at_least(self, "value", self.operand_shape(1), 1)
        same_elements(self, self._operands[1], *self.results)


class SplitVOp(PureTfOperation):
    """`value` cut along `split_dim` into results of `size_splits`; one of them may be -1."""

    name = "tf.SplitV"
    value = operand_def()
    size_splits = operand_def()
    split_dim = operand_def()
    output = var_result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], *self.results)
        rank_at_least(self, "value", self.operand_shape(0), 1)
        rank_is(self, "size_splits", self.operand_shape(1), 1)
        rank_is(self, "split_dim", self.operand_shape(2), 0)
