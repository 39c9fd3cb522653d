"""Rules for tf ops that send entries to one of several tensors, and put them together again."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.partitioning import Stitch
from ...symbolic import any_of, as_expr, eq, ge, ne, shapes
from ...symbolic.shapes import Shape, product, total
from ..errors import ShapeError
from ..rule import MAX_ELEMENTS, Element, OpRule, RuleContext, Value
from .sizes import part_of


def entries_shape(
    ctx: RuleContext, op: tf.DynamicPartitionOp | Stitch, data: Shape, names: Shape
) -> Shape:
    """The shape of an entry of `data`, whose first dimensions are those of `names`."""
    if len(names) > len(data):
        raise ShapeError(op, f"the indices have rank {len(names)}, data has rank {len(data)}")
    shapes.same_shape(ctx, data[: len(names)], names, "data and indices")
    return data[len(names) :]


def dynamic_partition(op: tf.DynamicPartitionOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Together the results have all entries."""
    data, names = map(ctx.shape, op.operands)
    entry, whole = entries_shape(ctx, op, data, names), product(names)
    counts = [part_of(ctx, whole) for _ in op.results]
    ctx.assume(eq(total(counts), whole))
    return tuple((count, *entry) for count in counts)


def stitch(op: Stitch, ctx: RuleContext) -> Sequence[Shape | None]:
    """One entry more than the greatest index; none where there is no index."""
    pairs = len(op.operands) // 2
    names = [ctx.shape(o) for o in op.operands[:pairs]]
    first, *others = (
        entries_shape(ctx, op, ctx.shape(data), shape)
        for data, shape in zip(op.operands[pairs:], names, strict=True)
    )
    for other in others:
        if len(other) != len(first):
            raise ShapeError(op, f"entries of data have ranks {len(first)} and {len(other)}")
        first = shapes.same_shape(ctx, first, other, "entries of data")
    places = known_places(op, ctx)
    if places is not None:
        return ((as_expr(max((-1, *places)) + 1), *first),)
    count, given = ctx.fresh(), total(map(product, names))
    ctx.assume(any_of(ne(given, 0), eq(count, 0)))
    ctx.assume(any_of(eq(given, 0), ge(count, 1)))
    return ((count, *first),)


def stitch_value(op: Stitch, ctx: RuleContext) -> Sequence[Value | None]:
    """The last entry for each place; none is known where there is no entry.

    The parallel form does not say which of several entries for one place is taken.
    """
    data = [ctx.value(o) for o in op.operands[len(op.operands) // 2 :]]
    places = known_places(op, ctx)
    entries = [entry for value in data for entry in value or ()]
    if places is None or None in data or len(places) != len(entries):
        return (None,)
    if not places or not 0 <= min(places) <= max(places) < MAX_ELEMENTS:
        return (None,)
    stitched: list[Element] = [None] * (max(places) + 1)
    parallel = isinstance(op, tf.ParallelDynamicStitchOp)
    for place, entry in zip(places, entries, strict=True):
        stitched[place] = None if parallel and places.count(place) > 1 else entry
    return (tuple(stitched),)


def known_places(op: Stitch, ctx: RuleContext) -> list[int] | None:
    """All indices, in the order of the operands, if they are known."""
    known = [ctx.constants(o) for o in op.operands[: len(op.operands) // 2]]
    return None if None in known else [place for places in known for place in places or ()]


RULES = (
    OpRule(tf.DynamicPartitionOp, shape=dynamic_partition),
    OpRule(tf.DynamicStitchOp, shape=stitch, value=stitch_value),
    OpRule(tf.ParallelDynamicStitchOp, shape=stitch, value=stitch_value),
)
