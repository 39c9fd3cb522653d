"""Systems of more or fewer equations than unknowns, by singular values."""

from __future__ import annotations

from xdsl.dialects.builtin import ComplexType, f64, i64

from ...dialects import mhlo, tf
from ...dialects.types import is_complex, real_part_type
from ...rules.tf.sizes import smaller
from .builder import Builder
from .elementwise import Results
from .elimination import adjoint
from .formulas import Elements, where
from .indices import iota, number
from .jacobi import matrix_product, singular_columns
from .patches import spread
from .reducers import reduce
from .value_checks import check_true

PRECISION = {"f16": 2.0**-10, "bf16": 2.0**-7, "f32": 2.0**-23, "f64": 2.0**-52}
"""The distance from 1 to the next number, by the type of elements."""

FULL = 2.0**-50
"""What the least square must be, relative to the greatest, for a matrix to have full rank."""


def least_squares(op: tf.MatrixSolveLsOp, b: Builder) -> Results:
    """`v (1 / s^2) w* rhs` where the columns of `w`, of lengths `s`, are those of `matrix v`.

    Singular values that are small count as 0, but where `fast`: there `l2_regularizer` is added to
    their squares, and a matrix without full rank is refused as long as this leaves a 0.
    """
    type = b.type(op.results[0])
    part = real_part_type(type.element_type)
    wide = ComplexType(f64) if is_complex(type.element_type) else f64
    matrix, rhs = (b.convert(b.operand(operand), wide) for operand in op.operands[:2])
    *batch, rows, columns = b.shape(matrix)
    lengths, orthogonal, right = singular_columns(b, matrix)
    rank, least = len(batch), smaller(b.analysis, rows, columns)
    size = Elements(b, lengths)
    most = reduce(b, lengths, mhlo.MaximumOp, 0, [rank])
    largest = Elements(b, b.broadcast(most, b.like(lengths, f64), range(rank)))
    if op.fast:
        given = b.broadcast(b.convert(b.operand(op.operands[2]), part), b.like(lengths, part))
        added = Elements(b, given).convert(f64)
        squares = size * size + added
        place = Elements(b, iota(b, b.like(lengths, i64), rank))
        kept = place < spread(b, least, b.like(lengths, i64))
        is_full = ~kept | (squares > largest * largest * FULL)
        words = "the matrix must have full rank, or l2_regularizer be more; 1 where it has"
        check_true(is_full.value, op, words, b)
    else:
        squares = size * size
        count = Elements(b, b.broadcast(number(b, least, f64), b.like(lengths, f64)))
        kept = size > largest * count * PRECISION[str(part)]
    inverse = where(kept, 1 / where(kept, squares, squares.full(1)), 0).convert(wide)
    projected = Elements(b, matrix_product(b, adjoint(b, orthogonal), rhs))
    factors = b.broadcast(inverse.value, b.like(projected.value, wide), range(rank + 1))
    found = matrix_product(b, right, (projected * Elements(b, factors)).value)
    return (b.convert(found, type.element_type),)
