"""Operators that take parts of tensors, join them, or extend them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import divides, ge
from .builder import GraphBuilder, axes_in, axis_in
from .elementwise import cast, scalar_of
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import entry, pack, shape_of, size_of

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
    count = b.count(starts)
    axes: Sequence[int] | None = range(count)
    if (listed := n.get(3)) is not None:
        known = b.integers(listed)
        axes = None if known is None else axes_in(known, rank)
        if axes is None:
            return _slice_along_computed_axes(n, b, listed)
    begin, end = (_full(b, each, axes, rank) for each in (starts, ends))
    stride = b.vector([1] * rank) if steps is None else _full(b, steps, axes, rank, 1)
    kept = sum(1 << axis for axis in range(rank) if axis not in axes)
    return b.op(tf.StridedSliceOp, n[0], begin, end, stride, begin_mask=kept, end_mask=kept)


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


def pad(n: NodeCall, b: GraphBuilder) -> SSAValue:
    rank = b.rank(n[0])
    mode = n.text("mode", "constant")
    axes: Sequence[int] = range(rank)
    if (listed := n.get(3)) is not None:
        known = b.integers(listed)
        if known is None:
            return _pad_constant(n, b, _pads_along_computed_axes(n, b, listed))
        axes = axes_in(known, rank)
    amounts = _pads(b, n[1], axes, rank)
    if mode == "constant":
        return _pad_constant(n, b, amounts)
    value = n[0]
    for axis in range(rank):
        low, high = amounts[axis], amounts[rank + axis]
        if isinstance(low, int) and isinstance(high, int) and low == high == 0:
            continue
        value = _padded_along(b, value, axis, low, high, mode)
    return value


def _pads(b: GraphBuilder, pads: SSAValue, axes: Sequence[int], rank: int) -> list[SSAValue | int]:
    """What is added before each dimension, then what is added after each."""
    known = b.integers(pads)
    if known is not None and len(known) != 2 * len(axes):
        raise NodeRefused(f"{len(known)} pads for {len(axes)} axes, two for each are needed")
    amounts: list[SSAValue | int] = [0] * (2 * rank)
    for place, axis in enumerate([*axes, *[rank + axis for axis in axes]]):
        amounts[axis] = entry(b, pads, place) if known is None else known[place]
    return amounts


def _pads_along_computed_axes(n: NodeCall, b: GraphBuilder, axes: SSAValue) -> list[SSAValue | int]:
    if n.text("mode", "constant") != "constant":
        raise NodeRefused("axes that only a run knows are supported for constants alone")
    rank, count = b.rank(n[0]), b.count(axes)
    place = b.op(tf.FloorModOp, cast(b, axes, i64), rank)
    rows = b.op(tf.ReshapeOp, place, [-1, 1])
    amounts = list[SSAValue | int]()
    for half in range(2):
        first = half * count
        given = b.op(tf.StridedSliceOp, n[1], [first], [first + count], [1])
        full = b.op(tf.TensorScatterUpdateOp, b.vector([0] * rank), rows, given)
        amounts += [entry(b, full, axis) for axis in range(rank)]
    return amounts


def _pad_constant(n: NodeCall, b: GraphBuilder, amounts: list[SSAValue | int]) -> SSAValue:
    """Adds what is positive, then cuts off what is negative."""
    rank = len(amounts) // 2
    value = n.get(2)
    filling = b.like(0, n[0]) if value is None else scalar_of(b, value)
    added = [_positive(b, amount) for amount in amounts]
    pairs = [part for axis in range(rank) for part in (added[axis], added[rank + axis])]
    table = b.op(tf.ReshapeOp, pack(b, pairs), [rank, 2])
    if rank == 0:
        return n[0]
    padded = b.op(tf.PadV2Op, n[0], table, filling)
    if all(_is_natural(b, amount) for amount in amounts):
        return padded
    cut = [_positive(b, _negated(b, amount)) for amount in amounts]
    sizes = shape_of(b, padded)
    ends = [
        entry(b, sizes, axis)
        if isinstance(cut[rank + axis], int) and cut[rank + axis] == 0
        else b.op(tf.SubOp, entry(b, sizes, axis), _scalar(b, cut[rank + axis]))
        for axis in range(rank)
    ]
    return b.op(tf.StridedSliceOp, padded, pack(b, cut[:rank]), pack(b, ends), [1] * rank)


def _scalar(b: GraphBuilder, amount: SSAValue | int) -> SSAValue:
    return b.integer(amount) if isinstance(amount, int) else amount


def _is_natural(b: GraphBuilder, amount: SSAValue | int) -> bool:
    """Whether `amount` is known not to be negative."""
    if isinstance(amount, int):
        return amount >= 0
    known = b.inference.scalar(amount)
    return known is not None and b.proves(ge(known, 0))


def _positive(b: GraphBuilder, amount: SSAValue | int) -> SSAValue | int:
    if isinstance(amount, int):
        return max(amount, 0)
    return amount if _is_natural(b, amount) else b.op(tf.MaximumOp, amount, 0)


def _negated(b: GraphBuilder, amount: SSAValue | int) -> SSAValue | int:
    return -amount if isinstance(amount, int) else b.op(tf.NegOp, amount)


def _padded_along(
    b: GraphBuilder,
    value: SSAValue,
    axis: int,
    low: SSAValue | int,
    high: SSAValue | int,
    mode: str,
) -> SSAValue:
    """The entries that each place of the result shows: the border's, mirrored or repeated ones."""
    for amount in (low, high):
        if _is_natural(b, amount):
            continue
        if isinstance(amount, int):
            raise NodeRefused(f"negative pads are not supported in mode {mode}")
        b.check(b.op(tf.GreaterEqualOp, amount, 0, element=i1), f"pads of mode {mode} are sizes")
    size = size_of(b, value, axis)
    first = b.op(tf.NegOp, _scalar(b, low))
    places = b.op(tf.RangeOp, first, b.op(tf.AddV2Op, size, _scalar(b, high)), b.integer(1))
    last = b.op(tf.SubOp, size, 1)
    if mode == "edge":
        places = b.op(tf.MinimumOp, b.op(tf.MaximumOp, places, 0), last)
    elif mode == "wrap":
        places = b.op(tf.FloorModOp, places, b.op(tf.MaximumOp, size, 1))
    elif mode == "reflect":
        period = b.op(tf.MaximumOp, b.op(tf.MulOp, last, 2), 1)
        turn = b.op(tf.FloorModOp, places, period)
        places = b.op(tf.MinimumOp, turn, b.op(tf.SubOp, period, turn))
    else:
        raise NodeRefused(f"mode {mode} is not known")
    return b.op(tf.GatherV2Op, value, places, b.integer(axis), batch_dims=0)


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


