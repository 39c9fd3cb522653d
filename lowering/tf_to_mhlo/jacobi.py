"""Eigenvalues and singular values by rotations of pairs of columns, all columns in each step.

Source: Golub and Van Loan, Matrix Computations, 8.5 and 8.6.3; who plays whom is a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo
from ...dialects.mhlo import DotDimensions
from ...dialects.types import element_type_of, is_complex, tensor_type
from .builder import Builder
from .complex_numbers import real_part
from .contraction import dot
from .elementwise import binary
from .elimination import adjoint, identity
from .formulas import Elements, where
from .gathering import take
from .indices import iota, number
from .patches import spread
from .reducers import reduce
from .sorting import loop, sort
from .triangles import diagonal_of

CLOSE = 2.0**-48
"""Products of columns of this size, relative to those with themselves, are none."""

LEAST = 2.0**-1000
"""Complex products of this size are none."""

SWEEPS = 30
"""How often every two columns meet at most; it is enough for matrices of any size in use."""


def partners(b: Builder, step: SSAValue, like: SSAValue) -> Elements:
    """For each of the columns of `like` the one that it meets at `step`; itself if it rests.

    An even number of players, one of whom may be nobody: the last one stays, the others turn.
    """
    *_, size = b.shape(like)
    type = b.ranked(i64, [size])
    players = b.facts.simplify((size + 1) // 2 * 2)
    index = Elements(b, iota(b, type, 0))
    turn = Elements(b, b.broadcast(step, type))
    around = spread(b, b.facts.simplify(players - 1), type).at_least(1)
    last = spread(b, b.facts.simplify(players - 1), type)
    meets = (turn % around - index + around) % around
    meets = where(meets.equals(index), last, meets)
    half = spread(b, b.facts.simplify(players // 2), type)
    meets = where(index.equals(last), turn % around * half % around, meets)
    return where(meets < spread(b, size, type), meets, index)


def rotation(b: Builder, products: SSAValue, step: SSAValue, relative: bool) -> Elements:
    """The rotations after which the columns that meet have products of 0.

    products: of all columns with each other, symmetric
    relative: whether 0 is meant relative to the columns themselves, or to the largest product
    """
    type = tensor_type(products)
    rank = type.get_num_dims() - 2
    meets = partners(b, step, products)
    index = [Elements(b, iota(b, b.like(products, i64), rank + i)) for i in (0, 1)]
    mates = index[1].equals(Elements(b, b.broadcast(meets.value, b.like(products, i64), [rank])))
    mates = mates & index[0].differs(index[1])
    value = Elements(b, products)
    size = abs(value)
    own = real_diagonal(b, products)
    both = Elements(b, reduce(b, where(mates, size, 0).value, mhlo.AddOp, 0, [rank + 1]))
    part = tensor_type(size.value)
    across = Elements(b, b.broadcast(own.value, part, [*range(rank), rank + 1]))
    others = Elements(b, reduce(b, where(mates, across, 0).value, mhlo.AddOp, 0, [rank + 1]))
    place = Elements(b, iota(b, b.like(own.value, i64), rank))
    mate = Elements(b, b.broadcast(meets.value, tensor_type(place.value), [rank]))
    first = place < mate
    away = far(b, value, rank, relative)
    met = Elements(b, reduce(b, (mates & away).value, mhlo.OrOp, 0, [rank + 1]))
    difference = where(first, others - own, own - others)
    ratio = difference / (where(met, both, 1) * 2)
    extent = 1 / (abs(ratio) + (ratio * ratio + 1).sqrt())
    tangent = where(met, where(ratio >= 0, extent, -extent), 0)
    cosine = 1 / (tangent * tangent + 1).sqrt()
    sine = tangent * cosine
    sine = where(first, sine, -sine)
    spread_sine, spread_cosine = (
        Elements(b, b.broadcast(turn.value, part, range(rank + 1))).convert(type.element_type)
        for turn in (sine, cosine)
    )
    none = size <= LEAST if is_complex(type.element_type) else size.equals(0)
    phase = value / where(none, size.full(1), size).convert(type.element_type)
    across_pairs = where(mates, spread_sine * phase, 0)
    return where(index[0].equals(index[1]), spread_cosine, across_pairs)


def real_diagonal(b: Builder, matrix: SSAValue) -> Elements:
    """The diagonal of Hermitian matrices."""
    return real_part(diagonal_of(b, matrix))


def far(b: Builder, products: Elements, rank: int, relative: bool) -> Elements:
    """Which products of two columns are not 0, up to rounding."""
    sizes = abs(products)
    type = tensor_type(sizes.value)
    if relative:
        own = real_diagonal(b, products.value).at_least(0).sqrt()
        row, column = (
            Elements(b, b.broadcast(own.value, type, [*range(rank), rank + i])) for i in (0, 1)
        )
        scale = row * column
    else:
        most = reduce(b, sizes.value, mhlo.MaximumOp, 0, [rank, rank + 1])
        scale = Elements(b, b.broadcast(most, type, range(rank)))
    index = [Elements(b, iota(b, b.like(products.value, i64), rank + i)) for i in (0, 1)]
    away = index[0].differs(index[1]) & (sizes > scale * CLOSE)
    # A complex number that is smaller has no exact direction.
    return away & (sizes > LEAST) if is_complex(products.element_type) else away


def matrix_product(b: Builder, left: SSAValue, right: SSAValue) -> SSAValue:
    rank = len(b.shape(left)) - 2
    batch = tuple(range(rank))
    dimensions = DotDimensions(
        lhs_batching_dimensions=batch,
        rhs_batching_dimensions=batch,
        lhs_contracting_dimensions=(rank + 1,),
        rhs_contracting_dimensions=(rank,),
    )
    return dot(b, left, right, dimensions, tensor_type(left))


def symmetric(b: Builder, matrix: SSAValue) -> SSAValue:
    """The mean of a matrix and its adjoint, which no rounding makes asymmetric."""
    return ((Elements(b, matrix) + Elements(b, adjoint(b, matrix))) * 0.5).value


def rotate(
    b: Builder,
    work: SSAValue,
    products: Callable[[SSAValue], SSAValue],
    after: Callable[[SSAValue, SSAValue], SSAValue],
    relative: bool,
) -> tuple[SSAValue, SSAValue]:
    """`work` after rotations, and their product, until no two columns have a product.

    products: of all columns of `work`; after: what a rotation makes of it
    """
    *batch, _, size = b.shape(work)
    rank = len(batch)
    type = b.ranked(element_type_of(work), [*batch, size, size])
    trips = number(b, b.facts.simplify((size + 1) * SWEEPS), i64)

    def goes_on(step: SSAValue, work: SSAValue, _: SSAValue) -> Sequence[SSAValue]:
        some = far(b, Elements(b, products(work)), rank, relative)
        any_left = reduce(b, some.value, mhlo.OrOp, 0, range(rank + 2))
        early = Elements(b, step) < Elements(b, trips)
        return [binary(b, mhlo.AndOp, early.value, any_left)]

    def body(step: SSAValue, work: SSAValue, total: SSAValue) -> Sequence[SSAValue]:
        turn = rotation(b, products(work), step, relative).value
        return [(Elements(b, step) + 1).value, after(work, turn), matrix_product(b, total, turn)]

    start = [b.scalar(0, i64), work, identity(b, type)]
    _, work, total = loop(b, start, goes_on, body)
    return work, total


def ordered(b: Builder, keys: SSAValue, direction: str, *matrices: SSAValue) -> Sequence[SSAValue]:
    """`keys` in order, and the columns of `matrices` in the same order."""
    rank = len(b.shape(keys)) - 1
    index = iota(b, b.like(keys, i64), rank)
    keys, order = sort(b, [keys, index], direction, rank)
    return keys, *(take(b, m, order, rank + 1, rank, tensor_type(m)) for m in matrices)


def eigenvalues(b: Builder, matrix: SSAValue) -> Sequence[SSAValue]:
    """Of symmetric or Hermitian matrices of 64 bits: the values, ascending, and the vectors."""

    def after(work: SSAValue, turn: SSAValue) -> SSAValue:
        return symmetric(b, matrix_product(b, adjoint(b, turn), matrix_product(b, work, turn)))

    work, vectors = rotate(b, matrix, lambda work: work, after, relative=False)
    return ordered(b, real_diagonal(b, work).value, "LT", vectors)


def singular_columns(b: Builder, matrix: SSAValue) -> Sequence[SSAValue]:
    """Of matrices of 64 bits: the lengths of orthogonal columns, descending, these columns, and the
    rotations that made them of the matrices' own.
    """

    def products(work: SSAValue) -> SSAValue:
        return symmetric(b, matrix_product(b, adjoint(b, work), work))

    work, vectors = rotate(
        b, matrix, products, lambda work, turn: matrix_product(b, work, turn), relative=True
    )
    rank = len(b.shape(matrix)) - 2
    value = abs(Elements(b, work))
    lengths = Elements(b, reduce(b, (value * value).value, mhlo.AddOp, 0, [rank])).sqrt()
    return ordered(b, lengths.value, "GT", work, vectors)
