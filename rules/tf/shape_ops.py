"""Rules for tf ops that ask for shapes, or give the elements of a tensor another shape or order."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import Expr, as_expr, eq, ne, shapes
from ...symbolic.shapes import ONE, Shape
from ..axes import axes_of, axis_of
from ..elements import common_sizes, groups, spread, stacked, static_sizes, transposed
from ..errors import ShapeError
from ..rule import MAX_ELEMENTS, OpRule, RuleContext, RuleTable, Value, table


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


def reshape(op: tf.ReshapeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    target = ctx.elements(op.operands[1])
    if target is None:
        return (None,)
    if not ctx.has_rank(op.operands[0]):
        return (tuple(known_size(ctx, size) for size in target),)
    return (shapes.reshape(ctx, ctx.shape(op.operands[0]), target),)


def known_size(ctx: RuleContext, size: Expr | None) -> Expr:
    """`size` where it is a size for certain, else a new symbol."""
    low = None if size is None else ctx.facts.bounds(size)[0]
    return size if size is not None and low is not None and low >= 0 else ctx.fresh()


def same_elements(op: tf.ReshapeOp, ctx: RuleContext) -> Sequence[Value | None]:
    """The elements in row-major order do not change."""
    return (ctx.value(op.operands[0]),)


def expand_dims(op: tf.ExpandDimsOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[1])
    if axes is None:
        return (tuple(ctx.fresh() for _ in range(len(shape) + 1)),)
    axis = axis_of(op, axes[0], len(shape) + 1)
    return ((*shape[:axis], ONE, *shape[axis:]),)


def squeeze(op: tf.SqueezeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Without a list of dimensions those of size 1 go; the rank must not depend on the sizes of a run."""
    shape = ctx.shape(op.operands[0])
    gone = set(axes_of(op, op.squeeze_dims, len(shape), "squeezed dimension"))
    for d in gone:
        ctx.require(eq(shape[d], 1), f"dimension {d} of size {shape[d]} must be 1 to be squeezed")
    if not op.squeeze_dims:
        gone = {d for d, size in enumerate(shape) if ctx.facts.proves(eq(size, 1))}
        for d, size in enumerate(shape):
            if d not in gone:
                words = f"dimension {d} of size {size} must not be 1: the rank would change"
                ctx.require(ne(size, 1), words)
    return (tuple(size for d, size in enumerate(shape) if d not in gone),)


def permutation_of(op: tf.TransposeOp, ctx: RuleContext) -> tuple[int, ...] | None:
    """The constant permutation of a transpose, each entry at least 0."""
    order = ctx.constants(op.operands[1])
    if order is None:
        return None
    axes_of(op, order, len(order), "dimension of the permutation")
    return tuple(p % len(order) for p in order)


