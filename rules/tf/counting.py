"""Rules for tf ops that count elements."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.counting import Bins, Bound, InTop
from ...symbolic import Predicate, all_of, any_of, eq, ge, shapes
from ...symbolic.shapes import Shape, product
from ..rule import OpRule, RuleContext
from .ranks import check_shape, shape_of_rank
from .sizes import size_of


def bins(op: Bins, ctx: RuleContext) -> Sequence[Shape | None]:
    """A bin for each number below the size, for each row of a matrix of `tf.DenseBincount`."""
    require_weights(op, ctx)
    size = size_of(ctx, op.operands[1], 0, "size")
    if isinstance(op, tf.DenseBincountOp):
        return ((*shape_of_rank(op, ctx, 0, 1, 2)[:-1], size),)
    return ((size,),)


def ragged_bins(op: tf.RaggedBincountOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A row less than there are splits."""
    (splits,) = shape_of_rank(op, ctx, 0, 1)
    shape_of_rank(op, ctx, 1, 1)
    ctx.require(ge(splits, 1), f"the number of splits {splits} must be at least 1")
    require_weights(op, ctx, 1)
    return ((ctx.facts.simplify(splits - 1), size_of(ctx, op.operands[2], 0, "size")),)


def require_weights(op: Bins | tf.RaggedBincountOp, ctx: RuleContext, first: int = 0) -> None:
    """Demands as many weights as numbers, or none."""
    values, weights = op.operands[first], op.operands[first + 2]
    if ctx.has_rank(values) and ctx.has_rank(weights):
        given, numbers = ctx.shape(weights), ctx.shape(values)
        claim: Predicate = eq(product(given), 0)
        if len(given) == len(numbers):
            claim = any_of(claim, all_of(*map(eq, given, numbers)))
        ctx.require(claim, "weights must have the shape of the numbers, or be empty")


def histogram(op: tf.HistogramFixedWidthOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A number for each bin, of which there is at least one."""
    check_shape(op, ctx, 1, 2)
    return ((size_of(ctx, op.operands[2], 1, "nbins"),),)


def bound(op: Bound, ctx: RuleContext) -> Sequence[Shape | None]:
    """A place for each value; both operands have the same rows."""
    ordered, values = (shape_of_rank(op, ctx, i, 2) for i in range(2))
    rows = shapes.same_size(ctx, ordered[0], values[0], "sorted_inputs and values")
    return ((rows, values[1]),)


def in_top(op: InTop, ctx: RuleContext) -> Sequence[Shape | None]:
    """A truth value for each row."""
    predictions, targets = shape_of_rank(op, ctx, 0, 2), shape_of_rank(op, ctx, 1, 1)
    return ((shapes.same_size(ctx, predictions[0], targets[0], "predictions and targets"),),)


RULES = (
    OpRule(tf.BincountOp, shape=bins),
    OpRule(tf.DenseBincountOp, shape=bins),
    OpRule(tf.RaggedBincountOp, shape=ragged_bins),
    OpRule(tf.HistogramFixedWidthOp, shape=histogram),
    OpRule(tf.LowerBoundOp, shape=bound),
    OpRule(tf.UpperBoundOp, shape=bound),
    OpRule(tf.InTopKOp, shape=in_top),
    OpRule(tf.InTopKV2Op, shape=in_top),
)
