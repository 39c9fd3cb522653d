"""Shape rules that elementwise tf ops of several families share."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects.tf.elementwise import Gradient
from ...symbolic import eq, shapes
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import RuleContext


def broadcasting(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands broadcast to the result."""
    return (shapes.broadcast(ctx, *map(ctx.shape, op.operands)),)


def like_operand(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """The result has the first operand's shape."""
    return (ctx.shape(op.operands[0]),)


def gradient(op: Gradient, ctx: RuleContext) -> Sequence[Shape | None]:
    first, second = map(ctx.shape, op.operands)
    if len(first) != len(second):
        raise ShapeError(op, f"operands have ranks {len(first)} and {len(second)}")
    return (shapes.same_shape(ctx, first, second, " and ".join(op.NAMES)),)


def gradient_of_result(op: Gradient, ctx: RuleContext) -> Sequence[Shape | None]:
    """The result's shape; the gradient has as many elements, which is all that TensorFlow asks."""
    first, second = map(ctx.shape, op.operands)
    if first != second:
        counts = shapes.product(first), shapes.product(second)
        message = f"{' and '.join(op.NAMES)}: {counts[0]} and {counts[1]} elements must be as many"
        ctx.require(eq(*counts), message)
    return (first,)
