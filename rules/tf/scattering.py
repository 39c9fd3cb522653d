"""Rules for tf ops that write at computed positions, or combine what falls on one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation, SSAValue

from ...dialects import tf
from ...dialects.tf.scattering import InplaceRows, Segments
from ...symbolic import any_of, as_expr, eq, ne, shapes
from ...symbolic.shapes import Shape
from ..element_demands import not_empty
from ..errors import ShapeError, UnknownRank
from ..rule import ElementDemand, OpRule, RuleContext
from .gathering import depth_of, require_entries, rows_inside
from .ranks import check_shape, shape_of_least_rank, shape_of_rank
from .sizes import element_sizes, listed_sizes, size_of


def scatter_nd(op: tf.ScatterNdOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape that operand 2 holds."""
    check_shape(op, ctx, 2, None)
    given = listed_sizes(ctx, op.operands[2])
    if given is None:
        return (None,)
    target = tuple(element_sizes(ctx, given, op.operands[2]))
    check_updates(op, ctx, target, op.operands[0], op.operands[1])
    return (target,)


def check_updates(
    op: Operation, ctx: RuleContext, target: Shape, indices: SSAValue, updates: SSAValue
) -> None:
    """Demands an update for each row of `indices`, of the size of what it names in `target`.

    Where the size of the rows is not known, the ranks tell it.
    """
    try:
        rows, found = ctx.shape(indices), ctx.shape(updates)
    except UnknownRank:
        return
    try:
        depth = depth_of(op, ctx, indices)
    except UnknownRank:
        depth = len(rows) - 1 + len(target) - len(found)
        message = f"the rows of indices have size {rows[-1]}, by the ranks it must be {depth}"
        ctx.require(eq(rows[-1], depth), message)
    if depth > len(target):
        raise ShapeError(
            op, f"the rows of indices have size {depth}, the target has rank {len(target)}"
        )
    needed = (*ctx.shape(indices)[:-1], *target[depth:])
    shapes.same_shape(ctx, found, needed, "updates and what they replace")
    require_entries(ctx, ctx.shape(indices), target[depth:])


def tensor_scatter(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape of operand 0."""
    target, indices, updates = op.operands
    shape = ctx.shape(target)
    check_updates(op, ctx, shape, indices, updates)
    return (shape,)


def segments(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """The number of segments in place of the dimensions that the ids cover."""
    data, ids = ctx.shape(op.operands[0]), ctx.shape(op.operands[1])
    if len(ids) > len(data):
        raise ShapeError(op, f"segment_ids has rank {len(ids)}, data has rank {len(data)}")
    shapes.same_shape(ctx, data[: len(ids)], ids, "data and segment_ids")
    return ((size_of(ctx, op.operands[2], 0, "num_segments"), *data[len(ids) :]),)


def rows_in_place(op: InplaceRows, ctx: RuleContext) -> Sequence[Shape | None]:
    """As many rows as numbers, each as long as those of `x`; nothing is written where none are."""
    x, v = (shape_of_least_rank(op, ctx, i, 1) for i in (0, 2))
    (count,) = shape_of_rank(op, ctx, 1, 1)
    shapes.same_size(ctx, count, v[0], "numbers and rows")
    rest = shapes.same_shape(ctx, x[1:], v[1:], "rows of x and v")
    return ((x[0], *rest),)


def ordered_segments(op: Segments, ctx: RuleContext) -> Sequence[Shape | None]:
    """One entry more than the greatest id; none where there is no data."""
    data, ids = ctx.shape(op.operands[0]), ctx.shape(op.operands[1])
    if not data or len(ids) != 1:
        raise ShapeError(op, f"data and segment_ids have ranks {len(data)} and {len(ids)}")
    size = shapes.same_size(ctx, data[0], ids[0], "data and segment_ids")
    count = ctx.fresh()
    ctx.assume(any_of(ne(size, 0), eq(count, 0)))
    return ((count, *data[1:]),)


def inside_new(op: tf.ScatterNdOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """The shape is an operand; its sizes are none below 0."""
    indices, shape = op.operands[0], op.operands[2]
    rank = len(ctx.elements(shape) or ())
    yield ElementDemand(shape, "shape", as_expr(0))
    if rank:
        yield from rows_inside(ctx, [(shape, i) for i in range(rank)], indices)


def inside(op: Operation, ctx: RuleContext) -> Iterable[ElementDemand]:
    return rows_inside(ctx, ctx.shape(op.operands[0]), op.operands[1])


def segments_exist(op: Operation, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Negative ids drop their data; ids are not looked at where the data have no elements."""
    data, ids, count = op.operands
    yield ElementDemand(count, "num_segments", as_expr(0))
    some = not_empty(*ctx.shape(data))
    yield ElementDemand(ids, "segment_ids", below=[(count, 0)], when=some)


def segments_in_order(op: Segments, ctx: RuleContext) -> Iterable[ElementDemand]:
    yield ElementDemand(op.operands[1], "segment_ids", as_expr(0), ascending=True)


RULES = (
    OpRule(tf.ScatterNdOp, shape=scatter_nd, elements=inside_new),
    OpRule(tf.TensorScatterUpdateOp, shape=tensor_scatter, elements=inside),
    OpRule(tf.TensorScatterAddOp, shape=tensor_scatter, elements=inside),
    OpRule(tf.TensorScatterSubOp, shape=tensor_scatter, elements=inside),
    OpRule(tf.TensorScatterMaxOp, shape=tensor_scatter, elements=inside),
    OpRule(tf.TensorScatterMinOp, shape=tensor_scatter, elements=inside),
    OpRule(tf.UnsortedSegmentSumOp, shape=segments, elements=segments_exist),
    OpRule(tf.UnsortedSegmentProdOp, shape=segments, elements=segments_exist),
    OpRule(tf.UnsortedSegmentMaxOp, shape=segments, elements=segments_exist),
    OpRule(tf.UnsortedSegmentMinOp, shape=segments, elements=segments_exist),
    OpRule(tf.InplaceUpdateOp, shape=rows_in_place),
    OpRule(tf.InplaceAddOp, shape=rows_in_place),
    OpRule(tf.InplaceSubOp, shape=rows_in_place),
    OpRule(tf.SegmentSumOp, shape=ordered_segments, elements=segments_in_order),
    OpRule(tf.SegmentProdOp, shape=ordered_segments, elements=segments_in_order),
    OpRule(tf.SegmentMaxOp, shape=ordered_segments, elements=segments_in_order),
    OpRule(tf.SegmentMinOp, shape=ordered_segments, elements=segments_in_order),
    OpRule(tf.SegmentMeanOp, shape=ordered_segments, elements=segments_in_order),
)
