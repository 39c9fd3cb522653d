"""Matrices as products of triangles, or of a rotation and a triangle, column by column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo
from ...dialects.types import element_type_of, is_complex, real_part_type, tensor_type
from ...symbolic import Expr
from .builder import Builder
from .complex_numbers import conjugated, imag, real_part
from .elementwise import compare
from .elimination import Extent, PivotRows, column_at, identity
from .formulas import Elements, where
from .gathering import take
from .indices import iota, number
from .iteration import count_up
from .reducers import reduce
from .sorting import loop

LEAST_NORMAL = {"f16": 2.0**-14, "bf16": 2.0**-126, "f32": 2.0**-126, "f64": 2.0**-1022}
"""The least number of full precision, by the type of elements."""


@dataclass(frozen=True, slots=True)
class Triangles:
    """Both triangles in one matrix, which row went where, the sign of that permutation, and, where
    asked for, with which row each was exchanged.
    """

    lu: SSAValue
    permutation: SSAValue
    sign: SSAValue
    pivots: SSAValue | None = None

    @staticmethod
    def of(
        b: Builder,
        matrix: SSAValue,
        steps: Expr,
        *,
        pivots: bool = False,
        extent_of: Extent = abs,
    ) -> Triangles:
        """Elimination in `steps` columns; the element of each that is largest from the diagonal on,
        as `extent_of` has it, is the pivot. A column of zeros there stays.
        """
        *batch, size, _ = b.shape(matrix)
        rank, element_type = len(batch), element_type_of(matrix)
        order = iota(b, b.ranked(i64, [*batch, size]), rank)
        ones = b.splat(1, b.ranked(element_type, batch))
        asked = [iota(b, b.ranked(i64, [*batch, steps]), rank)] if pivots else []

        def body(
            step: SSAValue, work: SSAValue, order: SSAValue, sign: SSAValue, *found: SSAValue
        ) -> Sequence[SSAValue]:
            rows = PivotRows.of(b, work, step, rank, size, extent_of)
            here = spread_step(b, step, rows.found.value)
            swapped = exchanged(b, step, rows.found, order)
            work = take(b, work, swapped, rank, rank, tensor_type(work))
            order = take(b, order, swapped, rank, rank, tensor_type(order))
            pivot = where(rows.pivot.equals(0), rows.pivot.full(1), rows.pivot)
            turned = where(rows.found.equals(here), pivot.full(1), -1)
            work = below_cleared(b, work, step, pivot, rank)
            return [
                work,
                order,
                (Elements(b, sign) * turned).value,
                *(put(b, row, step, rows.found.value) for row in found),
            ]

        return Triangles(*count_up(b, steps, [matrix, order, ones, *asked], body))

    def diagonal(self, b: Builder) -> Elements:
        return diagonal_of(b, self.lu)


def put(b: Builder, row: SSAValue, step: SSAValue, value: SSAValue) -> SSAValue:
    """`row` with `value`, of its batches, at `step` of the last dimension."""
    type = tensor_type(row)
    last = type.get_num_dims() - 1
    here = Elements(b, iota(b, b.like(row, i64), last)).equals(spread_step(b, step, row))
    return where(here, Elements(b, b.broadcast(value, type, range(last))), Elements(b, row)).value


def spread_step(b: Builder, step: SSAValue, like: SSAValue) -> Elements:
    return Elements(b, b.broadcast(step, b.like(like, i64)))


def exchanged(b: Builder, step: SSAValue, found: Elements, like: SSAValue) -> SSAValue:
    """0, 1, 2 … with `step` and what was `found` in each other's place."""
    type = tensor_type(like)
    rank = type.get_num_dims() - 1
    index = Elements(b, iota(b, type, rank))
    here = spread_step(b, step, like)
    there = Elements(b, b.broadcast(found.value, type, range(rank)))
    return where(index.equals(here), there, where(index.equals(there), here, index)).value


