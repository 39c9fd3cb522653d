"""tf ops that take matrices apart: triangles, rotations, eigenvalues, singular values."""

from __future__ import annotations

from xdsl.dialects.builtin import f64, i64
from xdsl.ir import Operation, SSAValue

from ...dialects import tf
from ...dialects.types import element_type_of, is_complex, tensor_type
from ...rules.tf.sizes import smaller
from .builder import Builder, LoweringTable
from .elementwise import Results
from .elimination import turned
from .formulas import Elements, where
from .indices import iota
from .jacobi import eigenvalues, singular_columns
from .sorting import first_entries
from .triangles import Rotated, Triangles, columns, diagonal_of
from .tridiagonal import products, solutions
from .value_checks import check_true


def matrix_of(op: Operation, b: Builder) -> SSAValue:
    """The operand, of real elements."""
    if is_complex(element_type_of(op.operands[0])):
        raise b.fail("complex elements are not supported")
    return b.operand(op.operands[0])


def triangles(op: tf.LuOp, b: Builder) -> Results:
    matrix = b.operand(op.operands[0])
    done = Triangles.of(b, matrix, b.shape(matrix)[-1])
    words = "the matrix must be invertible; 1 where it is"
    check_true(done.diagonal(b).differs(0).value, op, words, b)
    return done.lu, b.convert(done.permutation, b.type(op.results[1]).element_type)


def orthonormal(op: tf.QrOp, b: Builder) -> Results:
    matrix = matrix_of(op, b)
    *batch, rows, count = b.shape(matrix)
    steps = smaller(b.analysis, rows, count)
    done = Rotated.of(b, matrix, steps)
    if op.full_matrices:
        return done.q, done.r
    types = [b.type(result) for result in op.results]
    upper = b.slice(done.r, len(batch), 0, steps, types[1])
    return columns(b, done.q, steps, types[0]), upper


def self_adjoint(op: tf.SelfAdjointEigV2Op, b: Builder) -> Results:
    """The upper triangle is that of the transpose."""
    matrix = b.convert(matrix_of(op, b), f64)
    rank = len(b.shape(matrix)) - 2
    index = [Elements(b, iota(b, b.like(matrix, i64), rank + i)) for i in (0, 1)]
    lower, mirrored = Elements(b, matrix), Elements(b, turned(b, matrix))
    values, vectors = eigenvalues(b, where(index[0] >= index[1], lower, mirrored).value)
    types = [b.type(result) for result in op.results]
    values = b.convert(values, types[0].element_type)
    if not op.compute_v:
        return values, b.splat(0, types[1])
    return values, b.convert(vectors, types[1].element_type)


def singular(op: tf.SvdOp, b: Builder) -> Results:
    """The left vectors are the orthogonal columns as a rotation, which has others where those are
    missing."""
    matrix = b.convert(matrix_of(op, b), f64)
    *batch, rows, count = b.shape(matrix)
    types = [b.type(result) for result in op.results]
    element_type, least = types[0].element_type, smaller(b.analysis, rows, count)
    lengths, orthogonal, right = singular_columns(b, matrix)
    values = b.convert(first_entries(b, lengths, least, len(batch)), element_type)
    if not op.compute_uv:
        return values, *(b.splat(0, type) for type in types[1:])
    done = Rotated.of(b, orthogonal, least)
    left = (Elements(b, done.q) * signs(b, done)).value
    if not op.full_matrices:
        narrow = [b.ranked(f64, b.shape_of_type(type)) for type in types[1:]]
        left, right = (columns(b, m, least, t) for m, t in zip((left, right), narrow, strict=True))
    return values, b.convert(left, element_type), b.convert(right, element_type)


def signs(b: Builder, done: Rotated) -> Elements:
    """For each column of `q` -1 where the diagonal of `r` is negative, else 1."""
    rank = len(b.shape(done.q)) - 2
    diagonal = diagonal_of(b, turned(b, done.r))
    sign = where(diagonal < 0, diagonal.full(-1), 1)
    return Elements(b, b.broadcast(sign.value, tensor_type(done.q), [*range(rank), rank + 1]))


LOWERINGS: LoweringTable = {
    tf.LuOp: triangles,
    tf.QrOp: orthonormal,
    tf.SelfAdjointEigV2Op: self_adjoint,
    tf.SvdOp: singular,
    tf.TridiagonalSolveOp: solutions,
    tf.TridiagonalMatMulOp: products,
}
