"""Elimination of columns of matrices, several matrices at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo
from ...dialects.types import element_type_of, is_complex, tensor_type
from ...symbolic import Expr
from .builder import Builder
from .complex_numbers import conjugate
from .formulas import Elements, where
from .indices import iota, number
from .iteration import count_up
from .joining import concatenate
from .reducers import reduce


def turned(b: Builder, matrix: SSAValue) -> SSAValue:
    """The transposed matrices."""
    *batch, rows, columns = b.shape(matrix)
    order = [*range(len(batch)), len(batch) + 1, len(batch)]
    type = b.ranked(element_type_of(matrix), [*batch, columns, rows])
    return b.transpose(matrix, order, type)


def adjoint(b: Builder, matrix: SSAValue) -> SSAValue:
    """The transposed matrices, conjugated where they are complex."""
    found = turned(b, matrix)
    return conjugate(b, found) if is_complex(element_type_of(matrix)) else found


@dataclass(frozen=True, slots=True)
class Eliminated:
    """What is left of `[matrix, right sides]`: the solutions, and the products of the pivots."""

    solutions: SSAValue
    determinants: SSAValue


def eliminate(b: Builder, matrix: SSAValue, rhs: SSAValue) -> Eliminated:
    """Gauss-Jordan elimination: in each column the element that is largest below is the pivot."""
    *batch, size, columns = b.shape(rhs)
    rank, element_type = len(batch), element_type_of(rhs)
    both = b.ranked(element_type, [*batch, size, b.facts.simplify(size + columns)])
    work = concatenate(b, [matrix, rhs], rank + 1, both)
    ones = b.splat(1, b.ranked(element_type, batch))

    def body(step: SSAValue, work: SSAValue, product: SSAValue) -> Sequence[SSAValue]:
        rows = PivotRows.of(b, work, step, rank, size)
        pivot = rows.pivot
        safe = where(pivot.equals(0), pivot.full(1), pivot)
        same = rows.found.equals(Elements(b, b.broadcast(step, tensor_type(rows.found.value))))
        sign = where(same, pivot.full(1), -1)
        return [rows.cleared(safe).value, (Elements(b, product) * pivot * sign).value]

    work, product = count_up(b, size, [work, ones], body)
    end = b.facts.simplify(size + columns)
    return Eliminated(b.slice(work, rank + 1, size, end, tensor_type(rhs)), product)


Extent = Callable[[Elements], Elements]


@dataclass(frozen=True, slots=True)
class PivotRows:
    """The rows of matrices at one step of elimination: that of the pivot and that in its place.

    found: the place of the pivot; pivot: its element, 0 where all are 0
    """

    work: Elements
    step: SSAValue
    found: Elements
    pivot: Elements
    rank: int

    @staticmethod
    def of(
        b: Builder,
        work: SSAValue,
        step: SSAValue,
        rank: int,
        size: Expr,
        extent_of: Extent = abs,
    ) -> PivotRows:
        """extent_of: how large an element counts as; the largest is the pivot"""
        column = Elements(b, column_at(b, work, step, rank))
        place = Elements(b, iota(b, b.like(column.value, i64), rank))
        at = Elements(b, b.broadcast(step, tensor_type(place.value)))
        # NaN is the pivot, so that it spreads; compared with a maximum it would be none.
        extent = where(column.equals(column), extent_of(column), inf)
        magnitude = where(place >= at, extent, -1)
        most = reduce(b, magnitude.value, mhlo.MaximumOp, -1, [rank])
        is_most = magnitude.equals(
            Elements(b, b.broadcast(most, tensor_type(magnitude.value), range(rank)))
        )
        last = Elements(b, b.broadcast(number(b, size, i64), tensor_type(place.value)))
        found = reduce(b, where(is_most, place, last).value, mhlo.MinimumOp, 2**62, [rank])
        spread = Elements(b, b.broadcast(found, tensor_type(place.value), range(rank)))
        chosen = where(place.equals(spread), column, 0)
        pivot = reduce(b, chosen.value, mhlo.AddOp, 0, [rank])
        return PivotRows(Elements(b, work), step, Elements(b, found), Elements(b, pivot), rank)

    def cleared(self, pivot: Elements) -> Elements:
        """Rows exchanged, the pivot's divided by it, and taken from all others."""
        b, rank, type = self.work.b, self.rank, tensor_type(self.work.value)
        place = Elements(b, iota(b, b.like(self.work.value, i64), rank))
        here = place.equals(Elements(b, b.broadcast(self.step, tensor_type(place.value))))
        spread = b.broadcast(self.found.value, tensor_type(place.value), range(rank))
        there = place.equals(Elements(b, spread))

        def row(mask: Elements) -> Elements:
            only = reduce(b, where(mask, self.work, 0).value, mhlo.AddOp, 0, [rank])
            return Elements(b, b.broadcast(only, type, [*range(rank), rank + 1]))

        first, other = row(there), row(here)
        first = first / Elements(b, b.broadcast(pivot.value, type, range(rank)))
        swapped = where(there, other, self.work)
        factor = column_at(b, swapped.value, self.step, rank)
        spread_factor = Elements(b, b.broadcast(factor, type, range(rank + 1)))
        return where(here, first, swapped - spread_factor * first)


def column_at(b: Builder, work: SSAValue, step: SSAValue, rank: int) -> SSAValue:
    """The column at `step` of each matrix."""
    place = Elements(b, iota(b, b.like(work, i64), rank + 1))
    here = place.equals(Elements(b, b.broadcast(step, tensor_type(place.value))))
    return reduce(b, where(here, Elements(b, work), 0).value, mhlo.AddOp, 0, [rank + 1])


def identity(b: Builder, type: TensorType[Attribute]) -> SSAValue:
    rank = type.get_num_dims() - 2
    index = b.ranked(i64, b.shape_of_type(type))
    row, column = (Elements(b, iota(b, index, rank + i)) for i in (0, 1))
    return row.equals(column).convert(type.element_type).value
