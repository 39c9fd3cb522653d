"""Rules for tf ops that send entries to one of several tensors, and put them together again."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.partitioning import Stitch
from ...symbolic import any_of, eq, ge, ne, shapes
from ...symbolic.shapes import Shape, product, total
from ..errors import ShapeError
from ..rule import OpRule, RuleContext
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
    count, given = ctx.fresh(), total(map(product, names))
    ctx.assume(any_of(ne(given, 0), eq(count, 0)))
    ctx.assume(any_of(eq(given, 0), ge(count, 1)))
    return ((count, *first),)


RULES = (
    OpRule(tf.DynamicPartitionOp, shape=dynamic_partition),
    OpRule(tf.DynamicStitchOp, shape=stitch),
    OpRule(tf.ParallelDynamicStitchOp, shape=stitch),
)
