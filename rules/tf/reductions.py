"""Rules for tf ops that combine elements along dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce as fold

from xdsl.ir import Operation

from ...dialects import tf
from ...dialects.tf.reductions import PositionOfExtreme, Reduction, Scan
from ...symbolic import Expr, Predicate, all_of, any_of, as_expr, eq, ge, maximum, minimum, shapes
from ...symbolic.shapes import ONE, Shape
from ..axes import axes_of, axis_of
from ..elements import groups, static_sizes
from ..errors import ShapeError
from ..rule import Element, OpRule, RuleContext, Value


def reduced_axes(op: Reduction, ctx: RuleContext) -> list[int] | None:
    """The dimensions that `op` reduces, in order; None where they are not constant."""
    axes = ctx.constants(op.operands[1])
    if axes is None:
        return None
    return axes_of(op, axes, len(ctx.shape(op.operands[0])), "reduction index")


def reduction(op: Reduction, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, axes = ctx.shape(op.operands[0]), reduced_axes(op, ctx)
    if axes is not None:
        return (shapes.reduce(shape, axes, op.keep_dims),)
    return (tuple(kept_or_one(ctx, size) for size in shape) if op.keep_dims else None,)


def kept_or_one(ctx: RuleContext, size: Expr) -> Expr:
    """A size that is 1 if its dimension is reduced, which is not known."""
    if size == ONE:
        return ONE
    result = ctx.fresh()
    ctx.assume(any_of(eq(result, size), eq(result, 1)))
    return result


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
        return (tuple(ctx.fresh() for _ in shape[1:]),)
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
    OpRule(tf.L2LossOp, shape=scalar),
)
