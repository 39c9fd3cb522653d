"""AffineGrid: the places from -1 to 1 of an image's pixels, turned by a matrix for each batch."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import pack


def affine_grid(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """`theta` times the coordinates of each place, of which the last dimension comes first."""
    theta, spatial = n[0], b.count(n[1]) - 2
    if spatial not in (2, 3):
        raise NodeRefused(f"{spatial} dimensions are given, 2 or 3 are needed")
    total = _column(b, theta, spatial, spatial)
    for d in range(spatial):
        size = b.op(tf.StridedSliceOp, n[1], [2 + d], [3 + d], [1], shrink_axis_mask=1)
        line = _line(n, b, size, theta)
        sizes = pack(b, [size if k == d + 1 else 1 for k in range(spatial + 2)])
        places = b.op(tf.ReshapeOp, line, sizes)
        part = b.op(tf.MulOp, places, _column(b, theta, spatial, spatial - 1 - d))
        total = b.op(tf.AddV2Op, total, part)
    return total


def _column(b: GraphBuilder, theta: SSAValue, spatial: int, number: int) -> SSAValue:
    """A column of each matrix, `[batch, 1, 1, rows]`."""
    column = b.op(tf.GatherV2Op, theta, b.integer(number), b.integer(2), batch_dims=0)
    for _ in range(spatial):
        column = b.op(tf.ExpandDimsOp, column, b.integer(1))
    return column


def _line(n: NodeCall, b: GraphBuilder, size: SSAValue, theta: SSAValue) -> SSAValue:
    """The coordinates along a dimension: middles of pixels, or -1 to 1."""
    element = b.element(theta)
    places = cast(b, b.op(tf.RangeOp, b.like(0, size), size, b.like(1, size)), element)
    twice = b.op(tf.MulOp, places, 2)
    if n.flag("align_corners"):
        gaps = b.op(tf.MaximumOp, b.op(tf.SubOp, size, 1), 1)
        return b.op(tf.SubOp, b.op(tf.RealDivOp, twice, cast(b, gaps, element)), 1)
    middles = b.op(tf.AddV2Op, twice, 1)
    return b.op(tf.SubOp, b.op(tf.RealDivOp, middles, cast(b, size, element)), 1)


NODES: NodeTable = {"AffineGrid": affine_grid}
