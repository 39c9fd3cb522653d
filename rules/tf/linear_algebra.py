"""Rules for tf ops on square matrices, and for cross products."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...symbolic import as_expr, ge
from ...symbolic.shapes import Shape, broadcast, same_shape, same_size
from ..rule import OpRule, RuleContext
from .ranks import shape_of_least_rank


def square(op: Operation, ctx: RuleContext) -> Shape:
    """The shape of operand 0, whose last two sizes must be equal."""
    *batch, rows, columns = shape_of_least_rank(op, ctx, 0, 2)
    size = same_size(ctx, rows, columns, "rows and columns of a square matrix")
    return (*batch, size, size)


def same_squares(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    return (square(op, ctx),)


def determinants(op: tf.MatrixDeterminantOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (square(op, ctx)[:-2],)


def signs_and_logarithms(op: tf.LogMatrixDeterminantOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (square(op, ctx)[:-2],) * 2


def solutions(op: tf.MatrixSolveOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape of the right sides; the batch dimensions are equal."""
    *batch, size, _ = square(op, ctx)
    *others, rows, columns = shape_of_least_rank(op, ctx, 1, 2)
    shared = same_shape(ctx, tuple(batch), tuple(others), "batch dimensions")
    return ((*shared, same_size(ctx, size, rows, "rows of matrix and rhs"), columns),)


def triangular(op: tf.MatrixTriangularSolveOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The batch dimensions are broadcast."""
    *batch, size, _ = square(op, ctx)
    *others, rows, columns = shape_of_least_rank(op, ctx, 1, 2)
    shared = broadcast(ctx, tuple(batch), tuple(others))
    return ((*shared, same_size(ctx, size, rows, "rows of matrix and rhs"), columns),)


def banded(op: tf.BandedTriangularSolveOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The batch dimensions are broadcast; there is something to solve."""
    *batch, bands, size = shape_of_least_rank(op, ctx, 0, 2)
    *others, rows, columns = shape_of_least_rank(op, ctx, 1, 2)
    for each in (*batch, bands, size):
        ctx.require(ge(each, 1), f"size {each} of matrix must be at least 1")
    for each in (*others, rows, columns):
        ctx.require(ge(each, 1), f"size {each} of rhs must be at least 1")
    shared = broadcast(ctx, tuple(batch), tuple(others))
    return ((*shared, same_size(ctx, size, rows, "numbers of a band and rows of rhs"), columns),)


def least_squares(op: tf.MatrixSolveLsOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A row for each column of the matrix; the batch dimensions are equal."""
    *batch, size, columns = shape_of_least_rank(op, ctx, 0, 2)
    *others, rows, count = shape_of_least_rank(op, ctx, 1, 2)
    shared = same_shape(ctx, tuple(batch), tuple(others), "batch dimensions")
    same_size(ctx, size, rows, "rows of matrix and rhs")
    return ((*shared, columns, count),)


def cross(op: tf.CrossOp, ctx: RuleContext) -> Sequence[Shape | None]:
    left, right = (shape_of_least_rank(op, ctx, i, 1) for i in (0, 1))
    shape = same_shape(ctx, left, right, "operands")
    return ((*shape[:-1], same_size(ctx, shape[-1], as_expr(3), "numbers of a vector")),)


RULES = (
    OpRule(tf.CholeskyOp, shape=same_squares),
    OpRule(tf.MatrixInverseOp, shape=same_squares),
    OpRule(tf.MatrixDeterminantOp, shape=determinants),
    OpRule(tf.LogMatrixDeterminantOp, shape=signs_and_logarithms),
    OpRule(tf.MatrixSolveOp, shape=solutions),
    OpRule(tf.MatrixTriangularSolveOp, shape=triangular),
    OpRule(tf.BandedTriangularSolveOp, shape=banded),
    OpRule(tf.MatrixSolveLsOp, shape=least_squares),
    OpRule(tf.CrossOp, shape=cross),
)
