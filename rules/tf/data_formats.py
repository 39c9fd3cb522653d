"""Rules for tf ops that say in one order of dimensions what was said in another one."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...dialects.tf.data_formats import DataFormat
from ...symbolic import Expr, any_of, as_expr, eq
from ...symbolic.shapes import Shape, same_size
from ..rule import OpRule, RuleContext, Value
from .elementwise import like_operand
from .ranks import shape_of_rank


def moved_places(op: DataFormat) -> list[int]:
    """For each dimension of the old order its place in the new one."""
    return [op.dst_format.index(letter) for letter in op.src_format]


def mapped(op: tf.DataFormatDimMapOp, ctx: RuleContext) -> Sequence[Value | None]:
    """None where a number is out of range, which TensorFlow does not look at."""
    constants, places = ctx.constants(op.operands[0]), moved_places(op)
    if constants is None or not all(-len(places) <= c < len(places) for c in constants):
        return (None,)
    return (tuple(as_expr(places[c]) for c in constants),)


def permuted(op: tf.DataFormatVecPermuteOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """As many entries as letters, or two less."""
    shape = shape_of_rank(op, ctx, 0, 1, 2)
    count = len(op.src_format)
    words = f"the first size {shape[0]} must be {count} or {count - 2}"
    ctx.require(any_of(eq(shape[0], count), eq(shape[0], count - 2)), words)
    if len(shape) == 2:
        same_size(ctx, shape[1], as_expr(2), "numbers of a dimension")
    return (shape,)


def entry_order(op: tf.DataFormatVecPermuteOp, count: Expr) -> list[int] | None:
    """For each entry of the result that of the operand; None where their number is not known."""
    formats = [op.src_format, op.dst_format]
    if count.constant_value == len(op.src_format) - 2:
        formats = [format.replace("N", "").replace("C", "") for format in formats]
    if count.constant_value != len(formats[0]):
        return None
    return [formats[0].index(letter) for letter in formats[1]]


def permuted_value(op: tf.DataFormatVecPermuteOp, ctx: RuleContext) -> Sequence[Value | None]:
    value, order = ctx.value(op.operands[0]), None
    if value is not None:
        order = entry_order(op, ctx.shape(op.operands[0])[0])
    if value is None or order is None:
        return (None,)
    width = len(value) // len(order)
    return (tuple(value[i * width + k] for i in order for k in range(width)),)


RULES = (
    OpRule(tf.DataFormatDimMapOp, shape=like_operand, value=mapped),
    OpRule(tf.DataFormatVecPermuteOp, shape=permuted, value=permuted_value),
)
