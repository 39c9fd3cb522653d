"""tf ops that take matrices apart: triangles, rotations, eigenvalues, singular values."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import complex_part, element_of, is_complex, is_float, real_part_type
from .checks import rank_at_least, same_elements, verify_error
from .operation import PureTfOperation, TfOperation
from .parameters import flag


def verify_matrices(op: TfOperation) -> None:
    """Demands that operand 0 holds matrices of floats or complex numbers."""
    element = element_of(op.operands[0].type)
    if not (is_float(element) or is_complex(element)):
        raise verify_error(op, f"the matrices have elements {element}, needed floats")
    rank_at_least(op, "input", op.operand_shape(0), 2)


class LuOp(PureTfOperation):
    """Triangles of square matrices, one below the other in `lu`, whose product has the rows `p`.

    The diagonal of the lower one is 1 and not stored.
    """

    name = "tf.Lu"
    input = operand_def()
    lu = result_def()
    p = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        verify_matrices(self)


class QrOp(PureTfOperation):
    """Matrices as products of `q`, whose columns are orthonormal, and an upper triangle `r`."""

    name = "tf.Qr"
    input = operand_def()
    q = result_def()
    r = result_def()
    full_matrices = flag()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], *self.results)
        verify_matrices(self)


class SelfAdjointEigV2Op(PureTfOperation):
    """Eigenvalues, ascending, and eigenvectors, as columns, of matrices of which only the lower
    triangle is read; no vectors without `compute_v`.
    """

    name = "tf.SelfAdjointEigV2"
    input = operand_def()
    e = result_def()
    v = result_def()
    compute_v = flag(True)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], *self.results)
        verify_matrices(self)


class SvdOp(PureTfOperation):
    """Singular values, descending, and singular vectors, as columns; none without `compute_uv`."""

    name = "tf.Svd"
    input = operand_def()
    s = result_def()
    u = result_def()
    v = result_def()
    compute_uv = flag(True)
    full_matrices = flag()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], *self.results)
        verify_matrices(self)


class EigOp(PureTfOperation):
    """Eigenvalues and eigenvectors, as columns of length 1, of any square matrices, complex; no
    vectors without `compute_v`.

    Those of complex matrices come with ascending magnitudes, others in no order.
    """

    name = "tf.Eig"
    input = operand_def()
    e = result_def()
    v = result_def()
    compute_v = flag(True)

    def verify_(self) -> None:
        verify_matrices(self)
        for result in self.results:
            if not is_complex(found := element_of(result.type)):
                raise verify_error(self, f"a result has elements {found}, needed complex ones")
            if complex_part(found) != real_part_type(element_of(self._operands[0].type)):
                raise verify_error(self, f"a result has elements {found}, needed those of input")


class MatrixSquareRootOp(PureTfOperation):
    """The matrices whose squares the operand holds; NaN where there are no real ones of real ones.

    Of all such matrices that whose eigenvalues have no negative real parts.
    """

    name = "tf.MatrixSquareRoot"
    input = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        verify_matrices(self)


class MatrixLogarithmOp(PureTfOperation):
    """The principal logarithms of complex matrices; NaN of singular ones."""

    name = "tf.MatrixLogarithm"
    input = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        verify_matrices(self)
        if not is_complex(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"the matrices have elements {found}, needed complex ones")


class TridiagonalSolveOp(PureTfOperation):
    """The solutions of systems with three diagonals: that above, the main one, that below.

    Each diagonal has a number for each row, of which the last one above and the first one below
    mean nothing. Where a matrix is singular all solutions are NaN.
    """

    name = "tf.TridiagonalSolve"
    diagonals = operand_def()
    rhs = operand_def()
    output = result_def()
    partial_pivoting = flag(True)
    perturb_singular = flag()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        verify_matrices(self)
        rank_at_least(self, "rhs", self.operand_shape(1), 2)


class TridiagonalMatMulOp(PureTfOperation):
    """The products of matrices of three diagonals with others."""

    name = "tf.TridiagonalMatMul"
    superdiag = operand_def()
    maindiag = operand_def()
    subdiag = operand_def()
    rhs = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        verify_matrices(self)
