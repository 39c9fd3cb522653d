"""tf ops on square matrices: mhlo's own where it has one, elimination by columns otherwise."""

from __future__ import annotations

from math import inf

from xdsl.dialects.builtin import BoolAttr, i64
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.enums import Transpose, TransposeAttr
from ...dialects.types import element_type_of, tensor_type
from .builder import Builder, LoweringTable
from .elementwise import Results
from .elimination import Eliminated, adjoint, eliminate, identity
from .formulas import Elements, where
from .gathering import take
from .indices import iota
from .joining import concatenate
from .least_squares import least_squares
from .patches import spread
from .reducers import reduce
from .triangles import Triangles
from .value_checks import check_true


def cholesky(op: tf.CholeskyOp, b: Builder) -> Results:
    """The lower triangle, since the other one of StableHLO's factor has any elements. NaN that NaN
    in the matrix does not explain means that there is no factor.
    """
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    rank = tensor_type(value).get_num_dims()
    row, column = (Elements(b, iota(b, b.like(value, i64), rank - i)) for i in (2, 1))
    made = b.create(mhlo.CholeskyOp, [value], type, lower=BoolAttr.from_bool(True))
    factor = where(row >= column, Elements(b, made), 0)
    unknown = Elements(b, value).differs(Elements(b, value))
    told = reduce(b, unknown.value, mhlo.OrOp, False, [rank - 2, rank - 1])
    told = Elements(b, b.broadcast(told, tensor_type(unknown.value), range(rank - 2)))
    claim = factor.equals(factor) | told
    check_true(claim.value, op, "each matrix must be positive definite; 1 where it is", b)
    return (factor.value,)


def triangular(op: tf.MatrixTriangularSolveOp, b: Builder) -> Results:
    """Matrices and right sides broadcast to one batch; no diagonal may have a 0."""
    matrix, rhs = map(b.operand, op.operands)
    type = b.type(op.results[0])
    *batch, _, _ = b.shape_of_type(type)
    squares = b.ranked(type.element_type, [*batch, *b.shape(matrix)[-2:]])
    matrix = b.broadcast(matrix, squares)
    check_diagonals(op, b, matrix)
    return (solved(b, matrix, b.broadcast(rhs, type), lower=op.lower, adjoint=op.adjoint),)


def check_diagonals(op: Operation, b: Builder, matrix: SSAValue) -> None:
    rank = len(b.shape(matrix)) - 2
    index = [Elements(b, iota(b, b.like(matrix, i64), rank + i)) for i in (0, 1)]
    regular = index[0].differs(index[1]) | Elements(b, matrix).differs(0)
    check_true(regular.value, op, "no diagonal may have a 0; 1 where it has none", b)


def solved(b: Builder, matrix: SSAValue, rhs: SSAValue, *, lower: bool, adjoint: bool) -> SSAValue:
    """The solutions of systems of triangular matrices."""
    return b.create(
        mhlo.TriangularSolveOp,
        [matrix, rhs],
        tensor_type(rhs),
        left_side=BoolAttr.from_bool(True),
        lower=BoolAttr.from_bool(lower),
        unit_diagonal=BoolAttr.from_bool(False),
        transpose_a=TransposeAttr(Transpose.ADJOINT if adjoint else Transpose.NO_TRANSPOSE),
    )


