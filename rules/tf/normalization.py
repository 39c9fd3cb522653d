"""Rules for tf softmaxes, batch normalizations and the losses over softmaxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import tf
from ...dialects.tf.normalization import FusedBatchNorm, FusedBatchNormGradient
from ...dialects.types import is_tensor
from ...symbolic import as_expr, ge, shapes
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import ElementDemand, OpRule, RuleContext
from .ranks import shape_of_rank


def channel_axis(data_format: str, rank: int) -> int:
    """The dimension of channels in a tensor of `rank`."""
    return rank - 1 if data_format.endswith("C") else 1


def batch_norm(op: FusedBatchNorm, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape of `x` and vectors over its channels.

    The last reserve space of the third version depends on the device and is not used: a scalar,
    unless its type says otherwise.
    """
    x = shape_of_rank(op, ctx, 0, len(op.data_format))
    vectors = [shape_of_rank(op, ctx, i, 1) for i in range(1, 5)]
    axis = channel_axis(op.data_format, len(x))
    channels = x[axis]
    needed = 2 if op.is_training and op.exponential_avg_factor == 1 else 4
    names = ("scale", "offset", "mean", "variance")
    for name, vector in zip(names[:needed], vectors, strict=False):
        channels = shapes.same_size(ctx, channels, vector[0], f"channels and {name}")
    result = (*x[:axis], channels, *x[axis + 1 :])
    reserved = (None if is_tensor(last.type) else () for last in op.results[5:])
    return (result, *((channels,),) * 4, *reserved)


def batch_norm_gradient(op: FusedBatchNormGradient, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape of `x` and vectors over its channels; the last two results are not used."""
    rank = len(op.data_format)
    arriving, x = (shape_of_rank(op, ctx, i, rank) for i in range(2))
    x = shapes.same_shape(ctx, x, arriving, "x and its gradient")
    axis = channel_axis(op.data_format, rank)
    channels = x[axis]
    for i, name in enumerate(("scale", "mean", "variance"), 2):
        (size,) = shape_of_rank(op, ctx, i, 1)
        channels = shapes.same_size(ctx, channels, size, f"channels and {name}")
    unused = (None if is_tensor(last.type) else (as_expr(0),) for last in op.results[3:])
    return ((*x[:axis], channels, *x[axis + 1 :]), (channels,), (channels,), *unused)


def cross_entropy(
    op: tf.SoftmaxCrossEntropyWithLogitsOp, ctx: RuleContext
) -> Sequence[Shape | None]:
    """A loss for each row; rows of features and labels broadcast."""
    shape = shapes.broadcast(ctx, *map(ctx.shape, op.operands))
    if len(shape) != 2:
        raise ShapeError(op, f"features and labels have rank {len(shape)}, needed 2")
    rows, classes = shape
    return ((rows,), (rows, classes))


def sparse_cross_entropy(
    op: tf.SparseSoftmaxCrossEntropyWithLogitsOp, ctx: RuleContext
) -> Sequence[Shape | None]:
    rows, classes = shape_of_rank(op, ctx, 0, 2)
    (count,) = shape_of_rank(op, ctx, 1, 1)
    rows = shapes.same_size(ctx, rows, count, "rows and labels")
    ctx.require(ge(classes, 1), f"the number of classes, {classes}, must be at least 1")
    return ((rows,), (rows, classes))


def labels(
    op: tf.SparseSoftmaxCrossEntropyWithLogitsOp, ctx: RuleContext
) -> Iterable[ElementDemand]:
    """Each is a class."""
    classes = shape_of_rank(op, ctx, 0, 2)[1]
    yield ElementDemand(op.operands[1], "labels", as_expr(0), [classes])


def rows(op: tf.SoftmaxOp | tf.LogSoftmaxOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The result has the operand's shape, which has a last dimension."""
    shape = ctx.shape(op.operands[0])
    if not shape:
        raise ShapeError(op, "a scalar has no rows")
    return (shape,)


RULES = (
    OpRule(tf.FusedBatchNormOp, shape=batch_norm),
    OpRule(tf.FusedBatchNormV2Op, shape=batch_norm),
    OpRule(tf.FusedBatchNormV3Op, shape=batch_norm),
    OpRule(tf.FusedBatchNormGradOp, shape=batch_norm_gradient),
    OpRule(tf.FusedBatchNormGradV2Op, shape=batch_norm_gradient),
    OpRule(tf.FusedBatchNormGradV3Op, shape=batch_norm_gradient),
    OpRule(tf.SoftmaxCrossEntropyWithLogitsOp, shape=cross_entropy),
    OpRule(tf.SparseSoftmaxCrossEntropyWithLogitsOp, shape=sparse_cross_entropy, elements=labels),
    OpRule(tf.SoftmaxOp, shape=rows),
    OpRule(tf.LogSoftmaxOp, shape=rows),
)
