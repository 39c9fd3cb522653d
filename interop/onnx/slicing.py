"""Operators that take parts of tensors, or join them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import divides, ge
from .builder import GraphBuilder, axes_in, axis_in
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import entry, pack, size_of

INT64_MAX = 2**63 - 1


def concat(n: NodeCall, b: GraphBuilder) -> SSAValue:
    axis = n.int("axis")
    rank = next((b.rank(value) for value in n.given if b.has_rank(value)), None)
    if rank is not None:
        axis = axis_in(axis, rank)
    if len(n.given) == 1:
        return n[0]
    return b.op(tf.ConcatV2Op, *n.given, b.integer(axis))


def slice_(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """As Python's slicing, along the listed axes only."""
    rank = b.rank(n[0])
    starts, ends, steps = n[1], n[2], n.get(4)
    axes: Sequence[int] | None
    if b.rank(starts) == 1 and b.static(starts, 0) is None and not n.has(3):
        starts, ends, axes = _along_first_axes(n, b)
    else:
        axes = axes_in(range(b.count(starts)), rank)
    if (listed := n.get(3)) is not None:
        known = b.integers(listed)
        axes = None if known is None else axes_in(known, rank)
        if axes is None:
            return _slice_along_computed_axes(n, b, listed)
    begin, end = (_full(b, each, axes, rank) for each in (starts, ends))
    stride = b.vector([1] * rank) if steps is None else _full(b, steps, axes, rank, 1)
    kept = sum(1 << axis for axis in range(rank) if axis not in axes)
    return b.op(tf.StridedSliceOp, n[0], begin, end, stride, begin_mask=kept, end_mask=kept)


def _along_first_axes(n: NodeCall, b: GraphBuilder) -> tuple[SSAValue, SSAValue, Sequence[int]]:
    """Starts and ends that only a run counts, filled up to as many as there can be."""
    if n.has(4):
        raise NodeRefused("steps along axes that only a run knows are not supported")
    (count,), rank = b.sizes(n[1]), b.rank(n[0])
    most = next(k for k in range(rank + 1) if k == rank or b.proves(ge(k, count)))
    missing = b.op(tf.SubOp, most, size_of(b, n[1], 0))
    paddings = b.op(tf.ReshapeOp, pack(b, [0, missing]), [1, 2])
    starts, ends = (
        b.op(tf.ReshapeOp, b.op(tf.PadV2Op, cast(b, given, i64), paddings, b.integer(rest)), [most])
        for given, rest in ((n[1], 0), (n[2], INT64_MAX))
    )
    return starts, ends, range(most)


def _full(
    b: GraphBuilder, given: SSAValue, axes: Sequence[int], rank: int, default: int = 0
) -> SSAValue:
    """One entry for each dimension, those of `given` at `axes`."""
    known = b.integers(given)
    if known is not None and len(known) != len(axes):
        words = "starts, ends, axes and steps must have as many entries"
        raise NodeRefused(f"{words}; there are {len(known)} beside {len(axes)}")
    parts: list[SSAValue | int] = [default] * rank
    given = cast(b, given, i64)
    for place, axis in enumerate(axes):
        parts[axis] = entry(b, given, place) if known is None else known[place]
    return pack(b, parts)


def _slice_along_computed_axes(n: NodeCall, b: GraphBuilder, axes: SSAValue) -> SSAValue:
    rank = b.rank(n[0])
    place = b.op(tf.FloorModOp, cast(b, axes, i64), rank)
    rows = b.op(tf.ReshapeOp, place, [-1, 1])

    def spread(default: SSAValue, given: SSAValue) -> SSAValue:
        return b.op(tf.TensorScatterUpdateOp, default, rows, cast(b, given, i64))

    begin = spread(b.vector([0] * rank), n[1])
    end = spread(b.vector([INT64_MAX] * rank), n[2])
    steps = n.get(4)
    known = None if steps is None else b.integers(steps)
    if steps is not None and (known is None or set(known) != {1}):
        raise NodeRefused("steps along axes that only a run knows are not supported")
    return b.op(tf.StridedSliceOp, n[0], begin, end, [1] * rank)


