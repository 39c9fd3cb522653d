"""tf ops that take matrices apart: triangles, rotations, eigenvalues, singular values."""

from __future__ import annotations

from math import nan

from xdsl.dialects.builtin import ComplexType, f64, i1, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of, is_complex, tensor_type
from ...rules.tf.sizes import smaller
from .builder import Builder, LoweringTable
from .complex_numbers import imag, real_part
from .elementwise import Results
from .elimination import adjoint, turned
from .formulas import Elements, where
from .gathering import take
from .indices import iota
from .jacobi import eigenvalues, singular_columns
from .patches import spread
from .reducers import reduce
from .schur import Schur, logarithm_of_triangle, root_of_triangle
from .sorting import first_entries, sort
from .triangles import Rotated, Triangles, columns, diagonal_of
from .tridiagonal import products, solutions
from .value_checks import check_true

REAL = 1e-6
"""The size up to which the imaginary part of a root, relative to the root, is none."""


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
    """The upper triangle is that of the adjoint; the lower one must be of numbers, finite below the
    diagonal, where there are more than one.
    """
    given = b.operand(op.operands[0])
    matrix = b.convert(given, wide(element_type_of(given)))
    rank = len(b.shape(matrix)) - 2
    index = [Elements(b, iota(b, b.like(matrix, i64), rank + i)) for i in (0, 1)]
    lower, mirrored = Elements(b, matrix), Elements(b, adjoint(b, matrix))
    nothing = lower - lower  # NaN where infinite
    is_finite, is_number = nothing.equals(nothing), lower.equals(lower)
    small = spread(b, b.shape(matrix)[-1], b.like(matrix, i64)) < 2
    claims = is_finite | (is_number & index[0].equals(index[1])) | (index[0] < index[1]) | small
    words = "the matrix must have finite numbers below the diagonal; 1 where it has"
    check_true(claims.value, op, words, b)
    values, vectors = eigenvalues(b, where(index[0] >= index[1], lower, mirrored).value)
    types = [b.type(result) for result in op.results]
    values = b.convert(values, types[0].element_type)
    if not op.compute_v:
        return values, b.splat(0, types[1])
    return values, b.convert(vectors, types[1].element_type)


def singular(op: tf.SvdOp, b: Builder) -> Results:
    """The left vectors are the orthogonal columns as a rotation, which has others where those are
    missing. All is NaN where the matrix has an element that is no number or infinite.
    """
    given = b.operand(op.operands[0])
    matrix = b.convert(given, element := wide(element_type_of(given)))
    zero = zero_of_finite(b, matrix)
    *batch, rows, count = b.shape(matrix)
    types = [b.type(result) for result in op.results]
    element_type, least = types[1].element_type, smaller(b.analysis, rows, count)
    lengths, orthogonal, right = singular_columns(b, matrix)
    values = b.convert(first_entries(b, lengths, least, len(batch)), types[0].element_type)
    values = plus(b, values, zero)
    if not op.compute_uv:
        return values, *(b.splat(0, type) for type in types[1:])
    done = Rotated.of(b, orthogonal, least)
    left = (Elements(b, done.q) * signs(b, done)).value
    if not op.full_matrices:
        narrow = [b.ranked(element, b.shape_of_type(type)) for type in types[1:]]
        left, right = (columns(b, m, least, t) for m, t in zip((left, right), narrow, strict=True))
    return values, *(plus(b, b.convert(m, element_type), zero) for m in (left, right))


def zero_of_finite(b: Builder, matrix: SSAValue) -> Elements:
    """For each matrix 0, and NaN where an element is not finite."""
    rank = len(b.shape(matrix)) - 2
    zeros = abs(Elements(b, matrix)) * 0
    return Elements(b, reduce(b, zeros.value, mhlo.AddOp, 0, [rank, rank + 1]))


def plus(b: Builder, values: SSAValue, number: Elements) -> SSAValue:
    """`values` and for each matrix or vector of them the `number` of it."""
    type = tensor_type(values)
    rank = len(b.shape(number.value))
    spread = b.broadcast(number.convert(type.element_type).value, type, range(rank))
    return (Elements(b, values) + Elements(b, spread)).value


