"""Rules for tf ops that draw numbers from distributions of given parameters."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.random import FromCounter
from ...dialects.tf.sampling import Sampled
from ...symbolic import eq
from ...symbolic.shapes import Shape, broadcast
from ..errors import ShapeError, UnknownRank
from ..rule import OpRule, RuleContext, family
from .random import require_philox
from .ranks import check_least, check_shape
from .sizes import element_sizes, listed_sizes


def parameters_of(op: Sampled, ctx: RuleContext) -> Shape:
    """The sizes that the parameters have together."""
    if isinstance(op, tf.StatelessRandomBinomialOp):
        return broadcast(ctx, ctx.shape(op.operands[2]), ctx.shape(op.operands[3]))
    return ctx.shape(op.operands[-1])


def numbers(op: Sampled, ctx: RuleContext) -> Sequence[Shape | None]:
    """The sizes that `shape` holds, the last of which are those of the parameters."""
    if isinstance(op, FromCounter):
        require_philox(op, ctx)
    else:
        check_shape(op, ctx, 1, 2)
    dims = listed_sizes(ctx, op.operands[0])
    check_least(op, dims or (), 0, "a size")
    if dims is None:
        raise UnknownRank
    sizes = tuple(element_sizes(ctx, dims, op.operands[0]))
    wanted = parameters_of(op, ctx)
    if len(wanted) > len(sizes):
        raise ShapeError(op, f"shape has {len(sizes)} sizes, the parameters have {len(wanted)}")
    for size, needed in zip(sizes[len(sizes) - len(wanted) :], wanted, strict=True):
        words = f"shape must end with the sizes of the parameters: {size} and {needed}"
        ctx.require(eq(size, needed), words)
    return (sizes,)


RULES = tuple(OpRule(op, shape=numbers) for op in family(tf.TF.operations, Sampled))
