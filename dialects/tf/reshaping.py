"""tf ops that change a shape or the order of elements, or repeat them."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .parameters import integers
from .shapes import verify_integers
from .static_types import (
    UNKNOWN,
    Shape,
    agree,
    axis_of,
    broadcast,
    constant_integer,
    constant_integers,
    element_count,
    element_of,
    is_integer,
    rank_is,
    same_elements,
    spell,
    verify_error,
)


class Rearrangement(PureTfOperation):
    """Operand 0 with the integer operand 1 saying how; the element type stays."""

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        if not is_integer(found := element_of(self._operands[1].type)):
            raise verify_error(self, f"operand 1 has elements {found}, needed integers")
        self.verify_shapes()

    def verify_shapes(self) -> None:
        """Demands that the shapes fit."""


@tf_op
class ReshapeOp(Rearrangement):
    """The elements of `tensor` in the same order with sizes `shape`; one of them may be -1."""

    name = "tf.Reshape"
    tensor = operand_def()
    shape = operand_def()
    output = result_def()

    def verify_shapes(self) -> None:
        rank_is(self, "shape", self.operand_shape(1), 1)
        count = element_count(self.operand_shape(0))
        sizes = constant_integers(self._operands[1])
        if sizes is not None:
            self._verify_sizes(sizes, count)
        result = element_count(self.result_shape())
        if count is not None and result is not None and count != result:
            raise verify_error(self, f"the result has {result} elements, needed {count}")
        # TensorFlow takes a result of another rank; inference does not.
        if sizes is not None and len(sizes) == len(self.result_shape() or ()):
            agree(self, "the result", self.result_shape(), sizes)

    def _verify_sizes(self, sizes: tuple[int, ...], count: int | None) -> None:
        if sizes.count(-1) > 1 or min(sizes, default=0) < -1:
            raise verify_error(
                self, f"shape is {list(sizes)}, needed sizes of at least 0 and at most one -1"
            )
        if count is None:
            return
        known = 1
        for size in sizes:
            known *= size if size >= 0 else 1
        fits = count == known if -1 not in sizes else known != 0 and count % known == 0
        if not fits:
            raise verify_error(self, f"{count} elements cannot have the shape {list(sizes)}")


@tf_op
class ExpandDimsOp(Rearrangement):
    """`input` with a dimension of size 1 inserted at `dim`."""

    name = "tf.ExpandDims"
    input = operand_def()
    dim = operand_def()
    output = result_def()

    def verify_shapes(self) -> None:
        shape = self.operand_shape(0)
        if shape is None:
            return
        if (axis := constant_integer(self._operands[1])) is None:
            rank_is(self, "the result", self.result_shape(), len(shape) + 1)
            return
        axis = axis_of(self, "dim", axis, len(shape) + 1)
        agree(self, "the result", self.result_shape(), (*shape[:axis], 1, *shape[axis:]))


@tf_op
class SqueezeOp(PureTfOperation):
    """`input` without its dimensions `squeeze_dims`, of size 1; without any of size 1 if empty."""

    name = "tf.Squeeze"
    input = operand_def()
    output = result_def()
    squeeze_dims = integers(())

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        shape = self.operand_shape(0)
        if shape is None:
            return
        gone = {axis_of(self, "a squeezed dimension", d, len(shape)) for d in self.squeeze_dims}
        for axis in gone:
            if shape[axis] >= 0 and shape[axis] != 1:
                raise verify_error(self, f"dimension {axis} has size {shape[axis]}, needed 1")
        if not gone:
            if min(shape, default=0) < 0:
                return
            gone = {axis for axis, size in enumerate(shape) if size == 1}
        needed = tuple(size for axis, size in enumerate(shape) if axis not in gone)
        agree(self, "the result", self.result_shape(), needed)


@tf_op
class TransposeOp(Rearrangement):
    """`x` with dimension `perm[i]` at place `i`."""

    name = "tf.Transpose"
    x = operand_def()
    perm = operand_def()
    y = result_def()

    def verify_shapes(self) -> None:
        shape = self.operand_shape(0)
        rank_is(self, "perm", self.operand_shape(1), 1)
        perm = constant_integers(self._operands[1])
        if perm is None:
            if shape is not None:
                agree(self, "perm", self.operand_shape(1), (len(shape),))
                rank_is(self, "the result", self.result_shape(), len(shape))
            return
        rank = len(perm)
        places = tuple(p + rank if p < 0 else p for p in perm)
        if sorted(places) != list(range(rank)):
            raise verify_error(
                self, f"perm is {list(perm)}, needed a permutation of 0 to {rank - 1}"
            )
        rank_is(self, "x", shape, rank)
        needed = tuple(UNKNOWN if shape is None else shape[p] for p in places)
        agree(self, "the result", self.result_shape(), needed)


@tf_op
class BroadcastToOp(Rearrangement):
    """`input` repeated along dimensions of size 1, and along new leading ones, to sizes `shape`."""

    name = "tf.BroadcastTo"
    input = operand_def()
    shape = operand_def()
    output = result_def()

    def verify_shapes(self) -> None:
        rank_is(self, "shape", self.operand_shape(1), 1)
        needed: Shape = constant_integers(self._operands[1])
        if needed is not None:
            agree(self, "the result", self.result_shape(), needed)
        else:
            needed = self.result_shape()
        shape = self.operand_shape(0)
        if shape is None or needed is None:
            return
        if len(shape) > len(needed):
            raise verify_error(self, f"input has rank {len(shape)}, needed at most {len(needed)}")
        broadcast(self, (shape, needed))
        pairs = zip(reversed(shape), reversed(needed), strict=False)
        if any(size != to and size != 1 and min(size, to) >= 0 for size, to in pairs):
            raise verify_error(self, f"{spell(shape)} does not broadcast to {spell(needed)}")


@tf_op
class TileOp(Rearrangement):
    """`input` repeated `multiples[i]` times along dimension `i`."""

    name = "tf.Tile"
    input = operand_def()
    multiples = operand_def()
    output = result_def()

    def verify_shapes(self) -> None:
        shape = self.operand_shape(0)
        rank_is(self, "multiples", self.operand_shape(1), 1)
        if shape is None:
            return
        agree(self, "multiples", self.operand_shape(1), (len(shape),))
        rank_is(self, "the result", self.result_shape(), len(shape))
        if (multiples := constant_integers(self._operands[1])) is None:
            return
        if min(multiples, default=0) < 0:
            raise verify_error(self, f"multiples are {list(multiples)}, needed at least 0")
        needed = tuple(
            size * times if size >= 0 or times == 0 else UNKNOWN
            for size, times in zip(shape, multiples, strict=True)
        )
        agree(self, "the result", self.result_shape(), needed)


@tf_op
class InvertPermutationOp(PureTfOperation):
    """The permutation that undoes `x`."""

    name = "tf.InvertPermutation"
    x = operand_def()
    y = result_def()

    def verify_(self) -> None:
        verify_integers(self)
        same_elements(self, self._operands[0], self.results[0])
        rank_is(self, "x", self.operand_shape(0), 1)
        agree(self, "the result", self.result_shape(), self.operand_shape(0))
        values = constant_integers(self._operands[0])
        if values is not None and sorted(values) != list(range(len(values))):
            raise verify_error(
                self, f"x is {list(values)}, needed a permutation of 0 to {len(values) - 1}"
            )
