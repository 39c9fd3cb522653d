"""tf ops that compare elements, combine truth values, and choose by them."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Commutative

from .binary import Binary
from .operation import PureTfOperation, tf_op
from .parameters import flag
from .static_types import agree, broadcast, element_of, is_boolean, refusal, same_elements, shape_of


class Comparison(Binary):
    """Compares elements; the result has elements `i1`."""

    def verify_result_elements(self) -> None:
        if not is_boolean(found := element_of(self.results[0].type)):
            raise refusal(self, f"the result has elements {found}, needed i1")


class Equality(Comparison):
    """
    Compares elements for equality.

    With `incompatible_shape_error` false, operands that do not broadcast are simply unequal and the
    result is a scalar.
    """

    incompatible_shape_error = flag(True)

    def verify_shapes(self) -> None:
        if self.incompatible_shape_error:
            super().verify_shapes()


class Logical(Binary):
    """A function of booleans."""

    NEEDS: ClassVar = ((is_boolean,), "i1")


@tf_op
class LessOp(Comparison):
    name = "tf.Less"


@tf_op
class LessEqualOp(Comparison):
    name = "tf.LessEqual"


@tf_op
class GreaterOp(Comparison):
    name = "tf.Greater"


@tf_op
class GreaterEqualOp(Comparison):
    name = "tf.GreaterEqual"


@tf_op
class EqualOp(Equality):
    name = "tf.Equal"
    traits = traits_def(Commutative())


@tf_op
class NotEqualOp(Equality):
    name = "tf.NotEqual"
    traits = traits_def(Commutative())


@tf_op
class LogicalAndOp(Logical):
    name = "tf.LogicalAnd"
    traits = traits_def(Commutative())


@tf_op
class LogicalOrOp(Logical):
    name = "tf.LogicalOr"
    traits = traits_def(Commutative())


@tf_op
class SelectV2Op(PureTfOperation):
    """Takes each element from `then_value` where `condition` holds, else from `else_value`."""

    name = "tf.SelectV2"
    condition = operand_def()
    then_value = operand_def()
    else_value = operand_def()
    output = result_def()

    def verify_(self) -> None:
        condition, then_value, else_value = self._operands
        if not is_boolean(found := element_of(condition.type)):
            raise refusal(self, f"condition has elements {found}, needed i1")
        same_elements(self, then_value, else_value, self.results[0])
        shapes = broadcast(self, (shape_of(value.type) for value in self._operands))
        agree(self, "the result", self.result_shape(), shapes)


@tf_op
class SelectOp(PureTfOperation):
    """
    `tf.SelectV2` without broadcasting.

    `condition` has the shape of the other operands, or is a scalar, or a vector that chooses among
    the entries of their first dimension.
    """

    name = "tf.Select"
    condition = operand_def()
    then_value = operand_def()
    else_value = operand_def()
    output = result_def()

    def verify_(self) -> None:
        condition, then_value, else_value = self._operands
        if not is_boolean(found := element_of(condition.type)):
            raise refusal(self, f"condition has elements {found}, needed i1")
        same_elements(self, then_value, else_value, self.results[0])
        chosen = self.operand_shape(1)
        agree(self, "else_value", self.operand_shape(2), chosen)
        agree(self, "the result", self.result_shape(), chosen)
        test = self.operand_shape(0)
        if test is None or chosen is None or not test:
            return
        agree(self, "condition", test, chosen[:1] if len(test) == 1 else chosen)


@tf_op
class ClipByValueOp(PureTfOperation):
    """`t` with every element kept between two bounds, scalars or of the shape of `t`."""

    name = "tf.ClipByValue"
    t = operand_def()
    clip_value_min = operand_def()
    clip_value_max = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        for index, what in ((1, "clip_value_min"), (2, "clip_value_max")):
            if bound := self.operand_shape(index):
                agree(self, what, bound, self.operand_shape(0))
        agree(self, "the result", self.result_shape(), self.operand_shape(0))
