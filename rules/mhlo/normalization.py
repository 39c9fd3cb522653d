"""Rules for mhlo batch normalization."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import mhlo
from ...symbolic import shapes
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, table


def batch_norm(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """The other operands are vectors over the feature dimension; so are the other results."""
    assert isinstance(
        op, mhlo.BatchNormInferenceOp | mhlo.BatchNormTrainingOp | mhlo.BatchNormGradOp
    )
    shape = ctx.shape(op.operands[0])
    axis = op.feature_index.value.data
    feature = shape[axis]
    for operand in op.operands[1:]:
        other = ctx.shape(operand)
        if len(other) == 1:
            feature = shapes.same_size(ctx, feature, other[0], "features")
        else:
            shape = shapes.same_shape(ctx, shape, other, "normalized tensors")
    return ((*shape[:axis], feature, *shape[axis + 1 :]), (feature,), (feature,))[: len(op.results)]


RULES: RuleTable = table(
    OpRule(mhlo.BatchNormInferenceOp, shape=batch_norm),
    OpRule(mhlo.BatchNormTrainingOp, shape=batch_norm),
    OpRule(mhlo.BatchNormGradOp, shape=batch_norm),
)