def below_cleared(
    b: Builder, work: SSAValue, step: SSAValue, pivot: Elements, rank: int
) -> SSAValue:
    """Multiples of the row at `step` taken from those below; the factors in place of the zeros."""
    type = tensor_type(work)
    index = [Elements(b, iota(b, b.like(work, i64), rank + i)) for i in (0, 1)]
    here = spread_step(b, step, work)
    column = Elements(b, column_at(b, work, step, rank))
    factor = column / Elements(b, b.broadcast(pivot.value, tensor_type(column.value), range(rank)))
    rows = Elements(b, b.broadcast(factor.value, type, range(rank + 1)))
    only = where(index[0].equals(here), Elements(b, work), 0)
    row = reduce(b, only.value, mhlo.AddOp, 0, [rank])
    across = Elements(b, b.broadcast(row, type, [*range(rank), rank + 1]))
    right, below = index[1] > here, index[0] > here
    kept = where(right, Elements(b, work) - rows * across, Elements(b, work))
    kept = where(index[1].equals(here), rows, kept)
    return where(below, kept, Elements(b, work)).value


def diagonal_of(b: Builder, matrix: SSAValue) -> Elements:
    """`[…, n]` of square or other matrices: an element for each column, 0 below the last row."""
    rank = len(b.shape(matrix)) - 2
    index = [Elements(b, iota(b, b.like(matrix, i64), rank + i)) for i in (0, 1)]
    only = where(index[0].equals(index[1]), Elements(b, matrix), 0)
    return Elements(b, reduce(b, only.value, mhlo.AddOp, 0, [rank]))


@dataclass(frozen=True, slots=True)
class Rotated:
    """A square matrix `q` whose columns are orthonormal, and an upper triangle `r`."""

    q: SSAValue
    r: SSAValue

    @staticmethod
    def of(b: Builder, matrix: SSAValue, steps: Expr) -> Rotated:
        """A reflection for each column, of which there are `steps`.

        Source: Golub and Van Loan, Matrix Computations, 5.1.3 and 5.2.1; a diagonal element of `r`
        has the sign that its column did not have.
        """
        *batch, rows, _ = b.shape(matrix)
        element_type = element_type_of(matrix)
        start = identity(b, b.ranked(element_type, [*batch, rows, rows]))

        def body(step: SSAValue, q: SSAValue, r: SSAValue) -> Sequence[SSAValue]:
            vector, factor = reflection(b, r, step)
            rank = len(batch)
            r = reflected(b, r, vector, factor, rank)
            q = reflected(b, q, conjugated(vector), conjugated(factor), rank + 1)
            return [q, r]

        q, r = count_up(b, steps, [start, matrix], body)
        index = [Elements(b, iota(b, b.like(r, i64), len(batch) + i)) for i in (0, 1)]
        return Rotated(q, where(index[0] <= index[1], Elements(b, r), 0).value)


