"""RoiAlign: regions of images as grids of one size, each entry the mean or the greatest of samples
that lie in its part of the region.

Source: the definition in ONNX's operator set and its reference implementation, after He et al.,
Mask R-CNN (2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import Operation, SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import shape_of, size_of

MOST_ENTRIES = 1 << 16
"""The greatest height or width of what a region becomes; their places are a constant."""


@dataclass(frozen=True, slots=True)
class RegionSamples:
    """The samples of one direction, `[regions, entries of the result, samples of each]`.

    corners: the pixels before and behind each sample, and how much each counts
    kept: 1 for a sample that there is and that lies on the image, else 0
    is_there: which samples a region has; others have more
    count: how many each region has, `[regions]`
    """

    corners: Sequence[tuple[SSAValue, SSAValue]]
    kept: SSAValue
    is_there: SSAValue
    count: SSAValue


def roi_align(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """`[regions, channels, height, width]` from images `[batch, channels, y, x]`."""
    mode = n.text("mode", "avg")
    if mode not in ("avg", "max"):
        raise NodeRefused(f"mode {mode} is not known")
    left, top, right, bottom = _edges(n, b)
    image = b.op(tf.TransposeOp, n[0], [0, 2, 3, 1])
    rows = _samples(n, b, (top, bottom), n.int("output_height", 1), size_of(b, image, 1))
    columns = _samples(n, b, (left, right), n.int("output_width", 1), size_of(b, image, 2))
    parts = [
        _weighted(b, _pixels(b, image, cast(b, n[2], i64), y, x), wy, wx)
        for y, wy in rows.corners
        for x, wx in columns.corners
    ]
    pooled = _greatest if mode == "max" else _mean
    return b.op(tf.TransposeOp, pooled(b, parts, rows, columns), [0, 3, 1, 2])


def _greatest(
    b: GraphBuilder, parts: Sequence[SSAValue], rows: RegionSamples, columns: RegionSamples
) -> SSAValue:
    """The greatest part of any sample, not of their sums; 0 where a region has no samples."""
    found = reduce(lambda x, y: b.op(tf.MaximumOp, x, y), parts)
    element = b.element(found)
    found = b.op(tf.MulOp, found, _outer(b, tf.MulOp, rows.kept, columns.kept))
    there = _outer(b, tf.LogicalAndOp, rows.is_there, columns.is_there)
    found = b.op(tf.SelectV2Op, there, found, b.like(-inf, found), element=element)
    found = b.op(tf.MaxOp, found, [2, 4], keep_dims=False)
    some = b.op(tf.GreaterOp, _area(b, rows, columns), 0, element=i1)
    return b.op(tf.SelectV2Op, some, found, b.like(0, found), element=element)


def _mean(
    b: GraphBuilder, parts: Sequence[SSAValue], rows: RegionSamples, columns: RegionSamples
) -> SSAValue:
    total = reduce(lambda x, y: b.op(tf.AddV2Op, x, y), parts)
    total = b.op(tf.MulOp, total, _outer(b, tf.MulOp, rows.kept, columns.kept))
    total = b.op(tf.SumOp, total, [2, 4], keep_dims=False)
    area = b.op(tf.MaximumOp, _area(b, rows, columns), 1)
    return b.op(tf.RealDivOp, total, cast(b, area, b.element(total)))


def _edges(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue]:
    """x and y of the first corner and of the last one, in pixels of the image."""
    shift = {"half_pixel": 0.5, "output_half_pixel": 0.0}
    mode = "output_half_pixel"  # what an older operator does
    if n.version >= 16:
        mode = n.text("coordinate_transformation_mode", "half_pixel")
    if mode not in shift:
        raise NodeRefused(f"coordinate_transformation_mode {mode} is not known")
    edges = b.ops(tf.UnpackOp, n[1], elements=[b.element(n[1])] * 4, axis=1)
    scale = n.float("spatial_scale", 1.0)
    left, top, right, bottom = (
        b.op(tf.SubOp, b.op(tf.MulOp, edge, scale), shift[mode]) for edge in edges
    )
    if shift[mode] == 0:  # a region has at least one pixel
        right = b.op(tf.MaximumOp, right, b.op(tf.AddV2Op, left, 1))
        bottom = b.op(tf.MaximumOp, bottom, b.op(tf.AddV2Op, top, 1))
    return left, top, right, bottom


def _samples(
    n: NodeCall, b: GraphBuilder, edges: tuple[SSAValue, SSAValue], entries: int, size: SSAValue
) -> RegionSamples:
    """The samples between two `edges` of each region, over an image of `size` pixels."""
    if not 0 < entries <= MOST_ENTRIES:
        raise NodeRefused(f"a size of the output is {entries}, 1 to {MOST_ENTRIES} are supported")
    first, last = edges
    element = b.element(first)
    part = b.op(tf.RealDivOp, b.op(tf.SubOp, last, first), entries)
    ratio = n.int("sampling_ratio", 0)
    if ratio > 0:
        count = b.op(tf.FillOp, shape_of(b, part), b.integer(ratio), element=i64)
        most = b.integer(ratio)
    else:
        count = b.op(tf.MaximumOp, cast(b, b.op(tf.CeilOp, part), i64), 0)
        padded = b.op(tf.ConcatV2Op, count, b.vector([0]), b.integer(0))
        most = b.op(tf.MaxOp, padded, [0], keep_dims=False)
    number = b.op(tf.RangeOp, b.integer(0), most, b.integer(1))
    is_there = b.op(tf.LessOp, number, _spread(b, count, 2), element=i1)
    middle = b.op(tf.AddV2Op, cast(b, number, element), 0.5)
    step = b.op(tf.RealDivOp, part, cast(b, b.op(tf.MaximumOp, count, 1), element))
    inside = b.op(tf.MulOp, middle, _spread(b, step, 2))
    places = b.constant([[each] for each in range(entries)], element)
    begin = b.op(tf.AddV2Op, _spread(b, first, 2), b.op(tf.MulOp, places, _spread(b, part, 2)))
    at = b.op(tf.AddV2Op, begin, inside)
    length = cast(b, size, element)
    on_image = b.op(
        tf.LogicalAndOp,
        b.op(tf.GreaterEqualOp, at, -1, element=i1),
        b.op(tf.LessEqualOp, at, length, element=i1),
    )
    kept = cast(b, b.op(tf.LogicalAndOp, on_image, is_there), element)
    end = b.op(tf.MaximumOp, b.op(tf.SubOp, length, 1), 0)
    at = b.op(tf.MinimumOp, b.op(tf.MaximumOp, at, 0), end)
    low = b.op(tf.FloorOp, at)
    after = b.op(tf.SubOp, at, low)
    high = b.op(tf.MinimumOp, b.op(tf.AddV2Op, low, 1), end)
    before = b.op(tf.SubOp, b.op(tf.OnesLikeOp, after), after)
    corners = [(cast(b, low, i64), before), (cast(b, high, i64), after)]
    return RegionSamples(corners, kept, is_there, count)


def _spread(b: GraphBuilder, value: SSAValue, more: int) -> SSAValue:
    """`value` with `more` dimensions of 1 behind."""
    for _ in range(more):
        value = b.op(tf.ExpandDimsOp, value, b.integer(-1))
    return value


def _rows(b: GraphBuilder, value: SSAValue) -> SSAValue:
    """What belongs to rows, `[regions, height, samples]`, with dimensions for columns behind."""
    return _spread(b, value, 2)


def _columns(b: GraphBuilder, value: SSAValue) -> SSAValue:
    """What belongs to columns, `[regions, width, samples]`, with dimensions for rows between."""
    return b.op(tf.ExpandDimsOp, b.op(tf.ExpandDimsOp, value, b.integer(1)), b.integer(1))


def _pixels(
    b: GraphBuilder, image: SSAValue, batch: SSAValue, y: SSAValue, x: SSAValue
) -> SSAValue:
    """The channels at rows `y` and columns `x` of each region's image."""
    y, x = _rows(b, y), _columns(b, x)
    none = b.op(tf.AddV2Op, b.op(tf.ZerosLikeOp, y), b.op(tf.ZerosLikeOp, x))
    parts = [b.op(tf.AddV2Op, each, none) for each in (_spread(b, batch, 4), y, x)]
    return b.op(tf.GatherNdOp, image, b.op(tf.PackOp, *parts, axis=-1))


def _weighted(b: GraphBuilder, pixels: SSAValue, y: SSAValue, x: SSAValue) -> SSAValue:
    weight = cast(b, _outer(b, tf.MulOp, y, x), b.element(pixels))
    return b.op(tf.MulOp, pixels, weight)


def _outer(b: GraphBuilder, kind: type[Operation], y: SSAValue, x: SSAValue) -> SSAValue:
    """For each sample what is said of its row and its column, the same for all channels."""
    found = b.op(kind, _rows(b, y), _columns(b, x))
    return b.op(tf.ExpandDimsOp, found, b.integer(-1))


def _area(b: GraphBuilder, rows: RegionSamples, columns: RegionSamples) -> SSAValue:
    """How many samples each entry of a region has, `[regions, 1, 1, 1]`."""
    return _spread(b, b.op(tf.MulOp, rows.count, columns.count), 3)


NODES: NodeTable = {"RoiAlign": roi_align}
