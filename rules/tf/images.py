"""Rules for tf ops that move blocks of pixels or pick boxes in images."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from ...dialects import tf
from ...dialects.tf.images import BatchMove, BlockMove, Patches, SquareBatchMove
from ...symbolic import Expr, eq, ge, le, shapes
from ...symbolic.shapes import Shape, ShapeContext
from ...symbolic.shapes import blocks as shapes_blocks
from ...symbolic.shapes.windows import Placement, place
from ..element_demands import at_least
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, ShapeRule
from .ranks import check_shape, shape_of_least_rank, shape_of_rank
from .sizes import part_of, size_of

BlockAlgebra = Callable[[ShapeContext, Expr, Expr, Expr, int], tuple[Expr, Expr, Expr]]


BatchAlgebra = Callable[
    [ShapeContext, Shape, Sequence[int], Sequence[tuple[Expr, Expr]]],
    Shape,
]


def block_move(algebra: BlockAlgebra) -> ShapeRule:
    """Sizes of height, width and channels by `algebra`, in either data format."""

    def rule(op: BlockMove, ctx: RuleContext) -> Sequence[Shape | None]:
        first, *rest = shape_of_rank(op, ctx, 0, 4)
        if op.data_format == "NHWC":
            height, width, channels = rest
            return ((first, *algebra(ctx, height, width, channels, op.block_size)),)
        channels, height, width = rest
        height, width, channels = algebra(ctx, height, width, channels, op.block_size)
        return ((first, channels, height, width),)

    return rule


def block_amounts(
    op: BatchMove | SquareBatchMove, ctx: RuleContext
) -> list[tuple[Expr, Expr]] | None:
    """The two amounts of each spatial dimension; None where one is not known."""
    value = ctx.value(op.operands[-1])
    known = [e for e in value or () if isinstance(e, Expr)]
    if value is None or len(known) != len(value):
        return None
    return list(zip(known[::2], known[1::2], strict=True))


def block_sizes(op: BatchMove | SquareBatchMove, ctx: RuleContext) -> tuple[int, ...] | None:
    """The sizes of a block; None where they are not known."""
    return (
        (op.block_size,) * 2 if isinstance(op, SquareBatchMove) else ctx.constants(op.operands[1])
    )


def check_moved(op: BatchMove | SquareBatchMove, ctx: RuleContext) -> None:
    """Raises ShapeError where an entry of the block has no dimension or no two amounts."""
    if isinstance(op, SquareBatchMove):
        shape_of_rank(op, ctx, 0, 4)
        check_shape(op, ctx, 1, 2, 2)
        return
    if not ctx.has_rank(op.operands[1]):
        return
    (count,) = shape_of_rank(op, ctx, 1, 1)
    check_shape(op, ctx, 2, count.constant_value, 2)
    if count.constant_value is not None:
        shape_of_least_rank(op, ctx, 0, 1 + count.constant_value)


def batch_move(algebra: BatchAlgebra) -> ShapeRule:
    """Sizes of batch and spatial dimensions by `algebra`."""

    def rule(op: BatchMove | SquareBatchMove, ctx: RuleContext) -> Sequence[Shape | None]:
        shape, block = ctx.shape(op.operands[0]), block_sizes(op, ctx)
        check_moved(op, ctx)
        if block is None:
            return (tuple(ctx.fresh() for _ in shape),)
        if min(block, default=1) < 1:
            raise ShapeError(op, f"block_shape is {list(block)}, needed at least 1 each")
        amounts = block_amounts(op, ctx)
        if amounts is None:
            amounts = [(ctx.fresh(), ctx.fresh()) for _ in block]
        for low, high in amounts:
            ctx.require(ge(low, 0), f"the amount {low} must be at least 0")
            ctx.require(ge(high, 0), f"the amount {high} must be at least 0")
        return (algebra(ctx, shape, block, amounts),)

    return rule


def patches(op: Patches, ctx: RuleContext) -> Sequence[Shape | None]:
    batch, *sizes, channels = shape_of_rank(op, ctx, 0, op.SPATIAL + 2)
    counts = [window.count for window in patch_windows(op, ctx, sizes)]
    return ((batch, *counts, channels * prod(op.ksizes)),)


def patch_windows(op: Patches, ctx: ShapeContext, sizes: Sequence[Expr]) -> list[Placement]:
    """The placements of a patch along the dimensions of space."""
    return [place(ctx, size, *op.along(axis), op.padding) for axis, size in enumerate(sizes, 1)]


def suppressed(
    op: tf.NonMaxSuppressionV3Op | tf.NonMaxSuppressionV4Op, ctx: RuleContext
) -> Sequence[Shape | None]:
    """At most `max_output_size` of the boxes; exactly that number if padded."""
    boxes, scores = ctx.shape(op.operands[0]), ctx.shape(op.operands[1])
    if len(boxes) != 2 or len(scores) != 1:
        raise ShapeError(op, f"boxes and scores have ranks {len(boxes)} and {len(scores)}")
    ctx.require(eq(boxes[1], 4), f"a box has {boxes[1]} numbers, needed 4")
    count = shapes.same_size(ctx, boxes[0], scores[0], "boxes and scores")
    most = ctx.scalar(op.operands[2])
    if most is not None:
        ctx.require(ge(most, 0), f"max_output_size {most} must not be negative")
    if op.padded():
        picked = size_of(ctx, op.operands[2], 0, "max_output_size")
    else:
        picked = part_of(ctx, count)
        if most is not None:
            ctx.assume(le(picked, most))
    return ((picked,), ())[: len(op.results)]


def suppressed_by_overlaps(
    op: tf.NonMaxSuppressionWithOverlapsOp, ctx: RuleContext
) -> Sequence[Shape | None]:
    rows, columns = shape_of_rank(op, ctx, 0, 2)
    (scores,) = shape_of_rank(op, ctx, 1, 1)
    count = shapes.same_size(ctx, rows, columns, "rows and columns of overlaps")
    picked = part_of(ctx, shapes.same_size(ctx, count, scores, "overlaps and scores"))
    most = ctx.scalar(op.operands[2])
    if most is not None:
        ctx.require(ge(most, 0), f"max_output_size {most} must not be negative")
        ctx.assume(le(picked, most))
    return ((picked,),)


RULES = (
    OpRule(tf.SpaceToDepthOp, shape=block_move(shapes_blocks.space_to_depth)),
    OpRule(tf.DepthToSpaceOp, shape=block_move(shapes_blocks.depth_to_space)),
    OpRule(tf.SpaceToBatchNDOp, shape=batch_move(shapes_blocks.space_to_batch)),
    OpRule(tf.BatchToSpaceNDOp, shape=batch_move(shapes_blocks.batch_to_space)),
    OpRule(tf.SpaceToBatchOp, shape=batch_move(shapes_blocks.space_to_batch)),
    OpRule(tf.BatchToSpaceOp, shape=batch_move(shapes_blocks.batch_to_space)),
    OpRule(tf.ExtractImagePatchesOp, shape=patches),
    OpRule(tf.ExtractVolumePatchesOp, shape=patches),
    OpRule(
        tf.NonMaxSuppressionWithOverlapsOp,
        shape=suppressed_by_overlaps,
        elements=at_least(2, 0, "max_output_size"),
    ),
    OpRule(tf.NonMaxSuppressionV3Op, shape=suppressed),
    OpRule(tf.NonMaxSuppressionV4Op, shape=suppressed),
)
