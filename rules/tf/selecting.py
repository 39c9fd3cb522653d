"""Rules for tf ops that sort, search and select: most results have a size that depends on the data."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...symbolic import Expr, any_of, as_expr, eq, ge, le, shapes
from ...symbolic.shapes import Shape
from ..axes import axis_of
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, RuleTable, table
from .slicing import part_of


def top_k(op: tf.TopKV2Op, ctx: RuleContext) -> Sequence[Shape | None]:
    """k in place of the last dimension."""
    shape, k = ctx.shape(op.operands[0]), ctx.scalar(op.operands[1])
    if not shape:
        raise ShapeError(op, "the operand is a scalar, it needs a dimension")
    if k is None:
        k = part_of(ctx, shape[-1])
    else:
        ctx.require(ge(k, 0), f"k {k} must not be negative")
        ctx.require(le(k, shape[-1]), f"k {k} must be at most the size {shape[-1]}")
    return ((*shape[:-1], k),) * 2


def where(op: tf.WhereOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A row for each element that is not zero: as many as there are elements at most."""
    shape = ctx.shape(op.operands[0])
    return ((part_of(ctx, shapes.product(shape)), as_expr(len(shape))),)


def unique(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """At most one distinct entry for each entry, and one at least where there is any."""
    shape = ctx.shape(op.operands[0])
    if len(shape) != 1:
        raise ShapeError(op, f"the operand has rank {len(shape)}, needed a vector")
    distinct = distinct_of(ctx, shape[0])
    return ((distinct,), shape, (distinct,))[: len(op.results)]


def unique_along(op: tf.UniqueV2Op, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[1])
    if axes is None:
        return (tuple(ctx.fresh() for _ in shape), (ctx.fresh(),))
    axis = unique_axis(op, axes, len(shape))
    distinct = distinct_of(ctx, shape[axis])
    return ((*shape[:axis], distinct, *shape[axis + 1 :]), (shape[axis],))


def unique_axis(op: tf.UniqueV2Op, axes: Sequence[int], rank: int) -> int:
    """The dimension whose entries are told apart."""
    if not axes and rank != 1:
        raise ShapeError(op, f"without an axis the operand must be a vector, it has rank {rank}")
    return axis_of(op, axes[0] if axes else 0, rank)


def distinct_of(ctx: RuleContext, size: Expr) -> Expr:
    distinct = part_of(ctx, size)
    ctx.assume(any_of(eq(size, 0), ge(distinct, 1)))
    return distinct


def bucketize(op: tf.BucketizeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (ctx.shape(op.operands[0]),)


def suppressed(
    op: tf.NonMaxSuppressionV3Op | tf.NonMaxSuppressionV4Op, ctx: RuleContext
) -> Sequence[Shape | None]:
    """At most as many boxes as there are and as asked for; exactly as many as asked for if padded."""
    boxes, scores = ctx.shape(op.operands[0]), ctx.shape(op.operands[1])
    if len(boxes) != 2 or len(scores) != 1:
        raise ShapeError(op, f"boxes and scores have ranks {len(boxes)} and {len(scores)}")
    ctx.require(eq(boxes[1], 4), f"a box has {boxes[1]} numbers, needed 4")
    count = shapes.same_size(ctx, boxes[0], scores[0], "boxes and scores")
    most = ctx.scalar(op.operands[2])
    if most is not None:
        ctx.require(ge(most, 0), f"max_output_size {most} must not be negative")
    if op.padded():
        picked = ctx.fresh() if most is None else most
    else:
        picked = part_of(ctx, count)
        if most is not None:
            ctx.assume(le(picked, most))
    return ((picked,), ())[: len(op.results)]


SELECTING_RULES: RuleTable = table(
    OpRule(tf.TopKV2Op, shape=top_k),
    OpRule(tf.WhereOp, shape=where),
    OpRule(tf.UniqueOp, shape=unique),
    OpRule(tf.UniqueWithCountsOp, shape=unique),
    OpRule(tf.UniqueV2Op, shape=unique_along),
    OpRule(tf.BucketizeOp, shape=bucketize),
    OpRule(tf.NonMaxSuppressionV3Op, shape=suppressed),
    OpRule(tf.NonMaxSuppressionV4Op, shape=suppressed),
)
