"""Rules for tf ops that pad tensors."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...symbolic import Expr, as_expr, ge, le
from ...symbolic.shapes import Shape
from ..element_demands import at_least
from ..elements import static_sizes
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, Value
from .ranks import check_shape

KnownAmounts = list[tuple[Expr | None, Expr | None]]


def amounts_of(op: Operation, ctx: RuleContext) -> KnownAmounts:
    """What is added before and after each dimension of operand 0, as far as it is known."""
    rank = len(ctx.shape(op.operands[0]))
    check_shape(op, ctx, 1, rank, 2)
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
            if amount is not None:
                ctx.require(le(amount, most), f"padding {amount} must be at most {most}")
    return (tuple(_padded(op, ctx, *part) for part in _parts(op, ctx)),)


def mirror_pad_gradient(op: tf.MirrorPadGradOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The sizes before the padding, which leaves at least one and mirrors no more than there is."""
    sizes = list[Expr]()
    for size, (low, high) in _parts(op, ctx):
        for amount in (low, high):
            if amount is not None:
                ctx.require(ge(amount, 0), f"padding {amount} must not be negative")
        if low is None or high is None:
            inner = ctx.fresh()
            ctx.assume(le(inner, size))
        else:
            inner = ctx.facts.simplify(size - low - high)
            ctx.require(ge(inner, 1), f"paddings {low} and {high} must be less than {size}")
            most = inner if op.mode == "SYMMETRIC" else inner - 1
            for amount in (low, high):
                ctx.require(le(amount, most), f"padding {amount} must be at most {most}")
        sizes.append(inner)
    return (tuple(sizes),)


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


def pad_value(op: tf.PadOp, ctx: RuleContext) -> Sequence[Value | None]:
    """A vector with constant numbers of zeros, or of the padding value, around it."""
    value, amounts = ctx.value(op.operands[0]), ctx.constants(op.operands[1])
    if value is None or amounts is None or len(amounts) != 2 or min(amounts) < 0:
        return (None,)
    if static_sizes(ctx, op.operands[0], len(value)) is None:
        return (None,)
    fill = as_expr(0) if len(op.operands) == 2 else ctx.scalar(op.operands[2])
    return ((*(fill,) * amounts[0], *value, *(fill,) * amounts[1]),)


RULES = (
    OpRule(tf.PadOp, shape=pad, value=pad_value, elements=at_least(1, 0, "paddings")),
    OpRule(tf.PadV2Op, shape=pad, value=pad_value, elements=at_least(1, 0, "paddings")),
    OpRule(tf.MirrorPadGradOp, shape=mirror_pad_gradient, elements=at_least(1, 0, "paddings")),
    OpRule(tf.MirrorPadOp, shape=mirror_pad, elements=at_least(1, 0, "paddings")),
)
