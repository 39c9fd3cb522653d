"""Rules for tf poolings."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.pooling import Pooling
from ...symbolic.shapes import Shape
from ...symbolic.shapes.windows import Placement, place
from ..rule import OpRule, RuleContext
from .windows import operand_shapes, padding_along


def pooled(op: Pooling, ctx: RuleContext, image: Shape) -> tuple[Placement, ...]:
    """The placement of the window along each dimension of `image`."""
    return tuple(
        place(ctx, size, op.ksize[axis], op.strides[axis], 1, padding_along(op, axis))
        for axis, size in enumerate(image)
    )


def pooling(op: Pooling, ctx: RuleContext) -> Sequence[Shape | None]:
    (image,) = operand_shapes(op, ctx, 0)
    return (tuple(window.count for window in pooled(op, ctx, image)),)


RULES = (
    OpRule(tf.MaxPoolOp, shape=pooling),
    OpRule(tf.AvgPoolOp, shape=pooling),
    OpRule(tf.MaxPool3DOp, shape=pooling),
    OpRule(tf.AvgPool3DOp, shape=pooling),
)
