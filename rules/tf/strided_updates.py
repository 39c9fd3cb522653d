"""Rules for tf ops that put a tensor in a part of another."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.slicing import StridedSlicing
from ...symbolic import Predicate, any_of, eq, le, shapes
from ...symbolic.shapes import ONE, Shape
from ..rule import OpRule, RuleContext
from .ranks import check_shape
from .sizes import element_sizes
from .slice_entries import sizes_of, strided_entries


def slice_shape(op: StridedSlicing, ctx: RuleContext, whole: Shape) -> Shape | None:
    """The shape of the part of a tensor of shape `whole` that `op` speaks of."""
    for index in (1, 2, 3):
        check_shape(op, ctx, index, None)
    entries = strided_entries(op, ctx, whole)
    return None if entries is None else sizes_of(entries)


def gradient(op: tf.StridedSliceGradOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape that operand 0 holds, of which `dy` has the shape of a part."""
    given = ctx.elements(op.operands[0])
    if given is None:
        return (None,)
    whole = tuple(element_sizes(ctx, given, op.operands[0]))
    part = slice_shape(op, ctx, whole)
    if part is not None and ctx.has_rank(op.operands[4]):
        shapes.same_shape(ctx, ctx.shape(op.operands[4]), part, "dy and the slice")
    return (whole,)


def update(op: tf.TensorStridedSliceUpdateOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The operand's shape; the value broadcasts to the part, unless that is empty."""
    whole = ctx.shape(op.operands[0])
    part = slice_shape(op, ctx, whole)
    if part is not None and ctx.has_rank(op.operands[4]):
        value = ctx.shape(op.operands[4])
        if len(value) > len(part):
            message = (
                f"rank {len(value)} of the value must not exceed that of the part, {len(part)}"
            )
            ctx.require(is_empty(part), message)
        for a, b in zip(reversed(value), reversed(part), strict=False):
            if a not in (b, ONE):
                message = f"size {a} must be 1 or the target's {b}"
                ctx.require(any_of(eq(a, b), eq(a, 1), is_empty(part)), message)
    return (whole,)


def is_empty(shape: Shape) -> Predicate:
    """Whether a tensor of `shape` has no elements."""
    return any_of(*(eq(size, 0) for size in shape))


def dynamic_update(op: tf.XlaDynamicUpdateSliceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The operand's shape; the update has its rank and is no larger (XLA's DynamicUpdateSlice)."""
    whole = ctx.shape(op.operands[0])
    check_shape(op, ctx, 2, len(whole))
    check_shape(op, ctx, 1, *[None] * len(whole))
    if ctx.has_rank(op.operands[1]):
        for part, size in zip(ctx.shape(op.operands[1]), whole, strict=True):
            ctx.require(le(part, size), f"update size {part} must not exceed the size {size}")
    return (whole,)


RULES = (
    OpRule(tf.StridedSliceGradOp, shape=gradient),
    OpRule(tf.TensorStridedSliceUpdateOp, shape=update),
    OpRule(tf.XlaDynamicUpdateSliceOp, shape=dynamic_update),
)
