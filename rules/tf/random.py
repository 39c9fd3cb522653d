"""Rules for tf ops that make random numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.random import FromCounter, FromSeed, RandomNumbers
from ...symbolic import as_expr, ge
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, Value, family
from .elementwise import like_operand
from .ranks import check_least, check_shape, shape_of_rank
from .sizes import element_size, element_sizes, listed_sizes

PHILOX, AUTOMATIC = 1, 3
"""The numbers of the generator that is used, and of "the one that the device has"."""


def numbers(op: RandomNumbers, ctx: RuleContext) -> Sequence[Shape | None]:
    """The sizes that `shape` holds."""
    if isinstance(op, FromSeed):
        check_shape(op, ctx, 1, 2)
    if isinstance(op, FromCounter):
        require_philox(op, ctx)
    dims = listed_sizes(ctx, op.operands[0])
    check_least(op, dims or (), 0, "a size")
    return (None if dims is None else tuple(element_sizes(ctx, dims, op.operands[0])),)


def require_philox(op: FromCounter | tf.StatelessShuffleOp, ctx: RuleContext) -> None:
    """Demands one key, and the generator that there is."""
    check_shape(op, ctx, 1, 1)
    generator = ctx.constants(op.operands[3])
    if generator is not None and generator[0] not in (PHILOX, AUTOMATIC):
        raise ShapeError(op, f"alg is {generator[0]}, needed {PHILOX}, which is Philox")


def shuffled(op: tf.StatelessShuffleOp, ctx: RuleContext) -> Sequence[Shape | None]:
    require_philox(op, ctx)
    return like_operand(op, ctx)


def samples(
    op: tf.MultinomialOp | tf.StatelessMultinomialOp, ctx: RuleContext
) -> Sequence[Shape | None]:
    """As many columns as `num_samples` says, for each row of logits, which is not empty."""
    rows, classes = shape_of_rank(op, ctx, 0, 2)
    check_shape(op, ctx, 1)
    if isinstance(op, tf.StatelessMultinomialOp):
        check_shape(op, ctx, 2, 2)
    check_least(op, [classes], 1, "the number of classes")
    ctx.require(ge(classes, 1), f"the number of classes {classes} must be at least 1")
    count = ctx.scalar(op.operands[1])
    check_least(op, [count], 0, "num_samples")
    return ((rows, element_size(ctx, count, op.operands[1])),)


def key_and_counter(
    op: tf.StatelessRandomGetKeyCounterOp | tf.StatelessRandomGetKeyCounterAlgOp, ctx: RuleContext
) -> Sequence[Shape | None]:
    check_shape(op, ctx, 0, 2)
    return ((as_expr(1),), (as_expr(2),), ())[: len(op.results)]


def algorithm(op: tf.StatelessRandomGetAlgOp, ctx: RuleContext) -> Sequence[Value | None]:
    return ((as_expr(PHILOX),),)


def algorithm_beside_key(
    op: tf.StatelessRandomGetKeyCounterAlgOp, ctx: RuleContext
) -> Sequence[Value | None]:
    return (None, None, (as_expr(PHILOX),))


RULES = (
    *(OpRule(op, shape=numbers) for op in family(tf.TF.operations, RandomNumbers)),
    OpRule(tf.RandomShuffleOp, shape=like_operand),
    OpRule(tf.StatelessShuffleOp, shape=shuffled),
    OpRule(tf.MultinomialOp, shape=samples),
    OpRule(tf.StatelessMultinomialOp, shape=samples),
    OpRule(tf.StatelessRandomGetKeyCounterOp, shape=key_and_counter),
    OpRule(tf.StatelessRandomGetKeyCounterAlgOp, shape=key_and_counter, value=algorithm_beside_key),
    OpRule(tf.StatelessRandomGetAlgOp, shape=lambda op, ctx: ((),), value=algorithm),
)
