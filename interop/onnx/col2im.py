"""Col2Im: the elements of windows added up where they lie in the image."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .convolution import convolve
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import entry, pack, size_of
from .windows import WindowMoves, moves


def col2im(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """`[batch, channels * window, windows]` as `[batch, channels, …]` of sizes `image_shape`.

    It is a transposed convolution, in which element k of a window is 1 in filter k alone.
    """
    kernel = b.integers(n[2])
    if kernel is None:
        raise NodeRefused("a block_shape that only a run knows is not supported")
    spatial, count = range(len(kernel)), prod(kernel)
    if b.count(n[1]) != len(kernel):
        raise NodeRefused(f"image_shape must have {len(kernel)} sizes, as block_shape has")
    m = moves(n, b, kernel, 0)
    image = [entry(b, cast(b, n[1], i64), d) for d in spatial]
    windows = [_windows(b, image[d], sum(m.pads[d]) - m.reach[d], m.strides[d]) for d in spatial]
    batch = size_of(b, n[0], 0)
    channels = b.op(tf.FloorDivOp, size_of(b, n[0], 1), count)
    fits = b.op(tf.EqualOp, size_of(b, n[0], 1), b.op(tf.MulOp, channels, count), element=i1)
    b.check(fits, f"Col2Im: dimension 1 must be a multiple of {count}, as block_shape has elements")
    images = b.op(tf.MulOp, batch, channels)
    value = b.op(tf.ReshapeOp, n[0], pack(b, [images, count, *windows]))
    filters = np.eye(count).reshape((count, 1, *kernel))
    turned = b.constant(np.flip(filters, tuple(range(2, 2 + len(kernel)))), b.element(value))
    around = [(m.reach[d] - 1 - m.pads[d][0], m.reach[d] - 1) for d in spatial]
    back = WindowMoves(value, kernel, (1,) * len(kernel), m.dilations, around)
    found = convolve(b, value, turned, back, 1, input_first=True, apart=m.strides)
    return b.op(tf.ReshapeOp, _cut(b, found, image, m.strides), pack(b, [batch, channels, *image]))


def _windows(b: GraphBuilder, size: SSAValue, more: int, stride: int) -> SSAValue:
    """How many windows fit into `size` and `more`."""
    last = b.op(tf.FloorDivOp, b.op(tf.AddV2Op, size, more), stride)
    return b.op(tf.AddV2Op, last, 1)


def _cut(
    b: GraphBuilder, value: SSAValue, image: Sequence[SSAValue], strides: Sequence[int]
) -> SSAValue:
    """The first elements of each image; what no window reaches, behind the last one, is 0."""
    rank = len(image) + 2
    table = [0] * 4 + [each for stride in strides for each in (0, stride - 1)]
    if any(stride > 1 for stride in strides):
        value = b.op(tf.PadOp, value, b.op(tf.ReshapeOp, b.vector(table), [rank, 2]))
    ends = pack(b, [0, 0, *image])
    return b.op(tf.StridedSliceOp, value, [0] * rank, ends, [1] * rank, begin_mask=3, end_mask=3)


NODES: NodeTable = {"Col2Im": col2im}
