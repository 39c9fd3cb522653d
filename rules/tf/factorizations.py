"""Rules for tf ops that take matrices apart."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...symbolic import as_expr
from ...symbolic.shapes import ONE, Shape, same_shape, same_size
from ..rule import OpRule, RuleContext
from .linear_algebra import same_squares, square
from .ranks import shape_of_least_rank
from .sizes import smaller

NOTHING = (as_expr(0),)
"""The shape of a result that was not asked for."""


def triangles(op: tf.LuOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape = square(op, ctx)
    return (shape, shape[:-1])


def orthonormal(op: tf.QrOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """As many columns as rows where asked, else as the lesser of both sizes."""
    *batch, rows, columns = shape_of_least_rank(op, ctx, 0, 2)
    inner = rows if op.full_matrices else smaller(ctx, rows, columns)
    return ((*batch, rows, inner), (*batch, inner, columns))


def eigenvalues(op: tf.SelfAdjointEigV2Op | tf.EigOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape = square(op, ctx)
    return (shape[:-1], shape if op.compute_v else NOTHING)


def singular_values(op: tf.SvdOp, ctx: RuleContext) -> Sequence[Shape | None]:
    *batch, rows, columns = shape_of_least_rank(op, ctx, 0, 2)
    least = smaller(ctx, rows, columns)
    if not op.compute_uv:
        return ((*batch, least), NOTHING, NOTHING)
    left, right = (rows, columns) if op.full_matrices else (least, least)
    return ((*batch, least), (*batch, rows, left), (*batch, columns, right))


def solutions(op: tf.TridiagonalSolveOp, ctx: RuleContext) -> Sequence[Shape | None]:
    *batch, diagonals, size = shape_of_least_rank(op, ctx, 0, 2)
    *others, rows, columns = shape_of_least_rank(op, ctx, 1, 2)
    same_size(ctx, diagonals, as_expr(3), "numbers of diagonals")
    shared = same_shape(ctx, tuple(batch), tuple(others), "batch dimensions")
    return ((*shared, same_size(ctx, size, rows, "rows of diagonals and rhs"), columns),)


def products(op: tf.TridiagonalMatMulOp, ctx: RuleContext) -> Sequence[Shape | None]:
    *shared, size, columns = shape_of_least_rank(op, ctx, 3, 2)
    for i in range(3):
        *batch, one, numbers = shape_of_least_rank(op, ctx, i, 2)
        same_size(ctx, one, ONE, "rows of a diagonal")
        size = same_size(ctx, size, numbers, "numbers of a diagonal and rows of rhs")
        shared = same_shape(ctx, tuple(shared), tuple(batch), "batch dimensions")
    return ((*shared, size, columns),)


RULES = (
    OpRule(tf.LuOp, shape=triangles),
    OpRule(tf.QrOp, shape=orthonormal),
    OpRule(tf.SelfAdjointEigV2Op, shape=eigenvalues),
    OpRule(tf.EigOp, shape=eigenvalues),
    OpRule(tf.MatrixSquareRootOp, shape=same_squares),
    OpRule(tf.MatrixLogarithmOp, shape=same_squares),
    OpRule(tf.SvdOp, shape=singular_values),
    OpRule(tf.TridiagonalSolveOp, shape=solutions),
    OpRule(tf.TridiagonalMatMulOp, shape=products),
)
