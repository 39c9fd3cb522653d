"""Dimensions whose numbers are known at run time only.

Along one such dimension a tensor is folded to rank 3: what comes before it, it, what comes after.
Of several, each dimension is split in two, one of which has size 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import StringAttr, TensorType, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, sdim
from ...dialects.messages import at_place, op_name
from ...dialects.types import element_type_of
from ...symbolic import FALSE, Expr, Predicate, all_of, as_expr, eq, ge, lt
from ...symbolic.shapes import ONE, Shape, product
from .builder import Builder
from .formulas import Elements
from .indices import positions
from .reducers import reduce


def demand(b: Builder, claim: Predicate, message: str) -> None:
    """Stops the program where `claim`, about numbers that are read at run time, does not hold."""
    if b.facts.proves(claim):
        return
    check = sdim.HoldsOp(b.sizes.condition(claim, b.at), strength=sdim.Strength.ASSERT)
    check.attributes["why"] = StringAttr(f"{op_name(b.at)}{at_place(b.at)}: {message}")
    b.insert(check)


def axis_at_run_time(b: Builder, operand: SSAValue, rank: int, place: int = 0) -> Expr:
    """The dimension that element `place` of `operand` names: 0 to `rank` - 1."""
    if not rank:
        raise b.fail("a scalar has no dimension to choose")
    axis = b.element(operand, place)
    in_range = all_of(ge(axis, -rank), lt(axis, rank))
    demand(b, in_range, f"the dimension must be in range for rank {rank}")
    return b.analysis.select(ge(axis, 0), axis, axis + rank)


def chosen(b: Builder, place: Expr, options: Sequence[Expr]) -> Expr:
    """Option number `place`."""
    *others, result = options
    for i, option in reversed(list(enumerate(others))):
        result = b.analysis.select(eq(place, i), option, result)
    return result


def folded_shape(b: Builder, shape: Shape, axis: Expr, batch: int = 0) -> Shape:
    """`shape` with the dimensions from `batch` to `axis` as one, those after `axis` as one."""
    places = range(len(shape))
    return (
        *shape[:batch],
        chosen(b, axis, [product(shape[batch:i]) for i in places]),
        chosen(b, axis, shape),
        chosen(b, axis, [product(shape[i + 1 :]) for i in places]),
    )


def fold(b: Builder, value: SSAValue, axis: Expr, batch: int = 0) -> SSAValue:
    """`value` in its folded shape: it has `axis` as dimension `batch` + 1."""
    shape = folded_shape(b, b.shape(value), axis, batch)
    return b.reshape(value, b.ranked(element_type_of(value), shape))


def bind_beside(
    b: Builder, type: TensorType[Attribute], shape: Shape, axis: Expr, middle: Shape
) -> None:
    """Makes the sizes of `type` readable: those of `shape` with `middle` in place of `axis`."""
    places = range(len(shape))
    bind_chosen(b, type, axis, [(*shape[:a], *middle, *shape[a + 1 :]) for a in places])


def bind_chosen(
    b: Builder, type: TensorType[Attribute], place: Expr, options: Sequence[Shape]
) -> None:
    """Makes the sizes of `type` readable: those of option number `place`."""
    for i, size in enumerate(b.shape_of_type(type)):
        b.bind(size, chosen(b, place, [option[i] for option in options]))


def named_by(b: Builder, operand: SSAValue, rank: int) -> list[Predicate]:
    """For each of `rank` dimensions whether one of the elements of a vector names it."""
    axes = b.convert(b.operand(operand), i64)
    if not b.shape(axes):
        axes = b.reshape(axes, b.ranked(i64, [ONE]))
    count = b.shape(axes)[0]
    if count == as_expr(0):
        return [FALSE] * rank
    pairs = b.ranked(i64, [count, rank])
    given = Elements(b, b.broadcast(axes, pairs, [0]))
    places = Elements(b, b.broadcast(positions(b, as_expr(rank)).value, pairs, [1]))
    found = given.equals(places).apply(mhlo.OrOp, (given + rank).equals(places))
    times = reduce(b, b.convert(found.value, i64), mhlo.AddOp, 0, [0])
    numbers = [b.read(times, i) for i in range(rank)]
    total = sum(numbers, as_expr(0))
    demand(b, eq(total, count), f"the dimensions must be in range for rank {rank}")
    demand(b, all_of(*(lt(n, 2) for n in numbers)), "the dimensions must be distinct")
    return [eq(n, 1) for n in numbers]
