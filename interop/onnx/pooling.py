"""Poolings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .nodes import NodeCall, NodeRefused, NodeTable
from .pool_places import places_of_greatest
from .shapes import pack, size_of
from .windows import Pads, WindowMoves, demand_room, moves, start_of, windows


@dataclass(frozen=True, slots=True)
class Ends:
    """How windows reach over the end of an input.

    kept: by dimension how many windows there are, where `pads` make room for more
    """

    pads: Pads
    kept: Mapping[int, SSAValue]


def pooled(b: GraphBuilder, m: WindowMoves, value: SSAValue, fold: str, ends: Ends) -> SSAValue:
    """The windows of `m` over `value`, whose first two dimensions stay apart."""
    found = windows(
        b,
        value,
        fold,
        (1, 1, *m.kernel),
        (1, 1, *m.strides),
        (1, 1, *m.dilations),
        [(0, 0), (0, 0), *ends.pads],
    )
    if not ends.kept:
        return found
    rank = 2 + len(m.kernel)
    sizes = [ends.kept.get(axis, -1) for axis in range(rank)]
    return b.op(tf.SliceOp, found, b.vector([0] * rank), pack(b, sizes))


def _moves(n: NodeCall, b: GraphBuilder, filling: float) -> WindowMoves:
    m = moves(n, b, _kernel(n), filling)
    if not n.flag("ceil_mode"):
        demand_room(n, b, m)
    return m


def _kernel(n: NodeCall) -> tuple[int, ...]:
    sizes = n.ints("kernel_shape")
    if sizes is None:
        raise NodeRefused("attribute kernel_shape is missing")
    return sizes


def ceiled(n: NodeCall, b: GraphBuilder, m: WindowMoves) -> Ends:
    """The pads of `m`, with more behind where `ceil_mode` makes a last window reach over the end.

    A window that would begin behind the input and what is before it is left out.
    """
    if not n.flag("ceil_mode"):
        return Ends(m.pads, {})
    pads, kept = list[tuple[int, int]](), dict[int, SSAValue]()
    for axis, ((low, high), stride, reach) in enumerate(
        zip(m.pads, m.strides, m.reach, strict=True), 2
    ):
        size = b.static(m.value, axis)
        if size is None:
            pads.append((low, high + stride - 1))
            if high + stride > reach:
                kept[axis] = _begun_inside(b, m, axis)
            continue
        last = -(-(size + low + high - reach) // stride)
        if last * stride >= size + low:
            last -= 1
        pads.append((low, max(last * stride + reach - size - low, 0)))
    return Ends(pads, kept)


def _begun_inside(b: GraphBuilder, m: WindowMoves, axis: int) -> SSAValue:
    """How many windows begin before the end of the input, and end not far behind it."""
    (low, high), stride, reach = m.pads[axis - 2], m.strides[axis - 2], m.reach[axis - 2]
    size = size_of(b, m.value, axis)
    begun, ended = (
        b.op(tf.FloorDivOp, b.op(tf.AddV2Op, size, low + stride - 1 + more), stride)
        for more in (0, high - reach + stride)
    )
    return b.op(tf.MinimumOp, begun, ended)


def max_pool(n: NodeCall, b: GraphBuilder) -> list[SSAValue]:
    """The greatest element of each window and, if wanted, its place."""
    m = _moves(n, b, start_of("max", b.element(n[0])))
    found = pooled(b, m, m.value, "max", ceiled(n, b, m))
    if not n.wants(1):
        return [found]
    if m.value is not n[0]:
        raise NodeRefused("SAME padding that depends on sizes of the run is not supported")
    return [found, places_of_greatest(n, b, m, found)]


def average_pool(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The sum over how many elements a window covers; `count_include_pad` counts pads too."""
    m = _moves(n, b, 0)
    if m.value is not n[0]:
        raise NodeRefused("SAME padding that depends on sizes of the run is not supported")
    ends = ceiled(n, b, m)
    total = pooled(b, m, m.value, "sum", ends)
    if all(pair == (0, 0) for pair in ends.pads):
        count = 1
        for size in m.kernel:
            count *= size
        return b.op(tf.RealDivOp, total, count)
    return b.op(tf.RealDivOp, total, _covered(n, b, m, ends))


def _covered(n: NodeCall, b: GraphBuilder, m: WindowMoves, ends: Ends) -> SSAValue:
    """How many elements each window covers."""
    pads = ends.pads
    sizes = [size_of(b, m.value, axis) for axis in range(2, 2 + len(m.kernel))]
    if n.flag("count_include_pad"):
        sizes = [b.op(tf.AddV2Op, s, sum(pair)) for s, pair in zip(sizes, m.pads, strict=True)]
        pads = [(0, high - own) for (_, high), (_, own) in zip(pads, m.pads, strict=True)]
    element = b.element(m.value)
    ones = b.op(tf.FillOp, pack(b, [1, 1, *sizes]), b.number(1, element), element=element)
    return pooled(b, m, ones, "sum", Ends(pads, ends.kept))


def lp_pool(n: NodeCall, b: GraphBuilder) -> SSAValue:
    m, p = _moves(n, b, 0), float(n.int("p", 2))
    powers = b.op(tf.PowOp, b.op(tf.AbsOp, m.value), p)
    return b.op(tf.PowOp, pooled(b, m, powers, "sum", ceiled(n, b, m)), 1 / p)


def _spatial(b: GraphBuilder, value: SSAValue) -> Sequence[int]:
    return list(range(2, b.rank(value)))


def global_average(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return b.op(tf.MeanOp, n[0], _spatial(b, n[0]), keep_dims=True)


def global_max(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return b.op(tf.MaxOp, n[0], _spatial(b, n[0]), keep_dims=True)


def global_lp(n: NodeCall, b: GraphBuilder) -> SSAValue:
    p = float(n.int("p", 2))
    powers = b.op(tf.PowOp, b.op(tf.AbsOp, n[0]), p)
    return b.op(tf.PowOp, b.op(tf.SumOp, powers, _spatial(b, n[0]), keep_dims=True), 1 / p)


NODES: NodeTable = {
    "MaxPool": max_pool,
    "AveragePool": average_pool,
    "LpPool": lp_pool,
    "GlobalAveragePool": global_average,
    "GlobalMaxPool": global_max,
    "GlobalLpPool": global_lp,
}