def any_square(op: tf.EigOp, b: Builder) -> Results:
    """The eigenvalues of complex matrices are sorted by their magnitudes."""
    given = b.operand(op.operands[0])
    done = Schur.of(b, b.convert(given, ComplexType(f64)))
    words = "eigenvalues of the matrix must be found; 1 where they are"
    check_true(done.converged.value, op, words, b)
    values = diagonal_of(b, done.t)
    vectors = done.vectors(b) if op.compute_v else None
    if is_complex(element_type_of(given)):
        rank = len(b.shape(values.value)) - 1
        place = iota(b, b.like(values.value, i64), rank)
        _, order = sort(b, [abs(values).value, place], "LT", rank)
        values = Elements(b, take(b, values.value, order, rank, rank, tensor_type(values.value)))
        if vectors is not None:
            vectors = take(b, vectors, order, rank + 1, rank, tensor_type(vectors))
    types = [b.type(result) for result in op.results]
    parts = [b.convert(values.value, types[0].element_type)]
    if vectors is None:
        return *parts, b.splat(0, types[1])
    return *parts, b.convert(vectors, types[1].element_type)


def square_root(op: tf.MatrixSquareRootOp, b: Builder) -> Results:
    """A real matrix without a real root has a complex one, whose imaginary part is not small."""
    given, element_type = b.operand(op.operands[0]), b.type(op.results[0]).element_type
    done = Schur.of(b, b.convert(given, ComplexType(f64)))
    root = Elements(b, done.restored(b, root_of_triangle(b, done.t)))
    if is_complex(element_type):
        return (b.convert(root.value, element_type),)
    across = abs(Elements(b, imag(b, root.value)))
    rank = len(b.shape(root.value)) - 2
    most, least = (
        Elements(b, reduce(b, part.value, mhlo.MaximumOp, 0, [rank, rank + 1]))
        for part in (abs(root), across)
    )
    is_real = Elements(b, b.broadcast((least <= most * REAL).value, b.like(given, i1), range(rank)))
    part = real_part(root)
    return (b.convert(where(is_real, part, nan).value, element_type),)


def logarithm(op: tf.MatrixLogarithmOp, b: Builder) -> Results:
    """Of a singular matrix, which has none, every element is NaN."""
    given, element_type = b.operand(op.operands[0]), b.type(op.results[0]).element_type
    done = Schur.of(b, b.convert(given, ComplexType(f64)))
    found = Elements(b, done.restored(b, logarithm_of_triangle(b, done.t)))
    rank = len(b.shape(given)) - 2
    zero = diagonal_of(b, done.t).equals(0).value
    singular = Elements(b, reduce(b, zero, mhlo.OrOp, 0, [rank]))
    spread = Elements(b, b.broadcast(singular.value, b.like(given, i1), range(rank)))
    none = found.full(nan)
    none = Elements(b, b.create(mhlo.ComplexOp, [real_part(none).value] * 2, none.value.type))
    return (b.convert(where(spread, none, found).value, element_type),)


def signs(b: Builder, done: Rotated) -> Elements:
    """For each column of `q` the sign of the diagonal of `r`, which is real; 1 where it is 0."""
    rank = len(b.shape(done.q)) - 2
    diagonal = diagonal_of(b, turned(b, done.r))
    part = real_part(diagonal)
    sign = where(part < 0, part.full(-1), 1).convert(diagonal.element_type)
    return Elements(b, b.broadcast(sign.value, tensor_type(done.q), [*range(rank), rank + 1]))


LOWERINGS: LoweringTable = {
    tf.EigOp: any_square,
    tf.MatrixSquareRootOp: square_root,
    tf.MatrixLogarithmOp: logarithm,
    tf.LuOp: triangles,
    tf.QrOp: orthonormal,
    tf.SelfAdjointEigV2Op: self_adjoint,
    tf.SvdOp: singular,
    tf.TridiagonalSolveOp: solutions,
    tf.TridiagonalMatMulOp: products,
}
