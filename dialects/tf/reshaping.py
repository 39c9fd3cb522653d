"""tf ops that change a shape or the order of elements, or repeat them."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_wide_integer
from .checks import same_elements, verify_error
from .operation import KeepsElements, PureTfOperation
from .parameters import integers
from .shapes import verify_integers


class Rearrangement(PureTfOperation):
    """Operand 0 with the integer operand 1 saying how; the element type stays."""

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        if not is_wide_integer(found := element_of(self._operands[1].type)):
            raise verify_error(self, f"operand 1 has elements {found}, needed integers")


class ReshapeOp(Rearrangement):
    """The elements of `tensor` in the same order with sizes `shape`; one of them may be -1."""

    name = "tf.Reshape"
    tensor = operand_def()
    shape = operand_def()
    output = result_def()


class ExpandDimsOp(Rearrangement):
    """`input` with a dimension of size 1 inserted at `dim`."""

    name = "tf.ExpandDims"
    input = operand_def()
    dim = operand_def()
    output = result_def()


class SqueezeOp(KeepsElements):
    """`input` without its dimensions `squeeze_dims`, of size 1; without any of size 1 if empty."""

    name = "tf.Squeeze"
    input = operand_def()
    output = result_def()
    squeeze_dims = integers(())


class TransposeOp(Rearrangement):
    """`x` with dimension `perm[i]` at place `i`."""

    name = "tf.Transpose"
    x = operand_def()
    perm = operand_def()
    y = result_def()


class ConjugateTransposeOp(Rearrangement):
    """As Transpose, of complex elements with their imaginary parts negated."""

    name = "tf.ConjugateTranspose"
    x = operand_def()
    perm = operand_def()
    y = result_def()


class BroadcastToOp(Rearrangement):
    """`input` repeated along dimensions of size 1, and along new leading ones, to sizes `shape`."""

    name = "tf.BroadcastTo"
    input = operand_def()
    shape = operand_def()
    output = result_def()


class TileOp(Rearrangement):
    """`input` repeated `multiples[i]` times along dimension `i`."""

    name = "tf.Tile"
    input = operand_def()
    multiples = operand_def()
    output = result_def()


class InvertPermutationOp(PureTfOperation):
    """The permutation that undoes `x`."""

    name = "tf.InvertPermutation"
    x = operand_def()
    y = result_def()

    def verify_(self) -> None:
        verify_integers(self)
        same_elements(self, self._operands[0], self.results[0])