def center_crop_pad(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Cuts or pads with zeros on both sides; of an odd difference the larger half is behind."""
    rank = b.rank(n[0])
    axes = axes_in(n.ints("axes") or tuple(range(rank)), rank)
    known = b.integers(n[1])
    value = n[0]
    for place, axis in enumerate(axes):
        size = size_of(b, value, axis)
        wanted = entry(b, cast(b, n[1], i64), place) if known is None else b.integer(known[place])
        less = b.op(tf.FloorDivOp, b.op(tf.MaximumOp, b.op(tf.SubOp, size, wanted), 0), 2)
        begin: list[SSAValue | int] = [0] * rank
        begin[axis] = less
        end = [size_of(b, value, d) for d in range(rank)]
        end[axis] = b.op(tf.AddV2Op, less, wanted)
        value = b.op(tf.StridedSliceOp, value, pack(b, begin), pack(b, end), [1] * rank)
        more = b.op(tf.MaximumOp, b.op(tf.SubOp, wanted, size_of(b, value, axis)), 0)
        before = b.op(tf.FloorDivOp, more, 2)
        table: list[SSAValue | int] = [0] * (2 * rank)
        table[2 * axis : 2 * axis + 2] = [before, b.op(tf.SubOp, more, before)]
        paddings = b.op(tf.ReshapeOp, pack(b, table), [rank, 2])
        value = b.op(tf.PadV2Op, value, paddings, b.like(0, value))
    return value


NODES: NodeTable = {
    "Concat": concat,
    "Slice": slice_,
    "Split": split,
    "Pad": pad,
    "ReverseSequence": reverse_sequence,
    "Compress": compress,
    "DepthToSpace": depth_to_space,
    "SpaceToDepth": space_to_depth,
    "CenterCropPad": center_crop_pad,
}
