"""tf ops that move blocks of pixels: a reshape that splits dimensions, a transpose, a reshape that joins them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64
from ...dialects.tensors import element_type_of
from ...dialects.tf.batching import BatchMove
from ...dialects.tf.shape_changes import BlockMove
from ...rules.tf.images import amounts_of
from ...symbolic import Expr, as_expr
from .builder import Builder, LoweringTable
from .elementwise import Values
from .pooling import pad


def rearrange(
    b: Builder,
    value: SSAValue,
    split: Sequence[Expr],
    order: Sequence[int],
    joined: Sequence[Expr],
) -> SSAValue:
    """`value` in the shape `split`, its dimensions in `order`, then in the shape `joined`."""
    element_type = element_type_of(value)
    split = [b.facts.simplify(size) for size in split]
    apart = b.reshape(value, b.ranked(element_type, split))
    moved = b.create(
        mhlo.TransposeOp,
        [apart],
        b.ranked(element_type, [split[i] for i in order]),
        permutation=dense_i64(order),
    )
    return b.reshape(moved, b.ranked(element_type, joined))


def space_to_depth(op: BlockMove, b: Builder) -> Values:
    """The block's pixels, in rows, come before the channels that they had."""
    value, result = b.operand(op.operands[0]), b.shape_of_type(b.type(op.results[0]))
    block = as_expr(op.block_size)
    if op.data_format == "NHWC":
        channels = b.shape(value)[3]
        n, height, width, _ = result
        split, order = [n, height, block, width, block, channels], (0, 1, 3, 2, 4, 5)
    else:
        channels = b.shape(value)[1]
        n, _, height, width = result
        split, order = [n, channels, height, block, width, block], (0, 3, 5, 1, 2, 4)
    return (rearrange(b, value, split, order, result),)


def depth_to_space(op: BlockMove, b: Builder) -> Values:
    value, result = b.operand(op.operands[0]), b.shape_of_type(b.type(op.results[0]))
    block = as_expr(op.block_size)
    if op.data_format == "NHWC":
        n, height, width, _ = b.shape(value)
        split, order = [n, height, width, block, block, result[3]], (0, 1, 3, 2, 4, 5)
    else:
        n, _, height, width = b.shape(value)
        split, order = [n, block, block, result[1], height, width], (0, 3, 4, 1, 5, 2)
    return (rearrange(b, value, split, order, result),)


def block_of(op: BatchMove, b: Builder) -> tuple[list[int], list[tuple[Expr, Expr]]]:
    """The block's sizes and the amounts of padding or cropping."""
    amounts = amounts_of(op, b.analysis)
    if amounts is None:
        raise b.fail("paddings and crops must be known")
    return list(b.constants(op.operands[1], "block_shape")), amounts


def space_to_batch(op: tf.SpaceToBatchNDOp, b: Builder) -> Values:
    value, result = b.operand(op.operands[0]), b.shape_of_type(b.type(op.results[0]))
    block, paddings = block_of(op, b)
    count, rank = len(block), len(result)
    rest = [(as_expr(0), as_expr(0))] * (rank - count - 1)
    low, high = zip((as_expr(0), as_expr(0)), *paddings, *rest, strict=True)
    value = pad(b, value, 0, low, high)
    spatial = result[1 : 1 + count]
    pairs = [size for pair in zip(spatial, map(as_expr, block), strict=True) for size in pair]
    split = [b.shape(value)[0], *pairs, *result[1 + count :]]
    order = [
        *range(2, 2 * count + 1, 2),
        0,
        *range(1, 2 * count + 1, 2),
        *range(2 * count + 1, len(split)),
    ]
    return (rearrange(b, value, split, order, result),)


def batch_to_space(op: tf.BatchToSpaceNDOp, b: Builder) -> Values:
    value, result = b.operand(op.operands[0]), b.shape_of_type(b.type(op.results[0]))
    block, crops = block_of(op, b)
    count, shape = len(block), b.shape(value)
    spatial, rest = shape[1 : 1 + count], shape[1 + count :]
    split = [*map(as_expr, block), result[0], *spatial, *rest]
    order = [count]
    for i in range(count):
        order += [count + 1 + i, i]
    order += range(2 * count + 1, len(split))
    grown = [b.facts.simplify(size * by) for size, by in zip(spatial, block, strict=True)]
    value = rearrange(b, value, split, order, [result[0], *grown, *rest])
    starts = [as_expr(0), *(low for low, _ in crops), *(as_expr(0) for _ in rest)]
    limits = [b.facts.simplify(a + c) for a, c in zip(starts, result, strict=True)]
    return (b.slice_all(value, starts, limits, [1] * len(result), result),)


BLOCKS: LoweringTable = {
    tf.SpaceToDepthOp: space_to_depth,
    tf.DepthToSpaceOp: depth_to_space,
    tf.SpaceToBatchNDOp: space_to_batch,
    tf.BatchToSpaceNDOp: batch_to_space,
}
