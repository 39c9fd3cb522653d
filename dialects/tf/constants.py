"""tf ops that make tensors from attributes or from a few scalars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
)
from xdsl.interfaces import HasFolderInterface
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import ConstantLike

from ..tf_type import DenseStringAttr
from ..types import element_of, is_tensor, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import KeepsElements, PureTfOperation
from .parameters import flag, integer, raw

KNOWN = (DenseIntOrFPElementsAttr, DenseStringAttr, DenseResourceAttr, OpaqueAttr)
"""The attributes of `tf.Const` that are verified; others, as protocol buffers, are opaque."""


class ConstOp(PureTfOperation, HasFolderInterface):
    """A constant; `value` is a dense elements attribute or one of tf_type (strings)."""

    name = "tf.Const"
    traits = traits_def(ConstantLike())
    value = raw()
    output = result_def()

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        return (self.value,)

    def verify_(self) -> None:
        value = self.value
        if isinstance(value, IntegerAttr | FloatAttr):
            raise verify_error(self, f"value is {value}, the elements of a tensor are needed")
        if not isinstance(value, KNOWN):
            return
        kind = cast("Attribute", value.type)
        if not is_tensor(kind) or not kind.has_static_shape():
            raise verify_error(self, f"value has type {kind}, a tensor of static shape is needed")
        found = self.results[0].type
        if found == kind:
            return
        if element_of(found) != kind.element_type:
            raise verify_error(
                self, f"the result has elements {element_of(found)}, needed {kind.element_type}"
            )


class Like(KeepsElements):
    """A tensor of one repeated value with shape and element type of `x`."""

    x = operand_def()
    y = result_def()


class ZerosLikeOp(Like):
    name = "tf.ZerosLike"


class OnesLikeOp(Like):
    name = "tf.OnesLike"


class FillOp(PureTfOperation):
    """A tensor with sizes `dims` and every element equal to the scalar `value`."""

    name = "tf.Fill"
    dims = operand_def()
    value = operand_def()
    output = result_def()

    def verify_(self) -> None:
        rank_is(self, "dims", self.operand_shape(0), 1)
        rank_is(self, "value", self.operand_shape(1), 0)
        same_elements(self, self._operands[1], self.results[0])


class EmptyOp(PureTfOperation):
    """A tensor of `shape`: zeros where `init` is set, else of no defined content."""

    name = "tf.Empty"
    shape = operand_def()
    output = result_def()
    init = flag()

    def verify_(self) -> None:
        rank_is(self, "shape", self.operand_shape(0), 1)


class RangeOp(PureTfOperation):
    """The numbers from `start` in steps of `delta` before `limit`."""

    name = "tf.Range"
    start = operand_def()
    limit = operand_def()
    delta = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        for index, what in enumerate(("start", "limit", "delta")):
            rank_is(self, what, self.operand_shape(index), 0)


class LinSpaceOp(PureTfOperation):
    """`num` evenly spaced numbers from `start` to `stop`, both included."""

    name = "tf.LinSpace"
    start = operand_def()
    stop = operand_def()
    num = operand_def()
    output = result_def()

    def verify_(self) -> None:
        start, stop, _ = self._operands
        same_elements(self, start, stop, self.results[0])
        for index, what in enumerate(("start", "stop", "num")):
            rank_is(self, what, self.operand_shape(index), 0)


class OneHotOp(PureTfOperation):
    """
    `on_value` at the places that `indices` name along a new dimension, `off_value` elsewhere.

    The new dimension has size `depth` and position `axis`, -1 being the last one.
    """

    name = "tf.OneHot"
    indices = operand_def()
    depth = operand_def()
    on_value = operand_def()
    off_value = operand_def()
    output = result_def()
    axis = integer(-1, least=-1)

    def verify_(self) -> None:
        indices, _, on_value, off_value = self._operands
        same_elements(self, on_value, off_value, self.results[0])
        if not is_wide_integer(found := element_of(indices.type)):
            raise verify_error(self, f"indices have elements {found}, needed integers")
        for index, what in ((1, "depth"), (2, "on_value"), (3, "off_value")):
            rank_is(self, what, self.operand_shape(index), 0)
