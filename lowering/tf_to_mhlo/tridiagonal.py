"""Matrices of three diagonals: products, and systems solved row by row, down and up again."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of, is_complex, tensor_type
from .builder import Builder
from .elementwise import Results, compare
from .formulas import Elements, where
from .gathering import take
from .indices import iota, number
from .joining import expand
from .reducers import reduce
from .sorting import loop, shifted


def row_at(b: Builder, value: SSAValue, step: SSAValue, axis: int) -> Elements:
    """The entry at `step` along `axis`, which disappears; the last one beyond the end."""
    sizes = b.shape(value)
    type = b.ranked(element_type_of(value), [*sizes[:axis], *sizes[axis + 1 :]])
    return Elements(b, take(b, value, step, axis, 0, type))


def first_row(b: Builder, value: SSAValue, axis: int) -> Elements:
    """The first entry along `axis`, zeros where there is none."""
    index = Elements(b, iota(b, b.like(value, i64), axis))
    only = where(index.equals(0), Elements(b, value), 0)
    return Elements(b, reduce(b, only.value, mhlo.AddOp, 0, [axis]))


def put(b: Builder, value: SSAValue, part: Elements, step: SSAValue, axis: int) -> SSAValue:
    """`part` as the entry at `step` along `axis`."""
    places = [b.scalar(0, i64)] * len(b.shape(value))
    places[axis] = step
    new = mhlo.DynamicUpdateSliceOp(value, expand(b, part.value, axis), places)
    return b.insert(new).results[0]


def along_rows(number: Elements, like: Elements) -> Elements:
    """A number of each matrix for each column of a row."""
    b = like.b
    rank = len(b.shape(number.value))
    return Elements(b, b.broadcast(number.value, tensor_type(like.value), range(rank)))


def diagonals_of(b: Builder, value: SSAValue) -> list[SSAValue]:
    """Three diagonals as tensors of rank one less; the last number above the diagonal is 0."""
    *batch, _, size = b.shape(value)
    rank, type = len(batch), b.ranked(element_type_of(value), [*batch, size])
    above, main, below = (b.reshape(b.slice(value, rank, i, i + 1), type) for i in range(3))
    index = Elements(b, iota(b, b.like(above, i64), rank))
    last = Elements(b, b.broadcast(number(b, size, i64), tensor_type(index.value))) - 1
    return [
        where(index.equals(last), Elements(b, above).full(0), Elements(b, above)).value,
        main,
        below,
    ]


def solutions(op: tf.TridiagonalSolveOp, b: Builder) -> Results:
    """Each row is left as a pivot and two numbers to the right of it; then all from the last on.

    TensorFlow gives NaN for a singular matrix, and 0 where its elements are complex.
    """
    if op.perturb_singular:
        raise b.fail("perturb_singular is not supported")
    rhs = b.operand(op.operands[1])
    rank = len(b.shape(rhs)) - 2
    pivots, first, second, right = eliminated(
        b, diagonals_of(b, b.operand(op.operands[0])), rhs, op.partial_pivoting
    )
    zero = Elements(b, pivots).equals(0).value
    singular = Elements(b, reduce(b, zero, mhlo.OrOp, 0, [rank]))
    found = substituted(b, pivots, first, second, right)
    spread = Elements(
        b, b.broadcast(singular.value, b.like(rhs, singular.element_type), range(rank))
    )
    none = 0 if is_complex(element_type_of(rhs)) else nan
    return (where(spread, Elements(b, found).full(none), Elements(b, found)).value,)


def eliminated(
    b: Builder, diagonals: Sequence[SSAValue], rhs: SSAValue, pivoting: bool
) -> Sequence[SSAValue]:
    """Of each row the pivot, the two numbers to the right of it, and the right side."""
    above, main, below = diagonals
    rank = len(b.shape(main)) - 1
    size = number(b, b.shape(main)[rank], i64)

    def goes_on(step: SSAValue, *_: SSAValue) -> Sequence[SSAValue]:
        return [compare(b, "LT", step, size)]

    def body(step: SSAValue, *carried: SSAValue) -> Sequence[SSAValue]:
        pivot, next_one, right = (Elements(b, value) for value in carried[:3])
        following = (Elements(b, step) + 1).value
        low, here, up = (row_at(b, value, following, rank) for value in (below, main, above))
        other = row_at(b, rhs, following, rank)
        swap = abs(low) > abs(pivot) if pivoting else low.differs(low)
        small, large = where(swap, pivot, low), where(swap, low, pivot)
        factor = small / large
        spread = along_rows(factor, right)
        swap_right = along_rows(swap, right)
        rows = [
            large,
            where(swap, here, next_one),
            where(swap, up, 0),
            where(swap_right, other, right),
        ]
        last = Elements(b, following).equals(Elements(b, size))
        after = [
            where(swap, next_one - factor * here, here - factor * next_one),
            where(swap, -factor * up, up),
            where(swap_right, right - spread * other, other - spread * right),
        ]
        alone = [pivot, next_one, next_one.full(0), right]
        written = [
            put(b, all_rows, chosen_row(last, one, part), step, rank)
            for all_rows, one, part in zip(carried[3:], alone, rows, strict=True)
        ]
        return [following, *(part.value for part in after), *written]

    zero = b.scalar(0, i64)
    start = [first_row(b, value, rank).value for value in (main, above, rhs)]
    return loop(b, [zero, *start, main, above, main, rhs], goes_on, body)[4:]


def chosen_row(last: Elements, one: Elements, other: Elements) -> Elements:
    """`one` where the scalar `last` holds."""
    b = one.b
    return where(
        Elements(b, b.broadcast(last.value, b.like(one.value, last.element_type))), one, other
    )


def substituted(
    b: Builder, pivots: SSAValue, first: SSAValue, second: SSAValue, right: SSAValue
) -> SSAValue:
    """The solutions, from the last row to the first."""
    rank = len(b.shape(pivots)) - 1
    zero = b.scalar(0, i64)

    def goes_on(step: SSAValue, *_: SSAValue) -> Sequence[SSAValue]:
        return [compare(b, "GT", step, zero)]

    def body(step: SSAValue, *carried: SSAValue) -> Sequence[SSAValue]:
        one, two = (Elements(b, value) for value in carried[:2])
        step = (Elements(b, step) - 1).value
        pivot, near, far = (
            along_rows(row_at(b, value, step, rank), one) for value in (pivots, first, second)
        )
        found = (row_at(b, right, step, rank) - near * one - far * two) / pivot
        return [step, found.value, one.value, put(b, carried[2], found, step, rank)]

    none = first_row(b, right, rank).full(0).value
    count = number(b, b.shape(pivots)[rank], i64)
    return loop(b, [count, none, none, right], goes_on, body)[3]


def products(op: tf.TridiagonalMatMulOp, b: Builder) -> Results:
    """Each row times the main diagonal, plus those above and below it times the others."""
    *diagonals, rhs = map(b.operand, op.operands)
    *batch, size, _ = b.shape(rhs)
    rank, type = len(batch), tensor_type(rhs)
    vector = b.ranked(type.element_type, [*batch, size])
    above, main, below = (
        Elements(b, b.broadcast(b.reshape(value, vector), type, range(rank + 1)))
        for value in diagonals
    )
    before, after = (Elements(b, shifted(b, rhs, rank, step, 0)) for step in (1, -1))
    index = Elements(b, iota(b, b.like(rhs, i64), rank))
    last = Elements(b, b.broadcast(number(b, size, i64), tensor_type(index.value))) - 1
    result = main * Elements(b, rhs)
    result = where(index > 0, result + below * before, result)
    return (where(index < last, result + above * after, result).value,)
