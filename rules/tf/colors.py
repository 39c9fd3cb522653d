"""Rules for tf ops on the colours of images."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...symbolic import eq
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, ShapeRule
from .ranks import check_shape, shape_of_least_rank


def recolored(rank: int, three_channels: bool = True) -> ShapeRule:
    """The shape of the images, of at least `rank`; what they are adjusted by is a scalar."""

    def rule(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
        shape = shape_of_least_rank(op, ctx, 0, rank)
        if len(op.operands) > 1:
            check_shape(op, ctx, 1)
        if three_channels:
            if shape[-1].constant_value not in (None, 3):
                raise ShapeError(op, f"images have {shape[-1]} channels, needed 3")
            ctx.require(eq(shape[-1], 3), f"images have {shape[-1]} channels, needed 3")
        return (shape,)

    return rule


RULES = (
    OpRule(tf.RGBToHSVOp, shape=recolored(1)),
    OpRule(tf.HSVToRGBOp, shape=recolored(1)),
    OpRule(tf.AdjustSaturationOp, shape=recolored(3)),
    OpRule(tf.AdjustHueOp, shape=recolored(3)),
    OpRule(tf.AdjustContrastv2Op, shape=recolored(3, three_channels=False)),
)
