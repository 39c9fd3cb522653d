"""Rules for mhlo ops that exchange data between replicas."""

from __future__ import annotations

from ...dialects import mhlo
from ...symbolic import divides
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, Shapes, table
from .result_shapes import declared, like_operands


def gathered(op: mhlo.AllGatherOp, ctx: RuleContext) -> Shapes:
    """One dimension is multiplied by the number of replicas in a group."""
    return tuple(
        _with_new(ctx, ctx.shape(o), op.all_gather_dim.value.data) if ctx.has_rank(o) else None
        for o in op.operands
    )


def scattered(op: mhlo.ReduceScatterOp, ctx: RuleContext) -> Shapes:
    return (_with_new(ctx, ctx.shape(op.operand), op.scatter_dimension.value.data),)


def _with_new(ctx: RuleContext, shape: Shape, axis: int) -> Shape:
    return (*shape[:axis], ctx.fresh(), *shape[axis + 1 :])


def exchanged(op: mhlo.AllToAllOp, ctx: RuleContext) -> Shapes:
    """Parts of one dimension, as many as processes in a group, are joined along another."""
    split, joined, count = op.split_dimension, op.concat_dimension, op.split_count
    if split is None or joined is None or count is None:
        return like_operands(op, ctx)
    parts, axis = count.value.data, split.value.data

    def exchange(shape: Shape) -> Shape:
        sizes = list(shape)
        whole = sizes[axis]
        ctx.require(divides(parts, whole), f"size {whole} must be a multiple of {parts}")
        sizes[axis] = ctx.facts.simplify(whole // parts)
        sizes[joined.value.data] *= parts
        return tuple(sizes)

    return tuple(exchange(ctx.shape(o)) if ctx.has_rank(o) else None for o in op.operand)


RULES: RuleTable = table(
    OpRule(mhlo.AllGatherOp, shape=gathered),
    OpRule(mhlo.ReduceScatterOp, shape=scattered),
    OpRule(mhlo.AllReduceOp, shape=like_operands),
    OpRule(mhlo.CollectiveBroadcastOp, shape=like_operands),
    OpRule(mhlo.CollectivePermuteOp, shape=like_operands),
    OpRule(mhlo.CrossReplicaSumOp, shape=like_operands),
    OpRule(mhlo.AllToAllOp, shape=exchanged),
    OpRule(mhlo.PartitionIdOp, shape=declared),
    OpRule(mhlo.ReplicaIdOp, shape=declared),
)
