"""tf ops that choose elements: by conditions, by order, distinct ones, buckets."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, TfOperation, tf_op
from .parameters import flag, reals
from .static_types import (
    UNKNOWN,
    Shape,
    agree,
    axis_of,
    broadcast,
    constant_integer,
    constant_integers,
    element_of,
    is_boolean,
    is_integer,
    rank_at_least,
    rank_is,
    same_elements,
    shape_of,
    verify_error,
)


def _verify_integers(op: TfOperation, *indices: int) -> None:
    for index in indices:
        if not is_integer(found := element_of(op.results[index].type)):
            raise verify_error(op, f"result {index} has elements {found}, needed integers")


def _at_most(op: TfOperation, what: str, found: Shape, most: Shape) -> None:
    """Demands that no known size is above the known size at its place."""
    if found is None or most is None:
        return
    rank_is(op, what, found, len(most))
    for axis, (size, limit) in enumerate(zip(found, most, strict=True)):
        if size > limit >= 0:
            raise verify_error(
                op, f"{what} has size {size} in dimension {axis}, needed at most {limit}"
            )


@tf_op
class TopKV2Op(PureTfOperation):
    """The `k` greatest elements of every row, in descending order if `sorted`, and their places."""

    name = "tf.TopKV2"
    input = operand_def()
    k = operand_def()
    values = result_def()
    indices = result_def()
    sorted = flag(True)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        _verify_integers(self, 1)
        rank_is(self, "k", self.operand_shape(1), 0)
        shape = self.operand_shape(0)
        rank_at_least(self, "input", shape, 1)
        k = constant_integer(self._operands[1])
        if k is not None and k < 0:
            raise verify_error(self, f"k is {k}, needed at least 0")
        if shape is None:
            return
        if k is not None and k > shape[-1] >= 0:
            raise verify_error(self, f"k is {k}, needed at most the row size {shape[-1]}")
        needed = (*shape[:-1], UNKNOWN if k is None else k)
        agree(self, "values", self.result_shape(0), needed)
        agree(self, "indices", self.result_shape(1), needed)


@tf_op
class UniqueOp(PureTfOperation):
    """The distinct elements of a vector in order of appearance, and where each element is in `y`."""

    name = "tf.Unique"
    x = operand_def()
    y = result_def()
    idx = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        _verify_integers(self, 1)
        shape = self.operand_shape(0)
        rank_is(self, "x", shape, 1)
        rank_is(self, "y", self.result_shape(0), 1)
        _at_most(self, "y", self.result_shape(0), shape)
        agree(self, "idx", self.result_shape(1), shape)


@tf_op
class UniqueWithCountsOp(PureTfOperation):
    """`tf.Unique`, and how often each distinct element occurs."""

    name = "tf.UniqueWithCounts"
    x = operand_def()
    y = result_def()
    idx = result_def()
    count = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        _verify_integers(self, 1, 2)
        shape = self.operand_shape(0)
        rank_is(self, "x", shape, 1)
        _at_most(self, "y", self.result_shape(0), shape)
        agree(self, "idx", self.result_shape(1), shape)
        agree(self, "count", self.result_shape(2), self.result_shape(0))


@tf_op
class UniqueV2Op(PureTfOperation):
    """
    The distinct entries of `x` along `axis`, and where each entry is in `y`.

    `axis` is a vector of one dimension, or empty for a vector `x`.
    """

    name = "tf.UniqueV2"
    x = operand_def()
    axis = operand_def()
    y = result_def()
    idx = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        _verify_integers(self, 1)
        rank_is(self, "axis", self.operand_shape(1), 1)
        rank_is(self, "idx", self.result_shape(1), 1)
        shape = self.operand_shape(0)
        axes = constant_integers(self._operands[1])
        if axes is not None and len(axes) > 1:
            raise verify_error(self, f"axis has {len(axes)} elements, needed at most 1")
        _at_most(self, "y", self.result_shape(0), shape)
        if shape is None or axes is None:
            return
        if not axes:
            rank_is(self, "x", shape, 1)
        axis = axis_of(self, "axis", axes[0] if axes else 0, len(shape))
        agree(self, "idx", self.result_shape(1), (shape[axis],))
        needed = (*shape[:axis], UNKNOWN, *shape[axis + 1 :])
        agree(self, "y", self.result_shape(0), needed)


@tf_op
class WhereOp(PureTfOperation):
    """The places of the elements of `input` that are not zero, one row each, in order."""

    name = "tf.Where"
    input = operand_def()
    index = result_def()

    def verify_(self) -> None:
        _verify_integers(self, 0)
        shape = self.operand_shape(0)
        rank = UNKNOWN if shape is None else len(shape)
        agree(self, "the result", self.result_shape(), (UNKNOWN, rank))


@tf_op
class BucketizeOp(PureTfOperation):
    """For each element of `input`, how many of the ascending `boundaries` are not above it."""

    name = "tf.Bucketize"
    input = operand_def()
    output = result_def()
    boundaries = reals()

    def verify_(self) -> None:
        _verify_integers(self, 0)
        agree(self, "the result", self.result_shape(), self.operand_shape(0))
        found = list(self.boundaries)
        if found != sorted(found):
            raise verify_error(self, f"attribute boundaries is {found}, it must be ascending")


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
            raise verify_error(self, f"condition has elements {found}, needed i1")
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
            raise verify_error(self, f"condition has elements {found}, needed i1")
        same_elements(self, then_value, else_value, self.results[0])
        chosen = self.operand_shape(1)
        agree(self, "else_value", self.operand_shape(2), chosen)
        agree(self, "the result", self.result_shape(), chosen)
        test = self.operand_shape(0)
        if test is None or chosen is None or not test:
            return
        agree(self, "condition", test, chosen[:1] if len(test) == 1 else chosen)
