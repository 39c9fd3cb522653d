"""Rules for tf Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.spectral import Fourier, RealFourier
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext
from .ranks import check_shape, shape_of_least_rank
from .sizes import element_sizes


def fourier(op: Fourier, ctx: RuleContext) -> Sequence[Shape | None]:
    return (shape_of_least_rank(op, ctx, 0, op.DIMENSIONS),)


def real_fourier(op: RealFourier, ctx: RuleContext) -> Sequence[Shape | None]:
    """`fft_length` holds the sizes of the real side; the spectrum's last size is half of it."""
    shape = shape_of_least_rank(op, ctx, 0, op.DIMENSIONS)
    check_shape(op, ctx, 1, op.DIMENSIONS)
    lengths = ctx.elements(op.operands[1]) or (None,) * op.DIMENSIONS
    sizes = element_sizes(ctx, lengths, op.operands[1])
    if not op.INVERSE:
        sizes[-1] = ctx.facts.simplify(sizes[-1] // 2 + 1)
    return ((*shape[: -op.DIMENSIONS], *sizes),)


RULES = (
    OpRule(tf.FFT2DOp, shape=fourier),
    OpRule(tf.FFT3DOp, shape=fourier),
    OpRule(tf.FFTOp, shape=fourier),
    OpRule(tf.IFFT2DOp, shape=fourier),
    OpRule(tf.IFFT3DOp, shape=fourier),
    OpRule(tf.IFFTOp, shape=fourier),
    OpRule(tf.IRFFT2DOp, shape=real_fourier),
    OpRule(tf.IRFFTOp, shape=real_fourier),
    OpRule(tf.RFFT2DOp, shape=real_fourier),
    OpRule(tf.RFFTOp, shape=real_fourier),
)
