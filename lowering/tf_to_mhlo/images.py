"""tf ops that move blocks of pixels or pick boxes in images."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.images import BatchMove, BlockMove, Patches, SquareBatchMove
from ...dialects.types import element_type_of, scalar_type, tensor_type
from ...rules.tf.images import block_amounts, block_sizes, patch_windows
from ...symbolic import Expr, as_expr, minimum
from .builder import Builder, LoweringTable
from .elementwise import Results, binary, compare
from .formulas import Elements, where
from .gathering import take, take_along, take_flat
from .indices import along, iota, number, positions
from .padding import pad_to, pad_with_number
from .sorting import count_of, first_entries, loop, places_of, sort


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


def suppression_by_overlaps(op: tf.NonMaxSuppressionWithOverlapsOp, b: Builder) -> Results:
    """The table of overlaps in the order of the scores, each box in a column of its own.

    An overlap that is no number takes boxes away too, as in TensorFlow's kernel where the least
    score is not negative; where it is, TensorFlow tries such boxes at the end, with a score of 0.
    """
    table, scores, _, threshold, least = map(b.operand, op.operands)
    count = b.shape(scores)[0]
    index = positions(b, count)
    ordered, order = sort(b, [scores, index.value], "GT", 0)
    above = compare(b, "GT", ordered, b.broadcast(least, tensor_type(ordered)))
    table = take_along(b, take_along(b, table, order, 0), order, 1)
    type = tensor_type(table)
    table = b.transpose(table, [1, 0], type)
    near = ~(Elements(b, table) <= Elements(b, b.broadcast(threshold, type)))
    kept = keep_greedily(b, near.value, above, index)
    size = b.shape_of_type(b.type(op.results[0]))[0]
    b.bind(size, minimum(count_of(b, kept), b.element(op.operands[2])))
    chosen = take_flat(b, order, first_entries(b, places_of(b, kept), size))
    return (b.convert(chosen, b.type(op.results[0]).element_type),)


def suppression(op: tf.NonMaxSuppressionV3Op | tf.NonMaxSuppressionV4Op, b: Builder) -> Results:
    """Best boxes first, each kept one takes away the later ones that overlap it too much."""
    boxes, scores, _, overlap, threshold = map(b.operand, op.operands)
    types = [b.type(result) for result in op.results]
    count = b.shape(scores)[0]
    index = positions(b, count)
    ordered, order = sort(b, [scores, index.value], "GT", 0)
    above = compare(b, "GT", ordered, b.broadcast(threshold, tensor_type(ordered)))
    overlaps = overlapping(b, take_along(b, boxes, order, 0), overlap)
    kept = keep_greedily(b, overlaps, above, index)
    most = b.element(op.operands[2])
    picked = minimum(count_of(b, kept), most)
    places = places_of(b, kept)
    size = b.shape_of_type(types[0])[0]
    if not op.padded():
        b.bind(size, picked)
        chosen = take_flat(b, order, first_entries(b, places, size))
    else:
        b.bind(size, most)
        inside = index < along(b, picked, count)
        every = take_flat(b, order, places)
        chosen = pad_to(
            b,
            where(inside, Elements(b, every), 0).value,
            b.scalar(0, i64),
            [(as_expr(0), size - count)],
            b.ranked(i64, [size]),
        )
    results = [b.convert(chosen, types[0].element_type)]
    if len(types) == 2:
        results.append(b.sizes.scalar(picked, b.at, i32))
    return results


def keep_greedily(b: Builder, overlaps: SSAValue, above: SSAValue, index: Elements) -> SSAValue:
    """Which boxes are kept: in order, each `above` the threshold that overlaps no kept one."""
    size = number(b, b.shape(above)[0], i64)
    truth = scalar_type(element_type_of(above))

    def goes_on(place: SSAValue, _kept: SSAValue) -> Sequence[SSAValue]:
        return [compare(b, "LT", place, size)]

    def body(place: SSAValue, kept: SSAValue) -> Sequence[SSAValue]:
        type = tensor_type(kept)
        stays = b.broadcast(take(b, kept, place, 0, 0, truth), type)
        later = index.compare("GT", Elements(b, b.broadcast(place, tensor_type(index.value))))
        drops = binary(b, mhlo.AndOp, take(b, overlaps, place, 0, 0, type), later.value)
        drops = binary(b, mhlo.AndOp, drops, stays)
        remaining = b.create(mhlo.NotOp, [drops], type)
        following = binary(b, mhlo.AddOp, place, b.scalar(1, i64))
        return [following, binary(b, mhlo.AndOp, kept, remaining)]

    return loop(b, [b.scalar(0, i64), above], goes_on, body)[1]


def overlapping(b: Builder, boxes: SSAValue, threshold: SSAValue) -> SSAValue:
    """Whether the overlap of each pair of boxes exceeds the threshold; never for an empty box."""
    count, element_type = b.shape(boxes)[0], element_type_of(boxes)
    vector, square = b.ranked(element_type, [count]), b.ranked(element_type, [count, count])
    y1, x1, y2, x2 = (Elements(b, b.reshape(b.slice(boxes, 1, i, i + 1), vector)) for i in range(4))
    top, bottom, left, right = y1.at_most(y2), y1.at_least(y2), x1.at_most(x2), x1.at_least(x2)
    area = (bottom - top) * (right - left)

    def pair(value: Elements) -> tuple[Elements, Elements]:
        first, second = (Elements(b, b.broadcast(value.value, square, [i])) for i in range(2))
        return first, second

    def shared(low: Elements, high: Elements) -> Elements:
        (low_a, low_b), (high_a, high_b) = pair(low), pair(high)
        return (high_a.at_most(high_b) - low_a.at_least(low_b)).at_least(0)

    common = shared(top, bottom) * shared(left, right)
    area_a, area_b = pair(area)
    ratio = common / (area_a + area_b - common)
    above = ~(ratio <= Elements(b, b.broadcast(threshold, square)))  # inf / inf is above
    return (above & (area_a > 0) & (area_b > 0)).value


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
