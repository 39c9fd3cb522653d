"""Rules for tf Fourier transforms and complex numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.spectral import Fourier, RealFourier
from ...symbolic import shapes
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, family, table
from .ranks import shape_of_least_rank
from .shape_ops import known_size


def fourier(op: Fourier, ctx: RuleContext) -> Sequence[Shape | None]:
    return (shape_of_least_rank(op, ctx, 0, op.DIMENSIONS),)


def real_fourier(op: RealFourier, ctx: RuleContext) -> Sequence[Shape | None]:
    """`fft_length` holds the sizes of the real side; the spectrum is half as long along the last dimension."""
    shape = shape_of_least_rank(op, ctx, 0, op.DIMENSIONS)
    elements = ctx.elements(op.operands[1])
    lengths = elements or (None,) * op.DIMENSIONS
    sizes = [known_size(ctx, length) for length in lengths]
    if not op.INVERSE:
        sizes[-1] = ctx.facts.simplify(sizes[-1] // 2 + 1)
    return ((*shape[: -op.DIMENSIONS], *sizes),)


def complex_number(op: tf.ComplexOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (shapes.broadcast(ctx, *map(ctx.shape, op.operands)),)


SPECTRAL_RULES: RuleTable = table(
    *(OpRule(op, shape=fourier) for op in family(tf.TF.operations, Fourier)),
    *(OpRule(op, shape=real_fourier) for op in family(tf.TF.operations, RealFourier)),
    OpRule(tf.ComplexOp, shape=complex_number),
)
