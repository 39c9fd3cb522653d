"""
tf ops on lists of tensors.

A list is a scalar tensor of a variant. Its elements have one element type and shapes that fit
`element_shape`, an integer vector in which -1 is unknown, or the scalar -1 for unknown rank.
"""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_wide_integer
from .checks import (
    UNKNOWN,
    StaticShape,
    agree,
    constant_integer,
    constant_integers,
    rank_at_least,
    rank_is,
    verify_error,
)
from .operation import PureTfOperation
from .parameters import flag, integer

NEEDS_ITEMS = "tieshape.needs_items"
"""The attribute of an op that joins the items of a list whose element shape is not given."""

MAY_BE_RAGGED = "tieshape.may_be_ragged"
"""The attribute of an op that puts an item into a list whose items may have different sizes."""


class ListOp(PureTfOperation):
    """An op that takes or makes a list."""

    def element_shape_of(self, index: int) -> StaticShape:
        """What operand `index`, an element shape, says; demands that it is one."""
        if not is_wide_integer(found := element_of(self._operands[index].type)):
            raise verify_error(self, f"element_shape has elements {found}, needed integers")
        vector = self.operand_shape(index)
        rank_is(self, "element_shape", vector, 0, 1)
        if not vector:
            return None
        sizes = constant_integers(self._operands[index])
        if sizes is None:
            return (UNKNOWN,) * vector[0] if vector[0] >= 0 else None
        return sizes

    def verify_scalar(self, index: int, what: str) -> int | None:
        """Demands that operand `index` is an integer scalar; its value when constant."""
        if not is_wide_integer(found := element_of(self._operands[index].type)):
            raise verify_error(self, f"{what} has elements {found}, needed integers")
        rank_is(self, what, self.operand_shape(index), 0)
        return constant_integer(self._operands[index])

    def verify_index(self, index: int) -> None:
        """Demands that operand `index` can be the place of an element."""
        place = self.verify_scalar(index, "index")
        if place is not None and place < 0:
            raise verify_error(self, f"index is {place}, needed at least 0")


def _with_lead(size: int, shape: StaticShape) -> StaticShape:
    return None if shape is None else (size, *shape)


class EmptyTensorListOp(ListOp):
    """A list without elements; `max_num_elements` -1 sets no limit."""

    name = "tf.EmptyTensorList"
    element_shape = operand_def()
    max_num_elements = operand_def()
    handle = result_def()

    def verify_(self) -> None:
        self.element_shape_of(0)
        self.verify_scalar(1, "max_num_elements")


class TensorListReserveOp(ListOp):
    """A list of `num_elements` elements that are not written yet and read as zeros."""

    name = "tf.TensorListReserve"
    element_shape = operand_def()
    num_elements = operand_def()
    handle = result_def()

    def verify_(self) -> None:
        self.element_shape_of(0)
        count = self.verify_scalar(1, "num_elements")
        if count is not None and count < 0:
            raise verify_error(self, f"num_elements is {count}, needed at least 0")


class TensorListFromTensorOp(ListOp):
    """The list of the entries of `tensor` along dimension 0."""

    name = "tf.TensorListFromTensor"
    tensor = operand_def()
    element_shape = operand_def()
    output_handle = result_def()

    def verify_(self) -> None:
        shape = self.operand_shape(0)
        rank_at_least(self, "tensor", shape, 1)
        agree(self, "an entry of tensor", shape and shape[1:], self.element_shape_of(1))


class TensorListSplitOp(ListOp):
    """The list of the parts of `tensor` along dimension 0 that have these `lengths`."""

    name = "tf.TensorListSplit"
    tensor = operand_def()
    element_shape = operand_def()
    lengths = operand_def()
    output_handle = result_def()

    def verify_(self) -> None:
        shape = self.operand_shape(0)
        rank_at_least(self, "tensor", shape, 1)
        agree(self, "a part of tensor", shape and (UNKNOWN, *shape[1:]), self.element_shape_of(1))
        rank_is(self, "lengths", self.operand_shape(2), 1)


