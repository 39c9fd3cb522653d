"""Weights of resized images: TensorFlow's table of cubic weights, areas and sampling kernels."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ...dialects import mhlo
from ...symbolic import Expr
from .builder import Builder
from .formulas import Elements, where
from .indices import iota, number
from .reducers import reduce

STEPS = 1024
"""Cubic weights are those of the nearest of so many places between two pixels."""

RADII = {
    "lanczos1": 1.0,
    "lanczos3": 3.0,
    "lanczos5": 5.0,
    "gaussian": 1.5,
    "box": 1.0,
    "triangle": 1.0,
    "keyscubic": 2.0,
    "mitchellcubic": 2.0,
}
"""How far each kernel reaches, in pixels."""


def cubic_taps(
    place: Elements, last: Elements, renormalized: bool
) -> Sequence[tuple[Elements, Elements]]:
    """The four places around `place`, from 0 to `last`, and their weights.

    renormalized: places outside of the image have no weight and the others a sum of 1; otherwise
        they count as its border
    """
    first = place.floor()
    rest = ((place - first) * STEPS).apply(mhlo.RoundNearestEvenOp) / STEPS
    sharpness = -0.5 if renormalized else -0.75

    def near(x: Elements) -> Elements:
        return ((sharpness + 2) * x - (sharpness + 3)) * x * x + 1

    def far(x: Elements) -> Elements:
        x = x + 1
        return ((sharpness * x - 5 * sharpness) * x + 8 * sharpness) * x - 4 * sharpness

    weights = [far(rest), near(rest), near(1 - rest), far(1 - rest)]
    places = [first + step for step in (-1, 0, 1, 2)]
    bounded = [at.at_most(last).at_least(0) for at in places]
    if renormalized:
        pairs = list(zip(places, bounded, weights, strict=True))
        weights = [where(at.equals(inner), weight, 0) for at, inner, weight in pairs]
        total = weights[0] + weights[1] + weights[2] + weights[3]
        weights = [weight / total for weight in weights]
    return list(zip(bounded, weights, strict=True))


def grid(b: Builder, size: Expr, target: Expr, by_size: bool = True) -> tuple[Elements, Elements]:
    """The places in an image of `size` and in its result of `target`, as `[size, target]`.

    by_size: the image's places are the rows; otherwise the columns
    """
    sizes = [size, target] if by_size else [target, size]
    type = b.ranked(f32, sizes)
    rows, columns = (Elements(b, iota(b, type, axis)) for axis in (0, 1))
    return (rows, columns) if by_size else (columns, rows)


def like(x: Elements, scalar: SSAValue) -> Elements:
    """`scalar` in every element of a tensor like `x`."""
    return Elements(x.b, x.b.broadcast(scalar, x.b.like(x.value, f32)))


def area_weights(b: Builder, factor: SSAValue, size: Expr, target: Expr) -> SSAValue:
    """How much of each pixel of the result is in each pixel of the image, which sums up to 1.

    The last pixel of the image goes on for ever. A `factor` of 0 is that of a single pixel.
    """
    pixel, place = grid(b, size, target)
    step = like(pixel, factor)
    start, end = place * step, (place + 1) * step
    is_last = pixel.equals(like(pixel, number(b, size, f32)) - 1)
    upper = where(is_last, end, (pixel + 1).at_most(end))
    part = (upper - pixel.at_least(start)).at_least(0) / step
    return where(step.equals(0), step.full(1), part).value


def kernel(name: str, x: Elements) -> Elements:
    """The weight at a distance of `x`, at least 0."""
    radius = RADII[name]
    if name == "box":
        return where(x < 0.5, x.full(1), where(x.equals(0.5), x.full(0.5), 0))
    if name == "triangle":
        return (1 - x).at_least(0)
    if name == "gaussian":
        deviation = radius / 3
        value = (-(x * x) / (2 * deviation * deviation)).exp()
        return where(x >= radius, x.full(0), value)
    if name == "keyscubic":
        outer = ((-0.5 * x + 2.5) * x - 4) * x + 2
        inner = (1.5 * x - 2.5) * x * x + 1
        return where(x >= 2, x.full(0), where(x >= 1, outer, inner))
    if name == "mitchellcubic":
        outer = ((-7 / 18 * x + 2) * x - 10 / 3) * x + 16 / 9
        inner = (7 / 6 * x - 2) * x * x + 8 / 9
        return where(x >= 2, x.full(0), where(x >= 1, outer, inner))
    angle = x.at_least(1e-3) * pi
    waves = angle.apply(mhlo.SineOp) * (angle / radius).apply(mhlo.SineOp)
    value = waves * radius / (angle * angle)
    return where(x > radius, x.full(0), where(x <= 1e-3, x.full(1), value))


def kernel_weights(
    b: Builder,
    name: str,
    antialias: bool,
    factor: SSAValue,
    shift: SSAValue,
    size: Expr,
    target: Expr,
    by_size: bool,
) -> SSAValue:
    """The weight of each pixel of the image in each pixel of the result, which sums up to 1.

    A result that comes from outside of the image is made of nothing.
    """
    pixel, place = grid(b, size, target, by_size)
    inverse = 1 / like(pixel, factor)
    at = (place + 0.5) * inverse - inverse * like(pixel, shift)
    width = inverse.at_least(1) if antialias else inverse.full(1)
    weight = kernel(name, abs((pixel + 0.5 - at) * (1 / width)))
    axis = 0 if by_size else 1
    total = reduce(b, weight.value, mhlo.AddOp, 0, [axis])
    total = Elements(b, b.broadcast(total, b.like(weight.value, f32), [1 - axis]))
    weight = where(abs(total) >= 1000 * 2.0**-126, weight / total, weight)
    inside = (at >= 0) & (at <= like(pixel, number(b, size, f32)))
    return where(inside, weight, 0).value
