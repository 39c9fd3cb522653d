"""GridSample: an image read at the places that a grid tells, from -1 to 1 in each direction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .elementwise import cast
from .gathering import positions
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import shape_of, size_of

MODES = {"bilinear": "linear", "bicubic": "cubic"}
"""Names before opset 20."""


@dataclass(frozen=True, slots=True)
class SampleTap:
    """For each place of the result an entry along one axis, which is there, and its weight."""

    entry: SSAValue
    weight: SSAValue


def grid_sample(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The weighted sum of the entries around each place; channels come last meanwhile."""
    rank, grid = b.rank(n[0]), n[1]
    spatial = rank - 2
    alike = b.op(tf.EqualOp, size_of(b, n[0], 0), size_of(b, grid, 0), element=i1)
    b.check(alike, "GridSample: image and grid must have as many batch entries")
    image = b.op(tf.TransposeOp, n[0], [0, *range(2, rank), 1])
    parts = b.ops(tf.UnpackOp, grid, elements=[b.element(grid)] * spatial, axis=-1)
    taps = [
        _taps(n, b, _coordinate(n, b, parts[spatial - 1 - d], size_of(b, image, 1 + d)), d, image)
        for d in range(spatial)
    ]
    batch = positions(b, shape_of(b, parts[0]), rank - 1, 0)
    total: SSAValue | None = None
    for chosen in product(*taps):
        rows = b.op(tf.PackOp, batch, *(tap.entry for tap in chosen), axis=-1)
        weight = chosen[0].weight
        for tap in chosen[1:]:
            weight = b.op(tf.MulOp, weight, tap.weight)
        found = b.op(tf.GatherNdOp, image, rows)
        weight = cast(b, b.op(tf.ExpandDimsOp, weight, b.integer(-1)), b.element(image))
        part = b.op(tf.MulOp, found, weight)
        total = part if total is None else b.op(tf.AddV2Op, total, part)
    if total is None:
        raise NodeRefused("an image without dimensions cannot be sampled")
    return b.op(tf.TransposeOp, total, [0, rank - 1, *range(1, rank - 1)])


def _coordinate(n: NodeCall, b: GraphBuilder, value: SSAValue, size: SSAValue) -> SSAValue:
    """From -1 and 1, the middles of the border's pixels or their outer edges, to places."""
    length = cast(b, size, b.element(value))
    shifted = b.op(tf.AddV2Op, value, 1)
    if n.flag("align_corners"):
        half = b.op(tf.RealDivOp, shifted, 2)
        return b.op(tf.MulOp, half, b.op(tf.SubOp, length, 1))
    return b.op(tf.RealDivOp, b.op(tf.SubOp, b.op(tf.MulOp, shifted, length), 1), 2)


def _taps(
    n: NodeCall, b: GraphBuilder, x: SSAValue, axis: int, image: SSAValue
) -> Sequence[SampleTap]:
    mode = n.text("mode", "linear")
    mode = MODES.get(mode, mode)
    if mode == "nearest":
        place = b.op(tf.RoundOp, x)
        return [_inside(n, b, place, b.op(tf.OnesLikeOp, x), axis, image)]
    low = b.op(tf.FloorOp, x)
    part = b.op(tf.SubOp, x, low)
    if mode == "linear":
        weights = {0: b.op(tf.SubOp, b.op(tf.OnesLikeOp, part), part), 1: part}
    elif mode == "cubic":
        weights = {step: _cubic(b, part, step) for step in (-1, 0, 1, 2)}
    else:
        raise NodeRefused(f"mode {mode} is not known")
    return [
        _inside(n, b, b.op(tf.AddV2Op, low, step), weight, axis, image)
        for step, weight in weights.items()
    ]


def _cubic(b: GraphBuilder, part: SSAValue, step: int) -> SSAValue:
    """Keys' cubic kernel with the coefficient -0.75 at the distance of `step` from `part`."""
    a = -0.75
    d = b.op(tf.AbsOp, b.op(tf.SubOp, part, step))
    factors = (a + 2, -(a + 3), 0.0, 1.0) if step in (0, 1) else (a, -5 * a, 8 * a, -4 * a)
    total = b.op(tf.MulOp, d, factors[0])
    for factor in factors[1:3]:
        total = b.op(tf.MulOp, b.op(tf.AddV2Op, total, factor), d)
    return b.op(tf.AddV2Op, total, factors[3])


def _inside(
    n: NodeCall, b: GraphBuilder, place: SSAValue, weight: SSAValue, axis: int, image: SSAValue
) -> SampleTap:
    """The entry at `place`; outside nothing, the border's, or what is mirrored there."""
    size = size_of(b, image, 1 + axis)
    last = b.op(tf.SubOp, size, 1)
    entry = cast(b, place, i64)
    mode = n.text("padding_mode", "zeros")
    if mode == "reflection":
        if n.flag("align_corners"):
            period = b.op(tf.MaximumOp, b.op(tf.MulOp, last, 2), 1)
            turn = b.op(tf.FloorModOp, entry, period)
            return SampleTap(b.op(tf.MinimumOp, turn, b.op(tf.SubOp, period, turn)), weight)
        period = b.op(tf.MaximumOp, b.op(tf.MulOp, size, 2), 1)
        turn = b.op(tf.FloorModOp, entry, period)
        back = b.op(tf.SubOp, b.op(tf.SubOp, period, 1), turn)
        return SampleTap(b.op(tf.MinimumOp, turn, back), weight)
    clamped = b.op(tf.MaximumOp, b.op(tf.MinimumOp, entry, last), 0)
    if mode == "zeros":
        there = b.op(tf.EqualOp, clamped, entry, element=i1)
        weight = b.op(tf.SelectV2Op, there, weight, b.like(0, weight), element=b.element(weight))
    elif mode != "border":
        raise NodeRefused(f"padding_mode {mode} is not known")
    return SampleTap(clamped, weight)


NODES: NodeTable = {"GridSample": grid_sample}
