"""The places of a resized axis in the operand, and the entries that each of them is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .elementwise import cast
from .nodes import NodeCall, NodeRefused
from .shapes import pack


@dataclass(frozen=True, slots=True)
class ResizedAxis:
    """One axis: sizes before and after in i64, and the factor between them in f64, all scalars."""

    axis: int
    before: SSAValue
    after: SSAValue
    scale: SSAValue
    roi: tuple[SSAValue, SSAValue] | None = None
    exact: float | None = None
    """The scale, where it is a constant."""
    wanted: SSAValue | None = None
    """The size in f64 before it was rounded, where that was done."""


def _places(b: GraphBuilder, axis: ResizedAxis) -> SSAValue:
    """0, 1, … along the new axis."""
    return cast(b, b.op(tf.RangeOp, b.integer(0), axis.after, b.integer(1)), f64)


def asymmetric(b: GraphBuilder, axis: ResizedAxis) -> SSAValue:
    return b.op(tf.RealDivOp, _places(b, axis), axis.scale)


def _half_pixel(b: GraphBuilder, axis: ResizedAxis) -> SSAValue:
    middle = b.op(tf.AddV2Op, _places(b, axis), 0.5)
    return b.op(tf.SubOp, b.op(tf.RealDivOp, middle, axis.scale), 0.5)


def coordinate(n: NodeCall, b: GraphBuilder, axis: ResizedAxis) -> SSAValue:
    """Where each place of the result is in the operand."""
    mode = n.text("coordinate_transformation_mode", "half_pixel")
    before, after = cast(b, axis.before, f64), cast(b, axis.after, f64)
    if mode == "half_pixel":
        return _half_pixel(b, axis)
    if mode == "asymmetric":
        return asymmetric(b, axis)
    if mode == "half_pixel_symmetric":
        wanted = after if axis.wanted is None else axis.wanted
        part = b.op(tf.RealDivOp, after, wanted)
        half = b.op(tf.RealDivOp, before, 2)
        offset = b.op(tf.MulOp, half, b.op(tf.SubOp, b.number(1, f64), part))
        return b.op(tf.AddV2Op, offset, _half_pixel(b, axis))
    if mode == "pytorch_half_pixel":
        single = b.op(tf.LessEqualOp, axis.after, 1, element=i1)
        return b.op(tf.SelectV2Op, single, b.number(0, f64), _half_pixel(b, axis), element=f64)
    last = b.op(tf.SubOp, before, 1)
    single = b.op(tf.EqualOp, after, 1, element=i1)
    steps = b.op(tf.SelectV2Op, single, after, b.op(tf.SubOp, after, 1), element=f64)
    if mode == "align_corners":
        whole = b.op(tf.MulOp, _places(b, axis), b.op(tf.RealDivOp, last, steps))
        return b.op(tf.SelectV2Op, single, b.number(0, f64), whole, element=f64)
    if mode == "tf_crop_and_resize" and axis.roi is not None:
        start, end = axis.roi
        step = b.op(tf.RealDivOp, b.op(tf.MulOp, b.op(tf.SubOp, end, start), last), steps)
        first = b.op(tf.MulOp, start, last)
        many = b.op(tf.AddV2Op, first, b.op(tf.MulOp, _places(b, axis), step))
        one = b.op(tf.MulOp, b.op(tf.MulOp, b.op(tf.AddV2Op, start, end), last), 0.5)
        return b.op(tf.SelectV2Op, single, one, many, element=f64)
    raise NodeRefused(f"coordinate_transformation_mode {mode} is not known")


def nearest(n: NodeCall, b: GraphBuilder, x: SSAValue) -> SSAValue:
    mode = n.text("nearest_mode", "round_prefer_floor")
    if mode == "floor":
        return b.op(tf.FloorOp, x)
    if mode == "ceil":
        return b.op(tf.CeilOp, x)
    if mode == "round_prefer_floor":
        return b.op(tf.CeilOp, b.op(tf.SubOp, x, 0.5))
    if mode == "round_prefer_ceil":
        return b.op(tf.FloorOp, b.op(tf.AddV2Op, x, 0.5))
    raise NodeRefused(f"nearest_mode {mode} is not known")


def _inside(b: GraphBuilder, places: SSAValue, axis: ResizedAxis) -> SSAValue:
    """Places as i64, the border's where they lie outside."""
    last = b.op(tf.SubOp, axis.before, 1)
    return b.op(tf.MinimumOp, b.op(tf.MaximumOp, cast(b, places, i64), 0), last)


