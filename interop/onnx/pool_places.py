"""Where the greatest elements of windows lie, and MaxUnpool, which puts them back there.

Places count through the whole input, one image after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .elementwise import cast
from .gathering import positions
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import pack, shape_of, size_of
from .windows import WindowMoves, moves, start_of


def places_of_greatest(
    n: NodeCall, b: GraphBuilder, m: WindowMoves, greatest: SSAValue
) -> SSAValue:
    """For each window that `greatest` was taken of the place of its first greatest element.

    With `storage_order` 1 places count through each image's first spatial dimension first.
    """
    spatial = range(len(m.kernel))
    sizes = [size_of(b, m.value, 2 + d) for d in spatial]
    best = _greatest_of_windows(b, m, sizes, greatest)
    shape, rank = shape_of(b, greatest), len(spatial) + 2
    columns_first = n.int("storage_order", 0) == 1
    steps = _steps(b, sizes[::-1])[::-1] if columns_first else _steps(b, sizes)
    place = _first_places(b, m.value, sizes)
    for d in spatial:
        later = prod(m.kernel[d + 1 :])
        inside = b.op(tf.FloorModOp, b.op(tf.FloorDivOp, best, later), m.kernel[d])
        first = b.op(tf.MulOp, positions(b, shape, rank, 2 + d), m.strides[d])
        at = b.op(tf.AddV2Op, first, b.op(tf.MulOp, inside, m.dilations[d]))
        at = b.op(tf.SubOp, at, m.pads[d][0])
        place = b.op(tf.AddV2Op, place, b.op(tf.MulOp, at, steps[d]))
    return place


def _greatest_of_windows(
    b: GraphBuilder, m: WindowMoves, sizes: Sequence[SSAValue], greatest: SSAValue
) -> SSAValue:
    """Which element of its window is the greatest, of the sizes of `greatest`."""
    rank, steps = len(sizes), _steps(b, sizes)
    flat, inside = b.integer(0), b.number(1, i1)
    for d in range(rank):
        starts = b.op(tf.MulOp, _line(b, size_of(b, greatest, 2 + d), d, rank), m.strides[d])
        gaps = [i * m.dilations[d] - m.pads[d][0] for i in range(m.kernel[d])]
        shape = [1] * rank + [m.kernel[d] if k == d else 1 for k in range(rank)]
        at = b.op(tf.AddV2Op, starts, b.op(tf.ReshapeOp, b.vector(gaps), shape))
        there = [
            b.op(kind, at, limit, element=i1)
            for kind, limit in ((tf.GreaterEqualOp, 0), (tf.LessOp, sizes[d]))
        ]
        inside = b.op(tf.LogicalAndOp, inside, b.op(tf.LogicalAndOp, *there))
        flat = b.op(tf.AddV2Op, flat, b.op(tf.MulOp, at, steps[d]))
    flat = b.op(tf.SelectV2Op, inside, flat, b.integer(0), element=i64)
    channels = [size_of(b, m.value, axis) for axis in (0, 1)]
    image = b.op(tf.ReshapeOp, m.value, pack(b, [*channels, _product(b, sizes)]))
    found = b.op(tf.GatherV2Op, image, flat, b.integer(2), batch_dims=0)
    least = b.number(start_of("max", b.element(found)), b.element(found))
    found = b.op(tf.SelectV2Op, inside, found, least, element=b.element(found))
    windows = [*channels, *(size_of(b, greatest, 2 + d) for d in range(rank)), prod(m.kernel)]
    return b.op(
        tf.ArgMaxOp, b.op(tf.ReshapeOp, found, pack(b, windows)), b.integer(-1), element=i64
    )


def _line(b: GraphBuilder, count: SSAValue, axis: int, rank: int) -> SSAValue:
    """The numbers below `count` along `axis` of the first `rank` of twice as many dimensions."""
    along = b.op(tf.RangeOp, b.integer(0), count, b.integer(1))
    sizes: list[SSAValue | int] = [1] * (2 * rank)
    sizes[axis] = count
    return b.op(tf.ReshapeOp, along, pack(b, sizes))


def _steps(b: GraphBuilder, sizes: Sequence[SSAValue]) -> list[SSAValue]:
    """How far apart neighbours of each dimension lie."""
    steps, step = list[SSAValue](), b.integer(1)
    for size in reversed(sizes):
        steps.insert(0, step)
        step = b.op(tf.MulOp, step, size)
    return steps


def _product(b: GraphBuilder, sizes: Sequence[SSAValue]) -> SSAValue:
    total = sizes[0]
    for size in sizes[1:]:
        total = b.op(tf.MulOp, total, size)
    return total


def _first_places(b: GraphBuilder, value: SSAValue, sizes: Sequence[SSAValue]) -> SSAValue:
    """The place of the first element of each image, `[batch, channels, 1, …]`."""
    batch, channels = size_of(b, value, 0), size_of(b, value, 1)
    images = b.op(tf.RangeOp, b.integer(0), b.op(tf.MulOp, batch, channels), b.integer(1))
    first = b.op(tf.MulOp, images, _product(b, sizes))
    return b.op(tf.ReshapeOp, first, pack(b, [batch, channels, *[1] * len(sizes)]))


def max_unpool(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Each element at its place, 0 elsewhere; zeros follow where `output_shape` asks for more."""
    kernel = n.ints("kernel_shape") or ()
    if b.rank(n[0]) != len(kernel) + 2:
        raise NodeRefused("kernel_shape needs an entry for each spatial dimension")
    m = moves(n, b, kernel, 0)
    sizes = list[SSAValue]()
    for d in range(len(kernel)):
        before = b.op(tf.MulOp, b.op(tf.SubOp, size_of(b, n[0], 2 + d), 1), m.strides[d])
        sizes.append(b.op(tf.AddV2Op, before, kernel[d] - sum(m.pads[d])))
    shape = pack(b, [size_of(b, n[0], 0), size_of(b, n[0], 1), *sizes])
    count = b.op(tf.ProdOp, shape, [0], keep_dims=False)
    element = b.element(n[0])
    zeros = b.op(tf.FillOp, b.op(tf.ReshapeOp, count, [1]), b.like(0, n[0]), element=element)
    rows = b.op(tf.ReshapeOp, cast(b, n[1], i64), [-1, 1])
    updates = b.op(tf.ReshapeOp, n[0], [-1])
    found = b.op(tf.ReshapeOp, b.op(tf.TensorScatterUpdateOp, zeros, rows, updates), shape)
    if (wanted := n.get(2)) is None:
        return found
    missing = b.op(tf.SubOp, cast(b, wanted, i64), shape)
    none = b.op(tf.ZerosLikeOp, missing)
    return b.op(tf.PadOp, found, b.op(tf.PackOp, none, missing, axis=1))


NODES: NodeTable = {"MaxUnpool": max_unpool}
