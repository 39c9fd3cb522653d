"""Rules for tf Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.spectral import Fourier, RealFourier
from ...symbolic import Expr, any_of, eq, ge, minimum
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext
from .ranks import check_shape, shape_of_least_rank
from .sizes import element_sizes


def fourier(op: Fourier, ctx: RuleContext) -> Sequence[Shape | None]:
    return (shape_of_least_rank(op, ctx, 0, op.DIMENSIONS),)


def spectrum_size(ctx: RuleContext, length: Expr) -> Expr:
    """The number of frequencies of `length` real numbers; none of none."""
    half = ctx.facts.simplify(length // 2 + 1)
    return half if ctx.facts.proves(ge(length, 1)) else ctx.facts.simplify(minimum(length, half))


def stored_sizes(op: RealFourier, lengths: Sequence[Expr]) -> Sequence[Expr]:
    """The least sizes of the operand: half of the last one, rounded up, where it is a spectrum."""
    return (*lengths[:-1], lengths[-1] // 2 + 1) if op.INVERSE else lengths


def real_fourier(op: RealFourier, ctx: RuleContext) -> Sequence[Shape | None]:
    """`fft_length` holds the sizes of the real side; the spectrum's last size is half of it."""
    shape = shape_of_least_rank(op, ctx, 0, op.DIMENSIONS)
    check_shape(op, ctx, 1, op.DIMENSIONS)
    lengths = ctx.elements(op.operands[1]) or (None,) * op.DIMENSIONS
    sizes = element_sizes(ctx, lengths, op.operands[1])
    for size, needed in zip(shape[-op.DIMENSIONS :], stored_sizes(op, sizes), strict=True):
        claim = any_of(eq(size, 0), ge(size, needed))
        ctx.require(claim, f"size {size} must be at least {needed}")
    if not op.INVERSE:
        sizes[-1] = spectrum_size(ctx, sizes[-1])
    return ((*shape[: -op.DIMENSIONS], *sizes),)


RULES = (
    OpRule(tf.FFT2DOp, shape=fourier),
    OpRule(tf.FFT3DOp, shape=fourier),
    OpRule(tf.FFTOp, shape=fourier),
    OpRule(tf.IFFT2DOp, shape=fourier),
    OpRule(tf.IFFT3DOp, shape=fourier),
    OpRule(tf.IFFTOp, shape=fourier),
    OpRule(tf.IRFFT2DOp, shape=real_fourier),
    OpRule(tf.IRFFT3DOp, shape=real_fourier),
    OpRule(tf.RFFT3DOp, shape=real_fourier),
    OpRule(tf.IRFFTOp, shape=real_fourier),
    OpRule(tf.RFFT2DOp, shape=real_fourier),
    OpRule(tf.RFFTOp, shape=real_fourier),
)