def transpose(op: tf.TransposeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, order = ctx.shape(op.operands[0]), permutation_of(op, ctx)
    if order is None:
        return (tuple(ctx.fresh() for _ in shape),)
    if len(order) != len(shape):
        raise ShapeError(
            op, f"the permutation has {len(order)} entries, the operand has rank {len(shape)}"
        )
    return (shapes.transpose(shape, order),)


def transpose_value(op: tf.TransposeOp, ctx: RuleContext) -> Sequence[Value | None]:
    value, order = ctx.value(op.operands[0]), permutation_of(op, ctx)
    if value is None or order is None:
        return (None,)
    sizes = static_sizes(ctx, op.operands[0], len(value))
    if sizes is None or len(sizes) != len(order):
        return (None,)
    return (transposed(value, sizes, order),)


def broadcast_to(op: tf.BroadcastToOp, ctx: RuleContext) -> Sequence[Shape | None]:
    target = ctx.elements(op.operands[1])
    if target is None:
        return (None,)
    sizes = tuple(known_size(ctx, size) for size in target)
    if ctx.has_rank(op.operands[0]):
        shapes.broadcast_to(ctx, ctx.shape(op.operands[0]), sizes)
    return (sizes,)


def broadcast_to_value(op: tf.BroadcastToOp, ctx: RuleContext) -> Sequence[Value | None]:
    value, target = ctx.value(op.operands[0]), ctx.constants(op.operands[1])
    if value is None or target is None or prod(target) > MAX_ELEMENTS:
        return (None,)
    sizes = static_sizes(ctx, op.operands[0], len(value))
    if sizes is None or common_sizes(sizes, target) != target:
        return (None,)
    return (spread(value, sizes, target),)


def tile(op: tf.TileOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, multiples = ctx.shape(op.operands[0]), ctx.elements(op.operands[1])
    if multiples is None:
        return (tuple(ctx.fresh() for _ in shape),)
    if len(multiples) != len(shape):
        raise ShapeError(
            op, f"there are {len(multiples)} multiples, the operand has rank {len(shape)}"
        )
    return (
        tuple(
            ctx.fresh() if times is None else size * times
            for size, times in zip(shape, multiples, strict=True)
        ),
    )


def fill(op: tf.FillOp, ctx: RuleContext) -> Sequence[Shape | None]:
    dims = ctx.elements(op.operands[0])
    return (None if dims is None else tuple(known_size(ctx, size) for size in dims),)


def fill_value(op: tf.FillOp, ctx: RuleContext) -> Sequence[Value | None]:
    dims, value = ctx.constants(op.operands[0]), ctx.value(op.operands[1])
    if dims is None or value is None or min(dims, default=0) < 0 or prod(dims) > MAX_ELEMENTS:
        return (None,)
    return (value * prod(dims),)


def pack(op: tf.PackOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands have one shape; what one of them lacks the others may tell."""
    known = [ctx.shape(o) for o in op.operands if ctx.has_rank(o)]
    if not known:
        return (None,)
    first, *others = known
    for other in others:
        if len(other) != len(first):
            raise ShapeError(op, f"operands have ranks {len(first)} and {len(other)}")
        first = shapes.same_shape(ctx, first, other, "packed tensors")
    axis = axis_of(op, op.axis, len(first) + 1)
    return ((*first[:axis], as_expr(len(op.operands)), *first[axis:]),)


def pack_value(op: tf.PackOp, ctx: RuleContext) -> Sequence[Value | None]:
    parts = [ctx.value(o) for o in op.operands]
    known = [part for part in parts if part is not None]
    if not known:
        return (None,)
    sizes = static_sizes(ctx, op.operands[parts.index(known[0])], len(known[0]))
    if sizes is None or any(len(part) != len(known[0]) for part in known):
        return (None,)
    nothing: Value = (None,) * len(known[0])
    axis = axis_of(op, op.axis, len(sizes) + 1)
    return (stacked([nothing if p is None else p for p in parts], sizes, axis),)


def unpack(op: tf.UnpackOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape = ctx.shape(op.operands[0])
    axis = axis_of(op, op.axis, len(shape))
    count = len(op.results)
    ctx.require(
        eq(shape[axis], count), f"size {shape[axis]} must be the number of results, {count}"
    )
    return (shapes.reduce(shape, [axis]),) * count


def unpack_value(op: tf.UnpackOp, ctx: RuleContext) -> Sequence[Value | None]:
    value, count = ctx.value(op.operands[0]), len(op.results)
    sizes = None if value is None else static_sizes(ctx, op.operands[0], len(value))
    if value is None or sizes is None:
        return (None,) * count
    axis = axis_of(op, op.axis, len(sizes))
    if sizes[axis] != count:
        return (None,) * count
    others = [d for d in range(len(sizes)) if d != axis]
    return tuple(tuple(part) for part in groups(value, sizes, others))


def concatenated(op: tf.ConcatOp | tf.ConcatV2Op) -> tuple[Sequence[SSAValue], SSAValue]:
    """What `op` joins, and the dimension along which it does."""
    if isinstance(op, tf.ConcatOp):
        axis, *inputs = op.operands
    else:
        *inputs, axis = op.operands
    return inputs, axis


def concat(op: tf.ConcatOp | tf.ConcatV2Op, ctx: RuleContext) -> Sequence[Shape | None]:
    inputs, axis = concatenated(op)
    shapes_in = [ctx.shape(o) for o in inputs]
    axes = ctx.constants(axis)
    if axes is None:
        return (tuple(ctx.fresh() for _ in shapes_in[0]),)
    ranks = {len(shape) for shape in shapes_in}
    if len(ranks) != 1:
        raise ShapeError(op, f"operands have ranks {sorted(ranks)}")
    return (shapes.concat(ctx, shapes_in, axis_of(op, axes[0], ranks.pop())),)


def concat_value(op: tf.ConcatOp | tf.ConcatV2Op, ctx: RuleContext) -> Sequence[Value | None]:
    inputs, _ = concatenated(op)
    parts = [ctx.elements(o) if len(ctx.shape(o)) == 1 else None for o in inputs]
    if any(part is None for part in parts):
        return (None,)
    return (tuple(element for part in parts for element in part or ()),)


SHAPE_RULES: RuleTable = table(
    OpRule(tf.ShapeOp, shape=vector_of_rank, value=shape_value),
    OpRule(tf.ShapeNOp, shape=shape_n, value=shape_n_value),
    OpRule(tf.RankOp, shape=scalar, value=rank_value),
    OpRule(tf.SizeOp, shape=scalar, value=size_value),
    OpRule(tf.ReshapeOp, shape=reshape, value=same_elements),
    OpRule(tf.ExpandDimsOp, shape=expand_dims, value=same_elements),
    OpRule(tf.SqueezeOp, shape=squeeze, value=same_elements),
    OpRule(tf.TransposeOp, shape=transpose, value=transpose_value),
    OpRule(tf.BroadcastToOp, shape=broadcast_to, value=broadcast_to_value),
    OpRule(tf.TileOp, shape=tile),
    OpRule(tf.FillOp, shape=fill, value=fill_value),
    OpRule(tf.PackOp, shape=pack, value=pack_value),
    OpRule(tf.UnpackOp, shape=unpack, value=unpack_value),
    OpRule(tf.ConcatOp, shape=concat, value=concat_value),
    OpRule(tf.ConcatV2Op, shape=concat, value=concat_value),
)
