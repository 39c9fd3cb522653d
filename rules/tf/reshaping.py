"""Rules for tf ops that change a shape or the order of elements, or repeat them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from ...dialects import tf
from ...dialects.types import shape_of
from ...symbolic import as_expr, eq, ge, ne, shapes
from ...symbolic.shapes import ONE, Shape
from ..axes import axes_of, axis_of
from ..element_demands import at_least
from ..elements import common_sizes, spread, static_sizes, transposed
from ..errors import ShapeError
from ..rule import MAX_ELEMENTS, ElementDemand, OpRule, RuleContext, Value
from .ranks import check_least, check_shape, shape_of_rank
from .sizes import element_sizes, listed_sizes, numbers_of, one_of


def reshape(op: tf.ReshapeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    check_shape(op, ctx, 1, None)
    target = listed_sizes(ctx, op.operands[1])
    if target is None:
        return (None,)
    check_least(op, target, -1, "a size of the target")
    if not ctx.has_rank(op.operands[0]):
        sizes = [s if s is not None and ctx.facts.proves(ge(s, 0)) else None for s in target]
        return (tuple(ctx.fresh() if size is None else size for size in sizes),)
    numbers = numbers_of(ctx, target, op.operands[1])
    return (shapes.reshape(ctx, ctx.shape(op.operands[0]), numbers),)


def same_elements(op: tf.ReshapeOp, ctx: RuleContext) -> Sequence[Value | None]:
    """The elements in row-major order do not change."""
    return (ctx.value(op.operands[0]),)


def expand_dims(op: tf.ExpandDimsOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[1])
    if not axes:
        return (tuple(one_of(ctx, (*shape, ONE)) for _ in range(len(shape) + 1)),)
    axis = axis_of(op, axes[0], len(shape) + 1)
    return ((*shape[:axis], ONE, *shape[axis:]),)


def squeeze(op: tf.SqueezeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Drops the listed dimensions, or all of size 1.

    Where the rank depends on the run, the type of the result decides it, or the hints.
    """
    shape = ctx.shape(op.operands[0])
    gone = set(axes_of(op, op.squeeze_dims, len(shape), "squeezed dimension"))
    for d in gone:
        ctx.require(eq(shape[d], 1), f"dimension {d} of size {shape[d]} must be 1 to be squeezed")
    if not op.squeeze_dims:
        gone = {d for d, size in enumerate(shape) if ctx.facts.proves(eq(size, 1))}
        undecided = [
            d
            for d, size in enumerate(shape)
            if d not in gone and not ctx.facts.refutes(eq(size, 1))
        ]
        rank = shape_of(op.results[0].type)
        for d in undecided:
            size = shape[d]
            if rank is not None and len(rank) == len(shape) - len(gone):
                message = f"dimension {d} of size {size} must not be 1: the rank would change"
                ctx.require(ne(size, 1), message)
            elif (chosen := ctx.expect(eq(size, 1), ne(size, 1))) is None:
                return (None,)
            elif chosen == eq(size, 1):
                gone.add(d)
    return (tuple(size for d, size in enumerate(shape) if d not in gone),)


Transposition = tf.TransposeOp | tf.ConjugateTransposeOp


def permutation_of(op: Transposition, ctx: RuleContext) -> tuple[int, ...] | None:
    """The constant permutation of a transpose, each entry at least 0."""
    order = ctx.constants(op.operands[1])
    if order is None:
        return None
    axes_of(op, order, len(order), "dimension of the permutation")
    return tuple(p % len(order) for p in order)


def transpose(op: Transposition, ctx: RuleContext) -> Sequence[Shape | None]:
    check_shape(op, ctx, 1, None)
    shape, order = ctx.shape(op.operands[0]), permutation_of(op, ctx)
    if order is None:
        check_shape(op, ctx, 1, len(shape))
        return (tuple(one_of(ctx, shape) for _ in shape),)
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
    check_shape(op, ctx, 1, None)
    target = listed_sizes(ctx, op.operands[1])
    if target is None:
        return (None,)
    check_least(op, target, 0, "a size of the target")
    sizes = tuple(element_sizes(ctx, target, op.operands[1]))
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
    check_shape(op, ctx, 1, None)
    shape, multiples = ctx.shape(op.operands[0]), ctx.elements(op.operands[1])
    if multiples is None:
        check_shape(op, ctx, 1, len(shape))
        return (tuple(ctx.fresh() for _ in shape),)
    check_least(op, multiples, 0, "a multiple")
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


def permutation(op: tf.InvertPermutationOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (shape_of_rank(op, ctx, 0, 1),)


def each_once(op: tf.InvertPermutationOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Constants are judged where their value is told."""
    (size,) = shape_of_rank(op, ctx, 0, 1)
    if ctx.constants(op.operands[0]) is None:
        yield ElementDemand(op.operands[0], "x", as_expr(0), [size], distinct=True)


def invert_value(op: tf.InvertPermutationOp, ctx: RuleContext) -> Sequence[Value | None]:
    order = ctx.constants(op.operands[0])
    if order is None:
        return (None,)
    if sorted(order) != list(range(len(order))):
        raise ShapeError(op, f"{list(order)} is no permutation of 0 to {len(order) - 1}")
    return (tuple(as_expr(order.index(i)) for i in range(len(order))),)


RULES = (
    OpRule(tf.ReshapeOp, shape=reshape, value=same_elements, elements=at_least(1, -1, "shape")),
    OpRule(tf.ExpandDimsOp, shape=expand_dims, value=same_elements),
    OpRule(tf.SqueezeOp, shape=squeeze, value=same_elements),
    OpRule(tf.TransposeOp, shape=transpose, value=transpose_value),
    OpRule(tf.ConjugateTransposeOp, shape=transpose),
    OpRule(
        tf.BroadcastToOp,
        shape=broadcast_to,
        value=broadcast_to_value,
        elements=at_least(1, 0, "shape"),
    ),
    OpRule(tf.TileOp, shape=tile, elements=at_least(1, 0, "multiples")),
    OpRule(tf.InvertPermutationOp, shape=permutation, value=invert_value, elements=each_once),
)
