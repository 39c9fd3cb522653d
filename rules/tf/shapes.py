"""Rules for tf ops on shapes, whose results are sizes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import TRUE, Predicate, all_of, any_of, as_expr, eq, ne, shapes
from ...symbolic.shapes import ONE, Shape
from ..axes import axis_of
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, Value
from .ranks import shape_of_rank
from .sizes import decided_by, larger, part_of


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
    """Of two sizes that are known; what one is beside a number of the run is tested first."""
    first, second = map(ctx.elements, op.operands)
    if first is None or second is None:
        return (None,)
    rank = max(len(first), len(second))
    padded = [(*[ONE] * (rank - len(sizes)), *sizes) for sizes in (first, second)]
    return (
        tuple(
            None if a is None or b is None else shapes.broadcast_size(ctx, a, b)
            for a, b in zip(*padded, strict=True)
        ),
    )


def known_shape(ctx: RuleContext, value: SSAValue) -> Shape | None:
    """The sizes that `value` holds; None where one is not known."""
    elements = ctx.elements(value)
    if elements is None:
        return None
    sizes = tuple(e for e in elements if e is not None)
    return sizes if len(sizes) == len(elements) else None


def reduced_dimensions(
    op: tf.BroadcastGradientArgsOp, ctx: RuleContext
) -> tuple[Sequence[Predicate], Sequence[Predicate]] | None:
    """For each operand when each dimension of the common shape is one to sum a gradient over.

    Where its size there is 1; where the shapes are the same, none. None where one is not known.
    """
    first, second = (known_shape(ctx, o) for o in op.operands)
    if first is None or second is None:
        return None
    rank = max(len(first), len(second))
    differ = any_of(*map(ne, first, second)) if len(first) == len(second) else TRUE
    first, second = (
        [all_of(eq(size, 1), differ) for size in (ONE,) * (rank - len(s)) + s]
        for s in (first, second)
    )
    return first, second


def gradient_args(op: tf.BroadcastGradientArgsOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """At most all dimensions of the common shape, to which both operands must broadcast."""
    found = [known_shape(ctx, o) for o in op.operands]
    if None not in found:
        shapes.broadcast(ctx, *(s for s in found if s is not None))
    known = gradient_args_value(op, ctx)
    rank = larger(ctx, *(shape_of_rank(op, ctx, i, 1)[0] for i in range(2)))
    return tuple((part_of(ctx, rank) if v is None else as_expr(len(v)),) for v in known)


def gradient_args_value(op: tf.BroadcastGradientArgsOp, ctx: RuleContext) -> Sequence[Value | None]:
    """The dimensions where facts decide for each whether it is one of them."""
    found = reduced_dimensions(op, ctx)
    if found is None:
        return (None, None)
    return tuple(
        tuple(as_expr(i) for i, d in enumerate(decided) if d) if None not in decided else None
        for decided in ([decided_by(ctx.facts, p) for p in part] for part in found)
    )


def concat_offset(op: tf.ConcatOffsetOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands after the first are vectors of one size."""
    ranks = [shape_of_rank(op, ctx, i, 1)[0] for i in range(1, len(op.operands))]
    for rank in ranks[1:]:
        shapes.same_size(ctx, ranks[0], rank, "the shapes")
    return ((ranks[0],),) * len(ranks)


def concat_offset_value(op: tf.ConcatOffsetOp, ctx: RuleContext) -> Sequence[Value | None]:
    """The sizes before each along the dimension, 0 along all others, which must agree."""
    axes, *found = ctx.constants(op.operands[0]), *(known_shape(ctx, o) for o in op.operands[1:])
    sizes = [shape for shape in found if shape is not None]
    if axes is None or len(sizes) != len(found) or len({len(s) for s in sizes}) != 1:
        return (None,) * len(found)
    rank = len(sizes[0])
    axis, start, result = axis_of(op, axes[0], rank), as_expr(0), list[Value]()
    for shape in sizes:
        for i in range(rank):
            if i != axis:
                shapes.same_size(ctx, sizes[0][i], shape[i], f"dimension {i}")
        result.append(tuple(start if i == axis else as_expr(0) for i in range(rank)))
        start = start + shape[axis]
    return result


def unravel_index(op: tf.UnravelIndexOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A row for each dimension."""
    return ((*shape_of_rank(op, ctx, 1, 1), *shape_of_rank(op, ctx, 0, 0, 1)),)


RULES = (
    OpRule(tf.EnsureShapeOp, shape=ensure_shape, value=same_value),
    OpRule(tf.ShapeOp, shape=vector_of_rank, value=shape_value),
    OpRule(tf.ShapeNOp, shape=shape_n, value=shape_n_value),
    OpRule(tf.RankOp, shape=scalar, value=rank_value),
    OpRule(tf.SizeOp, shape=scalar, value=size_value),
    OpRule(tf.BroadcastArgsOp, shape=broadcast_args, value=broadcast_args_value),
    OpRule(tf.ConcatOffsetOp, shape=concat_offset, value=concat_offset_value),
    OpRule(tf.UnravelIndexOp, shape=unravel_index),
    OpRule(tf.BroadcastGradientArgsOp, shape=gradient_args, value=gradient_args_value),
)
