"""Rules for tf ops on sparse tensors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import tf
from ...dialects.tf.sparse import (
    CountedSparseSegments,
    SparseReduction,
    SparseSegments,
    SparseSegmentsGradient,
    UniqueSegmentsGradient,
)
from ...symbolic import Expr, any_of, as_expr, eq, ge, le, maximum, ne
from ...symbolic.shapes import ONE, Shape, reduce, same_size
from ...symbolic.shapes import product as product_of
from ..axes import axis_of
from ..errors import ShapeError
from ..rule import ElementDemand, OpRule, RuleContext, Value
from .ranks import check_shape, shape_of_least_rank, shape_of_rank
from .selection import distinct_of
from .sizes import element_size, element_sizes, size_of


def segments(op: SparseSegments, ctx: RuleContext) -> Sequence[Shape | None]:
    """One entry more than the greatest id, and none where there are no ids; or as many as told."""
    data = shape_of_least_rank(op, ctx, 0, 1)
    (indices,), (ids,) = (shape_of_rank(op, ctx, i, 1) for i in (1, 2))
    size = same_size(ctx, indices, ids, "indices and segment_ids")
    if isinstance(op, CountedSparseSegments):
        return ((size_of(ctx, op.operands[3], 0, "num_segments"), *data[1:]),)
    count = ctx.fresh()
    ctx.assume(any_of(ne(size, 0), eq(count, 0)))
    return ((count, *data[1:]),)


def rows_exist(op: SparseSegments, ctx: RuleContext) -> Iterable[ElementDemand]:
    rows = ctx.shape(op.operands[0])[0]
    yield ElementDemand(op.operands[1], "indices", as_expr(0), [rows])
    ends = [(op.operands[3], 0)] if isinstance(op, CountedSparseSegments) else []
    yield ElementDemand(op.operands[2], "segment_ids", as_expr(0), ends, ascending=True)


def to_dense(op: tf.SparseToDenseOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The shape that operand 1 holds; indices are rows, or scalars for a vector."""
    check_shape(op, ctx, 1, None)
    given = ctx.elements(op.operands[1])
    if given is None:
        return (None,)
    rank = len(given)
    indices = shape_of_rank(op, ctx, 0, 0, 1, 2)
    if len(indices) == 2:
        same_size(ctx, indices[1], as_expr(rank), "numbers of an index and the rank")
    elif rank != 1:
        raise ShapeError(op, f"output_shape has {rank} sizes, needed 1 for scalar indices")
    values = shape_of_rank(op, ctx, 2, 0, 1)
    if values:
        same_size(ctx, values[0], count_of(indices), "values and indices")
    return (tuple(element_sizes(ctx, given, op.operands[1])),)


def count_of(indices: Shape) -> Expr:
    """The number of places that indices of this shape name."""
    return indices[0] if indices else as_expr(1)


