"""tf ops that take matrices apart: triangles, rotations, eigenvalues, singular values."""

from __future__ import annotations

from xdsl.dialects.builtin import ComplexType, f64, i64
from xdsl.ir import Attribute

from ...dialects import tf
from ...dialects.types import element_type_of, is_complex, tensor_type
from ...rules.tf.sizes import smaller
from .builder import Builder, LoweringTable
from .complex_numbers import real_part
from .elementwise import Results
from .elimination import adjoint, turned
from .formulas import Elements, where
from .indices import iota
from .jacobi import eigenvalues, singular_columns
from .sorting import first_entries
from .triangles import Rotated, Triangles, columns, diagonal_of
from .tridiagonal import products, solutions
from .value_checks import check_true


def wide(type: Attribute) -> Attribute:
    """Elements of 64 bits, or of two such parts."""
    return ComplexType(f64) if is_complex(type) else f64


def triangles(op: tf.LuOp, b: Builder) -> Results:
    matrix = b.operand(op.operands[0])
    done = Triangles.of(b, matrix, b.shape(matrix)[-1])
    words = "the matrix must be invertible; 1 where it is"
    check_true(done.diagonal(b).differs(0).value, op, words, b)
    return done.lu, b.convert(done.permutation, b.type(op.results[1]).element_type)


def orthonormal(op: tf.QrOp, b: Builder) -> Results:
    matrix = b.operand(op.operands[0])
    *batch, rows, count = b.shape(matrix)
    steps = smaller(b.analysis, rows, count)
    done = Rotated.of(b, matrix, steps)
    if op.full_matrices:
        return done.q, done.r
    types = [b.type(result) for result in op.results]
    upper = b.slice(done.r, len(batch), 0, steps, types[1])
    return columns(b, done.q, steps, types[0]), upper


def self_adjoint(op: tf.SelfAdjointEigV2Op, b: Builder) -> Results:
    """The upper triangle is that of the adjoint."""
    given = b.operand(op.operands[0])
    matrix = b.convert(given, wide(element_type_of(given)))
    rank = len(b.shape(matrix)) - 2
    index = [Elements(b, iota(b, b.like(matrix, i64), rank + i)) for i in (0, 1)]
    lower, mirrored = Elements(b, matrix), Elements(b, adjoint(b, matrix))
    values, vectors = eigenvalues(b, where(index[0] >= index[1], lower, mirrored).value)
    types = [b.type(result) for result in op.results]
    values = b.convert(values, types[0].element_type)
    if not op.compute_v:
        return values, b.splat(0, types[1])
    return values, b.convert(vectors, types[1].element_type)


def singular(op: tf.SvdOp, b: Builder) -> Results:
    """The left vectors are the orthogonal columns as a rotation, which has others where those are
    missing."""
    given = b.operand(op.operands[0])
    matrix = b.convert(given, element := wide(element_type_of(given)))
    *batch, rows, count = b.shape(matrix)
    types = [b.type(result) for result in op.results]
    element_type, least = types[1].element_type, smaller(b.analysis, rows, count)
    lengths, orthogonal, right = singular_columns(b, matrix)
    values = b.convert(first_entries(b, lengths, least, len(batch)), types[0].element_type)
    if not op.compute_uv:
        return values, *(b.splat(0, type) for type in types[1:])
    done = Rotated.of(b, orthogonal, least)
    left = (Elements(b, done.q) * signs(b, done)).value
    if not op.full_matrices:
        narrow = [b.ranked(element, b.shape_of_type(type)) for type in types[1:]]
        left, right = (columns(b, m, least, t) for m, t in zip((left, right), narrow, strict=True))
    return values, b.convert(left, element_type), b.convert(right, element_type)


def signs(b: Builder, done: Rotated) -> Elements:
    """For each column of `q` the sign of the diagonal of `r`, which is real; 1 where it is 0."""
    rank = len(b.shape(done.q)) - 2
    diagonal = diagonal_of(b, turned(b, done.r))
    part = real_part(diagonal)
    sign = where(part < 0, part.full(-1), 1).convert(diagonal.element_type)
    return Elements(b, b.broadcast(sign.value, tensor_type(done.q), [*range(rank), rank + 1]))


LOWERINGS: LoweringTable = {
    tf.LuOp: triangles,
    tf.QrOp: orthonormal,
    tf.SelfAdjointEigV2Op: self_adjoint,
    tf.SvdOp: singular,
    tf.TridiagonalSolveOp: solutions,
    tf.TridiagonalMatMulOp: products,
}
