"""Rules for tf ops on ragged tensors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import tf
from ...symbolic import Expr, as_expr, eq, ge
from ...symbolic.shapes import Shape, product, same_size
from ..errors import ShapeError
from ..rule import Element, ElementDemand, OpRule, RuleContext, Value
from .ranks import check_shape, shape_of_least_rank, shape_of_rank


def ranges(op: tf.RaggedRangeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """As many rows as a vector among the operands has elements, one of scalars alone."""
    shapes = [shape_of_rank(op, ctx, i, 0, 1) for i in range(3)]
    vectors = [shape[0] for shape in shapes if shape]
    rows = vectors[0] if vectors else as_expr(1)
    for size in vectors[1:]:
        rows = same_size(ctx, rows, size, "starts, limits and deltas")
    return ((rows + 1,), (ctx.fresh(),))


def steps(op: tf.RaggedRangeOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    yield ElementDemand(op.operands[2], "deltas", non_zero=True)


def gathered(op: tf.RaggedGatherOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Known for one ragged dimension and a vector of indices."""
    values = shape_of_least_rank(op, ctx, len(op.operands) - 2, 1)
    if len(op.operands) != 3 or len(op.results) != 2:
        return (*((ctx.fresh(),) for _ in op.results[1:]), (ctx.fresh(), *values[1:]))
    (splits,), (indices,) = (shape_of_rank(op, ctx, i, 1) for i in (0, 2))
    ctx.require(ge(splits, 1), "splits must not be empty")
    return ((indices + 1,), (ctx.fresh(), *values[1:]))


def rows_exist(op: tf.RaggedGatherOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    if len(op.operands) == 3:
        splits, values, indices = op.operands
        rows = ctx.shape(splits)[0] - 1
        yield ElementDemand(indices, "indices", as_expr(0), [rows])
        most = ctx.shape(values)[0] + 1
        yield ElementDemand(splits, "splits", as_expr(0), [most], ascending=True)


def to_sparse(op: tf.RaggedTensorToSparseOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """An index and a value for each element."""
    *nested, _ = op.operands
    values = shape_of_least_rank(op, ctx, len(nested), 1)
    for i in range(len(nested)):
        (splits,) = shape_of_rank(op, ctx, i, 1)
        ctx.require(ge(splits, 1), "splits must not be empty")
    rank, count = as_expr(len(nested) + len(values)), product(values)
    return (count, rank), (count,), (rank,)


def sparse_sizes(op: tf.RaggedTensorToSparseOp, ctx: RuleContext) -> Sequence[Value | None]:
    """As many rows as the first splits have; sizes of the values at the end."""
    *nested, values = op.operands
    longest: list[Element] = [None] * len(nested)
    return None, None, (ctx.shape(nested[0])[0] - 1, *longest, *ctx.shape(values)[1:])


def splits_fit(op: tf.RaggedTensorToSparseOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Splits begin with 0 and ascend; the conversion tests where they end."""
    for splits in op.operands[:-1]:
        one = as_expr(1)
        yield ElementDemand(splits, "splits", as_expr(0), ascending=True)
        yield ElementDemand(splits, "the first split", below=[one], place=0)


def to_dense(op: tf.RaggedTensorToTensorOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Rows, the longest of them, and the sizes of what they hold."""
    values = shape_of_least_rank(op, ctx, 1, 1)
    ragged = sum(kind != "FIRST_DIM_SIZE" for kind in op.partition_types())
    rank = ragged + len(values)
    shape = shape_of_rank(op, ctx, 0, 0, 1)
    check_shape(op, ctx, 0, *((rank,) if shape else ()))
    given = ctx.elements(op.operands[0]) if shape else (as_expr(-1),) * rank
    given = given or (None,) * rank
    for size, wanted in zip(values[1:], given[ragged + 1 :], strict=True):
        if wanted is not None and not ctx.facts.refutes(ge(wanted, 0)):
            same_size(ctx, size, wanted, "values and shape")
    return ((*outer_sizes(op, ctx, given, ragged), *values[1:]),)


def outer_sizes(
    op: tf.RaggedTensorToTensorOp, ctx: RuleContext, given: Sequence[Expr | None], ragged: int
) -> list[Expr]:
    """The number of rows, and of what they hold in each ragged dimension."""
    sizes = list[Expr]()
    for place, wanted in enumerate(given[: ragged + 1]):
        if wanted is not None and ctx.facts.proves(ge(wanted, 0)):
            sizes.append(wanted)
        elif place == 0 and wanted is not None and ctx.facts.proves(eq(wanted, -1)):
            sizes.append(rows_of(op, ctx))
        else:
            sizes.append(ctx.fresh())
    return sizes


def rows_of(op: tf.RaggedTensorToTensorOp, ctx: RuleContext) -> Expr:
    """The number of rows, which splits show and which is given beside row ids."""
    first = op.operands[3]
    if op.partition_types()[0] == "ROW_SPLITS":
        (splits,) = shape_of_rank(op, ctx, 3, 1)
        ctx.require(ge(splits, 1), "splits must not be empty")
        return splits - 1
    if ctx.shape(first):
        raise ShapeError(op, "the size of the first dimension must be a scalar")
    return ctx.scalar(first) or ctx.fresh()


def in_order(op: tf.RaggedTensorToTensorOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Splits begin with 0 and ascend; row ids name rows."""
    kinds, partitions = op.partition_types(), op.operands[3:]
    for kind, partition in zip(kinds, partitions, strict=True):
        if kind == "ROW_SPLITS":
            one = as_expr(1)
            yield ElementDemand(partition, "splits", as_expr(0), ascending=True)
            yield ElementDemand(partition, "the first split", below=[one], place=0)
    if kinds == ["FIRST_DIM_SIZE", "VALUE_ROWIDS"]:
        yield ElementDemand(partitions[0], "the size of the first dimension", as_expr(0))
        yield ElementDemand(partitions[1], "row ids", as_expr(0), [(partitions[0], 0)])


RULES = (
    OpRule(tf.RaggedTensorToSparseOp, shape=to_sparse, value=sparse_sizes, elements=splits_fit),
    OpRule(tf.RaggedRangeOp, shape=ranges, elements=steps),
    OpRule(tf.RaggedGatherOp, shape=gathered, elements=rows_exist),
    OpRule(tf.RaggedTensorToTensorOp, shape=to_dense, elements=in_order),
)
