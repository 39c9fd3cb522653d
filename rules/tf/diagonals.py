"""Rules for tf ops about diagonals and bands of matrices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation, SSAValue

from ...dialects import tf
from ...symbolic import (
    Expr,
    Predicate,
    all_of,
    any_of,
    as_expr,
    eq,
    ge,
    le,
    maximum,
    minimum,
    shapes,
)
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import ElementDemand, OpRule, RuleContext
from .ranks import shape_of_least_rank
from .sizes import larger, part_of, smaller

Band = tuple[int, int]

Ends = tuple[int | Expr, int | Expr]
"""The least and the greatest diagonal, which only a run may know."""

NO_FIT = "the longest diagonal must fill the rows or the columns"


def matrix_of(op: Operation, ctx: RuleContext, value: SSAValue) -> Shape:
    shape = ctx.shape(value)
    if len(shape) < 2:
        raise ShapeError(op, f"the operand has rank {len(shape)}, needed at least 2")
    return shape


def band_of(op: Operation, ctx: RuleContext, value: SSAValue) -> Band | None:
    """The least and the greatest diagonal that `value` names; None where it is not constant."""
    k = ctx.constants(value)
    if k is None:
        return None
    if not 1 <= len(k) <= 2 or k[0] > k[-1]:
        raise ShapeError(op, f"k is {list(k)}, needed one diagonal, or the first and the last")
    return k[0], k[-1]


def is_single(ctx: RuleContext, value: SSAValue) -> bool:
    """Whether `value` names one diagonal: it is a scalar, or a vector of one."""
    if not ctx.has_rank(value):
        return False
    shape = ctx.shape(value)
    return not shape or (len(shape) == 1 and ctx.facts.proves(eq(shape[0], 1)))


def diagonal_length(ctx: RuleContext, rows: Expr, columns: Expr, k: int | Expr) -> Expr:
    """The number of elements of diagonal `k` of a matrix."""
    return smaller(ctx, rows + minimum(as_expr(k), 0), columns - maximum(as_expr(k), 0))


def longest(ctx: RuleContext, rows: Expr, columns: Expr, band: Ends) -> Expr:
    """The number of elements of the longest diagonal of a band."""
    low, high = map(as_expr, band)
    return smaller(ctx, rows + minimum(high, 0), columns - maximum(low, 0))


def require_band(ctx: RuleContext, rows: Expr, columns: Expr, band: Band) -> None:
    """The diagonals of a band lie inside the matrix; the main diagonal does so in an empty one."""
    for k in dict.fromkeys(band):
        if k < 0:
            ctx.require(ge(rows, 1 - k), f"diagonal {k} must lie inside {rows} rows")
        if k > 0:
            ctx.require(ge(columns, k + 1), f"diagonal {k} must lie inside {columns} columns")


def same(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    return (matrix_of(op, ctx, op.operands[0]),)


def square(op: tf.MatrixDiagOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape = shape_of_least_rank(op, ctx, 0, 1)
    return ((*shape, shape[-1]),)


def from_diagonals(op: tf.MatrixDiagV3Op, ctx: RuleContext) -> Sequence[Shape | None]:
    """Batch dimensions, then rows and columns: the least number of them where it is -1."""
    shape, band = ctx.shape(op.operands[0]), band_of(op, ctx, op.operands[1])
    if band is None:
        if not is_single(ctx, op.operands[1]):
            return (None,)
        shape = shape_of_least_rank(op, ctx, 0, 1)
        rows, columns = ctx.fresh(), ctx.fresh()  # the code computes them
        ctx.assume(all_of(ge(rows, shape[-1]), ge(columns, shape[-1])))
        return ((*shape[:-1], rows, columns),)
    shape = shape_of_least_rank(op, ctx, 0, 1 if band[0] == band[1] else 2)
    batch = shape[: -1 if band[0] == band[1] else -2]
    if band[0] != band[1]:
        count = band[1] - band[0] + 1
        ctx.require(eq(shape[-2], count), f"there are {shape[-2]} diagonals, k names {count}")
    rows, columns = matrix_sizes(ctx, op.operands[2:4], shape[-1], band)
    return ((*batch, rows, columns),)


def matrix_sizes(
    ctx: RuleContext, operands: Sequence[SSAValue], length: Expr, band: Band
) -> tuple[Expr, Expr]:
    """Rows and columns of a matrix whose longest diagonal in the band has `length` elements.

    Of two numbers that are -1 the matrix is square, of one it has as few as fit.
    """
    low, high = band
    least = length - min(high, 0), length + max(low, 0)
    given = [ctx.scalar(o) for o in operands]
    known = [g for g in given if g is not None]
    if len(known) < 2:  # the code reads the others, and tests that the diagonals fit
        rows, columns = (_partly_known(ctx, g, least[i], least) for i, g in enumerate(given))
        return rows, columns
    is_open = [eq(g, -1) for g in known]
    if all(map(ctx.facts.proves, is_open)):
        size = larger(ctx, *least)
        return size, size
    rows, columns = (
        _matrix_size(ctx, known[i], is_open[i], is_open[1 - i], least[i], least) for i in (0, 1)
    )
    ctx.require(fits(ctx, length, rows, columns, is_open, band), NO_FIT)
    return rows, columns


def fits(
    ctx: RuleContext,
    length: Expr,
    rows: Expr,
    columns: Expr,
    is_open: Sequence[Predicate],
    band: Ends,
) -> Predicate:
    """Whether the longest diagonal has `length` elements, unless both sizes are left open."""
    return any_of(all_of(*is_open), eq(longest(ctx, rows, columns, band), length))


def _partly_known(
    ctx: RuleContext, given: Expr | None, least: Expr, both: tuple[Expr, Expr]
) -> Expr:
    """One size where the other is not known, which may be left open, too."""
    if given == as_expr(-1) and ctx.facts.proves(ge(least, both[0]) & ge(least, both[1])):
        return least
    return ctx.fresh() if given is None or not ctx.facts.proves(ge(given, 0)) else given


def _matrix_size(
    ctx: RuleContext,
    given: Expr,
    is_open: Predicate,
    other_is_open: Predicate,
    least: Expr,
    both: tuple[Expr, Expr],
) -> Expr:
    if ctx.facts.refutes(is_open):
        return given
    if not ctx.facts.refutes(other_is_open):
        least = ctx.select(other_is_open, larger(ctx, *both), least)
    size = ctx.select(is_open, least, given)
    ctx.require(ge(size, 0), f"the number {given} of rows or columns must be -1 or a size")
    return size


def main_diagonal(op: tf.MatrixDiagPartOp, ctx: RuleContext) -> Sequence[Shape | None]:
    *batch, rows, columns = matrix_of(op, ctx, op.operands[0])
    return ((*batch, smaller(ctx, rows, columns)),)


def diagonals(op: tf.MatrixDiagPartV3Op, ctx: RuleContext) -> Sequence[Shape | None]:
    """A row for each diagonal, as long as the longest; no such dimension for a single one."""
    shape, band = matrix_of(op, ctx, op.operands[0]), band_of(op, ctx, op.operands[1])
    if band is None:
        if not is_single(ctx, op.operands[1]):
            return (None,)
        *batch, rows, columns = shape
        length = part_of(ctx, rows)
        ctx.assume(le(length, columns))
        return ((*batch, length),)
    return (diagonals_shape(ctx, shape, band),)


def diagonals_shape(ctx: RuleContext, matrix: Shape, band: Band) -> Shape:
    *batch, rows, columns = matrix
    require_band(ctx, rows, columns, band)
    count = () if band[0] == band[1] else (as_expr(band[1] - band[0] + 1),)
    return (*batch, *count, longest(ctx, rows, columns, band))


def with_main_diagonal(op: tf.MatrixSetDiagOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape = matrix_of(op, ctx, op.operands[0])
    needed = diagonals_shape(ctx, shape, (0, 0))
    shapes.same_shape(ctx, ctx.shape(op.operands[1]), needed, "diagonals")
    return (shape,)


def with_diagonals(op: tf.MatrixSetDiagV3Op, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, band = matrix_of(op, ctx, op.operands[0]), band_of(op, ctx, op.operands[2])
    if band is None and is_single(ctx, op.operands[2]):
        *batch, _ = shape_of_least_rank(op, ctx, 1, 1)
        shapes.same_shape(ctx, tuple(batch), shape[:-2], "diagonals")
    if band is not None:
        needed = diagonals_shape(ctx, shape, band)
        shapes.same_shape(ctx, ctx.shape(op.operands[1]), needed, "diagonals")
    return (shape,)


def diag(op: tf.DiagOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (shape_of_least_rank(op, ctx, 0, 1) * 2,)


def diag_part(op: tf.DiagPartOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape = ctx.shape(op.operands[0])
    half = len(shape) // 2
    if len(shape) % 2 or not shape:
        raise ShapeError(op, f"the operand has rank {len(shape)}, needed an even one")
    return (shapes.same_shape(ctx, shape[:half], shape[half:], "halves of the shape"),)


def band_limits(op: tf.MatrixBandPartOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Negative numbers keep all, others are at most the number of rows and of columns."""
    *_, rows, columns = matrix_of(op, ctx, op.operands[0])
    yield ElementDemand(op.operands[1], "num_lower", below=[rows + 1])
    yield ElementDemand(op.operands[2], "num_upper", below=[columns + 1])


RULES = (
    OpRule(tf.MatrixBandPartOp, shape=same, elements=band_limits),
    OpRule(tf.MatrixDiagOp, shape=square),
    OpRule(tf.MatrixDiagV2Op, shape=from_diagonals),
    OpRule(tf.MatrixDiagV3Op, shape=from_diagonals),
    OpRule(tf.MatrixDiagPartOp, shape=main_diagonal),
    OpRule(tf.MatrixDiagPartV2Op, shape=diagonals),
    OpRule(tf.MatrixDiagPartV3Op, shape=diagonals),
    OpRule(tf.MatrixSetDiagOp, shape=with_main_diagonal),
    OpRule(tf.MatrixSetDiagV2Op, shape=with_diagonals),
    OpRule(tf.MatrixSetDiagV3Op, shape=with_diagonals),
    OpRule(tf.DiagOp, shape=diag),
    OpRule(tf.DiagPartOp, shape=diag_part),
)
