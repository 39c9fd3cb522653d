"""Rules for tf ops that count elements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import tf
from ...dialects.tf.counting import Bins, Bound, InTop
from ...symbolic import Predicate, all_of, any_of, as_expr, eq, ge, shapes
from ...symbolic.shapes import Shape, product
from ..errors import ShapeError
from ..rule import ElementDemand, OpRule, RuleContext
from .ranks import check_shape, shape_of_rank
from .sizes import element_size, size_of

AnyBins = Bins | tf.RaggedBincountOp | tf.SparseBincountOp


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


def sparse_bins(op: tf.SparseBincountOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """As many rows as the first size of a tensor with more than one dimension."""
    count, numbers = shape_of_rank(op, ctx, 0, 2)
    (values,) = shape_of_rank(op, ctx, 1, 1)
    shapes.same_size(ctx, count, values, "indices and values")
    check_shape(op, ctx, 2, None)
    given = ctx.elements(op.operands[2])
    if given is None:
        return (None,)
    if not given:
        raise ShapeError(op, "dense_shape has 0 sizes, needed at least 1")
    shapes.same_size(ctx, numbers, as_expr(len(given)), "numbers of an index and the rank")
    if not op.binary_output:
        require_weights(op, ctx, 1)
    rows = [element_size(ctx, given[0], op.operands[2])] if len(given) > 1 else []
    return ((*rows, size_of(ctx, op.operands[3], 0, "size")),)


def entries_exist(op: tf.SparseBincountOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    shape = op.operands[2]
    ends = [(shape, i) for i in range(len(ctx.elements(shape) or ()))]
    yield ElementDemand(op.operands[0], "indices", as_expr(0), ends)


def require_weights(op: AnyBins, ctx: RuleContext, first: int = 0) -> None:
    """Demands as many weights as numbers, or none."""
    values, weights = op.operands[first], op.operands[-1]
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
    OpRule(tf.SparseBincountOp, shape=sparse_bins, elements=entries_exist),
    OpRule(tf.HistogramFixedWidthOp, shape=histogram),
    OpRule(tf.LowerBoundOp, shape=bound),
    OpRule(tf.UpperBoundOp, shape=bound),
    OpRule(tf.InTopKOp, shape=in_top),
    OpRule(tf.InTopKV2Op, shape=in_top),
)
