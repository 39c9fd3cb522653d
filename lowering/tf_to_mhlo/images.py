"""tf ops that move blocks of pixels, or pick boxes, in images."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.tf.images import BatchMove, BlockMove, Patches, SquareBatchMove
from ...dialects.types import element_type_of
from ...rules.tf.images import block_amounts, block_sizes, patch_windows
from ...symbolic import Expr, as_expr
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements
from .gathering import take
from .indices import iota
from .padding import pad_with_number
from .suppression import suppression, suppression_by_overlaps


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
    moved = b.transpose(apart, order, b.ranked(element_type, [split[i] for i in order]))
    return b.reshape(moved, b.ranked(element_type, joined))


def space_to_depth(op: BlockMove, b: Builder) -> Results:
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


def depth_to_space(op: BlockMove, b: Builder) -> Results:
    value, result = b.operand(op.operands[0]), b.shape_of_type(b.type(op.results[0]))
    block = as_expr(op.block_size)
    if op.data_format == "NHWC":
        n, height, width, _ = b.shape(value)
        split, order = [n, height, width, block, block, result[3]], (0, 1, 3, 2, 4, 5)
    else:
        n, _, height, width = b.shape(value)
        split, order = [n, block, block, result[1], height, width], (0, 3, 4, 1, 5, 2)
    return (rearrange(b, value, split, order, result),)


def block_of(
    op: BatchMove | SquareBatchMove, b: Builder
) -> tuple[list[int], list[tuple[Expr, Expr]]]:
    """The block's sizes and the amounts of padding or cropping."""
    amounts = block_amounts(op, b.analysis)
    if amounts is None:
        raise b.fail("paddings and crops must be known")
    block = block_sizes(op, b.analysis)
    if block is None:
        raise b.fail("block_shape must be constant")
    return list(block), amounts


def space_to_batch(op: tf.SpaceToBatchNDOp | tf.SpaceToBatchOp, b: Builder) -> Results:
    value, result = b.operand(op.operands[0]), b.shape_of_type(b.type(op.results[0]))
    block, paddings = block_of(op, b)
    count, rank = len(block), len(result)
    rest = [(as_expr(0), as_expr(0))] * (rank - count - 1)
    low, high = zip((as_expr(0), as_expr(0)), *paddings, *rest, strict=True)
    value = pad_with_number(b, value, 0, low, high)
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


def batch_to_space(op: tf.BatchToSpaceNDOp | tf.BatchToSpaceOp, b: Builder) -> Results:
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


def extract_patches(op: Patches, b: Builder) -> Results:
    """Rows, then columns, at the places of each window; the places in a window join channels."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    result, shape = b.shape_of_type(type), b.shape(value)
    windows = patch_windows(op, b.analysis, shape[1:-1])
    none = as_expr(0)
    low, high = [w.low for w in windows], [w.high for w in windows]
    value = pad_with_number(b, value, 0, [none, *low, none], [none, *high, none])
    for axis, window in zip(range(1, 2 * len(windows), 2), windows, strict=True):
        places = b.ranked(i64, [window.count, window.window])
        starts, inner = (Elements(b, iota(b, places, i)) for i in range(2))
        index = starts * window.stride + inner * window.dilation
        sizes = b.shape(value)
        target = [*sizes[:axis], window.count, window.window, *sizes[axis + 1 :]]
        value = take(b, value, index.value, axis, 0, b.ranked(type.element_type, target))
    split = b.shape(value)
    last = len(split) - 1
    order = [0, *range(1, last, 2), *range(2, last, 2), last]
    return (rearrange(b, value, split, order, result),)


LOWERINGS: LoweringTable = {
    tf.SpaceToDepthOp: space_to_depth,
    tf.DepthToSpaceOp: depth_to_space,
    tf.SpaceToBatchNDOp: space_to_batch,
    tf.BatchToSpaceNDOp: batch_to_space,
    tf.SpaceToBatchOp: space_to_batch,
    tf.BatchToSpaceOp: batch_to_space,
    tf.ExtractImagePatchesOp: extract_patches,
    tf.ExtractVolumePatchesOp: extract_patches,
    tf.NonMaxSuppressionWithOverlapsOp: suppression_by_overlaps,
    tf.NonMaxSuppressionV3Op: suppression,
    tf.NonMaxSuppressionV4Op: suppression,
}