class TensorListStackOp(ListOp):
    """All elements stacked along a new dimension 0; `num_elements` -1 leaves their number open."""

    name = "tf.TensorListStack"
    input_handle = operand_def()
    element_shape = operand_def()
    tensor = result_def()
    num_elements = integer(-1, least=-1)

    def verify_(self) -> None:
        rank_at_least(self, "the result", self.result_shape(), 1)
        needed = _with_lead(self.num_elements, self.element_shape_of(1))
        agree(self, "the result", self.result_shape(), needed)


class TensorListGetItemOp(ListOp):
    """The element at `index`."""

    name = "tf.TensorListGetItem"
    input_handle = operand_def()
    index = operand_def()
    element_shape = operand_def()
    item = result_def()

    def verify_(self) -> None:
        self.verify_index(1)
        agree(self, "the result", self.result_shape(), self.element_shape_of(2))


class TensorListSetItemOp(ListOp):
    """The list with `item` at `index`."""

    name = "tf.TensorListSetItem"
    input_handle = operand_def()
    index = operand_def()
    item = operand_def()
    output_handle = result_def()
    resize_if_index_out_of_bounds = flag()

    def verify_(self) -> None:
        self.verify_index(1)


class TensorListPushBackOp(ListOp):
    """The list with `tensor` appended."""

    name = "tf.TensorListPushBack"
    input_handle = operand_def()
    tensor = operand_def()
    output_handle = result_def()


class TensorListPopBackOp(ListOp):
    """The list without its last element, and that element."""

    name = "tf.TensorListPopBack"
    input_handle = operand_def()
    element_shape = operand_def()
    output_handle = result_def()
    tensor = result_def()

    def verify_(self) -> None:
        agree(self, "tensor", self.result_shape(1), self.element_shape_of(1))


class TensorListGatherOp(ListOp):
    """The elements at `indices`, stacked along a new dimension 0."""

    name = "tf.TensorListGather"
    input_handle = operand_def()
    indices = operand_def()
    element_shape = operand_def()
    values = result_def()

    def verify_(self) -> None:
        indices = self.operand_shape(1)
        rank_is(self, "indices", indices, 1)
        count = UNKNOWN if indices is None else indices[0]
        agree(self, "the result", self.result_shape(), _with_lead(count, self.element_shape_of(2)))


class TensorListScatterIntoExistingListOp(ListOp):
    """The list with the entries of `tensor` along dimension 0 at `indices`."""

    name = "tf.TensorListScatterIntoExistingList"
    input_handle = operand_def()
    tensor = operand_def()
    indices = operand_def()
    output_handle = result_def()

    def verify_(self) -> None:
        rank_at_least(self, "tensor", self.operand_shape(1), 1)
        rank_is(self, "indices", self.operand_shape(2), 1)


class TensorListLengthOp(ListOp):
    """The number of elements."""

    name = "tf.TensorListLength"
    input_handle = operand_def()
    length = result_def()

    def verify_(self) -> None:
        rank_is(self, "the result", self.result_shape(), 0)


class TensorListElementShapeOp(ListOp):
    """What is known of the shape of the elements."""

    name = "tf.TensorListElementShape"
    input_handle = operand_def()
    element_shape = result_def()

    def verify_(self) -> None:
        rank_is(self, "the result", self.result_shape(), 0, 1)


class TensorListResizeOp(ListOp):
    """The list cut or filled up to `size` elements."""

    name = "tf.TensorListResize"
    input_handle = operand_def()
    size = operand_def()
    output_handle = result_def()

    def verify_(self) -> None:
        self.verify_scalar(1, "size")


class TensorListConcatV2Op(ListOp):
    """All elements joined along their dimension 0, and the size that each has there."""

    name = "tf.TensorListConcatV2"
    input_handle = operand_def()
    element_shape = operand_def()
    leading_dims = operand_def()
    tensor = result_def()
    lengths = result_def()

    def verify_(self) -> None:
        rank_at_least(self, "tensor", self.result_shape(0), 1)
        rank_is(self, "lengths", self.result_shape(1), 1)
        elements = self.element_shape_of(1)
        agree(self, "tensor", self.result_shape(0), elements and (UNKNOWN, *elements[1:]))
