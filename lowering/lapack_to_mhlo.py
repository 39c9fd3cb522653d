"""Loops of mhlo for the ops of the lapack dialect."""

from __future__ import annotations

from xdsl.dialects.builtin import i64

from ..dialects import mhlo
from ..dialects.foreign import lapack
from ..dialects.types import element_type_of, is_complex, tensor_type
from ..rules.tf.sizes import smaller
from .tf_to_mhlo.builder import Builder, LoweringTable
from .tf_to_mhlo.complex_numbers import imag, real_part
from .tf_to_mhlo.elementwise import Results
from .tf_to_mhlo.formulas import Elements, where
from .tf_to_mhlo.indices import iota
from .tf_to_mhlo.reducers import reduce
from .tf_to_mhlo.triangles import Reflections, Triangles, diagonal_of


def triangles(op: lapack.GetrfOp, b: Builder) -> Results:
    """Places are counted from 1. A complex pivot is the one whose two parts add up to most."""
    matrix = b.operand(op.a)
    *batch, rows, columns = b.shape(matrix)
    steps = smaller(b.analysis, rows, columns)
    done = Triangles.of(b, matrix, steps, pivots=True, extent_of=extent)
    assert done.pivots is not None
    diagonal = diagonal_of(b, b.slice(done.lu, len(batch) + 1, 0, steps))
    place = Elements(b, iota(b, b.like(diagonal.value, i64), len(batch))) + 1
    zeros = where(diagonal.equals(0), place, place.full(2**31))
    first = Elements(b, reduce(b, zeros.value, mhlo.MinimumOp, 2**31, [len(batch)]))
    info = where(first < 2**31, first, 0)
    pivots = Elements(b, done.pivots) + 1
    found = (
        b.convert(each.value, element_type_of(result))
        for each, result in ((pivots, op.pivots), (info, op.info))
    )
    return done.lu, *found


def extent(values: Elements) -> Elements:
    """What LAPACK's `icamax` and `izamax` compare, for they take no root."""
    if not is_complex(values.element_type):
        return abs(values)
    return abs(real_part(values)) + abs(Elements(values.b, imag(values.b, values.value)))


def reflections(op: lapack.GeqrfOp, b: Builder) -> Results:
    matrix = b.operand(op.a)
    *_, rows, columns = b.shape(matrix)
    done = Reflections.of(b, matrix, smaller(b.analysis, rows, columns))
    return done.factors, done.tau


def orthonormal(op: lapack.OrgqrOp, b: Builder) -> Results:
    given = Reflections(b.operand(op.a), b.operand(op.tau))
    return (given.product(b, tensor_type(given.factors)),)


LOWERINGS: LoweringTable = {
    lapack.GetrfOp: triangles,
    lapack.GeqrfOp: reflections,
    lapack.OrgqrOp: orthonormal,
}
