"""tf ops on square matrices: factors, solutions, inverses and determinants; cross products."""

from __future__ import annotations

from xdsl.dialects.builtin import f64
from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_float, real_part_type
from .checks import rank_at_least, rank_is, same_elements, verify_error
from .operation import KeepsElements, PureTfOperation
from .parameters import flag


def _check_elements(op: PureTfOperation) -> None:
    found = element_of(op.operands[0].type)
    if not is_float(real_part_type(found)):
        raise verify_error(op, f"the matrices have elements {found}, needed floats or complex ones")


class CholeskyOp(KeepsElements):
    """The lower triangular factor of each matrix, of which only the lower triangle is read."""

    name = "tf.Cholesky"
    input = operand_def()
    output = result_def()


class MatrixSystem(PureTfOperation):
    """The solutions of systems whose matrices, or their adjoints, are the first operand."""

    matrix = operand_def()
    rhs = operand_def()
    output = result_def()
    adjoint = flag()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        _check_elements(self)
        for index, what in ((0, "matrix"), (1, "rhs")):
            rank_at_least(self, what, self.operand_shape(index), 2)


class MatrixTriangularSolveOp(MatrixSystem):
    """Of triangular matrices; the batch dimensions broadcast."""

    name = "tf.MatrixTriangularSolve"
    lower = flag(True)


class BandedTriangularSolveOp(MatrixSystem):
    """Of triangular matrices given by their diagonals, the main one first if `lower`, else last.

    Each has a number for each row; the batch dimensions broadcast.
    """

    name = "tf.BandedTriangularSolve"
    lower = flag(True)


class MatrixSolveLsOp(PureTfOperation):
    """The least solutions of what comes nearest to solving systems.

    fast: whether by the squares of the matrices, with `l2_regularizer` added to the diagonals
    """

    name = "tf.MatrixSolveLs"
    matrix = operand_def()
    rhs = operand_def()
    l2_regularizer = operand_def()
    output = result_def()
    fast = flag(True)

    def verify_(self) -> None:
        same_elements(self, *self._operands[:2], self.results[0])
        _check_elements(self)
        for index, what in ((0, "matrix"), (1, "rhs")):
            rank_at_least(self, what, self.operand_shape(index), 2)
        rank_is(self, "l2_regularizer", self.operand_shape(2), 0)
        if (found := element_of(self._operands[2].type)) != f64:
            raise verify_error(self, f"l2_regularizer has elements {found}, needed f64")


class MatrixSolveOp(MatrixSystem):
    name = "tf.MatrixSolve"


class SquareMatrices(PureTfOperation):
    """An op on square matrices of floats or complex numbers."""

    def verify_(self) -> None:
        same_elements(self, self._operands[0], *self.results)
        _check_elements(self)
        rank_at_least(self, "input", self.operand_shape(0), 2)


class MatrixInverseOp(SquareMatrices):
    """The inverses, or those of the adjoints."""

    name = "tf.MatrixInverse"
    input = operand_def()
    output = result_def()
    adjoint = flag()


class MatrixDeterminantOp(SquareMatrices):
    name = "tf.MatrixDeterminant"
    input = operand_def()
    output = result_def()


class LogMatrixDeterminantOp(SquareMatrices):
    """The signs of determinants and the logarithms of their magnitudes."""

    name = "tf.LogMatrixDeterminant"
    input = operand_def()
    sign = result_def()
    log_abs_determinant = result_def()


class CrossOp(PureTfOperation):
    """The cross products of vectors of three numbers, the last dimension."""

    name = "tf.Cross"
    a = operand_def()
    b = operand_def()
    product = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        for index, what in ((0, "a"), (1, "b")):
            rank_at_least(self, what, self.operand_shape(index), 1)
