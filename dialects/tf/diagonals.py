"""tf ops about diagonals and bands of matrices."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .parameters import text
from .static_types import (
    UNKNOWN,
    Shape,
    agree,
    constant_integer,
    constant_integers,
    element_of,
    is_integer,
    rank_at_least,
    rank_is,
    same_elements,
    verify_error,
)

_ALIGNMENTS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")


@tf_op
class DiagOp(PureTfOperation):
    """A tensor of twice the rank that is zero but for `diagonal` where both indices are equal."""

    name = "tf.Diag"
    diagonal = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        shape = self.operand_shape(0)
        rank_at_least(self, "diagonal", shape, 1)
        agree(self, "the result", self.result_shape(), shape and shape + shape)


@tf_op
class DiagPartOp(PureTfOperation):
    """What `tf.Diag` would give back `input` on its diagonal."""

    name = "tf.DiagPart"
    input = operand_def()
    diagonal = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        shape = self.operand_shape(0)
        if shape is None:
            return
        if len(shape) % 2 or not shape:
            raise verify_error(
                self, f"input has rank {len(shape)}, needed an even rank of at least 2"
            )
        half = len(shape) // 2
        agree(self, "the second half of input", shape[half:], shape[:half])
        agree(self, "the result", self.result_shape(), shape[:half])


class MatrixOp(PureTfOperation):
    """An op on the last two dimensions, `k` naming one diagonal or the first and last of several."""

    def band(self, index: int) -> tuple[int, int] | None:
        """The constant least and greatest diagonal that operand `index` names; demands order."""
        rank_is(self, "k", self.operand_shape(index), 0, 1)
        k = constant_integers(self._operands[index])
        if k is None:
            return None
        if not 1 <= len(k) <= 2:
            raise verify_error(self, f"k has {len(k)} elements, needed 1 or 2")
        if k[0] > k[-1]:
            raise verify_error(self, f"k is {list(k)}, needed the lower diagonal first")
        return k[0], k[-1]

    def verify_diagonal(
        self, what: str, found: Shape, matrix: Shape, band: tuple[int, int]
    ) -> None:
        """Demands that `found` is the shape of the diagonals `band` of matrices of shape `matrix`."""
        if matrix is None:
            return
        low, high = band
        rows, columns = matrix[-2:]
        if rows >= 0 and columns >= 0 and not (-rows < high and low < columns):
            in_range = high == low == 0
            if not in_range:
                raise verify_error(
                    self, f"diagonals {low} to {high} lie outside a {rows}x{columns} matrix"
                )
        length = UNKNOWN
        if rows >= 0 and columns >= 0:
            length = min(rows + min(high, 0), columns + min(-low, 0))
        count = () if low == high else (high - low + 1,)
        agree(self, what, found, (*matrix[:-2], *count, length))


class MatrixFromDiagonals(MatrixOp):
    """Matrices with `diagonal` on the diagonals `k` and `padding_value` elsewhere."""

    diagonal = operand_def()
    k = operand_def()
    num_rows = operand_def()
    num_cols = operand_def()
    padding_value = operand_def()
    output = result_def()

    def verify_(self) -> None:
        diagonal, _, rows, columns, padding = self._operands
        same_elements(self, diagonal, padding, self.results[0])
        band = self.band(1)
        for index, what in ((2, "num_rows"), (3, "num_cols"), (4, "padding_value")):
            rank_is(self, what, self.operand_shape(index), 0)
        shape, result = self.operand_shape(0), self.result_shape()
        rank_at_least(self, "diagonal", shape, 1)
        if shape is None or band is None:
            return
        batch = shape[:-1] if band[0] == band[1] else shape[:-2]
        sizes = (constant_integer(rows), constant_integer(columns))
        last = tuple(UNKNOWN if size is None or size < 0 else size for size in sizes)
        agree(self, "the result", result, (*batch, *last))


@tf_op
class MatrixDiagOp(PureTfOperation):
    """Square matrices with `diagonal` on the main diagonal and zeros elsewhere."""

    name = "tf.MatrixDiag"
    diagonal = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        shape = self.operand_shape(0)
        rank_at_least(self, "diagonal", shape, 1)
        agree(self, "the result", self.result_shape(), shape and (*shape, shape[-1]))


@tf_op
class MatrixDiagV2Op(MatrixFromDiagonals):
    name = "tf.MatrixDiagV2"


@tf_op
class MatrixDiagV3Op(MatrixFromDiagonals):
    """`align` says at which end shorter diagonals are padded in `diagonal`."""

    name = "tf.MatrixDiagV3"
    align = text("RIGHT_LEFT", choices=_ALIGNMENTS)


@tf_op
class MatrixDiagPartOp(MatrixOp):
    """The main diagonals of matrices."""

    name = "tf.MatrixDiagPart"
    input = operand_def()
    diagonal = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        rank_at_least(self, "input", self.operand_shape(0), 2)
        self.verify_diagonal("the result", self.result_shape(), self.operand_shape(0), (0, 0))


class MatrixDiagonals(MatrixOp):
    """The diagonals `k` of matrices; shorter ones are filled up with `padding_value`."""

    input = operand_def()
    k = operand_def()
    padding_value = operand_def()
    diagonal = result_def()

    def verify_(self) -> None:
        source, _, padding = self._operands
        same_elements(self, source, padding, self.results[0])
        rank_at_least(self, "input", self.operand_shape(0), 2)
        rank_is(self, "padding_value", self.operand_shape(2), 0)
        band = self.band(1)
        if band is not None:
            self.verify_diagonal("the result", self.result_shape(), self.operand_shape(0), band)


@tf_op
class MatrixDiagPartV2Op(MatrixDiagonals):
    name = "tf.MatrixDiagPartV2"


@tf_op
class MatrixDiagPartV3Op(MatrixDiagonals):
    """`align` says at which end shorter diagonals are padded."""

    name = "tf.MatrixDiagPartV3"
    align = text("RIGHT_LEFT", choices=_ALIGNMENTS)


@tf_op
class MatrixSetDiagOp(MatrixOp):
    """`input` with its main diagonals replaced by `diagonal`."""

    name = "tf.MatrixSetDiag"
    input = operand_def()
    diagonal = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        shape = self.operand_shape(0)
        rank_at_least(self, "input", shape, 2)
        self.verify_diagonal("diagonal", self.operand_shape(1), shape, (0, 0))
        agree(self, "the result", self.result_shape(), shape)


class MatrixWithDiagonals(MatrixOp):
    """`input` with its diagonals `k` replaced by `diagonal`."""

    input = operand_def()
    diagonal = operand_def()
    k = operand_def()
    output = result_def()

    def verify_(self) -> None:
        source, diagonal, _ = self._operands
        same_elements(self, source, diagonal, self.results[0])
        shape = self.operand_shape(0)
        rank_at_least(self, "input", shape, 2)
        band = self.band(2)
        if band is not None:
            self.verify_diagonal("diagonal", self.operand_shape(1), shape, band)
        agree(self, "the result", self.result_shape(), shape)


@tf_op
class MatrixSetDiagV2Op(MatrixWithDiagonals):
    name = "tf.MatrixSetDiagV2"


@tf_op
class MatrixSetDiagV3Op(MatrixWithDiagonals):
    """`align` says at which end shorter diagonals are padded in `diagonal`."""

    name = "tf.MatrixSetDiagV3"
    align = text("RIGHT_LEFT", choices=_ALIGNMENTS)


@tf_op
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
        if not is_integer(found := element_of(lower.type)):
            raise verify_error(self, f"num_lower has elements {found}, needed integers")
        rank_at_least(self, "input", self.operand_shape(0), 2)
        rank_is(self, "num_lower", self.operand_shape(1), 0)
        rank_is(self, "num_upper", self.operand_shape(2), 0)
        agree(self, "the result", self.result_shape(), self.operand_shape(0))
