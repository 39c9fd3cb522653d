"""Square complex matrices as rotated upper triangles, and functions of matrices made of them.

Source: Golub and Van Loan, Matrix Computations, 7.4 and 7.5: Hessenberg matrices, QR steps with the
shifts of Wilkinson; Higham, Functions of Matrices, 6.2 and 11.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo
from ...dialects.types import tensor_type
from ...symbolic import maximum
from .builder import Builder
from .complex_numbers import conjugated
from .elementwise import binary
from .elimination import adjoint, eliminate, identity
from .formulas import Elements, where
from .indices import iota, number
from .iteration import count_up
from .jacobi import matrix_product
from .reducers import reduce
from .sorting import loop
from .triangles import Rotated, diagonal_of, reflected, reflection, spread_step

CLOSE = 2.0**-52
"""What is below the diagonal counts as 0 at this size, relative to the elements beside it."""

STEPS = 40
"""How many steps each row may take."""

UNUSUAL = 10
"""So often a shift is chosen that breaks symmetries under which the usual ones do not move."""

HALVINGS = 100
"""How many square roots are taken at most before a logarithm."""

NEAR = 0.25
"""The distance from 1 at which the series of the logarithm is exact enough."""

TERMS = 9


def places_in(b: Builder, matrix: SSAValue) -> tuple[Elements, Elements]:
    """The row and the column of each element."""
    rank = len(b.shape(matrix)) - 2
    row, column = (Elements(b, iota(b, b.like(matrix, i64), rank + i)) for i in (0, 1))
    return row, column


def across(b: Builder, value: Elements, like: SSAValue) -> Elements:
    """A number for each matrix, at each element of it."""
    type = b.like(like, value.element_type)
    rank = type.get_num_dims() - 2
    return Elements(b, b.broadcast(value.value, type, range(rank)))


def beside(b: Builder, diagonal: Elements, like: SSAValue, axis: int) -> Elements:
    """Numbers of the rows (0) or the columns (1) at each element of these."""
    type = b.like(like, diagonal.element_type)
    rank = type.get_num_dims() - 2
    return Elements(b, b.broadcast(diagonal.value, type, [*range(rank), rank + axis]))


def element_at(b: Builder, matrix: SSAValue, row: Elements, column: Elements) -> Elements:
    """The element of each matrix in the given row and column, 0 outside."""
    rank = len(b.shape(matrix)) - 2
    index = places_in(b, matrix)
    here = index[0].equals(across(b, row, matrix)) & index[1].equals(across(b, column, matrix))
    only = where(here, Elements(b, matrix), 0)
    return Elements(b, reduce(b, only.value, mhlo.AddOp, 0, [rank, rank + 1]))


@dataclass(frozen=True, slots=True)
class Schur:
    """`u t u*` with a unitary `u` and an upper triangle `t`.

    converged: of each matrix whether this was reached
    """

    u: SSAValue
    t: SSAValue
    converged: Elements

    @staticmethod
    def of(b: Builder, matrix: SSAValue) -> Schur:
        """Of complex matrices: first what lies below the diagonal next to the main one is cleared,
        then that diagonal, from the last row on.
        """
        size = b.shape(matrix)[-1]
        u, t = hessenberg(b, matrix)
        limit = number(b, b.facts.simplify(size * STEPS), i64)

        def goes_on(step: SSAValue, _u: SSAValue, t: SSAValue) -> Sequence[SSAValue]:
            some = left_below(b, t).value
            any_left = reduce(b, some, mhlo.OrOp, 0, range(len(b.shape(some))))
            early = Elements(b, step) < Elements(b, limit)
            return [binary(b, mhlo.AndOp, early.value, any_left)]

        def body(step: SSAValue, u: SSAValue, t: SSAValue) -> Sequence[SSAValue]:
            rotation, t = shifted_step(b, step, t)
            turned = matrix_product(b, adjoint(b, rotation), matrix_product(b, t, rotation))
            return [(Elements(b, step) + 1).value, matrix_product(b, u, rotation), turned]

        _, u, t = loop(b, [b.scalar(0, i64), u, t], goes_on, body)
        rank = len(b.shape(t)) - 2
        left = left_below(b, t) | Elements(b, t).differs(Elements(b, t))
        failed = Elements(b, reduce(b, left.value, mhlo.OrOp, 0, [rank, rank + 1]))
        row, column = places_in(b, t)
        return Schur(u, where(row <= column, Elements(b, t), 0).value, ~failed)

    def restored(self, b: Builder, triangle: SSAValue) -> SSAValue:
        """`triangle` in the place of `t`."""
        return matrix_product(b, matrix_product(b, self.u, triangle), adjoint(b, self.u))

    def vectors(self, b: Builder) -> SSAValue:
        """Eigenvectors of length 1, as columns: the elements of each from the diagonal upwards."""
        t, rank = Elements(b, self.t), len(b.shape(self.t)) - 2
        row, column = places_in(b, self.t)
        diagonal = diagonal_of(b, self.t)
        differences = beside(b, diagonal, self.t, 0) - beside(b, diagonal, self.t, 1)
        most = Elements(b, reduce(b, abs(t).value, mhlo.MaximumOp, 0, [rank, rank + 1]))
        least = across(b, most * CLOSE, self.t).convert(t.element_type)
        least = where(least.equals(0), least.full(1), least)
        differences = where(differences.equals(0), least, differences)
        strict = where(row < column, t, 0)
        size = b.shape(self.t)[-1]
        last = Elements(b, number(b, size, i64)) - 1

        def body(step: SSAValue, found: SSAValue) -> Sequence[SSAValue]:
            here = spread_step(b, (last - Elements(b, step)).value, found)
            sums = Elements(b, matrix_product(b, strict.value, found))
            new = row.equals(here) & (column > row)
            return [where(new, -sums / differences, Elements(b, found)).value]

        (found,) = count_up(b, size, [identity(b, tensor_type(self.t))], body)
        vectors = Elements(b, matrix_product(b, self.u, found))
        sizes = abs(vectors)
        squares = Elements(b, reduce(b, (sizes * sizes).value, mhlo.AddOp, 0, [rank]))
        lengths = beside(b, squares.sqrt(), self.t, 1)
        return (vectors / lengths.convert(t.element_type)).value


def hessenberg(b: Builder, matrix: SSAValue) -> tuple[SSAValue, SSAValue]:
    """`u` and `u* matrix u`, with zeros below the diagonal next to the main one."""
    size, rank = b.shape(matrix)[-1], len(b.shape(matrix)) - 2

    def body(step: SSAValue, u: SSAValue, t: SSAValue) -> Sequence[SSAValue]:
        below = (Elements(b, step) + 1).value
        vector, factor = reflection(b, t, step, below)
        t = reflected(b, t, vector, factor, rank)
        vector, factor = conjugated(vector), conjugated(factor)
        return [reflected(b, m, vector, factor, rank + 1) for m in (u, t)]

    steps = b.facts.simplify(maximum(size - 2, 0))
    u, t = count_up(b, steps, [identity(b, tensor_type(matrix)), matrix], body)
    return u, t


def left_below(b: Builder, t: SSAValue) -> Elements:
    """Which elements just below the diagonal are not 0, up to rounding."""
    row, column = places_in(b, t)
    sizes = abs(diagonal_of(b, t))
    scale = beside(b, sizes, t, 0) + beside(b, sizes, t, 1)
    return row.equals(column + 1) & (abs(Elements(b, t)) > scale * CLOSE)


def shifted_step(b: Builder, step: SSAValue, t: SSAValue) -> tuple[SSAValue, SSAValue]:
    """The rotation of the rows that are left, and `t` without what is 0 up to rounding."""
    rank = len(b.shape(t)) - 2
    row, column = places_in(b, t)
    left = left_below(b, t)
    kept = where((row <= column) | left, Elements(b, t), 0)
    rows = where(left, row, 0).value
    last = Elements(b, reduce(b, rows, mhlo.MaximumOp, 0, [rank, rank + 1]))
    corner = [
        element_at(b, kept.value, last - i, last - j) for i, j in ((1, 1), (1, 0), (0, 1), (0, 0))
    ]
    shift = wilkinson(*corner)
    unusual = (Elements(b, step) % UNUSUAL).equals(UNUSUAL - 1)
    unusual = Elements(b, b.broadcast(unusual.value, b.like(last.value, unusual.element_type)))
    shift = where(unusual, corner[3] + abs(corner[2]).convert(shift.element_type), shift)
    end = across(b, last, t)
    active = (row <= end) & (column <= end) & (end > 0)
    one = Elements(b, identity(b, tensor_type(t)))
    moved = where(active, kept - one * across(b, shift, t), one)
    return Rotated.of(b, moved.value, b.shape(t)[-1]).q, kept.value


def wilkinson(first: Elements, above: Elements, below: Elements, last: Elements) -> Elements:
    """Of both eigenvalues of a matrix of two rows that which is nearer to its last element."""
    half, product = (first - last) * 0.5, above * below
    root = (half * half + product).sqrt()
    divisor = where(abs(half + root) >= abs(half - root), half + root, half - root)
    none = divisor.equals(0)
    return last - where(none, product.full(0), product / where(none, divisor.full(1), divisor))


def root_of_triangle(b: Builder, t: SSAValue) -> SSAValue:
    """The square root of upper triangles, diagonal by diagonal."""
    row, column = places_in(b, t)
    value, diagonal = Elements(b, t), diagonal_of(b, t).sqrt()
    sums = beside(b, diagonal, t, 0) + beside(b, diagonal, t, 1)
    start = where(row.equals(column), beside(b, diagonal, t, 1), 0)
    size = b.shape(t)[-1]

    def body(step: SSAValue, found: SSAValue) -> Sequence[SSAValue]:
        here = (column - row).equals(spread_step(b, step, found) + 1)
        rest = value - Elements(b, matrix_product(b, found, found))
        return [where(here, rest / sums, Elements(b, found)).value]

    steps = b.facts.simplify(maximum(size - 1, 0))
    return count_up(b, steps, [start.value], body)[0]


def logarithm_of_triangle(b: Builder, t: SSAValue) -> SSAValue:
    """The logarithm of upper triangles: that of roots which are near to 1, doubled as often.

    It is that of `(1 + z) / (1 - z)`, a series in `z`.
    """
    rank = len(b.shape(t)) - 2
    one = Elements(b, identity(b, tensor_type(t)))
    counts = b.splat(0, b.ranked(i64, b.shape(t)[:-2]))

    def is_far(t: SSAValue) -> Elements:
        sizes = abs(Elements(b, t) - one)
        sums = reduce(b, sizes.value, mhlo.AddOp, 0, [rank + 1])
        return Elements(b, reduce(b, sums, mhlo.MaximumOp, 0, [rank])) > NEAR

    def goes_on(step: SSAValue, t: SSAValue, _: SSAValue) -> Sequence[SSAValue]:
        some = reduce(b, is_far(t).value, mhlo.OrOp, 0, range(rank))
        return [binary(b, mhlo.AndOp, (Elements(b, step) < HALVINGS).value, some)]

    def body(step: SSAValue, t: SSAValue, counts: SSAValue) -> Sequence[SSAValue]:
        far = is_far(t)
        root = Elements(b, root_of_triangle(b, t))
        t = where(across(b, far, t), root, Elements(b, t)).value
        return [(Elements(b, step) + 1).value, t, (Elements(b, counts) + far.convert(i64)).value]

    _, near, counts = loop(b, [b.scalar(0, i64), t, counts], goes_on, body)
    root = Elements(b, near)
    z = eliminate(b, (root + one).value, (root - one).value).solutions
    square = matrix_product(b, z, z)
    total = one * (1 / (2 * TERMS + 1))
    for i in reversed(range(TERMS)):
        total = Elements(b, matrix_product(b, total.value, square)) + one * (1 / (2 * i + 1))
    series = Elements(b, matrix_product(b, z, total.value)) * 2
    times = Elements(b, counts).convert(abs(series).element_type)
    scale = across(b, times.full(2).power(times), t).convert(series.element_type)
    return (series * scale).value