@dataclass(frozen=True, slots=True)
class Reflections:
    """An upper triangle with vectors below its diagonal, and a factor for each.

    factors: `[…, m, n]`; tau: `[…, k]`, of at most as many elements as `factors` has columns. What
    leads to the triangle are the adjoint reflections, with conjugated factors.
    """

    factors: SSAValue
    tau: SSAValue

    @staticmethod
    def of(b: Builder, matrix: SSAValue, steps: Expr) -> Reflections:
        """A reflection for each of the first `steps` columns."""
        *batch, _, _ = b.shape(matrix)
        rank, element_type = len(batch), element_type_of(matrix)
        none = b.splat(0, b.ranked(element_type, [*batch, steps]))

        def body(step: SSAValue, work: SSAValue, tau: SSAValue) -> Sequence[SSAValue]:
            vector, factor = reflection(b, work, step)
            triangle = reflected(b, work, vector, factor, rank)
            type = tensor_type(work)
            index = [Elements(b, iota(b, b.like(work, i64), rank + i)) for i in (0, 1)]
            here = spread_step(b, step, work)
            below = index[1].equals(here) & (index[0] > here)
            spread = Elements(b, b.broadcast(vector.value, type, range(rank + 1)))
            right = where(below, spread, Elements(b, triangle))
            work = where(index[1] >= here, right, Elements(b, work)).value
            return [work, put(b, tau, step, conjugated(factor).value)]

        return Reflections(*count_up(b, steps, [matrix, none], body))

    def product(self, b: Builder, type: TensorType[Attribute]) -> SSAValue:
        """The first columns of all reflections, one after the other, as many as `type` has."""
        rank = type.get_num_dims() - 2
        start = number(b, b.shape(self.tau)[-1], i64)

        def goes_on(step: SSAValue, _: SSAValue) -> Sequence[SSAValue]:
            return [compare(b, "GT", step, b.scalar(0, i64))]

        def body(step: SSAValue, q: SSAValue) -> Sequence[SSAValue]:
            step = (Elements(b, step) - 1).value
            column = Elements(b, column_at(b, self.factors, step, rank))
            index = Elements(b, iota(b, b.like(column.value, i64), rank))
            here = spread_step(b, step, column.value)
            vector = where(index > here, column, where(index.equals(here), column.full(1), 0))
            place = Elements(b, iota(b, b.like(self.tau, i64), rank))
            chosen = place.equals(spread_step(b, step, self.tau))
            factor = reduce(b, where(chosen, Elements(b, self.tau), 0).value, mhlo.AddOp, 0, [rank])
            return [step, reflected(b, q, vector, Elements(b, factor), rank)]

        return loop(b, [start, identity(b, type)], goes_on, body)[1]


def reflection(
    b: Builder, matrix: SSAValue, step: SSAValue, row: SSAValue | None = None
) -> tuple[Elements, Elements]:
    """The vector, 1 at `row`, and the factor of the reflection that clears the column at `step`
    below that row.

    row: `step` where None; what is left there is real
    """
    rank = len(b.shape(matrix)) - 2
    column = Elements(b, column_at(b, matrix, step, rank))
    index = Elements(b, iota(b, b.like(column.value, i64), rank))
    here = spread_step(b, step if row is None else row, column.value)
    tail = where(index > here, column, 0)
    sizes = abs(tail) if is_complex(tail.element_type) else tail
    rest = Elements(b, reduce(b, (sizes * sizes).value, mhlo.AddOp, 0, [rank]))
    first = where(index.equals(here), column, 0)
    first = Elements(b, reduce(b, first.value, mhlo.AddOp, 0, [rank]))
    least = LEAST_NORMAL[str(real_part_type(first.element_type))]
    none = rest <= least
    if is_complex(first.element_type):
        across = Elements(b, imag(b, first.value))
        none = none & (across * across <= least)
    own = abs(first) if is_complex(first.element_type) else first
    length = (own * own + rest).sqrt()
    new = where(real_part(first) >= 0, -length, length).convert(first.element_type)
    safe = where(none, new.full(1), new)
    factor = conjugated(where(none, new.full(0), (safe - first) / safe))
    divisor = where(none, new.full(1), first - new)
    vector = tail / Elements(b, b.broadcast(divisor.value, tensor_type(tail.value), range(rank)))
    return where(index.equals(here), vector.full(1), vector), factor


def reflected(
    b: Builder, matrix: SSAValue, vector: Elements, factor: Elements, axis: int
) -> SSAValue:
    """Matrices reflected along `axis`, the first or the second dimension of each.

    Products with complex vectors are those with the conjugated ones.
    """
    type = tensor_type(matrix)
    rank = type.get_num_dims() - 2
    other = 2 * rank + 1 - axis
    value = Elements(b, matrix)
    along = Elements(b, b.broadcast(vector.value, type, [*range(rank), axis]))
    sums = reduce(b, (value * conjugated(along)).value, mhlo.AddOp, 0, [axis])
    across = Elements(b, b.broadcast(sums, type, [*range(rank), other]))
    scale = Elements(b, b.broadcast(factor.value, type, range(rank)))
    return (value - scale * along * across).value


def columns(b: Builder, matrix: SSAValue, count: Expr, type: TensorType[Attribute]) -> SSAValue:
    """The first `count` columns."""
    return b.slice(matrix, len(b.shape(matrix)) - 1, 0, count, type)
