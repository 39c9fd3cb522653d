"""Resize and Upsample: one axis after the other, by the entries that each place is made of.

An axis of size `n` becomes one of size `m`; place `o` of the result is at coordinate `x(o)` of the
operand, which the coordinate transformation tells. Coordinates are computed in f64.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from xdsl.dialects.builtin import f32, f64, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.types import is_float
from .builder import GraphBuilder, axes_in
from .elementwise import cast
from .interpolation import (
    ResizedAxis,
    asymmetric,
    blend,
    coordinate,
    extrapolated,
    interpolated,
    linear_taps,
    nearest,
    pick,
)
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import entry, size_of

LARGEST_DENOMINATOR = 1024
"""Scales that are fractions with a denominator up to this one give sizes in integers."""


def upsample(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """As Resize with asymmetric coordinates, rounded down."""
    axes = _scaled(n, b, n[1], range(b.rank(n[0])))
    value = n[0]
    for axis in axes:
        x = asymmetric(b, axis)
        if n.text("mode", "nearest") == "nearest":
            value = pick(b, value, axis, b.op(tf.FloorOp, x))
        else:
            value = blend(b, value, axis, linear_taps(b, x), False)
    return value


def resize(n: NodeCall, b: GraphBuilder) -> SSAValue:
    rank = b.rank(n[0])
    axes = axes_in(n.ints("axes") or tuple(range(rank)), rank)
    scales, sizes = _present(b, n.get(2)), _present(b, n.get(3))
    if sizes is not None:
        resized = _sized(n, b, sizes, axes)
    elif scales is not None:
        resized = _scaled(n, b, scales, axes)
    else:
        raise NodeRefused("neither scales nor sizes are given")
    value, element = n[0], b.element(n[0])
    mode = n.text("mode", "nearest")
    outside = list[tuple[ResizedAxis, SSAValue]]()
    for axis in resized:
        if axis.exact == 1 and axis.roi is None:
            continue
        x = coordinate(n, b, axis)
        outside.append((axis, x))
        if mode == "nearest":
            value = pick(b, value, axis, nearest(n, b, x))
        else:
            value = interpolated(n, b, cast_up(b, value), axis, x, mode)
    if n.text("coordinate_transformation_mode", "half_pixel") == "tf_crop_and_resize":
        value = extrapolated(n, b, value, outside)
    return _cast_back(b, value, element)


def cast_up(b: GraphBuilder, value: SSAValue) -> SSAValue:
    """Integers as floats."""
    return value if is_float(b.element(value)) else cast(b, value, f32)


def _cast_back(b: GraphBuilder, value: SSAValue, element: object) -> SSAValue:
    if b.element(value) == element:
        return value
    raise NodeRefused("integers can be resized by the nearest neighbour alone")


def _present(b: GraphBuilder, value: SSAValue | None) -> SSAValue | None:
    """None for an empty tensor too."""
    return None if value is None or b.static_sizes(value) == (0,) else value


def _scaled(
    n: NodeCall, b: GraphBuilder, scales: SSAValue, axes: Sequence[int]
) -> list[ResizedAxis]:
    """The axes where scales are given; the new size is rounded down."""
    array = b.arrays.get(scales)
    found = list[ResizedAxis]()
    for place, axis in enumerate(axes):
        before = size_of(b, n[0], axis)
        if array is not None:
            factor = float(array.reshape(-1)[place])
            scale, after = b.number(factor, f64), _scaled_size(b, before, factor)
        else:
            factor = None
            scale = cast(b, entry(b, scales, place), f64)
            product = b.op(tf.MulOp, cast(b, before, f64), scale)
            after = cast(b, b.op(tf.FloorOp, product), i64)
        wanted = b.op(tf.MulOp, cast(b, before, f64), scale)
        roi = _roi(n, b, place, len(axes))
        found.append(ResizedAxis(axis, before, after, scale, roi, factor, wanted))
    return found


def _scaled_size(b: GraphBuilder, before: SSAValue, factor: float) -> SSAValue:
    """`floor(before * factor)`, in integers for a factor that is a simple fraction."""
    fraction = Fraction(factor)
    if fraction.denominator <= LARGEST_DENOMINATOR:
        whole = b.op(tf.MulOp, before, fraction.numerator)
        if fraction.denominator == 1:
            return whole
        return b.op(tf.FloorDivOp, whole, fraction.denominator)
    product = b.op(tf.MulOp, cast(b, before, f64), factor)
    return cast(b, b.op(tf.FloorOp, product), i64)


def _sized(n: NodeCall, b: GraphBuilder, sizes: SSAValue, axes: Sequence[int]) -> list[ResizedAxis]:
    """The axes where sizes are given; one scale for all of them where the aspect ratio is kept."""
    policy = n.text("keep_aspect_ratio_policy", "stretch")
    befores = [size_of(b, n[0], axis) for axis in axes]
    known = b.integers(sizes)
    afters = [
        b.integer(known[place]) if known is not None else entry(b, cast(b, sizes, i64), place)
        for place in range(len(axes))
    ]
    scales = [
        b.op(tf.RealDivOp, cast(b, after, f64), cast(b, before, f64))
        for before, after in zip(befores, afters, strict=True)
    ]
    if policy != "stretch":
        kinds = {"not_larger": tf.MinimumOp, "not_smaller": tf.MaximumOp}
        if policy not in kinds:
            raise NodeRefused(f"keep_aspect_ratio_policy {policy} is not known")
        scale = scales[0]
        for other in scales[1:]:
            scale = b.op(kinds[policy], scale, other)
        scales = [scale] * len(scales)
        half = b.number(0.5, f64)
        afters = [
            cast(
                b,
                b.op(tf.FloorOp, b.op(tf.AddV2Op, b.op(tf.MulOp, cast(b, x, f64), scale), half)),
                i64,
            )
            for x in befores
        ]
    return [
        ResizedAxis(
            axis, before, after, scale, _roi(n, b, place, len(axes)), _is_one(b, before, after)
        )
        for place, (axis, before, after, scale) in enumerate(
            zip(axes, befores, afters, scales, strict=True)
        )
    ]


def _is_one(b: GraphBuilder, before: SSAValue, after: SSAValue) -> float | None:
    """1 where both sizes are known to be equal."""
    x, y = b.inference.scalar(before), b.inference.scalar(after)
    return 1.0 if x is not None and x == y else None


def _roi(n: NodeCall, b: GraphBuilder, place: int, count: int) -> tuple[SSAValue, SSAValue] | None:
    if n.text("coordinate_transformation_mode", "half_pixel") != "tf_crop_and_resize":
        return None
    roi = n[1]
    return (
        cast(b, entry(b, roi, place), f64),
        cast(b, entry(b, roi, place + count), f64),
    )


NODES: NodeTable = {"Resize": resize, "Upsample": upsample}
