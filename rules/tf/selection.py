"""Rules for tf ops that choose elements; many results have a size that depends on the data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...symbolic import Expr, Predicate, all_of, any_of, as_expr, eq, ge, le, ne, shapes
from ...symbolic.shapes import Shape
from ..axes import axis_of
from ..elements import StaticSizes, places, static_sizes
from ..errors import ShapeError
from ..rule import Element, ElementDemand, OpRule, RuleContext, Value
from .element_values import elementwise
from .elementwise import broadcasting
from .ranks import shape_of_least_rank, shape_of_rank
from .sizes import part_of

UniqueAlong = tf.UniqueV2Op | tf.UniqueWithCountsV2Op


def top_k(op: tf.TopKV2Op, ctx: RuleContext) -> Sequence[Shape | None]:
    """k in place of the last dimension."""
    shape, k = ctx.shape(op.operands[0]), ctx.scalar(op.operands[1])
    if not shape:
        raise ShapeError(op, "the operand is a scalar, it needs a dimension")
    if k is None:
        k = part_of(ctx, shape[-1])
    else:
        ctx.require(ge(k, 0), f"k {k} must not be negative")
        ctx.require(le(k, shape[-1]), f"k {k} must be at most the size {shape[-1]}")
    return ((*shape[:-1], k),) * 2


def inside_rows(op: tf.TopKV2Op, ctx: RuleContext) -> Iterable[ElementDemand]:
    shape = ctx.shape(op.operands[0])
    if shape:
        yield ElementDemand(op.operands[1], "k", as_expr(0), [shape[-1] + 1])


def nth_element(op: tf.NthElementOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (shape_of_least_rank(op, ctx, 0, 1)[:-1],)


def place_in_rows(op: tf.NthElementOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    shape = ctx.shape(op.operands[0])
    if shape:
        yield ElementDemand(op.operands[1], "n", as_expr(0), [shape[-1]])


def where(op: tf.WhereOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A row for each element that is not zero: as many as there are elements at most."""
    shape = ctx.shape(op.operands[0])
    found = places_found(op, ctx)
    count = part_of(ctx, shapes.product(shape)) if found is None else as_expr(len(found))
    return ((count, as_expr(len(shape))),)


def where_value(op: tf.WhereOp, ctx: RuleContext) -> Sequence[Value | None]:
    found = places_found(op, ctx)
    return (None if found is None else tuple(as_expr(i) for place in found for i in place),)


def places_found(op: tf.WhereOp, ctx: RuleContext) -> list[StaticSizes] | None:
    """The places of what is not zero; None where some element is not decided by what is known."""
    value = ctx.value(op.operands[0])
    sizes = None if value is None else static_sizes(ctx, op.operands[0], len(value))
    if value is None or sizes is None:
        return None
    found = list[StaticSizes]()
    for place, element in zip(places(sizes), value, strict=True):
        holds = ne(element, 0) if isinstance(element, Expr) else element
        if holds is None:
            return None
        if ctx.facts.proves(holds):
            found.append(place)
        elif not ctx.facts.refutes(holds):
            return None
    return found


def unique(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """At most one distinct entry for each entry, and one at least where there is any."""
    shape = ctx.shape(op.operands[0])
    if len(shape) != 1:
        raise ShapeError(op, f"the operand has rank {len(shape)}, needed a vector")
    distinct = distinct_of(ctx, shape[0])
    return ((distinct,), shape, (distinct,))[: len(op.results)]


def list_difference(op: tf.ListDiffOp, ctx: RuleContext) -> Sequence[Shape | None]:
    (size,) = shape_of_rank(op, ctx, 0, 1)
    shape_of_rank(op, ctx, 1, 1)
    return ((part_of(ctx, size),),) * 2


def unique_along(op: UniqueAlong, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[1])
    if axes is None:
        sizes = tuple(ctx.fresh() for _ in shape)
        return (sizes, (ctx.fresh(),), (ctx.fresh(),))[: len(op.results)]
    if len(axes) > 1:
        raise ShapeError(op, f"axis has {len(axes)} elements, needed at most 1")
    axis = unique_axis(op, axes, len(shape))
    distinct = distinct_of(ctx, shape[axis])
    sizes = (*shape[:axis], distinct, *shape[axis + 1 :])
    return (sizes, (shape[axis],), (distinct,))[: len(op.results)]


def unique_axis(op: UniqueAlong, axes: Sequence[int], rank: int) -> int:
    """The dimension whose entries are compared."""
    if not axes and rank != 1:
        raise ShapeError(op, f"without an axis the operand must be a vector, it has rank {rank}")
    return axis_of(op, axes[0] if axes else 0, rank)


def distinct_of(ctx: RuleContext, size: Expr) -> Expr:
    distinct = part_of(ctx, size)
    ctx.assume(any_of(eq(size, 0), ge(distinct, 1)))
    return distinct


def bucketize(op: tf.BucketizeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (ctx.shape(op.operands[0]),)


def choose(ctx: RuleContext, condition: Element, then: Element, otherwise: Element) -> Element:
    """`then` where `condition` holds, else `otherwise`."""
    if not isinstance(condition, Predicate):
        return None
    if isinstance(then, Expr) and isinstance(otherwise, Expr):
        return ctx.select(condition, then, otherwise)
    if isinstance(then, Predicate) and isinstance(otherwise, Predicate):
        return any_of(all_of(condition, then), all_of(condition.negate(), otherwise))
    return None


def select_rows(op: tf.SelectOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Both branches have one shape; the condition has it too, or is a scalar or a vector."""
    condition, then, otherwise = map(ctx.shape, op.operands)
    if len(then) != len(otherwise):
        raise ShapeError(op, f"the branches have ranks {len(then)} and {len(otherwise)}")
    result = shapes.same_shape(ctx, then, otherwise, "the branches")
    if len(condition) not in (0, 1, len(result)) or len(condition) > len(result):
        raise ShapeError(
            op, f"the condition has rank {len(condition)}, the branches have rank {len(result)}"
        )
    for size, row in zip(condition, result, strict=False):
        shapes.same_size(ctx, size, row, "condition and branches")
    return (result,)


def select_rows_value(op: tf.SelectOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Where the condition is no vector over the rows of something larger."""
    ranks = [len(ctx.shape(o)) for o in op.operands]
    return elementwise(choose)(op, ctx) if ranks[0] in (0, ranks[1]) else (None,)


RULES = (
    OpRule(tf.TopKV2Op, shape=top_k, elements=inside_rows),
    OpRule(tf.NthElementOp, shape=nth_element, elements=place_in_rows),
    OpRule(tf.WhereOp, shape=where, value=where_value),
    OpRule(tf.ListDiffOp, shape=list_difference),
    OpRule(tf.UniqueOp, shape=unique),
    OpRule(tf.UniqueWithCountsOp, shape=unique),
    OpRule(tf.UniqueV2Op, shape=unique_along),
    OpRule(tf.UniqueWithCountsV2Op, shape=unique_along),
    OpRule(tf.BucketizeOp, shape=bucketize),
    OpRule(tf.SelectV2Op, shape=broadcasting, value=elementwise(choose)),
    OpRule(tf.SelectOp, shape=select_rows, value=select_rows_value),
)
