"""tf ops on shapes, whose results are sizes."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def, var_operand_def, var_result_def

from ..tf_type import ShapeAttr
from ..types import element_of, is_wide_integer
from .checks import UNKNOWN, StaticShape, rank_is, same_elements, verify_error
from .conversion import SameTensor
from .operation import PureTfOperation, TfOperation
from .parameters import raw


def verify_integers(op: TfOperation) -> None:
    for result in op.results:
        if not is_wide_integer(found := element_of(result.type)):
            raise verify_error(op, f"the result has elements {found}, needed integers")


class ShapeOp(PureTfOperation):
    """The sizes of `input`."""

    name = "tf.Shape"
    input = operand_def()
    output = result_def()

    def verify_(self) -> None:
        verify_integers(self)


class ShapeNOp(PureTfOperation):
    """The sizes of every operand."""

    name = "tf.ShapeN"
    input = var_operand_def()
    output = var_result_def()

    def verify_(self) -> None:
        if len(self._operands) != len(self.results):
            raise verify_error(
                self, f"found {len(self.results)} results, needed {len(self._operands)}"
            )
        verify_integers(self)


class Count(PureTfOperation):
    """An integer scalar about the shape of `input`."""

    input = operand_def()
    output = result_def()

    def verify_(self) -> None:
        verify_integers(self)


class RankOp(Count):
    """The number of dimensions of `input`."""

    name = "tf.Rank"


class SizeOp(Count):
    """The number of elements of `input`."""

    name = "tf.Size"


class PairOfShapes(PureTfOperation):
    """A function of two shapes."""

    s0 = operand_def()
    s1 = operand_def()

    def verify_(self) -> None:
        verify_integers(self)
        same_elements(self, *self._operands, *self.results)


class BroadcastArgsOp(PairOfShapes):
    """The shape that `s0` and `s1` broadcast to."""

    name = "tf.BroadcastArgs"
    r0 = result_def()


class BroadcastGradientArgsOp(PairOfShapes):
    """The dimensions over which a gradient is summed so that it fits operands of these shapes."""

    name = "tf.BroadcastGradientArgs"
    r0 = result_def()
    r1 = result_def()


class ConcatOffsetOp(PureTfOperation):
    """Where in the concatenation of tensors of these shapes along `concat_dim` each begins."""

    name = "tf.ConcatOffset"
    concat_dim = operand_def()
    shape = var_operand_def()
    offset = var_result_def()

    def verify_(self) -> None:
        if len(self._operands) != len(self.results) + 1:
            found = len(self._operands) - 1
            raise verify_error(self, f"found {len(self.results)} results for {found} shapes")
        verify_integers(self)
        same_elements(self, *self._operands[1:], *self.results)


class UnravelIndexOp(PureTfOperation):
    """A column of indices into a tensor of sizes `dims` for each row-major place in `indices`."""

    name = "tf.UnravelIndex"
    indices = operand_def()
    dims = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        verify_integers(self)
        rank_is(self, "indices", self.operand_shape(0), 0, 1)
        rank_is(self, "dims", self.operand_shape(1), 1)


class EnsureShapeOp(SameTensor):
    """
    `input`, whose shape must be compatible with `shape`; anything else is an error at run time.

    `shape` is a tf_type shape.
    """

    name = "tf.EnsureShape"
    shape = raw()

    @property
    def demanded(self) -> StaticShape:
        """The sizes that `shape` demands."""
        shape = self.shape
        if not isinstance(shape, ShapeAttr):
            return None
        sizes = shape.sizes()
        return None if sizes is None else tuple(UNKNOWN if size is None else size for size in sizes)