def places_exist(op: tf.SparseToDenseOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """In both ways TensorFlow refuses what is outside; in order only where it validates."""
    indices, shape = op.operands[:2]
    rank = len(ctx.elements(shape) or ())
    yield ElementDemand(shape, "output_shape", as_expr(0))
    sizes = [(shape, i) for i in range(rank)]
    yield ElementDemand(indices, "sparse_indices", as_expr(0), sizes)
    if op.validate_indices and len(ctx.shape(indices)) == 1:
        yield ElementDemand(indices, "sparse_indices must ascend", ascending=True, distinct=True)


def reorder(op: tf.SparseReorderOp, ctx: RuleContext) -> Sequence[Shape | None]:
    count, rank = shape_of_rank(op, ctx, 0, 2)
    (values,) = shape_of_rank(op, ctx, 1, 1)
    (sizes,) = shape_of_rank(op, ctx, 2, 1)
    count = same_size(ctx, count, values, "input_indices and input_values")
    rank = same_size(ctx, rank, sizes, "numbers of an index and the rank")
    return ((count, rank), (count,))


def product(op: tf.SparseTensorDenseMatMulOp, ctx: RuleContext) -> Sequence[Shape | None]:
    rows, numbers = shape_of_rank(op, ctx, 0, 2)
    (values,) = shape_of_rank(op, ctx, 1, 1)
    same_size(ctx, rows, values, "a_indices and a_values")
    same_size(ctx, numbers, as_expr(2), "numbers of an index and the rank")
    check_shape(op, ctx, 2, 2)
    given = ctx.elements(op.operands[2]) or (None, None)
    sizes = element_sizes(ctx, given, op.operands[2])
    outer, inner = reversed(sizes) if op.adjoint_a else sizes
    right = shape_of_rank(op, ctx, 3, 2)
    found, columns = reversed(right) if op.adjoint_b else right
    same_size(ctx, inner, found, "contracted dimensions")
    return ((outer, columns),)


def elements_exist(op: tf.SparseTensorDenseMatMulOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    indices, _, shape, _ = op.operands
    yield ElementDemand(indices, "a_indices", as_expr(0), [(shape, 0), (shape, 1)])


def reduction(op: SparseReduction, ctx: RuleContext) -> Sequence[Shape | None]:
    """The sizes in `input_shape` but for the reduced ones, which are 1 where they are kept."""
    count, numbers = shape_of_rank(op, ctx, 0, 2)
    (values,) = shape_of_rank(op, ctx, 1, 1)
    same_size(ctx, count, values, "input_indices and input_values")
    check_shape(op, ctx, 2, None)
    given, axes = ctx.elements(op.operands[2]), reduced_axes(op, ctx)
    if given is None or axes is None:
        return (None,)
    same_size(ctx, numbers, as_expr(len(given)), "numbers of an index and the rank")
    return (reduce(tuple(element_sizes(ctx, given, op.operands[2])), axes, op.keep_dims),)


def reduced_axes(op: SparseReduction, ctx: RuleContext) -> list[int] | None:
    """The dimensions that are reduced; None where they or the rank are not known."""
    given, axes = ctx.elements(op.operands[2]), ctx.constants(op.operands[3])
    if given is None or axes is None:
        return None
    return sorted({axis_of(op, axis, len(given), "reduction index") for axis in axes})


def segments_gradient(op: SparseSegmentsGradient, ctx: RuleContext) -> Sequence[Shape | None]:
    """As many entries as `output_dim0` says."""
    gradient = shape_of_least_rank(op, ctx, 0, 1)
    (indices,), (ids,) = (shape_of_rank(op, ctx, i, 1) for i in (1, 2))
    same_size(ctx, indices, ids, "indices and segment_ids")
    return ((size_of(ctx, op.operands[3], 0, "output_dim0"), *gradient[1:]),)


def unique_gradient(op: UniqueSegmentsGradient, ctx: RuleContext) -> Sequence[Shape | None]:
    """As many entries as there are distinct indices."""
    gradient = shape_of_least_rank(op, ctx, 0, 1)
    (indices,), (ids,) = (shape_of_rank(op, ctx, i, 1) for i in (1, 2))
    count = distinct_of(ctx, same_size(ctx, indices, ids, "indices and segment_ids"))
    return ((count, *gradient[1:]), (count,))


def entries_exist(
    op: SparseSegmentsGradient | UniqueSegmentsGradient, ctx: RuleContext
) -> Iterable[ElementDemand]:
    yield ElementDemand(op.operands[1], "indices", as_expr(0), [(op.operands[3], 0)])
    yield ElementDemand(op.operands[2], "segment_ids", as_expr(0), [ctx.shape(op.operands[0])[0]])


def reshaped(op: tf.SparseReshapeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """As many numbers of an index as there are new sizes."""
    count, rank = shape_of_rank(op, ctx, 0, 2)
    (sizes,), (target,) = (shape_of_rank(op, ctx, i, 1) for i in (1, 2))
    same_size(ctx, rank, sizes, "numbers of an index and the rank")
    return ((count, target), (target,))


def new_sizes(ctx: RuleContext, sizes: Sequence[Expr], target: Sequence[Expr]) -> Sequence[Expr]:
    """The sizes in `target`; one that is -1 is what the others leave."""
    is_open = [eq(size, -1) for size in target]
    others = [ctx.select(each, ONE, size) for each, size in zip(is_open, target, strict=True)]
    left = product_of(sizes) // maximum(product_of(others), 1)
    return [
        ctx.facts.simplify(ctx.select(each, left, size))
        for each, size in zip(is_open, target, strict=True)
    ]


def known_sizes(op: tf.SparseReshapeOp, ctx: RuleContext) -> Sequence[Value | None]:
    given, target = (ctx.elements(op.operands[i]) for i in (1, 2))
    if given is None or target is None or None in given or None in target:
        return (None, None)
    known = [[size for size in each if size is not None] for each in (given, target)]
    return (None, tuple(new_sizes(ctx, *known)))


def filled(op: tf.SparseFillEmptyRowsOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Each row has an element then, and one more at most."""
    count, rank = shape_of_rank(op, ctx, 0, 2)
    (values,), (sizes,) = (shape_of_rank(op, ctx, i, 1) for i in (1, 2))
    count = same_size(ctx, count, values, "indices and values")
    rank = same_size(ctx, rank, sizes, "numbers of an index and the rank")
    given = ctx.elements(op.operands[2])
    rows = element_size(ctx, given[0] if given else None, op.operands[2])
    found = ctx.fresh()
    for claim in (ge(found, count), ge(found, rows), le(found, count + rows)):
        ctx.assume(claim)
    return ((found, rank), (found,), (rows,), (count,))


def filled_gradient(op: tf.SparseFillEmptyRowsGradOp, ctx: RuleContext) -> Sequence[Shape | None]:
    (count,), _ = (shape_of_rank(op, ctx, i, 1) for i in (0, 1))
    return ((count,), ())


def places_filled(op: tf.SparseFillEmptyRowsGradOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    (count,) = ctx.shape(op.operands[1])
    yield ElementDemand(op.operands[0], "reverse_index_map", as_expr(0), [count])


RULES = (
    OpRule(tf.SparseSegmentSumGradV2Op, shape=unique_gradient, elements=entries_exist),
    OpRule(tf.SparseSegmentMeanGradV2Op, shape=unique_gradient, elements=entries_exist),
    OpRule(tf.SparseSegmentSqrtNGradV2Op, shape=unique_gradient, elements=entries_exist),
    OpRule(tf.SparseFillEmptyRowsGradOp, shape=filled_gradient, elements=places_filled),
    OpRule(tf.SparseSegmentSumGradOp, shape=segments_gradient, elements=entries_exist),
    OpRule(tf.SparseSegmentMeanGradOp, shape=segments_gradient, elements=entries_exist),
    OpRule(tf.SparseSegmentSqrtNGradOp, shape=segments_gradient, elements=entries_exist),
    OpRule(tf.SparseReshapeOp, shape=reshaped, value=known_sizes),
    OpRule(tf.SparseFillEmptyRowsOp, shape=filled),
    OpRule(tf.SparseReduceSumOp, shape=reduction),
    OpRule(tf.SparseReduceMaxOp, shape=reduction),
    OpRule(tf.SparseSegmentSumOp, shape=segments, elements=rows_exist),
    OpRule(tf.SparseSegmentMeanOp, shape=segments, elements=rows_exist),
    OpRule(tf.SparseSegmentSqrtNOp, shape=segments, elements=rows_exist),
    OpRule(tf.SparseSegmentSumWithNumSegmentsOp, shape=segments, elements=rows_exist),
    OpRule(tf.SparseSegmentMeanWithNumSegmentsOp, shape=segments, elements=rows_exist),
    OpRule(tf.SparseSegmentSqrtNWithNumSegmentsOp, shape=segments, elements=rows_exist),
    OpRule(tf.SparseToDenseOp, shape=to_dense, elements=places_exist),
    OpRule(tf.SparseReorderOp, shape=reorder),
    OpRule(tf.SparseTensorDenseMatMulOp, shape=product, elements=elements_exist),
)
