"""Rules for factorizations, triangular solves and Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...symbolic import as_expr, eq, shapes
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, table


def triangular_solve(op: mhlo.TriangularSolveOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A square matrix a batch, which meets one dimension of the right side."""
    a, b = ctx.shape(op.a), ctx.shape(op.b)
    shapes.same_size(ctx, a[-1], a[-2], "square matrices")
    shapes.same_size(ctx, a[-1], b[-2 if bool(op.left_side) else -1], "matrix and right side")
    shapes.same_shape(ctx, a[:-2], b[:-2], "batch dimensions")
    return (b,)


def cholesky(op: mhlo.CholeskyOp, ctx: RuleContext) -> Sequence[Shape | None]:
    a = ctx.shape(op.a)
    size = shapes.same_size(ctx, a[-1], a[-2], "square matrices")
    return ((*a[:-2], size, size),)


def fft(op: mhlo.FftOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Real transforms keep half of the last frequencies, their inverses give all samples back."""
    shape, lengths = list(ctx.shape(op.operand)), int_values(op.fft_length)
    given = list(lengths)
    if op.fft_type.data is mhlo.FftType.IRFFT and lengths:
        given[-1] = lengths[-1] // 2 + 1
    for size, length in zip(shape[len(shape) - len(given) :], given, strict=True):
        words = f"size {size} must be {length}, by fft_length {list(lengths)}"
        ctx.require(eq(size, length), words)
    if op.fft_type.data is mhlo.FftType.RFFT:
        shape[-1] = as_expr(lengths[-1] // 2 + 1)
    elif op.fft_type.data is mhlo.FftType.IRFFT:
        shape[-1] = as_expr(lengths[-1])
    return (tuple(shape),)


RULES: RuleTable = table(
    OpRule(mhlo.TriangularSolveOp, shape=triangular_solve),
    OpRule(mhlo.CholeskyOp, shape=cholesky),
    OpRule(mhlo.FftOp, shape=fft),
)
