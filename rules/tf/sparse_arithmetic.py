"""Rules for tf ops that compute with sparse tensors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...dialects.tf.sparse_arithmetic import SparseDenseElementwise, SparseExtreme, SparsePair
from ...symbolic import Expr, all_of, any_of, as_expr, eq, ge, le
from ...symbolic.shapes import Shape, same_size
from ..errors import ShapeError
from ..rule import ElementDemand, OpRule, RuleContext, Value
from .ranks import shape_of_rank
from .sizes import larger


def sparse_shape(op: Operation, ctx: RuleContext, first: int) -> Shape:
    """The number of elements of a sparse tensor, three operands from `first` on, and its rank."""
    count, rank = shape_of_rank(op, ctx, first, 2)
    (values,), (sizes,) = (shape_of_rank(op, ctx, first + i, 1) for i in (1, 2))
    return (
        same_size(ctx, count, values, "indices and values"),
        same_size(ctx, rank, sizes, "numbers of an index and the rank"),
    )


def both(op: SparsePair, ctx: RuleContext) -> tuple[Expr, Expr]:
    """The number of places of both, a new size, and the rank."""
    (count, rank), (other, rank_of_other) = (sparse_shape(op, ctx, i) for i in (0, 3))
    rank = same_size(ctx, rank, rank_of_other, "ranks of both sparse tensors")
    found = ctx.fresh()
    ctx.assume(le(found, count + other))
    if isinstance(op, SparseExtreme):
        ctx.assume(ge(found, larger(ctx, count, other)))
    return found, rank


def sizes_agree(op: SparsePair, ctx: RuleContext) -> Iterable[ElementDemand]:
    left, right = op.operands[2], op.operands[5]
    for place in range(len(ctx.elements(left) or ctx.elements(right) or ())):
        yield ElementDemand(left, "a_shape, as b_shape", (right, place), place=place)
        yield ElementDemand(right, "b_shape, as a_shape", (left, place), place=place)


def added(op: tf.SparseAddOp, ctx: RuleContext) -> Sequence[Shape | None]:
    found, rank = both(op, ctx)
    shape_of_rank(op, ctx, 6, 0)
    return ((found, rank), (found,), (rank,))


def sizes_stay(op: tf.SparseAddOp, ctx: RuleContext) -> Sequence[Value | None]:
    return (None, None, ctx.value(op.operands[2]))


def added_gradient(op: tf.SparseAddGradOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A number for each element of either operand."""
    (gradient,) = shape_of_rank(op, ctx, 0, 1)
    left, right, places = (shape_of_rank(op, ctx, i, 2) for i in (1, 2, 3))
    same_size(ctx, gradient, places[0], "gradient and sum_indices")
    for other in (right, places):
        same_size(ctx, left[1], other[1], "numbers of indices")
    return ((left[0],), (right[0],))


def extreme(op: SparseExtreme, ctx: RuleContext) -> Sequence[Shape | None]:
    found, rank = both(op, ctx)
    return ((found, rank), (found,))


def added_to_dense(op: tf.SparseTensorDenseAddOp, ctx: RuleContext) -> Sequence[Shape | None]:
    _, rank = sparse_shape(op, ctx, 0)
    if not ctx.has_rank(op.operands[3]):
        return (None,)
    dense = ctx.shape(op.operands[3])
    same_size(ctx, rank, as_expr(len(dense)), "ranks of both tensors")
    return (dense,)


def places_inside(op: tf.SparseTensorDenseAddOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    dense = ctx.shape(op.operands[3])
    yield ElementDemand(op.operands[0], "a_indices", as_expr(0), list(dense))
    for place, size in enumerate(dense):
        yield ElementDemand(op.operands[2], "a_shape", size, [size + 1], place=place)


def combined(op: SparseDenseElementwise, ctx: RuleContext) -> Sequence[Shape | None]:
    """One value for each element; the dense tensor is broadcast to the sparse one."""
    count, rank = sparse_shape(op, ctx, 0)
    dense = ctx.shape(op.operands[3])
    given = ctx.elements(op.operands[2])
    if given is not None:
        if len(dense) > len(given):
            raise ShapeError(op, f"dense has rank {len(dense)}, needed at most {len(given)}")
        for size, target in zip(reversed(dense), reversed(given), strict=False):
            if target is not None:
                fits = any_of(eq(size, target), all_of(eq(size, 1), ge(target, 1)))
                ctx.require(fits, f"size {size} of dense must be 1 or {target}")
    ctx.require(ge(rank, 1), "the rank must be at least 1")
    return ((count,),)


def normalized(op: tf.SparseSoftmaxOp, ctx: RuleContext) -> Sequence[Shape | None]:
    count, rank = sparse_shape(op, ctx, 0)
    ctx.require(ge(rank, 2), f"the rank {rank} must be at least 2")
    return ((count,),)


RULES = (
    OpRule(tf.SparseAddOp, shape=added, value=sizes_stay, elements=sizes_agree),
    OpRule(tf.SparseAddGradOp, shape=added_gradient),
    OpRule(tf.SparseSparseMaximumOp, shape=extreme, elements=sizes_agree),
    OpRule(tf.SparseSparseMinimumOp, shape=extreme, elements=sizes_agree),
    OpRule(tf.SparseTensorDenseAddOp, shape=added_to_dense, elements=places_inside),
    OpRule(tf.SparseDenseCwiseAddOp, shape=combined),
    OpRule(tf.SparseDenseCwiseMulOp, shape=combined),
    OpRule(tf.SparseDenseCwiseDivOp, shape=combined),
    OpRule(tf.SparseSoftmaxOp, shape=normalized),
)
