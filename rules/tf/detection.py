"""Rules for tf ops that pick boxes by scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import tf
from ...symbolic import any_of, as_expr, eq, ge, le, minimum
from ...symbolic.shapes import Shape, same_size
from ..rule import ElementDemand, OpRule, RuleContext
from .ranks import shape_of_rank
from .sizes import part_of, size_of


def suppressed(op: tf.NonMaxSuppressionV5Op, ctx: RuleContext) -> Sequence[Shape | None]:
    """At most `max_output_size` of the boxes; exactly that number if padded."""
    (boxes, corners), (scores,) = shape_of_rank(op, ctx, 0, 2), shape_of_rank(op, ctx, 1, 1)
    same_size(ctx, corners, as_expr(4), "numbers of a box")
    count = same_size(ctx, boxes, scores, "boxes and scores")
    if op.pad_to_max_output_size:
        picked = size_of(ctx, op.operands[2], 0, "max_output_size")
    else:
        picked = part_of(ctx, count)
        most = ctx.scalar(op.operands[2])
        if most is not None:
            ctx.require(ge(most, 0), f"max_output_size {most} must not be negative")
            ctx.assume(le(picked, most))
    return ((picked,), (picked,), ())


def combined(op: tf.CombinedNonMaxSuppressionOp, ctx: RuleContext) -> Sequence[Shape | None]:
    batch, count, kinds, corners = shape_of_rank(op, ctx, 0, 4)
    images, found, classes = shape_of_rank(op, ctx, 1, 3)
    same_size(ctx, corners, as_expr(4), "numbers of a box")
    batch = same_size(ctx, batch, images, "batches of boxes and scores")
    same_size(ctx, count, found, "boxes and scores")
    message = f"boxes are for {kinds} classes, needed 1 or {classes}"
    ctx.require(any_of(eq(kinds, 1), eq(kinds, classes)), message)
    total = size_of(ctx, op.operands[3], 1, "max_total_size")
    if op.pad_per_class:
        each = size_of(ctx, op.operands[2], 1, "max_output_size_per_class")
        total = ctx.facts.simplify(minimum(total, each * classes))
    return ((batch, total, as_expr(4)), (batch, total), (batch, total), (batch,))


def numbers_positive(
    op: tf.CombinedNonMaxSuppressionOp, ctx: RuleContext
) -> Iterable[ElementDemand]:
    for index, what in ((2, "max_output_size_per_class"), (3, "max_total_size")):
        yield ElementDemand(op.operands[index], what, as_expr(1))


RULES = (
    OpRule(tf.NonMaxSuppressionV5Op, shape=suppressed),
    OpRule(tf.CombinedNonMaxSuppressionOp, shape=combined, elements=numbers_positive),
)
