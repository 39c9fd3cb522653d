"""New sizes for sparse tensors."""

from __future__ import annotations

from xdsl.dialects.builtin import i64

from ...dialects import mhlo, tf
from ...dialects.types import is_integer, tensor_type
from ...rules.tf.sparse import new_sizes
from ...symbolic import all_of, any_of, as_expr, eq, ge, maximum
from ...symbolic.shapes import product
from .builder import Builder
from .elementwise import Results
from .formulas import Elements, where
from .indices import along, iota
from .joining import concatenate
from .reducers import reduce
from .reductions import moved
from .run_time_axes import demand
from .slicing import reverse
from .sorting import scan
from .value_checks import check_true


def reshaped(op: tf.SparseReshapeOp, b: Builder) -> Results:
    """The place of each element in row-major order, taken apart by the new sizes."""
    ranks = [b.facts.simplify(b.shape(o)[0]).constant_value for o in op.operands[1:]]
    if None in ranks:
        return reshaped_at_run_time(op, b)
    indices = b.operand(op.operands[0])
    old, target = (
        [b.element(operand, i) for i in range(rank or 0)]
        for operand, rank in zip(op.operands[1:], ranks, strict=True)
    )
    sizes = new_sizes(b.analysis, old, target)
    demand(b, all_of(*(ge(size, -1) for size in target)), "a size must be -1 or more")
    for i, size in enumerate(target):
        others = (ge(other, 0) for other in target[i + 1 :])
        demand(b, any_of(ge(size, 0), all_of(*others)), "only one size may be -1")
    named = product([b.analysis.select(eq(size, -1), as_expr(1), size) for size in target])
    told = all_of(*(ge(size, 0) for size in target))
    demand(b, any_of(told, ge(named, 1)), "a size beside -1 must not be 0")
    demand(b, eq(product(sizes), product(old)), "the number of elements must not change")
    count, vector = b.shape(indices)[0], b.ranked(i64, b.shape(indices)[:1])
    one = b.ranked(i64, [count, 1])
    place = along(b, as_expr(0), count)
    for i, size in enumerate(old):
        column = Elements(b, b.reshape(b.slice(indices, 1, i, i + 1), vector))
        place = place * along(b, size, count) + column
    columns = list[Elements]()
    for size in reversed(sizes[1:]):
        divisor = along(b, maximum(size, 1), count)
        columns.append(place % divisor)
        place = place / divisor
    parts = [b.reshape(part.value, one) for part in (place, *reversed(columns))][: len(sizes)]
    type, shape_type = (b.type(result) for result in op.results)
    element_type = shape_type.element_type
    assert is_integer(element_type)
    rows = concatenate(b, parts, 1, type) if parts else b.splat(0, type)
    return rows, b.sizes.tensor(sizes, b.at, element_type)


def reshaped_at_run_time(op: tf.SparseReshapeOp, b: Builder) -> Results:
    """The same of sizes whose number only the run knows, by the steps from place to place."""
    indices, old, target = (Elements(b, b.operand(operand)) for operand in op.operands)
    sizes = told_sizes(op, b, old, target)
    step = b.broadcast(steps(b, old).value, tensor_type(indices.value), [1])
    places = indices * Elements(b, step)
    place = reduce(b, places.value, mhlo.AddOp, 0, [1])
    type = b.type(op.results[0])
    rows = Elements(b, b.broadcast(place, type, [0]))
    width, size = (
        Elements(b, b.broadcast(each.at_least(1).value, type, [1]))
        for each in (steps(b, sizes), sizes)
    )
    times, column = rows / width, Elements(b, iota(b, type, 1))
    return where(column.equals(0), times, times % size).value, sizes.value


def told_sizes(op: tf.SparseReshapeOp, b: Builder, old: Elements, target: Elements) -> Elements:
    """The sizes in `target`; one that is -1 is what the others leave of `old`."""

    def whole(values: Elements) -> Elements:
        return Elements(b, reduce(b, values.value, mhlo.MultiplyOp, 1, [0]))

    is_open = target.equals(-1)
    count = Elements(b, reduce(b, is_open.convert(i64).value, mhlo.AddOp, 0, [0]))
    named, all_old = whole(where(is_open, target.full(1), target)), whole(old)
    left = all_old / named.at_least(1)
    sizes = where(is_open, Elements(b, b.broadcast(left.value, b.like(target.value, i64))), target)
    check_true((target >= -1).value, op, "a size must be -1 or more", b)
    check_true((count <= 1).value, op, "only one size may be -1", b)
    check_true((count.equals(0) | (named >= 1)).value, op, "a size beside -1 must not be 0", b)
    fits = whole(sizes).equals(all_old)
    check_true(fits.value, op, "the number of elements must not change", b)
    return sizes


def steps(b: Builder, sizes: Elements) -> Elements:
    """How far apart the places of neighbours along each dimension are in row-major order."""
    behind = moved(b, reverse(b, sizes.value, [0]), 1, 0)
    return Elements(b, reverse(b, scan(b, behind, mhlo.MultiplyOp, 1, 0), [0]))
