"""Rules for tf local response normalization and its gradient."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.local_response import LocalResponse
from ...symbolic.shapes import Shape, same_shape
from ..rule import OpRule, RuleContext
from .ranks import shape_of_rank


def local_response(op: LocalResponse, ctx: RuleContext) -> Sequence[Shape | None]:
    """Operands and result have one shape, of rank 4."""
    result, *others = (shape_of_rank(op, ctx, i, 4) for i in range(len(op.operands)))
    for other in others:
        result = same_shape(ctx, result, other, "gradient, input and output")
    return (result,)


RULES = (
    OpRule(tf.LRNOp, shape=local_response),
    OpRule(tf.LRNGradOp, shape=local_response),
)
