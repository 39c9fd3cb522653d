"""tf ops about diagonals and bands of matrices."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import KeepsElements, OneElementType, PureTfOperation
from .parameters import text

_ALIGNMENTS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")


class DiagOp(KeepsElements):
    """A tensor of twice the rank that is zero but for `diagonal` where both indices are equal."""

    name = "tf.Diag"
    diagonal = operand_def()
    output = result_def()


class DiagPartOp(KeepsElements):
    """What `tf.Diag` would give back `input` on its diagonal."""

    name = "tf.DiagPart"
    input = operand_def()
    diagonal = result_def()


class MatrixFromDiagonals(PureTfOperation):
    """Matrices with `diagonal` on the diagonals `k` and `padding_value` elsewhere."""

    diagonal = operand_def()
    k = operand_def()
    num_rows = operand_def()
    num_cols = operand_def()
    padding_value = operand_def()
    output = result_def()

    def verify_(self) -> None:
        diagonal, _, _, _, padding = self._operands
        same_elements(self, diagonal, padding, self.results[0])
        rank_is(self, "k", self.operand_shape(1), 0, 1)
        for index, what in ((2, "num_rows"), (3, "num_cols"), (4, "padding_value")):
            rank_is(self, what, self.operand_shape(index), 0)


class MatrixDiagOp(KeepsElements):
    """Square matrices with `diagonal` on the main diagonal and zeros elsewhere."""

    name = "tf.MatrixDiag"
    diagonal = operand_def()
    output = result_def()


class MatrixDiagV2Op(MatrixFromDiagonals):
    name = "tf.MatrixDiagV2"


class MatrixDiagV3Op(MatrixFromDiagonals):
    """`align` says at which end shorter diagonals are padded in `diagonal`."""

    name = "tf.MatrixDiagV3"
    align = text("RIGHT_LEFT", choices=_ALIGNMENTS)


class MatrixDiagPartOp(KeepsElements):
    """The main diagonals of matrices."""

    name = "tf.MatrixDiagPart"
    input = operand_def()
    diagonal = result_def()


class MatrixDiagonals(PureTfOperation):
    """The diagonals `k` of matrices; shorter ones are filled up with `padding_value`."""

    input = operand_def()
    k = operand_def()
    padding_value = operand_def()
    diagonal = result_def()

    def verify_(self) -> None:
        source, _, padding = self._operands
        same_elements(self, source, padding, self.results[0])
        rank_is(self, "padding_value", self.operand_shape(2), 0)
        rank_is(self, "k", self.operand_shape(1), 0, 1)


class MatrixDiagPartV2Op(MatrixDiagonals):
    name = "tf.MatrixDiagPartV2"


class MatrixDiagPartV3Op(MatrixDiagonals):
    """`align` says at which end shorter diagonals are padded."""

    name = "tf.MatrixDiagPartV3"
    align = text("RIGHT_LEFT", choices=_ALIGNMENTS)


class MatrixSetDiagOp(OneElementType):
    """`input` with its main diagonals replaced by `diagonal`."""

    name = "tf.MatrixSetDiag"
    input = operand_def()
    diagonal = operand_def()
    output = result_def()


class MatrixWithDiagonals(PureTfOperation):
    """`input` with its diagonals `k` replaced by `diagonal`."""

    input = operand_def()
    diagonal = operand_def()
    k = operand_def()
    output = result_def()

    def verify_(self) -> None:
        source, diagonal, _ = self._operands
        same_elements(self, source, diagonal, self.results[0])
        rank_is(self, "k", self.operand_shape(2), 0, 1)


class MatrixSetDiagV2Op(MatrixWithDiagonals):
    name = "tf.MatrixSetDiagV2"


class MatrixSetDiagV3Op(MatrixWithDiagonals):
    """`align` says at which end shorter diagonals are padded in `diagonal`."""

    name = "tf.MatrixSetDiagV3"
    align = text("RIGHT_LEFT", choices=_ALIGNMENTS)


class MatrixBandPartOp(PureTfOperation):
    """
    Matrices with everything outside a band around the main diagonal set to zero.

    The band has `num_lower` diagonals below and `num_upper` above; a negative number keeps all.
    """

    name = "tf.MatrixBandPart"
    input = operand_def()
    num_lower = operand_def()
    num_upper = operand_def()
    band = result_def()

    def verify_(self) -> None:
        source, lower, upper = self._operands
        same_elements(self, source, self.results[0])
        same_elements(self, lower, upper)
        if not is_wide_integer(found := element_of(lower.type)):
            raise verify_error(self, f"num_lower has elements {found}, needed integers")
        rank_is(self, "num_lower", self.operand_shape(1), 0)
        rank_is(self, "num_upper", self.operand_shape(2), 0)
