"""Rules for tf ops that combine elements along dimensions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce as fold

from xdsl.ir import Operation

from ...dialects import tf
from ...dialects.tf.reductions import PositionOfExtreme, Reduction, Scan
from ...symbolic import (
    FALSE,
    Expr,
    Predicate,
    all_of,
    any_of,
    as_expr,
    eq,
    ge,
    maximum,
    minimum,
    ne,
    shapes,
)
from ...symbolic.shapes import ONE, Shape
from ..axes import axes_of, axis_of, names, require_axis
from ..elements import groups, static_sizes
from ..errors import ShapeError
from ..rule import Element, OpRule, RuleContext, Value
from .shapes import known_shape, reduced_dimensions
from .sizes import decided_by, one_of


def reduced_axes(op: Reduction, ctx: RuleContext) -> list[int] | None:
    """The dimensions that `op` reduces, in order; None where they are not constant."""
    axes = ctx.constants(op.operands[1])
    if axes is None:
        return None
    return axes_of(op, axes, len(ctx.shape(op.operands[0])), "reduction index")


def is_reduced(op: Reduction, ctx: RuleContext) -> list[Predicate] | None:
    """For each dimension of the operand when `op` reduces it; None where that is not known."""
    rank, axes = len(ctx.shape(op.operands[0])), op.operands[1]
    if isinstance(axes.owner, tf.BroadcastGradientArgsOp):
        parts = reduced_dimensions(axes.owner, ctx)
        if parts is None or len(parts[0]) > rank:
            return None
        beyond = [FALSE] * (rank - len(parts[0]))  # rows and columns, where batches are broadcast
        return [*parts[axes.owner.results.index(axes)], *beyond]
    found = ctx.elements(axes)
    if found is None or None in found:
        return None
    known = [axis for axis in found if axis is not None]
    return [any_of(*(names(axis, i, rank) for axis in known)) for i in range(rank)]


def reduction(op: Reduction, ctx: RuleContext) -> Sequence[Shape | None]:
    """Without the reduced dimensions, or with 1 in their places; where which they are is not
    known, the rank is known if their number is.
    """
    shape, axes = ctx.shape(op.operands[0]), reduced_axes(op, ctx)
    if axes is not None:
        return (shapes.reduce(shape, axes, op.keep_dims),)
    require_axes(op, ctx, len(shape))
    flags = is_reduced(op, ctx)
    if op.keep_dims:
        return (tuple(kept_sizes(op, ctx, shape, flags)),)
    if flags is not None:
        decided = [decided_by(ctx.facts, flag) for flag in flags]
        if None not in decided:
            return (tuple(s for s, gone in zip(shape, decided, strict=True) if not gone),)
    count = ctx.elements(op.operands[1])
    if count is None or len(count) > len(shape):
        return (None,)
    return (tuple(one_of(ctx, shape) for _ in range(len(shape) - len(count))),)


def require_axes(op: Reduction, ctx: RuleContext, rank: int) -> None:
    """Demands of the dimensions that are known that they exist and differ."""
    axes = [axis for axis in ctx.elements(op.operands[1]) or () if axis is not None]
    for i, axis in enumerate(axes):
        require_axis(ctx, axis, rank, "reduction index")
        for other in axes[:i]:
            distinct = all_of(*(ne(axis, other + d) for d in (-rank, 0, rank)))
            ctx.require(distinct, f"reduction indices {other} and {axis} must differ")


def kept_sizes(
    op: Reduction, ctx: RuleContext, shape: Shape, flags: Sequence[Predicate] | None
) -> Iterator[Expr]:
    """The sizes of the result that keeps reduced dimensions: 1 for those.

    A gradient summed over what a broadcast repeated has the size of the operand that was broadcast.
    """
    if flags is None:
        yield from (ONE if size == ONE else one_of(ctx, (size, ONE)) for size in shape)
        return
    for size, flag, own in zip(shape, flags, repeated_sizes(op, ctx, len(shape)), strict=True):
        if own is not None and ctx.facts.proves(
            all_of(any_of(eq(own, 1), eq(size, own)), any_of(ne(own, 1), flag, eq(size, 1)))
        ):
            yield own
        else:
            yield ctx.select(flag, ONE, size)


def repeated_sizes(op: Reduction, ctx: RuleContext, rank: int) -> Sequence[Expr | None]:
    """The sizes of the operand whose repeated dimensions `op` reduces, aligned with the first ones
    of what is summed; None for those that were no part of the broadcast.
    """
    axes = op.operands[1]
    if isinstance(axes.owner, tf.BroadcastGradientArgsOp):
        both = [known_shape(ctx, operand) for operand in axes.owner.operands]
        own, common = both[axes.owner.results.index(axes)], max(len(s or ()) for s in both)
        if own is not None and None not in both:
            return (ONE,) * (common - len(own)) + own + (None,) * (rank - common)
    return (None,) * rank


def folding(combine: Callable[[Sequence[Element]], Element]):
    """The value rule of a reduction, from the elements that it combines."""

    def rule(op: Reduction, ctx: RuleContext) -> Sequence[Value | None]:
        value, axes = ctx.value(op.operands[0]), reduced_axes(op, ctx)
        if value is None or axes is None:
            return (None,)
        sizes = static_sizes(ctx, op.operands[0], len(value))
        return (None if sizes is None else tuple(map(combine, groups(value, sizes, axes))),)

    return rule


def of_integers(combine: Callable[[Expr, Expr], Expr], start: int | None = None):
    """A reduction of integers; `start` is its value for no elements, None where there is none."""

    def over(elements: Sequence[Element]) -> Element:
        numbers = [e for e in elements if isinstance(e, Expr)]
        if len(numbers) != len(elements) or (not numbers and start is None):
            return None
        return fold(combine, numbers) if numbers else as_expr(start or 0)

    return folding(over)


def of_booleans(combine: Callable[..., Predicate]):
    def over(elements: Sequence[Element]) -> Element:
        truths = [e for e in elements if isinstance(e, Predicate)]
        return combine(*truths) if len(truths) == len(elements) else None

    return folding(over)


def position(op: PositionOfExtreme, ctx: RuleContext) -> Sequence[Shape | None]:
    """The dimension of the extreme must have an element."""
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[1])
    if not shape:
        raise ShapeError(op, "a scalar has no dimension to look along")
    if axes is None or len(axes) != 1:
        return (tuple(one_of(ctx, shape) for _ in shape[1:]),)
    axis = axis_of(op, axes[0], len(shape))
    ctx.require(ge(shape[axis], 1), f"dimension {axis} of size {shape[axis]} must not be empty")
    return (shapes.reduce(shape, [axis]),)


def scan(op: Scan, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape stays."""
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[1])
    if axes is not None:
        axes_of(op, axes, len(shape), "axis")
    return (shape,)


def scalar(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    return ((),)


RULES = (
    OpRule(tf.AllOp, shape=reduction, value=of_booleans(all_of)),
    OpRule(tf.AnyOp, shape=reduction, value=of_booleans(any_of)),
    OpRule(tf.EuclideanNormOp, shape=reduction),
    OpRule(tf.MaxOp, shape=reduction, value=of_integers(lambda a, b: maximum(a, b))),
    OpRule(tf.MeanOp, shape=reduction),
    OpRule(tf.MinOp, shape=reduction, value=of_integers(lambda a, b: minimum(a, b))),
    OpRule(tf.ProdOp, shape=reduction, value=of_integers(lambda a, b: a * b, 1)),
    OpRule(tf.SumOp, shape=reduction, value=of_integers(lambda a, b: a + b, 0)),
    OpRule(tf.ArgMaxOp, shape=position),
    OpRule(tf.ArgMinOp, shape=position),
    OpRule(tf.CumprodOp, shape=scan),
    OpRule(tf.CumsumOp, shape=scan),
    OpRule(tf.CumulativeLogsumexpOp, shape=scan),
    OpRule(tf.L2LossOp, shape=scalar),
)