def pick(b: GraphBuilder, value: SSAValue, axis: ResizedAxis, places: SSAValue) -> SSAValue:
    return b.op(tf.GatherV2Op, value, _inside(b, places, axis), b.integer(axis.axis), batch_dims=0)


Taps = Sequence[tuple[SSAValue, SSAValue]]
"""Places of entries and their weights, for each place of the result."""


def linear_taps(b: GraphBuilder, x: SSAValue) -> Taps:
    low = b.op(tf.FloorOp, x)
    part = b.op(tf.SubOp, x, low)
    one = b.number(1, f64)
    return [(low, b.op(tf.SubOp, one, part)), (b.op(tf.AddV2Op, low, 1), part)]


def _cubic_taps(n: NodeCall, b: GraphBuilder, x: SSAValue) -> Taps:
    """Keys' cubic convolution with the coefficient `cubic_coeff_a`."""
    low = b.op(tf.FloorOp, x)
    part = b.op(tf.SubOp, x, low)
    taps = list[tuple[SSAValue, SSAValue]]()
    for step in (-1, 0, 1, 2):
        distance = b.op(tf.AbsOp, b.op(tf.SubOp, part, step))
        taps.append(
            (b.op(tf.AddV2Op, low, step), cubic(b, distance, n.float("cubic_coeff_a", -0.75)))
        )
    return taps


def cubic(b: GraphBuilder, d: SSAValue, a: float) -> SSAValue:
    """The cubic kernel at distances `d`, 0 from 2 on."""

    def polynomial(*factors: float) -> SSAValue:
        total = b.number(factors[0], f64)
        for factor in factors[1:]:
            total = b.op(tf.AddV2Op, b.op(tf.MulOp, d, total), factor)
        return total

    near = polynomial(a + 2, -(a + 3), 0, 1)
    far = polynomial(a, -5 * a, 8 * a, -4 * a)
    is_near = b.op(tf.LessEqualOp, d, 1, element=i1)
    is_far = b.op(tf.LessOp, d, 2, element=i1)
    rest = b.op(tf.SelectV2Op, is_far, far, b.number(0, f64), element=f64)
    return b.op(tf.SelectV2Op, is_near, near, rest, element=f64)


def linear(b: GraphBuilder, d: SSAValue) -> SSAValue:
    """The triangle, 0 from distance 1 on."""
    return b.op(tf.MaximumOp, b.op(tf.SubOp, b.number(1, f64), d), 0)


def interpolated(
    n: NodeCall, b: GraphBuilder, value: SSAValue, axis: ResizedAxis, x: SSAValue, mode: str
) -> SSAValue:
    if mode not in ("linear", "cubic"):
        raise NodeRefused(f"mode {mode} is not known")
    if n.flag("antialias"):
        return _antialiased(n, b, value, axis, x, mode)
    taps = linear_taps(b, x) if mode == "linear" else _cubic_taps(n, b, x)
    return blend(b, value, axis, taps, n.flag("exclude_outside"))


def blend(
    b: GraphBuilder, value: SSAValue, axis: ResizedAxis, taps: Taps, exclude: bool
) -> SSAValue:
    """The weighted sum of entries; `exclude` leaves out those outside and weighs the rest anew."""
    if exclude:
        taps = _only_inside(b, axis, taps)
    rank, element = b.rank(value), b.element(value)
    total: SSAValue | None = None
    for places, weight in taps:
        picked = pick(b, value, axis, places)
        shape: list[SSAValue | int] = [-1 if d == axis.axis else 1 for d in range(rank)]
        weights = b.op(tf.ReshapeOp, cast(b, weight, element), pack(b, shape))
        part = b.op(tf.MulOp, picked, weights)
        total = part if total is None else b.op(tf.AddV2Op, total, part)
    assert total is not None
    return total


