"""Rules for tf ops that ask for shapes, or give the elements of a tensor another shape or order."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ...dialects import tf
from ...symbolic import Expr, as_expr, eq, shapes
from ...symbolic.shapes import ONE, Shape
from ..rules import OpRule, RuleTable, Value, table
from ..shape_analysis import ShapeAnalysis


def shape_value(op: tf.ShapeOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    return (ctx.shape(op.operands[0]),)


def vector_of_rank(op: tf.ShapeOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    return ((as_expr(len(ctx.shape(op.operands[0]))),),)


def shape_n_value(op: tf.ShapeNOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    return tuple(ctx.shape(o) if ctx.has_rank(o) else None for o in op.operands)


def shape_n(op: tf.ShapeNOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    return tuple((as_expr(len(ctx.shape(o))),) if ctx.has_rank(o) else None for o in op.operands)


def scalar(op: tf.SizeOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    return tuple(() for _ in op.results)


def rank_value(op: tf.RankOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    return ((as_expr(len(ctx.shape(op.operands[0]))),),)


def size_value(op: tf.SizeOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    return ((shapes.product(ctx.shape(op.operands[0])),),)


def reshape(op: tf.ReshapeOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    target = ctx.elements(op.operands[1])
    if target is None:
        return (None,)
    if not ctx.has_rank(op.operands[0]):
        return (tuple(known_size(ctx, size) for size in target),)
    return (shapes.reshape(ctx, ctx.shape(op.operands[0]), target),)


def known_size(ctx: ShapeAnalysis, size: Expr | None) -> Expr:
    """`size` where it is a size for certain, else a new symbol."""
    low = None if size is None else ctx.facts.bounds(size)[0]
    return size if size is not None and low is not None and low >= 0 else ctx.fresh()


def same_elements(op: tf.ReshapeOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    """The elements in row-major order do not change."""
    return (ctx.value(op.operands[0]),)


def expand_dims(op: tf.ExpandDimsOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[1])
    if axes is None:
        return (tuple(ctx.fresh() for _ in range(len(shape) + 1)),)
    axis = axes[0] % (len(shape) + 1)
    return ((*shape[:axis], ONE, *shape[axis:]),)


def squeeze(op: tf.SqueezeOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    shape = ctx.shape(op.operands[0])
    gone = {d % len(shape) for d in op.squeeze_dims}
    for d in gone:
        ctx.demand(eq(shape[d], 1), f"dimension {d} of size {shape[d]} must be 1 to be squeezed")
    if not gone:
        if not all(size == ONE or ctx.facts.refutes(eq(size, 1)) for size in shape):
            return (None,)
        gone = {d for d, size in enumerate(shape) if size == ONE}
    return (tuple(size for d, size in enumerate(shape) if d not in gone),)


def permutation_of(op: tf.TransposeOp, ctx: ShapeAnalysis) -> tuple[int, ...] | None:
    """The constant permutation of a transpose, each entry at least 0."""
    order = ctx.constants(op.operands[1])
    return None if order is None else tuple(p % len(order) for p in order)


def transpose(op: tf.TransposeOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    shape, order = ctx.shape(op.operands[0]), permutation_of(op, ctx)
    if order is None:
        return (tuple(ctx.fresh() for _ in shape),)
    return (shapes.transpose(shape, order),)


def broadcast_to(op: tf.BroadcastToOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    target = ctx.elements(op.operands[1])
    if target is None:
        return (None,)
    sizes = tuple(known_size(ctx, size) for size in target)
    return (shapes.broadcast_to(ctx, ctx.shape(op.operands[0]), sizes),)


def tile(op: tf.TileOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    shape, multiples = ctx.shape(op.operands[0]), ctx.elements(op.operands[1])
    if multiples is None:
        return (tuple(ctx.fresh() for _ in shape),)
    return (
        tuple(
            ctx.fresh() if times is None else size * times
            for size, times in zip(shape, multiples, strict=True)
        ),
    )


def fill(op: tf.FillOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    dims = ctx.elements(op.operands[0])
    return (None if dims is None else tuple(known_size(ctx, size) for size in dims),)


def fill_value(op: tf.FillOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    dims, value = ctx.constants(op.operands[0]), ctx.value(op.operands[1])
    if dims is None or value is None or len(dims) > 1 or prod(dims) > 64:
        return (None,)
    return (value * prod(dims),)


def pack(op: tf.PackOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    first, *others = [ctx.shape(o) for o in op.operands]
    for other in others:
        first = shapes.same_shape(ctx, first, other, "packed tensors")
    axis = op.axis % (len(first) + 1)
    return ((*first[:axis], as_expr(len(op.operands)), *first[axis:]),)


def pack_value(op: tf.PackOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    """Scalars packed to a vector, vectors to the rows of a matrix."""
    values = [ctx.value(o) for o in op.operands]
    if op.axis not in (0, -1) or any(v is not None and len(v) != 1 for v in values):
        return (None,)
    return (tuple(None if v is None else v[0] for v in values),)


def unpack(op: tf.UnpackOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    shape = ctx.shape(op.operands[0])
    axis = op.axis % len(shape)
    count = len(op.results)
    ctx.demand(eq(shape[axis], count), f"size {shape[axis]} must be the number of results, {count}")
    return (shapes.reduce(shape, [axis]),) * count


def unpack_value(op: tf.UnpackOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    value = ctx.value(op.operands[0])
    if value is None or len(value) != len(op.results):
        return (None,) * len(op.results)
    return tuple((element,) for element in value)


def concat(op: tf.ConcatV2Op, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    *inputs, axis = op.operands
    shapes_in = [ctx.shape(o) for o in inputs]
    axes = ctx.constants(axis)
    if axes is None:
        return (tuple(ctx.fresh() for _ in shapes_in[0]),)
    return (shapes.concat(ctx, shapes_in, axes[0] % len(shapes_in[0])),)


def concat_value(op: tf.ConcatV2Op, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    parts = [ctx.elements(o) if len(ctx.shape(o)) == 1 else None for o in op.operands[:-1]]
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
    OpRule(tf.TransposeOp, shape=transpose),
    OpRule(tf.BroadcastToOp, shape=broadcast_to),
    OpRule(tf.TileOp, shape=tile),
    OpRule(tf.FillOp, shape=fill, value=fill_value),
    OpRule(tf.PackOp, shape=pack, value=pack_value),
    OpRule(tf.UnpackOp, shape=unpack, value=unpack_value),
    OpRule(tf.ConcatV2Op, shape=concat, value=concat_value),
)
