"""Dimensions of size 1 put in and taken away.

A Squeeze without axes of a size that only a run knows has a branch for each case, in which the rest
of the graph follows: the rank of its result differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xdsl.dialects.builtin import i1, i32, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import eq
from .branches import either
from .builder import GraphBuilder, axes_in
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable, Results
from .shapes import shape_of, size_of


def listed_axes(n: NodeCall, b: GraphBuilder) -> tuple[int, ...] | None:
    """The axes that an attribute tells before opset 13, an operand after; None if none does."""
    return b.integers(n[1]) if n.version >= 13 else n.ints("axes")


def unsqueeze(n: NodeCall, b: GraphBuilder) -> SSAValue:
    listed = listed_axes(n, b)
    if listed is None:
        return _unsqueezed_at_run_time(n, b)
    rank = b.rank(n[0]) + len(listed)
    value = n[0]
    for axis in sorted(axes_in(listed, rank)):
        value = b.op(tf.ExpandDimsOp, value, b.integer(axis))
    return value


def _unsqueezed_at_run_time(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """A reshape: 1 at the axes, the operand's sizes in order elsewhere."""
    count, rank = b.count(n[1]), b.rank(n[0])
    new = marked_axes(b, n[1], rank + count)
    before = b.op(tf.CumsumOp, b.op(tf.SubOp, b.integer(1), new), b.integer(0), exclusive=True)
    if rank == 0:
        return b.op(tf.ReshapeOp, n[0], [1] * count)
    place = b.op(tf.MinimumOp, before, rank - 1)
    sizes = b.op(tf.GatherV2Op, shape_of(b, n[0]), place, b.integer(0))
    one = b.op(tf.EqualOp, new, 1, element=i1)
    return b.op(tf.ReshapeOp, n[0], b.op(tf.SelectV2Op, one, b.integer(1), sizes, element=i64))


def marked_axes(b: GraphBuilder, axes: SSAValue, rank: int) -> SSAValue:
    """A vector with 1 at `axes` and 0 elsewhere; negative axes count from the end."""
    place = b.op(tf.FloorModOp, cast(b, axes, i64), rank)
    rows = b.op(tf.ReshapeOp, place, [-1, 1])
    ones = b.op(tf.FillOp, b.vector([b.count(axes)]), b.integer(1), element=i64)
    return b.op(tf.TensorScatterUpdateOp, b.vector([0] * rank), rows, ones)


def squeeze(n: NodeCall, b: GraphBuilder) -> Results:
    given = n.get(1)
    if given is None and n.ints("axes") is None:
        return _without_ones(b, n[0], (), range(b.rank(n[0])))
    listed = listed_axes(n, b)
    if listed is None and given is not None:
        return _squeezed_at_run_time(n, b, given)
    return _without(b, n[0], axes_in(listed or (), b.rank(n[0])))


def _without_ones(
    b: GraphBuilder, value: SSAValue, ones: tuple[int, ...], axes: Sequence[int]
) -> Results:
    """`value` without the dimensions `ones`, and without those of size 1 among `axes`."""
    sizes, facts = b.sizes(value), b.inference.facts
    for place, axis in enumerate(axes):
        is_one = eq(sizes[axis], 1)
        if b.proves(is_one):
            ones = (*ones, axis)
        elif not facts.refutes(is_one):
            condition = b.op(tf.EqualOp, size_of(b, value, axis), 1, element=i1)
            later = axes[place + 1 :]
            first = partial(_without_ones, b, value, (*ones, axis), later)
            found = either(b, condition, first, partial(_without_ones, b, value, ones, later))
            if found is None:
                raise NodeRefused("axes are left out, and too many sizes may be 1")
            return found
    return _without(b, value, ones)


def _without(b: GraphBuilder, value: SSAValue, axes: Sequence[int]) -> SSAValue:
    return b.op(tf.SqueezeOp, value, squeeze_dims=axes) if axes else value


def _squeezed_at_run_time(n: NodeCall, b: GraphBuilder, axes: SSAValue) -> SSAValue:
    """A reshape to the sizes elsewhere, which come first when sorted by whether they go."""
    rank, count = b.rank(n[0]), b.count(axes)
    gone = marked_axes(b, axes, rank)
    key = b.op(tf.AddV2Op, b.op(tf.MulOp, gone, rank), b.vector(list(range(rank))))
    number = b.number(rank - count, i32)
    _, places = b.ops(tf.TopKV2Op, b.op(tf.NegOp, key), number, elements=[i64, i32])
    return b.op(tf.ReshapeOp, n[0], b.op(tf.GatherV2Op, shape_of(b, n[0]), places, b.integer(0)))


NODES: NodeTable = {"Unsqueeze": unsqueeze, "Squeeze": squeeze}
