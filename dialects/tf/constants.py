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

from ..tensors import is_tensor
from ..tf_type import DenseStringAttr
from .operation import PureTfOperation, tf_op
from .parameters import integer, raw
from .static_types import (
    UNKNOWN,
    agree,
    agree_sizes,
    constant_integer,
    constant_integers,
    element_of,
    is_integer,
    rank_is,
    same_elements,
    shape_of,
    verify_error,
)

KNOWN = (DenseIntOrFPElementsAttr, DenseStringAttr, DenseResourceAttr, OpaqueAttr)
"""What `tf.Const` may hold; of other attributes, as protocol buffers, only the type of the op tells anything."""


@tf_op
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
        shape = shape_of(found)
        if {*kind.get_shape()} | {*(shape or ())} <= {1}:
            return  # TensorFlow takes one element of any rank for another; inference does not.
        agree(self, "the result", shape, kind.get_shape())


class Like(PureTfOperation):
    """A tensor of one repeated value with shape and element type of `x`."""

    x = operand_def()
    y = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        agree(self, "the result", self.result_shape(), self.operand_shape(0))


@tf_op
class ZerosLikeOp(Like):
    name = "tf.ZerosLike"


@tf_op
class OnesLikeOp(Like):
    name = "tf.OnesLike"


@tf_op
class FillOp(PureTfOperation):
    """A tensor with sizes `dims` and every element equal to the scalar `value`."""

    name = "tf.Fill"
    dims = operand_def()
    value = operand_def()
    output = result_def()

    def verify_(self) -> None:
        dims, value = self._operands
        rank_is(self, "dims", shape_of(dims.type), 1)
        rank_is(self, "value", shape_of(value.type), 0)
        same_elements(self, value, self.results[0])
        sizes = constant_integers(dims)
        if sizes is not None:
            if min(sizes, default=0) < 0:
                raise verify_error(self, f"dims are {list(sizes)}, needed sizes of at least 0")
            agree(self, "the result", self.result_shape(), sizes)
        elif (shape := shape_of(dims.type)) is not None and shape[0] >= 0:
            rank_is(self, "the result", self.result_shape(), shape[0])


@tf_op
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
        start, limit, delta = (constant_integer(value) for value in self._operands)
        if delta == 0:
            raise verify_error(self, "delta is 0, needed a step other than 0")
        size = UNKNOWN
        if start is not None and limit is not None and delta is not None:
            if (limit - start) * delta < 0:
                raise verify_error(self, f"a step of {delta} does not lead from {start} to {limit}")
            size = -((start - limit) // delta)
        agree(self, "the result", self.result_shape(), (size,))


@tf_op
class LinSpaceOp(PureTfOperation):
    """`num` evenly spaced numbers from `start` to `stop`, both included."""

    name = "tf.LinSpace"
    start = operand_def()
    stop = operand_def()
    num = operand_def()
    output = result_def()

    def verify_(self) -> None:
        start, stop, num = self._operands
        same_elements(self, start, stop, self.results[0])
        for index, what in enumerate(("start", "stop", "num")):
            rank_is(self, what, self.operand_shape(index), 0)
        count = constant_integer(num)
        if count is not None and count < 1:
            raise verify_error(self, f"num is {count}, needed at least 1")
        agree(self, "the result", self.result_shape(), (UNKNOWN if count is None else count,))


@tf_op
class OneHotOp(PureTfOperation):
    """
    `on_value` at the places that `indices` name along a new dimension, `off_value` elsewhere.

    The new dimension has size `depth` and stands at `axis`, -1 being the last place.
    """

    name = "tf.OneHot"
    indices = operand_def()
    depth = operand_def()
    on_value = operand_def()
    off_value = operand_def()
    output = result_def()
    axis = integer(-1, least=-1)

    def verify_(self) -> None:
        indices, depth, on_value, off_value = self._operands
        same_elements(self, on_value, off_value, self.results[0])
        if not is_integer(found := element_of(indices.type)):
            raise verify_error(self, f"indices have elements {found}, needed integers")
        for index, what in ((1, "depth"), (2, "on_value"), (3, "off_value")):
            rank_is(self, what, self.operand_shape(index), 0)
        size = constant_integer(depth)
        if size is not None and size < 0:
            raise verify_error(self, f"depth is {size}, needed at least 0")
        shape = self.operand_shape(0)
        if shape is None:
            return
        axis = len(shape) if self.axis == -1 else self.axis
        if axis > len(shape):
            raise verify_error(self, f"attribute axis is {axis}, needed -1 to {len(shape)}")
        needed = (*shape[:axis], UNKNOWN if size is None else size, *shape[axis:])
        agree(self, "the result", self.result_shape(), needed)
        if (result := self.result_shape()) is not None and size is not None:
            agree_sizes(self, f"the size of dimension {axis}", result[axis], size)
