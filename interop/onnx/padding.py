"""Operators that extend tensors on either side, or cut them there."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import ge
from .builder import GraphBuilder, axes_in
from .elementwise import cast, scalar_of
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import entry, pack, shape_of, size_of


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
    "Pad": pad,
    "CenterCropPad": center_crop_pad,
}
