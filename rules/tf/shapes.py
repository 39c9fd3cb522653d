"""Rules for tf ops on shapes, whose results are sizes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import as_expr, eq, le, ne, shapes
from ...symbolic.shapes import ONE, Shape
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, Value
from .ranks import shape_of_rank
from .sizes import larger


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
            message = f"size {shape[axis]} of dimension {axis} must be {size}"
            ctx.require(eq(shape[axis], size), message)
            shape[axis] = as_expr(size)
    return (tuple(shape),)


def same_value(op: tf.EnsureShapeOp, ctx: RuleContext) -> Sequence[Value | None]:
    return (ctx.value(op.operands[0]),)


def shape_value(op: tf.ShapeOp, ctx: RuleContext) -> Sequence[Value | None]:
    return (ctx.shape(op.operands[0]),)


def vector_of_rank(op: tf.ShapeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return ((as_expr(len(ctx.shape(op.operands[0]))),),)


def shape_n_value(op: tf.ShapeNOp, ctx: RuleContext) -> Sequence[Value | None]:
    return tuple(ctx.shape(o) if ctx.has_rank(o) else None for o in op.operands)


def shape_n(op: tf.ShapeNOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return tuple((as_expr(len(ctx.shape(o))),) if ctx.has_rank(o) else None for o in op.operands)


def scalar(op: tf.SizeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return tuple(() for _ in op.results)


def rank_value(op: tf.RankOp, ctx: RuleContext) -> Sequence[Value | None]:
    return ((as_expr(len(ctx.shape(op.operands[0]))),),)


def size_value(op: tf.SizeOp, ctx: RuleContext) -> Sequence[Value | None]:
    return ((shapes.product(ctx.shape(op.operands[0])),),)


def broadcast_args(op: tf.BroadcastArgsOp, ctx: RuleContext) -> Sequence[Shape | None]:
    (first,), (second,) = (shape_of_rank(op, ctx, i, 1) for i in range(2))
    return ((larger(ctx, first, second),),)


def broadcast_args_value(op: tf.BroadcastArgsOp, ctx: RuleContext) -> Sequence[Value | None]:
    found = [known_shape(ctx, o) for o in op.operands]
    if None in found:
        return (None,)
    return (shapes.broadcast(ctx, *(s for s in found if s is not None)),)


def known_shape(ctx: RuleContext, value: SSAValue) -> Shape | None:
    """The sizes that `value` holds; None where one is not known."""
    elements = ctx.elements(value)
    if elements is None:
        return None
    sizes = tuple(e for e in elements if e is not None)
    return sizes if len(sizes) == len(elements) else None


def reduced_dimensions(
    op: tf.BroadcastGradientArgsOp, ctx: RuleContext
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The dimensions of the common shape along which each operand is repeated.

    None where it is not known whether a size is 1.
    """
    found = [known_shape(ctx, o) for o in op.operands]
    if found[0] is None or found[1] is None:
        return None
    rank = max(len(found[0]), len(found[1]))
    padded = [(ONE,) * (rank - len(s)) + s for s in (found[0], found[1])]
    result: tuple[list[int], list[int]] = [], []
    for i, sizes in enumerate(zip(*padded, strict=True)):
        if ctx.facts.proves(eq(*sizes)):
            continue
        for repeated, size, other in zip(result, sizes, sizes[::-1], strict=True):
            if ctx.facts.proves(eq(size, 1)):
                repeated.append(i)
            elif not (ctx.facts.proves(ne(size, 1)) or ctx.facts.proves(eq(other, 1))):
                return None
    return tuple(result[0]), tuple(result[1])


def gradient_args(op: tf.BroadcastGradientArgsOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """At most all dimensions of the common shape."""
    dimensions = reduced_dimensions(op, ctx)
    if dimensions is not None:
        return tuple((as_expr(len(d)),) for d in dimensions)
    rank = larger(ctx, *(shape_of_rank(op, ctx, i, 1)[0] for i in range(2)))
    sizes = [ctx.fresh(), ctx.fresh()]
    for size in sizes:
        ctx.assume(le(size, rank))
    return tuple((size,) for size in sizes)


def gradient_args_value(op: tf.BroadcastGradientArgsOp, ctx: RuleContext) -> Sequence[Value | None]:
    dimensions = reduced_dimensions(op, ctx)
    if dimensions is None:
        return (None, None)
    return tuple(tuple(map(as_expr, d)) for d in dimensions)


RULES = (
    OpRule(tf.EnsureShapeOp, shape=ensure_shape, value=same_value),
    OpRule(tf.ShapeOp, shape=vector_of_rank, value=shape_value),
    OpRule(tf.ShapeNOp, shape=shape_n, value=shape_n_value),
    OpRule(tf.RankOp, shape=scalar, value=rank_value),
    OpRule(tf.SizeOp, shape=scalar, value=size_value),
    OpRule(tf.BroadcastArgsOp, shape=broadcast_args, value=broadcast_args_value),
    OpRule(tf.BroadcastGradientArgsOp, shape=gradient_args, value=gradient_args_value),
)
