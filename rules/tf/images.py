"""Rules for tf ops that move or resize pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dialects import tf
from ...dialects.tf.batching import BatchMove
from ...dialects.tf.images import Resize
from ...dialects.tf.shape_changes import BlockMove
from ...symbolic import Expr, ge
from ...symbolic.shapes import Shape, ShapeContext
from ...symbolic.shapes import blocks as shapes_blocks
from ..rule import OpRule, RuleContext, RuleTable, ShapeRule, table
from .ranks import shape_of_least_rank, shape_of_rank

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


def amounts_of(op: BatchMove, ctx: RuleContext) -> list[tuple[Expr, Expr]] | None:
    """The two amounts of each spatial dimension; None where one is not known."""
    value = ctx.value(op.operands[2])
    known = [e for e in value or () if isinstance(e, Expr)]
    if value is None or len(known) != len(value):
        return None
    return list(zip(known[::2], known[1::2], strict=True))


def batch_move(algebra: BatchAlgebra) -> ShapeRule:
    """Sizes of batch and spatial dimensions by `algebra`."""

    def rule(op: BatchMove, ctx: RuleContext) -> Sequence[Shape | None]:
        shape, block = ctx.shape(op.operands[0]), ctx.constants(op.operands[1])
        if block is None:
            return (tuple(ctx.fresh() for _ in shape),)
        shape = shape_of_least_rank(op, ctx, 0, 1 + len(block))
        amounts = amounts_of(op, ctx)
        if amounts is None:
            amounts = [(ctx.fresh(), ctx.fresh()) for _ in block]
        for low, high in amounts:
            ctx.require(ge(low, 0), f"the amount {low} must be at least 0")
            ctx.require(ge(high, 0), f"the amount {high} must be at least 0")
        return (algebra(ctx, shape, block, amounts),)

    return rule


def resize(op: Resize, ctx: RuleContext) -> Sequence[Shape | None]:
    """Height and width as `size` says; neither images nor results may be empty in them."""
    batch, height, width, channels = shape_of_rank(op, ctx, 0, 4)
    for size in (height, width):
        ctx.require(ge(size, 1), f"images of size {size} must not be empty")
    sizes = ctx.elements(op.operands[1]) or (None, None)
    result = [ctx.fresh() if size is None else size for size in sizes]
    for size in result:
        ctx.require(ge(size, 1), f"the size {size} must be at least 1")
    return ((batch, *result, channels),)


IMAGE_RULES: RuleTable = table(
    OpRule(tf.SpaceToDepthOp, shape=block_move(shapes_blocks.space_to_depth)),
    OpRule(tf.DepthToSpaceOp, shape=block_move(shapes_blocks.depth_to_space)),
    OpRule(tf.SpaceToBatchNDOp, shape=batch_move(shapes_blocks.space_to_batch)),
    OpRule(tf.BatchToSpaceNDOp, shape=batch_move(shapes_blocks.batch_to_space)),
    OpRule(tf.ResizeBilinearOp, shape=resize),
    OpRule(tf.ResizeNearestNeighborOp, shape=resize),
)
