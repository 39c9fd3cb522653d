"""Rules for mhlo ops with control flow, tuples, replicas and random numbers."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, Region

from ...dialects import mhlo
from ...symbolic import Expr, Predicate, eq
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..inference import Inference
from ..rules import OpRule, RuleTable, table
from ..shape_analysis import ShapeAnalysis
from .shape_values import declared, shape_operand
from .slicing import like_operands

Shapes = Sequence[Shape | None]


def _known(op: Operation, ctx: ShapeAnalysis) -> Shapes:
    """The operands' shapes, None where the rank is not known."""
    return tuple(ctx.shape(o) if ctx.has_rank(o) else None for o in op.operands)


def fusion(op: mhlo.FusionOp, ctx: ShapeAnalysis) -> Shapes:
    """The body runs once, on the operands."""
    if not isinstance(ctx, Inference):
        return declared(op, ctx)
    return ctx.region(op.fused_computation.block, _known(op, ctx))


def if_(op: mhlo.IfOp, ctx: ShapeAnalysis) -> Shapes:
    return _branches(op, (op.true_branch, op.false_branch), ctx, ctx.condition(op.pred))


def case(op: mhlo.CaseOp, ctx: ShapeAnalysis) -> Shapes:
    return _branches(op, op.branches, ctx, None)


def _branches(
    op: Operation, branches: Sequence[Region], ctx: ShapeAnalysis, condition: Predicate | None
) -> Shapes:
    """What all branches return; a size on which two branches differ goes by the condition."""
    if not isinstance(ctx, Inference):
        return declared(op, ctx)
    returned = list[Shapes]()
    for branch in branches:
        with ctx.may_not_run():
            returned.append(ctx.region(branch.block, ()))
    return tuple(_join(op, values, ctx, condition) for values in zip(*returned, strict=True))


def _join(
    op: Operation,
    candidates: Sequence[Shape | None],
    ctx: ShapeAnalysis,
    condition: Predicate | None,
) -> Shape | None:
    known = [shape for shape in candidates if shape is not None]
    if len(known) != len(candidates):
        return None
    if len({len(shape) for shape in known}) > 1:
        raise ShapeError(op, f"branches return ranks {', '.join(str(len(s)) for s in known)}")
    return tuple(_join_size(sizes, ctx, condition) for sizes in zip(*known, strict=True))


def _join_size(sizes: Sequence[Expr], ctx: ShapeAnalysis, condition: Predicate | None) -> Expr:
    first, *others = sizes
    if all(ctx.facts.proves(eq(first, other)) for other in others):
        return first
    if condition is not None and len(others) == 1:
        return ctx.select(condition, first, others[0])
    return ctx.fresh()


def while_(op: mhlo.WhileOp, ctx: ShapeAnalysis) -> Shapes:
    """A size stays what it is before the loop where the body keeps it; another one is new."""
    if not isinstance(ctx, Inference):
        return declared(op, ctx)
    carried = list(_known(op, ctx))
    new = set[Expr]()
    while True:
        with ctx.may_not_run():
            returned = ctx.region(op.body.block, carried)
            changed = [_changed(a, b, new, ctx) for a, b in zip(carried, returned, strict=True)]
        if not any(map(any, changed)):
            break
        carried = [
            shape
            and tuple(_renewed(ctx, new) if c else s for s, c in zip(shape, flags, strict=True))
            for shape, flags in zip(carried, changed, strict=True)
        ]
    with ctx.may_not_run():
        ctx.region(op.cond.block, carried)
    return carried


def _changed(
    shape: Shape | None, returned: Shape | None, new: set[Expr], ctx: ShapeAnalysis
) -> list[bool]:
    """For each dimension whether a trip of the loop may change its size, as far as that is news."""
    if shape is None:
        return []
    if returned is None or len(returned) != len(shape):
        return [size not in new for size in shape]
    return [
        a not in new and not ctx.facts.proves(eq(a, b))
        for a, b in zip(shape, returned, strict=True)
    ]


def _renewed(ctx: ShapeAnalysis, new: set[Expr]) -> Expr:
    size = ctx.fresh()
    new.add(size)
    return size


def tuple_element(op: mhlo.GetTupleElementOp, ctx: ShapeAnalysis) -> Shapes:
    made = op.operand.owner
    if not isinstance(made, mhlo.TupleOp):
        return (None,)
    value = made.operands[op.index.value.data]
    return (ctx.shape(value) if ctx.has_rank(value) else None,)


def gathered(op: mhlo.AllGatherOp, ctx: ShapeAnalysis) -> Shapes:
    """One dimension is multiplied by the number of replicas in a group."""
    return tuple(
        _with_new(ctx, ctx.shape(o), op.all_gather_dim.value.data) if ctx.has_rank(o) else None
        for o in op.operands
    )


def scattered(op: mhlo.ReduceScatterOp, ctx: ShapeAnalysis) -> Shapes:
    return (_with_new(ctx, ctx.shape(op.operand), op.scatter_dimension.value.data),)


def _with_new(ctx: ShapeAnalysis, shape: Shape, axis: int) -> Shape:
    return (*shape[:axis], ctx.fresh(), *shape[axis + 1 :])


def rng(op: mhlo.RngOp, ctx: ShapeAnalysis) -> Shapes:
    return (shape_operand(ctx, op, 2),)


def state_and_output(op: mhlo.RngBitGeneratorOp, ctx: ShapeAnalysis) -> Shapes:
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
