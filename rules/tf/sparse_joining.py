"""Rules for tf ops that join sparse tensors or take them apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import tf
from ...symbolic import Expr, as_expr, lt, maximum, minimum
from ...symbolic.shapes import Shape, same_size, total
from ..axes import axis_of
from ..rule import ElementDemand, OpRule, RuleContext, Value
from .ranks import check_shape, shape_of_rank
from .sizes import part_of
from .sparse_arithmetic import sparse_shape


def joined(op: tf.SparseConcatOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """All elements of all operands."""
    number = len(op.operands) // 3
    counts, ranks = list[Expr](), list[Expr]()
    for i in range(number):
        count, rank = shape_of_rank(op, ctx, i, 2)
        (values,) = shape_of_rank(op, ctx, number + i, 1)
        (sizes,) = shape_of_rank(op, ctx, 2 * number + i, 1)
        counts.append(same_size(ctx, count, values, "indices and values"))
        ranks.append(same_size(ctx, rank, sizes, "numbers of an index and the rank"))
    first, *others = ranks
    for other in others:
        first = same_size(ctx, first, other, "ranks of sparse tensors")
    count = ctx.facts.simplify(total(counts))
    return ((count, first), (count,), (first,))


def joint_axis(op: tf.SparseConcatOp, rank: int) -> int:
    return axis_of(op, op.concat_dim, rank, "concat_dim")


def joined_sizes(op: tf.SparseConcatOp, ctx: RuleContext) -> Sequence[Value | None]:
    """The sizes of the first operand, along `concat_dim` those of all together."""
    number = len(op.operands) // 3
    given = [ctx.elements(operand) for operand in op.operands[2 * number :]]
    first = next((sizes for sizes in given if sizes is not None), None)
    if first is None:
        return (None, None, None)
    axis = joint_axis(op, len(first))
    along = [None if sizes is None else sizes[axis] for sizes in given]
    known = [size for size in along if size is not None]
    sizes = list(given[0] or (None,) * len(first))
    sizes[axis] = ctx.facts.simplify(total(known)) if len(known) == number else None
    return (None, None, tuple(sizes))


def other_sizes_agree(op: tf.SparseConcatOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    first, *others = op.operands[2 * (len(op.operands) // 3) :]
    rank = len(ctx.elements(first) or ())
    for other in others:
        for place in range(rank):
            if place != joint_axis(op, rank):
                words = "sizes but along concat_dim, as those of the others"
                yield ElementDemand(other, words, (first, place), place=place)
                yield ElementDemand(first, words, (other, place), place=place)


def sliced(op: tf.SparseSliceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    count, rank = sparse_shape(op, ctx, 0)
    for i in (3, 4):
        (numbers,) = shape_of_rank(op, ctx, i, 1)
        rank = same_size(ctx, rank, numbers, "the rank and numbers of start and size")
    found = part_of(ctx, count)
    return ((found, rank), (found,), (rank,))


def sliced_gradient(op: tf.SparseSliceGradOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A number for each element of the operand."""
    (gradient,), (start,) = (shape_of_rank(op, ctx, i, 1) for i in (0, 2))
    (count, rank), (found, numbers) = (shape_of_rank(op, ctx, i, 2) for i in (1, 3))
    same_size(ctx, gradient, found, "gradient and output_indices")
    for other in (start, numbers):
        same_size(ctx, rank, other, "numbers of indices and start")
    return ((count,),)


def sliced_size(size: Expr, start: Expr, wanted: Expr) -> Expr:
    """How much there is of `wanted` places from `start` on."""
    return maximum(minimum(wanted, size - start), 0)


def sliced_sizes(op: tf.SparseSliceOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Not where there are other numbers of sizes and of places, which `sliced` refuses."""
    given = [ctx.elements(operand) for operand in op.operands[2:]]
    numbers = [each for each in given if each is not None]
    if len(numbers) < len(given) or len({len(each) for each in numbers}) > 1:
        return (None, None, None)
    return (None, None, tuple(known_size(ctx, each) for each in zip(*numbers, strict=True)))


def known_size(ctx: RuleContext, numbers: Sequence[Expr | None]) -> Expr | None:
    known = [number for number in numbers if number is not None]
    return ctx.facts.simplify(sliced_size(*known)) if len(known) == 3 else None


def split(op: tf.SparseSplitOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Together the results have all elements."""
    count, numbers = shape_of_rank(op, ctx, 1, 2)
    (values,), (sizes,) = (shape_of_rank(op, ctx, i, 1) for i in (2, 3))
    check_shape(op, ctx, 0)
    count = same_size(ctx, count, values, "indices and values")
    rank = same_size(ctx, numbers, sizes, "numbers of an index and the rank")
    parts = [part_of(ctx, count) for _ in range(op.num_split)]
    return (
        *((part, rank) for part in parts),
        *((part,) for part in parts),
        *[(rank,)] * len(parts),
    )


def split_axis(op: tf.SparseSplitOp, ctx: RuleContext) -> int | None:
    """The dimension that is cut; None where it or the rank is not known."""
    given, axis = ctx.elements(op.operands[3]), ctx.constants(op.operands[0])
    if given is None or axis is None:
        return None
    return axis_of(op, axis[0], len(given), "split_dim")


def part_size(ctx: RuleContext, size: Expr, number: int, place: int) -> Expr:
    """The size of part `place` of so many parts, the first of which may be one longer."""
    return size // number + ctx.select(lt(place, size % number), as_expr(1), as_expr(0))


def split_sizes(op: tf.SparseSplitOp, ctx: RuleContext) -> Sequence[Value | None]:
    none = [None] * (2 * op.num_split)
    given, axis = ctx.elements(op.operands[3]), split_axis(op, ctx)
    if given is None or axis is None:
        return (*none, *[None] * op.num_split)
    sizes = list[Value]()
    for place in range(op.num_split):
        part = list(given)
        size = part[axis]
        if size is not None:
            part[axis] = ctx.facts.simplify(part_size(ctx, size, op.num_split, place))
        sizes.append(tuple(part))
    return (*none, *sizes)


def parts_exist(op: tf.SparseSplitOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    axis = split_axis(op, ctx)
    if axis is not None:
        yield ElementDemand(
            op.operands[3], "the size that is cut", as_expr(op.num_split), place=axis
        )


RULES = (
    OpRule(tf.SparseConcatOp, shape=joined, value=joined_sizes, elements=other_sizes_agree),
    OpRule(tf.SparseSliceOp, shape=sliced, value=sliced_sizes),
    OpRule(tf.SparseSliceGradOp, shape=sliced_gradient),
    OpRule(tf.SparseSplitOp, shape=split, value=split_sizes, elements=parts_exist),
)