def banded(op: tf.BandedTriangularSolveOp, b: Builder) -> Results:
    """The element of a row and a column is in the row of the diagonal that both are on."""
    matrix, rhs = map(b.operand, op.operands)
    type = b.type(op.results[0])
    *own, bands, size = b.shape(matrix)
    *batch, _, _ = b.shape_of_type(type)
    rank = len(own)
    whole = b.ranked(type.element_type, [*own, size, size])
    by_row = b.ranked(type.element_type, [*own, size, bands])
    rows = b.transpose(matrix, [*range(rank), rank + 1, rank], by_row)
    index = [Elements(b, iota(b, b.ranked(i64, [*own, size, size]), rank + i)) for i in (0, 1)]
    place, last = index[0] - index[1], spread(b, bands, tensor_type(index[0].value)) - 1
    if not op.lower:
        place = last + place
    inside = (place >= 0) & (place <= last)
    found = take(b, rows, place.at_least(0).at_most(last).value, rank + 1, rank + 1, whole)
    full = where(inside, Elements(b, found), 0).value
    full = b.broadcast(full, b.ranked(type.element_type, [*batch, size, size]))
    check_diagonals(op, b, full)
    return (solved(b, full, b.broadcast(rhs, type), lower=op.lower, adjoint=op.adjoint),)


def solve(op: tf.MatrixSolveOp, b: Builder) -> Results:
    matrix, rhs = map(b.operand, op.operands)
    done = eliminate(b, adjoint(b, matrix) if op.adjoint else matrix, rhs)
    check_invertible(op, b, done)
    return (done.solutions,)


def inverse(op: tf.MatrixInverseOp, b: Builder) -> Results:
    matrix, type = b.operand(op.operands[0]), b.type(op.results[0])
    done = eliminate(b, adjoint(b, matrix) if op.adjoint else matrix, identity(b, type))
    check_invertible(op, b, done)
    return (done.solutions,)


def check_invertible(
    op: tf.MatrixSolveOp | tf.MatrixInverseOp, b: Builder, done: Eliminated
) -> None:
    regular = Elements(b, done.determinants).differs(0)
    check_true(regular.value, op, "the matrix must be invertible; 1 where it is", b)


def determinants(op: tf.MatrixDeterminantOp, b: Builder) -> Results:
    matrix = b.operand(op.operands[0])
    *batch, size, _ = b.shape(matrix)
    empty = b.splat(0, b.ranked(element_type_of(matrix), [*batch, size, 0]))
    return (eliminate(b, matrix, empty).determinants,)


def signs_and_logarithms(op: tf.LogMatrixDeterminantOp, b: Builder) -> Results:
    """From the diagonal of triangles; 0 and -infinity where that is not finite."""
    matrix = b.operand(op.operands[0])
    done = Triangles.of(b, matrix, b.shape(matrix)[-1])
    diagonal = done.diagonal(b)
    size = abs(diagonal)
    axis = [len(b.shape(diagonal.value)) - 1]
    total = Elements(b, reduce(b, size.log().value, mhlo.AddOp, 0, axis))
    turns = diagonal / size.convert(diagonal.element_type)
    sign = Elements(b, reduce(b, turns.value, mhlo.MultiplyOp, 1, axis))
    finite = abs(total) < inf
    sign = where(finite, sign * Elements(b, done.sign), 0)
    logarithm = where(finite | total.equals(inf), total, -inf)
    return sign.value, logarithm.convert(sign.element_type).value


def cross(op: tf.CrossOp, b: Builder) -> Results:
    type = b.type(op.results[0])
    *batch, _ = b.shape_of_type(type)
    one = b.ranked(type.element_type, [*batch, 1])
    x, y = (
        [Elements(b, b.slice(v, len(batch), i, i + 1, one)) for i in range(3)]
        for v in map(b.operand, op.operands)
    )
    parts = [x[i - 2] * y[i - 1] - x[i - 1] * y[i - 2] for i in range(3)]
    return (concatenate(b, [part.value for part in parts], len(batch), type),)


LOWERINGS: LoweringTable = {
    tf.BandedTriangularSolveOp: banded,
    tf.MatrixSolveLsOp: least_squares,
    tf.CholeskyOp: cholesky,
    tf.MatrixTriangularSolveOp: triangular,
    tf.MatrixSolveOp: solve,
    tf.MatrixInverseOp: inverse,
    tf.MatrixDeterminantOp: determinants,
    tf.LogMatrixDeterminantOp: signs_and_logarithms,
    tf.CrossOp: cross,
}
