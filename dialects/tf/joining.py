"""tf ops that join tensors along a dimension or take one apart."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, result_def, var_operand_def, var_result_def

from .operation import PureTfOperation, TfOperation, tf_op
from .parameters import integer
from .static_types import (
    UNKNOWN,
    Shape,
    agree,
    axis_of,
    constant_integer,
    constant_integers,
    element_of,
    is_integer,
    rank_at_least,
    rank_is,
    same_elements,
    spell,
    verify_error,
)


def _without(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    return shape[:axis] + shape[axis + 1 :]


def _with(shape: tuple[int, ...], axis: int, size: int) -> tuple[int, ...]:
    return (*shape[:axis], size, *shape[axis + 1 :])


@tf_op
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
        shape: Shape = None
        for index in range(len(self._operands)):
            other = self.operand_shape(index)
            agree(self, f"operand {index}", other, shape)
            if shape is None or (other is not None and min(shape, default=0) < 0):
                shape = other
        if shape is not None:
            axis = axis_of(self, "attribute axis", self.axis, len(shape) + 1)
            needed = (*shape[:axis], len(self._operands), *shape[axis:])
            agree(self, "the result", self.result_shape(), needed)


@tf_op
class UnpackOp(PureTfOperation):
    """The entries of `value` along `axis`, one result each."""

    name = "tf.Unpack"
    value = operand_def()
    output = var_result_def()
    axis = integer(0)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], *self.results)
        shape = self.operand_shape(0)
        rank_at_least(self, "value", shape, 1)
        if shape is None:
            return
        axis = axis_of(self, "attribute axis", self.axis, len(shape))
        if shape[axis] >= 0 and shape[axis] != len(self.results):
            raise verify_error(self, f"found {len(self.results)} results, needed {shape[axis]}")
        for index in range(len(self.results)):
            agree(self, f"result {index}", self.result_shape(index), _without(shape, axis))


class Concatenation(PureTfOperation):
    """Tensors that agree but for one dimension, laid one behind the other along it."""

    def verify_join(self, shapes: Sequence[Shape], axis: int | None) -> None:
        """Demands that tensors of `shapes` concatenate along `axis` to the result."""
        if not shapes:
            raise verify_error(self, "found no tensor to concatenate, needed at least 1")
        known = [shape for shape in shapes if shape is not None]
        if not known:
            return
        first = known[0]
        for shape in known:
            if len(shape) != len(first):
                raise verify_error(self, f"ranks {len(first)} and {len(shape)} must be equal")
        if not first:
            return  # TensorFlow joins scalars too, to a vector; inference does not.
        if axis is None:
            return  # TensorFlow takes a result of another rank; inference does not.
        axis = axis_of(self, "the axis", axis, len(first))
        needed = [*first]
        for shape in known:
            for i, size in enumerate(shape):
                if i == axis or size < 0:
                    continue
                if needed[i] >= 0 and needed[i] != size:
                    raise verify_error(
                        self,
                        f"{spell(first)} and {spell(shape)} differ in dimension {i}, "
                        f"only dimension {axis} may differ",
                    )
                needed[i] = size
        sizes = [shape[axis] for shape in known]
        whole = len(known) == len(shapes) and min(sizes) >= 0
        needed[axis] = sum(sizes) if whole else UNKNOWN
        agree(self, "the result", self.result_shape(), tuple(needed))


@tf_op
class ConcatV2Op(Concatenation):
    """`values` one behind the other along `axis`."""

    name = "tf.ConcatV2"
    values = var_operand_def()
    axis = operand_def()
    output = result_def()

    def verify_(self) -> None:
        *values, axis = self._operands
        rank_is(self, "axis", self.operand_shape(len(values)), 0)
        _verify_axis(self, axis)
        same_elements(self, self.results[0], *values)
        shapes = [self.operand_shape(index) for index in range(len(values))]
        self.verify_join(shapes, constant_integer(axis))


@tf_op
class ConcatOp(Concatenation):
    """`values` one behind the other along `concat_dim`."""

    name = "tf.Concat"
    concat_dim = operand_def()
    values = var_operand_def()
    output = result_def()

    def verify_(self) -> None:
        axis, *values = self._operands
        rank_is(self, "concat_dim", self.operand_shape(0), 0)
        _verify_axis(self, axis)
        same_elements(self, self.results[0], *values)
        shapes = [self.operand_shape(index + 1) for index in range(len(values))]
        self.verify_join(shapes, constant_integer(axis))


def _verify_axis(op: TfOperation, axis: SSAValue) -> None:
    if not is_integer(found := element_of(axis.type)):
        raise verify_error(op, f"the axis has elements {found}, needed integers")


def _verify_ranks(op: TfOperation, shape: Shape) -> None:
    """Demands that every result has the rank of the operand."""
    for index in range(len(op.results)):
        if shape is not None:
            rank_is(op, f"result {index}", op.result_shape(index), len(shape))


@tf_op
class SplitOp(PureTfOperation):
    """`value` cut into results of equal size along `split_dim`."""

    name = "tf.Split"
    split_dim = operand_def()
    value = operand_def()
    output = var_result_def()

    def verify_(self) -> None:
        axis_value, value = self._operands
        count = len(self.results)
        if not count:
            raise verify_error(self, "found 0 results, needed at least 1")
        rank_is(self, "split_dim", self.operand_shape(0), 0)
        same_elements(self, value, *self.results)
        shape = self.operand_shape(1)
        rank_at_least(self, "value", shape, 1)
        axis = constant_integer(axis_value)
        if shape is None or axis is None:
            _verify_ranks(self, shape)
            return
        axis = axis_of(self, "split_dim", axis, len(shape))
        size = shape[axis]
        if size >= 0 and size % count:
            raise verify_error(
                self, f"dimension {axis} has size {size}, needed a multiple of {count}"
            )
        needed = _with(shape, axis, size // count if size >= 0 else UNKNOWN)
        for index in range(count):
            agree(self, f"result {index}", self.result_shape(index), needed)


@tf_op
class SplitVOp(PureTfOperation):
    """`value` cut along `split_dim` into results of `size_splits`; one of them may be -1."""

    name = "tf.SplitV"
    value = operand_def()
    size_splits = operand_def()
    split_dim = operand_def()
    output = var_result_def()

    def verify_(self) -> None:
        value, splits_value, axis_value = self._operands
        count = len(self.results)
        same_elements(self, value, *self.results)
        rank_is(self, "size_splits", self.operand_shape(1), 1)
        agree(self, "size_splits", self.operand_shape(1), (count,))
        rank_is(self, "split_dim", self.operand_shape(2), 0)
        shape = self.operand_shape(0)
        rank_at_least(self, "value", shape, 1)
        axis = constant_integer(axis_value)
        if shape is None or axis is None:
            _verify_ranks(self, shape)
            return
        axis = axis_of(self, "split_dim", axis, len(shape))
        splits = self._splits(constant_integers(splits_value), shape[axis], axis)
        for index, size in enumerate(splits or (UNKNOWN,) * count):
            needed = _with(shape, axis, size)
            agree(self, f"result {index}", self.result_shape(index), needed)

    def _splits(
        self, splits: tuple[int, ...] | None, size: int, axis: int
    ) -> tuple[int, ...] | None:
        """The sizes of the parts with -1 resolved where `size` is known; demands that they add up."""
        if splits is None:
            return None
        if splits.count(-1) > 1 or min(splits, default=0) < -1:
            raise verify_error(
                self,
                f"size_splits are {list(splits)}, needed sizes of at least 0 and at most one -1",
            )
        total = sum(part for part in splits if part >= 0)
        if size < 0:
            return splits
        if total > size or (total < size and -1 not in splits):
            raise verify_error(
                self,
                f"size_splits {list(splits)} add up to {total}, dimension {axis} has size {size}",
            )
        return tuple(size - total if part < 0 else part for part in splits)
