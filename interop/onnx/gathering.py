"""Operators that read or write at computed places. Negative places count from the end."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import Operation, SSAValue

from ...dialects import tf
from ...rules.element_ranges import range_of
from ...symbolic import Expr, eq, ge
from .builder import GraphBuilder, axis_in
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import entry, pack, shape_of, size_of


def natural(b: GraphBuilder, places: SSAValue, size: SSAValue) -> SSAValue:
    """`places` from the front: those below 0 have `size` added, which broadcasts."""
    if is_natural(b, places):
        return places
    places = cast(b, places, i64)
    below = b.op(tf.LessOp, places, 0, element=i1)
    moved = b.op(tf.AddV2Op, places, size)
    return b.op(tf.SelectV2Op, below, moved, places, element=i64)


def is_natural(b: GraphBuilder, places: SSAValue) -> bool:
    """Whether no element is negative in any run."""
    array = b.arrays.get(places)
    if array is not None:
        return bool((array >= 0).all())
    known = b.inference.value(places)
    if known is not None:
        return all(isinstance(e, Expr) and b.proves(ge(e, 0)) for e in known)
    found = range_of(places, b.inference)
    return found is not None and b.proves(ge(found.low, 0))


def gather(n: NodeCall, b: GraphBuilder) -> SSAValue:
    axis = axis_in(n.int("axis", 0), b.rank(n[0]))
    places = natural(b, n[1], size_of(b, n[0], axis))
    return b.op(tf.GatherV2Op, n[0], places, b.integer(axis), batch_dims=0)


def positions(b: GraphBuilder, shape: SSAValue, rank: int, axis: int) -> SSAValue:
    """A tensor of `shape` that tells for each element its place along `axis`."""
    count = entry(b, shape, axis)
    along = b.op(tf.RangeOp, b.integer(0), count, b.integer(1))
    sizes: list[SSAValue | int] = [1] * rank
    sizes[axis] = count
    return b.op(tf.BroadcastToOp, b.op(tf.ReshapeOp, along, pack(b, sizes)), shape)


def coordinates(b: GraphBuilder, places: SSAValue, axis: int) -> SSAValue:
    """For each element of `places` its own coordinates, but along `axis` what it says."""
    rank, shape = b.rank(places), shape_of(b, places)
    parts = [
        cast(b, places, i64) if d == axis else positions(b, shape, rank, d) for d in range(rank)
    ]
    return b.op(tf.PackOp, *parts, axis=rank)


def gather_elements(n: NodeCall, b: GraphBuilder) -> SSAValue:
    rank = b.rank(n[0])
    axis = axis_in(n.int("axis", 0), rank)
    places = natural(b, n[1], size_of(b, n[0], axis))
    data, found = b.sizes(n[0]), b.sizes(places)
    if len(found) != rank:
        raise NodeRefused(f"indices have rank {len(found)}, data have {rank}")
    alike = [b.proves(eq(data[d], found[d])) for d in range(rank)]
    if axis == rank - 1 and all(alike[:axis]):
        return b.op(tf.GatherV2Op, n[0], places, b.integer(axis), batch_dims=axis)
    return b.op(tf.GatherNdOp, n[0], coordinates(b, places, axis))


def natural_rows(b: GraphBuilder, rows: SSAValue, data: SSAValue, first: int = 0) -> SSAValue:
    """Rows of coordinates of `data`, from dimension `first` on, none of them negative."""
    depth = row_length(b, rows)
    sizes = b.op(tf.StridedSliceOp, shape_of(b, data), [first], [first + depth], [1])
    return natural(b, rows, sizes)


def row_length(b: GraphBuilder, rows: SSAValue) -> int:
    depth = b.static(rows, b.rank(rows) - 1) if b.rank(rows) else None
    if depth is None:
        raise NodeRefused("the length of the rows of indices is not known")
    return depth


def gather_nd(n: NodeCall, b: GraphBuilder) -> SSAValue:
    batches = n.int("batch_dims", 0)
    rows = natural_rows(b, n[1], n[0], batches)
    if batches:
        rank = b.rank(rows)
        shape = b.op(tf.StridedSliceOp, shape_of(b, rows), [0], [rank - 1], [1])
        parts = [
            b.op(tf.ExpandDimsOp, positions(b, shape, rank - 1, d), b.integer(rank - 1))
            for d in range(batches)
        ]
        rows = b.op(tf.ConcatV2Op, *parts, cast(b, rows, i64), b.integer(rank - 1))
    return b.op(tf.GatherNdOp, n[0], rows)


SCATTERS: dict[str, type[Operation]] = {
    "none": tf.TensorScatterUpdateOp,
    "add": tf.TensorScatterAddOp,
    "max": tf.TensorScatterMaxOp,
    "min": tf.TensorScatterMinOp,
}


def _scatter(n: NodeCall, b: GraphBuilder, rows: SSAValue, updates: SSAValue) -> SSAValue:
    """The data with `updates` put, or folded in, where `rows` say."""
    how = n.text("reduction", "none")
    if how == "mul":
        return _scatter_products(n, b, rows, updates)
    if how not in SCATTERS:
        raise NodeRefused(f"reduction {how} is not known")
    return b.op(SCATTERS[how], n[0], rows, updates)


def _scatter_products(n: NodeCall, b: GraphBuilder, rows: SSAValue, updates: SSAValue) -> SSAValue:
    """Places as positions in the flat data, and the product of what goes to each of them."""
    depth, rank = row_length(b, rows), b.rank(n[0])
    if depth != rank:
        raise NodeRefused("reduction mul is supported for single elements alone")
    steps, count = list[SSAValue](), b.integer(1)
    for axis in reversed(range(rank)):
        steps.insert(0, count)
        count = b.op(tf.MulOp, count, size_of(b, n[0], axis))
    flat = b.op(tf.SumOp, b.op(tf.MulOp, rows, pack(b, steps)), [-1], keep_dims=False)
    places = b.op(tf.ReshapeOp, flat, [-1])
    given = b.op(tf.ReshapeOp, updates, [-1])
    products = b.op(tf.UnsortedSegmentProdOp, given, places, count)
    return b.op(tf.MulOp, n[0], b.op(tf.ReshapeOp, products, shape_of(b, n[0])))


def scatter_elements(n: NodeCall, b: GraphBuilder) -> SSAValue:
    axis = axis_in(n.int("axis", 0), b.rank(n[0]))
    places = natural(b, n[1], size_of(b, n[0], axis))
    return _scatter(n, b, coordinates(b, places, axis), n[2])


def scatter_nd(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return _scatter(n, b, natural_rows(b, n[1], n[0]), n[2])


def tensor_scatter(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Writes `update` into a cache along `axis`, from where operand 2 tells each batch."""
    rank = b.rank(n[0])
    axis = axis_in(n.int("axis", -2), rank)
    shape = shape_of(b, n[1])
    along = positions(b, shape, rank, axis)
    if (first := n.get(2)) is not None:
        sizes: Sequence[SSAValue | int] = [size_of(b, first, 0), *[1] * (rank - 1)]
        along = b.op(tf.AddV2Op, along, b.op(tf.ReshapeOp, cast(b, first, i64), pack(b, sizes)))
    mode = n.text("mode", "linear")
    if mode == "circular":
        along = b.op(tf.FloorModOp, along, size_of(b, n[0], axis))
    elif mode != "linear":
        raise NodeRefused(f"mode {mode} is not known")
    return b.op(tf.TensorScatterUpdateOp, n[0], coordinates(b, along, axis), n[1])


NODES: NodeTable = {
    "Gather": gather,
    "GatherElements": gather_elements,
    "GatherND": gather_nd,
    "Scatter": scatter_elements,
    "ScatterElements": scatter_elements,
    "ScatterND": scatter_nd,
    "TensorScatter": tensor_scatter,
}
