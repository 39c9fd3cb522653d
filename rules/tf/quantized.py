"""Rules for tf ops between floats and integers that stand for them."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.quantized import Quantized
from ...symbolic.shapes import Shape, same_size
from ..errors import ShapeError
from ..rule import OpRule, RuleContext
from .ranks import shape_of_rank


def limited(op: Quantized, ctx: RuleContext) -> tuple[Shape, Shape]:
    """The shapes of the input and of each limit: scalars, or vectors over the axis."""
    shape, limit = ctx.shape(op.operands[0]), Shape()
    if op.axis >= len(shape):
        raise ShapeError(op, f"axis {op.axis} is out of range for an input of rank {len(shape)}")
    for index in (1, 2):
        for size in shape_of_rank(op, ctx, index, int(op.axis >= 0)):
            message = f"axis {op.axis} and {'min_range' if index == 1 else 'max_range'}"
            entries = same_size(ctx, shape[op.axis], size, message)
            shape, limit = (*shape[: op.axis], entries, *shape[op.axis + 1 :]), (entries,)
    return shape, limit


def quantized(op: tf.QuantizeV2Op, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, limit = limited(op, ctx)
    return (shape, limit, limit)


def dequantized(op: tf.DequantizeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (limited(op, ctx)[0],)


RULES = (
    OpRule(tf.QuantizeV2Op, shape=quantized),
    OpRule(tf.DequantizeOp, shape=dequantized),
)