def _only_inside(b: GraphBuilder, axis: ResizedAxis, taps: Taps) -> Taps:
    zero = b.number(0, f64)
    kept, total = list[tuple[SSAValue, SSAValue]](), zero
    for places, weight in taps:
        inside = _is_inside(b, axis, places)
        weight = b.op(tf.SelectV2Op, inside, weight, zero, element=f64)
        kept.append((places, weight))
        total = b.op(tf.AddV2Op, total, weight)
    return [(places, b.op(tf.RealDivOp, weight, total)) for places, weight in kept]


def _is_inside(b: GraphBuilder, axis: ResizedAxis, places: SSAValue) -> SSAValue:
    return b.op(
        tf.LogicalAndOp,
        b.op(tf.GreaterEqualOp, places, 0, element=i1),
        b.op(tf.LessOp, places, cast(b, axis.before, f64), element=i1),
    )


def _constant_scale(b: GraphBuilder, axis: ResizedAxis) -> float | None:
    if axis.exact is not None:
        return axis.exact
    before, after = b.scalar(axis.before), b.scalar(axis.after)
    return None if before is None or after is None or not before else after / before


def _antialiased(
    n: NodeCall, b: GraphBuilder, value: SSAValue, axis: ResizedAxis, x: SSAValue, mode: str
) -> SSAValue:
    """A product with the matrix of weights, which add up to 1; a smaller result widens the kernel.

    What lies outside is as the border, or left out.
    """
    exact = _constant_scale(b, axis)
    radius = 1 if mode == "linear" else 2
    narrow: SSAValue | float
    if exact is not None:
        narrow = min(exact, 1.0)
        reach = b.integer(ceil(radius / narrow) + 1)
    else:
        narrow = b.op(tf.MinimumOp, axis.scale, 1)
        wide = b.op(tf.RealDivOp, b.number(radius, f64), narrow)
        reach = b.op(tf.AddV2Op, cast(b, b.op(tf.CeilOp, wide), i64), 1)
    first, end = b.op(tf.NegOp, reach), b.op(tf.AddV2Op, axis.before, reach)
    places = cast(b, b.op(tf.RangeOp, first, end, b.integer(1)), f64)
    distance = b.op(tf.AbsOp, b.op(tf.SubOp, places, b.op(tf.ExpandDimsOp, x, b.integer(1))))
    distance = b.op(tf.MulOp, distance, narrow)
    if mode == "linear":
        weights = linear(b, distance)
    else:
        weights = cubic(b, distance, n.float("cubic_coeff_a", -0.75))
    if n.flag("exclude_outside"):
        inside = _is_inside(b, axis, places)
        weights = b.op(tf.SelectV2Op, inside, weights, b.number(0, f64), element=f64)
    total = b.op(tf.SumOp, weights, [1], keep_dims=True)
    value = pick(b, value, axis, places)
    weights = cast(b, b.op(tf.RealDivOp, weights, total), b.element(value))
    rank = b.rank(value)
    labels = "abcdefgh"[:rank]
    left, right = labels.replace(labels[axis.axis], "y"), labels
    return b.op(tf.EinsumOp, value, weights, equation=f"{right},y{labels[axis.axis]}->{left}")


def extrapolated(
    n: NodeCall, b: GraphBuilder, value: SSAValue, axes: Sequence[tuple[ResizedAxis, SSAValue]]
) -> SSAValue:
    """The extrapolation value where a coordinate lies outside of the operand."""
    rank = b.rank(value)
    filling = b.like(n.float("extrapolation_value", 0.0), value)
    for axis, x in axes:
        last = cast(b, b.op(tf.SubOp, axis.before, 1), f64)
        out = b.op(
            tf.LogicalOrOp,
            b.op(tf.LessOp, x, 0, element=i1),
            b.op(tf.GreaterOp, x, last, element=i1),
        )
        out = b.op(tf.ReshapeOp, out, [-1 if d == axis.axis else 1 for d in range(rank)])
        value = b.op(tf.SelectV2Op, out, filling, value, element=b.element(value))
    return value
