"""Rules for mhlo ops with control flow, tuples, replicas and random numbers."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import mhlo
from ...symbolic.shapes import Shape
from ..branches import case_conditions
from ..rule import OpRule, RuleContext, RuleTable, table
from .shape_values import declared, shape_operand
from .slicing import like_operands

Shapes = Sequence[Shape | None]


def _known(op: Operation, ctx: RuleContext) -> Shapes:
    """The operands' shapes, None where the rank is not known."""
    return tuple(ctx.shape(o) if ctx.has_rank(o) else None for o in op.operands)


def fusion(op: mhlo.FusionOp, ctx: RuleContext) -> Shapes:
    """The body runs once, on the operands."""
    return ctx.region(op.fused_computation.block, _known(op, ctx))


def if_(op: mhlo.IfOp, ctx: RuleContext) -> Shapes:
    condition = ctx.condition(op.pred)
    return ctx.branches(op, (condition, None if condition is None else condition.negate()))


def case(op: mhlo.CaseOp, ctx: RuleContext) -> Shapes:
    return ctx.branches(op, case_conditions(ctx.scalar(op.index), len(op.branches)))


def while_(op: mhlo.WhileOp, ctx: RuleContext) -> Shapes:
    """A size that every trip keeps is what it is before the loop; another one is new."""
    return ctx.loop(op, op.cond.block, op.body.block)


def tuple_element(op: mhlo.GetTupleElementOp, ctx: RuleContext) -> Shapes:
    made = op.operand.owner
    if not isinstance(made, mhlo.TupleOp):
        return (None,)
    value = made.operands[op.index.value.data]
    return (ctx.shape(value) if ctx.has_rank(value) else None,)


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


def rng(op: mhlo.RngOp, ctx: RuleContext) -> Shapes:
    return (shape_operand(ctx, op, 2),)


def state_and_output(op: mhlo.RngBitGeneratorOp, ctx: RuleContext) -> Shapes:
    return (ctx.shape(op.initial_state), None)


FORWARDING = (
    mhlo.OptimizationBarrierOp,
    mhlo.AddDependencyOp,
    mhlo.DomainOp,
    mhlo.AllReduceOp,
    mhlo.CollectiveBroadcastOp,
    mhlo.CollectivePermuteOp,
    mhlo.CrossReplicaSumOp,
)
OPAQUE = (
    mhlo.AfterAllOp,
    mhlo.AllToAllOp,
    mhlo.AsyncDoneOp,
    mhlo.AsyncStartOp,
    mhlo.AsyncUpdateOp,
    mhlo.CustomCallOp,
    mhlo.InfeedOp,
    mhlo.OutfeedOp,
    mhlo.PartitionIdOp,
    mhlo.RecvOp,
    mhlo.ReplicaIdOp,
    mhlo.ReturnOp,
    mhlo.SendOp,
    mhlo.TraceOp,
    mhlo.TupleOp,
    mhlo.XlaRngGetAndUpdateStateOp,
)
"""Ops whose results' sizes only their types tell."""

REGION_RULES: RuleTable = table(
    OpRule(mhlo.FusionOp, shape=fusion),
    OpRule(mhlo.IfOp, shape=if_),
    OpRule(mhlo.CaseOp, shape=case),
    OpRule(mhlo.WhileOp, shape=while_),
    OpRule(mhlo.GetTupleElementOp, shape=tuple_element),
    OpRule(mhlo.AllGatherOp, shape=gathered),
    OpRule(mhlo.ReduceScatterOp, shape=scattered),
    OpRule(mhlo.RngOp, shape=rng),
    OpRule(mhlo.RngBitGeneratorOp, shape=state_and_output),
    *(OpRule(op, shape=like_operands) for op in FORWARDING),
    *(OpRule(op, shape=declared) for op in OPAQUE),
)
