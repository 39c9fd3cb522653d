"""Rules for LAPACK's factorizations."""

from __future__ import annotations

from collections.abc import Sequence

from ..dialects.foreign import lapack
from ..symbolic import le
from ..symbolic.shapes import Shape, same_shape
from .rule import OpRule, RuleContext, RuleTable, table
from .tf.ranks import shape_of_least_rank
from .tf.sizes import smaller


def triangles(op: lapack.GetrfOp, ctx: RuleContext) -> Sequence[Shape | None]:
    *batch, rows, columns = shape = shape_of_least_rank(op, ctx, 0, 2)
    return (shape, (*batch, smaller(ctx, rows, columns)), tuple(batch))


def reflections(op: lapack.GeqrfOp, ctx: RuleContext) -> Sequence[Shape | None]:
    *batch, rows, columns = shape = shape_of_least_rank(op, ctx, 0, 2)
    return (shape, (*batch, smaller(ctx, rows, columns)))


def orthonormal(op: lapack.OrgqrOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """No more columns than rows, no more reflections than columns."""
    *batch, rows, columns = shape = shape_of_least_rank(op, ctx, 0, 2)
    *others, count = shape_of_least_rank(op, ctx, 1, 1)
    same_shape(ctx, tuple(batch), tuple(others), "batches of a and tau")
    ctx.require(le(columns, rows), f"{columns} columns of {rows} rows: needed at most as many")
    ctx.require(le(count, columns), f"{count} elements of tau: needed at most {columns}")
    return (shape,)


LAPACK_RULES: RuleTable = table(
    OpRule(lapack.GetrfOp, shape=triangles),
    OpRule(lapack.GeqrfOp, shape=reflections),
    OpRule(lapack.OrgqrOp, shape=orthonormal),
)
