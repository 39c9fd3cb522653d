"""Rules for tf ops that pad, reverse, rotate or order the entries of tensors."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...symbolic import Expr, as_expr, eq, ge, le, shapes
from ...symbolic.shapes import Shape
from ..axes import axes_of, axis_of
from ..elements import static_sizes
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, RuleTable, Value, table

Amounts = list[tuple[Expr | None, Expr | None]]


def amounts_of(op: Operation, ctx: RuleContext) -> Amounts:
    """What is added before and after each dimension of operand 0, as far as it is known."""
    rank = len(ctx.shape(op.operands[0]))
    known = ctx.value(op.operands[1])
    if known is None:
        return [(None, None)] * rank
    if len(known) != 2 * rank:
        raise ShapeError(op, f"there are {len(known)} paddings for rank {rank}")
    flat = [e if isinstance(e, Expr) else None for e in known]
    return list(zip(flat[::2], flat[1::2], strict=True))


def pad(op: tf.PadOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (tuple(_padded(op, ctx, *part) for part in _parts(op, ctx)),)


def mirror_pad(op: tf.MirrorPadOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """No more is added than there is to mirror."""
    for size, amounts in _parts(op, ctx):
        most = size if op.mode == "SYMMETRIC" else size - 1
        for amount in amounts:
            if amount is not None and amount != as_expr(0):
                ctx.require(le(amount, most), f"padding {amount} must be at most {most}")
    return (tuple(_padded(op, ctx, *part) for part in _parts(op, ctx)),)


def _parts(op: Operation, ctx: RuleContext):
    return zip(ctx.shape(op.operands[0]), amounts_of(op, ctx), strict=True)


def _padded(
    op: Operation, ctx: RuleContext, size: Expr, amounts: tuple[Expr | None, Expr | None]
) -> Expr:
    low, high = amounts
    for amount in amounts:
        if amount is not None:
            ctx.require(ge(amount, 0), f"padding {amount} must not be negative")
    if low is not None and high is not None:
        return size + low + high
    larger = ctx.fresh()
    ctx.assume(le(size, larger))
    return larger


def same(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    return (ctx.shape(op.operands[0]),)


def reverse(op: tf.ReverseV2Op, ctx: RuleContext) -> Sequence[Shape | None]:
    axes = ctx.constants(op.operands[1])
    shape = ctx.shape(op.operands[0])
    if axes is not None:
        axes_of(op, axes, len(shape))
    return (shape,)


def reverse_value(op: tf.ReverseV2Op, ctx: RuleContext) -> Sequence[Value | None]:
    """A vector from its end."""
    value, axes = ctx.value(op.operands[0]), ctx.constants(op.operands[1])
    if value is None or axes is None or len(ctx.shape(op.operands[0])) != 1:
        return (None,)
    return (value[::-1] if axes else value,)


def roll(op: tf.RollOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[2])
    for axis in axes or ():
        axis_of(op, axis, len(shape))
    return (shape,)


def reverse_sequence(op: tf.ReverseSequenceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, lengths = ctx.shape(op.operands[0]), ctx.shape(op.operands[1])
    batch = axis_of(op, op.batch_dim, len(shape))
    if axis_of(op, op.seq_dim, len(shape)) == batch or len(lengths) != 1:
        raise ShapeError(op, "needs a vector of lengths, and sequences along another dimension")
    size = shapes.same_size(ctx, shape[batch], lengths[0], "batch and lengths")
    return ((*shape[:batch], size, *shape[batch + 1 :]),)


def invert_value(op: tf.InvertPermutationOp, ctx: RuleContext) -> Sequence[Value | None]:
    order = ctx.constants(op.operands[0])
    if order is None:
        return (None,)
    if sorted(order) != list(range(len(order))):
        raise ShapeError(op, f"{list(order)} is no permutation of 0 to {len(order) - 1}")
    return (tuple(as_expr(order.index(i)) for i in range(len(order))),)


def ensure_shape(op: tf.EnsureShapeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The operand's shape; sizes that the op names are those of the operand."""
    wanted = op.demanded
    if not ctx.has_rank(op.operands[0]):
        if wanted is None:
            return (None,)
        return (tuple(as_expr(w) if w >= 0 else ctx.fresh() for w in wanted),)
    shape = list(ctx.shape(op.operands[0]))
    if wanted is not None and len(wanted) != len(shape):
        raise ShapeError(op, f"the operand has rank {len(shape)}, rank {len(wanted)} is demanded")
    for axis, size in enumerate(wanted or ()):
        if size >= 0:
            words = f"dimension {axis} has size {shape[axis]}, {size} is demanded"
            ctx.require(eq(shape[axis], size), words)
            shape[axis] = as_expr(size)
    return (tuple(shape),)


def same_value(op: tf.EnsureShapeOp, ctx: RuleContext) -> Sequence[Value | None]:
    return (ctx.value(op.operands[0]),)


def pad_value(op: tf.PadOp, ctx: RuleContext) -> Sequence[Value | None]:
    """A vector with constant numbers of zeros, or of the padding value, around it."""
    value, amounts = ctx.value(op.operands[0]), ctx.constants(op.operands[1])
    if value is None or amounts is None or len(amounts) != 2 or min(amounts) < 0:
        return (None,)
    if static_sizes(ctx, op.operands[0], len(value)) is None:
        return (None,)
    fill = as_expr(0) if len(op.operands) == 2 else ctx.scalar(op.operands[2])
    return ((*(fill,) * amounts[0], *value, *(fill,) * amounts[1]),)


PADDING_RULES: RuleTable = table(
    OpRule(tf.PadOp, shape=pad, value=pad_value),
    OpRule(tf.PadV2Op, shape=pad, value=pad_value),
    OpRule(tf.MirrorPadOp, shape=mirror_pad),
    OpRule(tf.ReverseV2Op, shape=reverse, value=reverse_value),
    OpRule(tf.ReverseSequenceOp, shape=reverse_sequence),
    OpRule(tf.RollOp, shape=roll),
    OpRule(tf.InvertPermutationOp, shape=same, value=invert_value),
    OpRule(tf.EnsureShapeOp, shape=ensure_shape, value=same_value),
)