def split(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue]:
    """By sizes, or into parts of one size, of which the last one may be smaller from opset 18."""
    axis = axis_in(n.int("axis", 0), b.rank(n[0]))
    element = b.element(n[0])
    sizes = n.get(1)
    if sizes is None and (listed := n.ints("split")) is not None:
        sizes = b.vector(listed)
    if sizes is None:
        parts = n.int("num_outputs", n.outputs)
        size = b.sizes(n[0])[axis]
        if n.version < 18 or b.proves(divides(parts, size)):
            return b.ops(tf.SplitOp, b.integer(axis), n[0], elements=[element] * parts)
        whole = size_of(b, n[0], axis)
        part = b.op(tf.FloorDivOp, b.op(tf.AddV2Op, whole, parts - 1), parts)
        sizes = pack(b, [*[part] * (parts - 1), -1])
    count = b.count(sizes)
    return b.ops(tf.SplitVOp, n[0], sizes, b.integer(axis), elements=[element] * count)


def reverse_sequence(n: NodeCall, b: GraphBuilder) -> SSAValue:
    time, batch = n.int("time_axis", 0), n.int("batch_axis", 1)
    return b.op(tf.ReverseSequenceOp, n[0], n[1], seq_dim=time, batch_dim=batch)


def compress(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The entries where the condition holds, which may be shorter than the dimension."""
    places = b.op(tf.WhereOp, n[1], element=i64)
    places = b.op(tf.ReshapeOp, places, [-1])
    value, axis = n[0], n.find("axis")
    if axis is None:
        value, axis = b.op(tf.ReshapeOp, value, [-1]), 0
    axis = axis_in(axis, b.rank(value))
    return b.op(tf.GatherV2Op, value, places, b.integer(axis), batch_dims=0)


def depth_to_space(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Channels become blocks of pixels: blocks first (DCR), or channels first (CRD)."""
    k = n.int("blocksize")
    batch, channels, height, width = (size_of(b, n[0], axis) for axis in range(4))
    depth = b.op(tf.FloorDivOp, channels, k * k)
    first = n.text("mode", "DCR") == "DCR"
    parts = [batch, k, k, depth, height, width] if first else [batch, depth, k, k, height, width]
    blocks = b.op(tf.ReshapeOp, n[0], pack(b, parts))
    order = [0, 3, 4, 1, 5, 2] if first else [0, 1, 4, 2, 5, 3]
    sizes = [batch, depth, b.op(tf.MulOp, height, k), b.op(tf.MulOp, width, k)]
    return b.op(tf.ReshapeOp, b.op(tf.TransposeOp, blocks, order), pack(b, sizes))


def space_to_depth(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Blocks of pixels become channels: the place in it first (DCR), or the channel (CRD)."""
    k = n.int("blocksize")
    batch, channels, height, width = (size_of(b, n[0], axis) for axis in range(4))
    high, wide = b.op(tf.FloorDivOp, height, k), b.op(tf.FloorDivOp, width, k)
    blocks = b.op(tf.ReshapeOp, n[0], pack(b, [batch, channels, high, k, wide, k]))
    first = n.text("mode", "DCR") == "DCR"
    blocks = b.op(tf.TransposeOp, blocks, [0, 3, 5, 1, 2, 4] if first else [0, 1, 3, 5, 2, 4])
    depth = b.op(tf.MulOp, channels, k * k)
    return b.op(tf.ReshapeOp, blocks, pack(b, [batch, depth, high, wide]))


NODES: NodeTable = {
    "Concat": concat,
    "Slice": slice_,
    "Split": split,
    "ReverseSequence": reverse_sequence,
    "Compress": compress,
    "DepthToSpace": depth_to_space,
    "SpaceToDepth": space_to_depth,
}
