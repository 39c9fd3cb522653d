"""tf ops that resize or crop images, and the gradients of resizing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import f32, i32
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.resizing import Resize, ResizeGradient
from ...dialects.types import tensor_type
from ...symbolic import Expr, as_expr
from .builder import Builder, Lowering, LoweringTable
from .elementwise import Results, binary, compare, with_number
from .formulas import Elements, where
from .gathering import gather_rows, take_along
from .indices import iota, number
from .joining import concatenate
from .resize_weights import area_weights, cubic_taps, kernel_weights
from .scattering import add_along
from .spectral import along_axis

Taps = Sequence[tuple[SSAValue, SSAValue]]
"""The places in the image, i32, and the weights, f32, that each pixel of a result is made of."""

TapsOf = Callable[[Builder, "Resize | ResizeGradient", Expr, Expr], Taps]
"""The taps along a side of an image from its size and that of the result."""


def scale(b: Builder, align_corners: bool, size: Expr, target: Expr) -> SSAValue:
    """From one element of the result to the next, in elements of the image: a scalar f32."""
    known, wanted = size.constant_value, target.constant_value
    if known is not None and wanted is not None:
        aligned = align_corners and wanted > 1
        return b.scalar((known - 1) / (wanted - 1) if aligned else known / wanted, f32)
    before, after = number(b, size, f32), number(b, target, f32)
    plain = binary(b, mhlo.DivideOp, before, after)
    if not align_corners:
        return plain
    steps = [with_number(b, mhlo.SubtractOp, value, 1) for value in (before, after)]
    aligned = binary(b, mhlo.DivideOp, *steps)
    several = compare(b, "GT", after, b.scalar(1, f32))
    return b.create(mhlo.SelectOp, [several, aligned, plain], plain.type)


def bind_size(b: Builder, op: Operation, operand: SSAValue) -> None:
    """Makes height and width of the result readable from `operand` if otherwise unknown."""
    result = b.shape_of_type(b.type(op.results[0]))
    for place, size in enumerate(result[1:3]):
        b.bind(size, b.element(operand, place))


def source_positions(
    b: Builder, op: Resize | ResizeGradient, size: Expr, target: Expr, centre: float
) -> SSAValue:
    """The position in an image of `size` of each of `target` elements; `centre` is a pixel's."""
    type = b.ranked(f32, [target])
    index = iota(b, type, 0)
    factor = b.broadcast(scale(b, op.align_corners, size, target), type)
    if not op.half_pixel_centers:
        return binary(b, mhlo.MultiplyOp, index, factor)
    middle = with_number(b, mhlo.AddOp, index, 0.5)
    return with_number(b, mhlo.SubtractOp, binary(b, mhlo.MultiplyOp, middle, factor), centre)


def inside(b: Builder, index: SSAValue, size: Expr) -> SSAValue:
    """`index`, floats, as integers from 0 to `size - 1`."""
    type = tensor_type(index)
    last = with_number(b, mhlo.SubtractOp, number(b, size, f32), 1)
    below = binary(b, mhlo.MinimumOp, index, b.broadcast(last, type))
    return b.convert(with_number(b, mhlo.MaximumOp, below, 0), i32)


def nearest_places(b: Builder, op: Resize | ResizeGradient, size: Expr, target: Expr) -> SSAValue:
    place = source_positions(b, op, size, target, 0)
    rounding = mhlo.RoundNearestAfzOp if op.align_corners else mhlo.FloorOp
    return inside(b, b.create(rounding, [place], place.type), size)


def nearest(op: tf.ResizeNearestNeighborOp, b: Builder) -> Results:
    bind_size(b, op, op.operands[1])
    value = b.operand(op.operands[0])
    shape, result = b.shape(value), b.shape_of_type(b.type(op.results[0]))
    for axis in (1, 2):
        index = nearest_places(b, op, shape[axis], result[axis])
        value = take_along(b, value, index, axis)
    return (value,)


def bilinear(op: tf.ResizeBilinearOp, b: Builder) -> Results:
    """Columns are interpolated first, then rows."""
    bind_size(b, op, op.operands[1])
    value = b.convert(b.operand(op.operands[0]), f32)
    for axis in (2, 1):
        value = interpolated(b, op, value, axis)
    return (b.convert(value, b.type(op.results[0]).element_type),)


def interpolated(b: Builder, op: Resize, value: SSAValue, axis: int) -> SSAValue:
    """`low + (high - low) * fraction` of the two neighbours along `axis`."""
    size = as_expr(b.shape(op.operands[0])[axis])
    target = b.shape_of_type(b.type(op.results[0]))[axis]
    below, above, fraction = neighbours(b, op, size, target)
    low, high = (take_along(b, value, at, axis) for at in (below, above))
    fraction = b.broadcast(fraction, tensor_type(low), [axis])
    rise = binary(b, mhlo.MultiplyOp, binary(b, mhlo.SubtractOp, high, low), fraction)
    return binary(b, mhlo.AddOp, low, rise)


def neighbours(
    b: Builder, op: Resize | ResizeGradient, size: Expr, target: Expr
) -> tuple[SSAValue, SSAValue, SSAValue]:
    """The places of the two neighbours of each element, and how far it is from the first."""
    place = source_positions(b, op, size, target, 0.5)
    below = b.create(mhlo.FloorOp, [place], place.type)
    above = b.create(mhlo.CeilOp, [place], place.type)
    low, high = (inside(b, at, size) for at in (below, above))
    return low, high, binary(b, mhlo.SubtractOp, place, below)


def bilinear_taps(b: Builder, op: Resize | ResizeGradient, size: Expr, target: Expr) -> Taps:
    below, above, fraction = neighbours(b, op, size, target)
    return (below, (1 - Elements(b, fraction)).value), (above, fraction)


def nearest_taps(b: Builder, op: Resize | ResizeGradient, size: Expr, target: Expr) -> Taps:
    index = nearest_places(b, op, size, target)
    return ((index, b.splat(1, b.like(index, f32))),)


def bicubic_taps(b: Builder, op: Resize | ResizeGradient, size: Expr, target: Expr) -> Taps:
    place = Elements(b, source_positions(b, op, size, target, 0.5))
    last = Elements(b, b.broadcast(number(b, size, f32), tensor_type(place.value))) - 1
    taps = cubic_taps(place, last, op.half_pixel_centers)
    return [(at.convert(i32).value, weight.value) for at, weight in taps]


def weighted(b: Builder, value: SSAValue, weight: SSAValue, axis: int) -> SSAValue:
    type = tensor_type(value)
    weight = b.convert(weight, type.element_type)
    return binary(b, mhlo.MultiplyOp, value, b.broadcast(weight, type, [axis]))


def bicubic(op: tf.ResizeBicubicOp, b: Builder) -> Results:
    bind_size(b, op, op.operands[1])
    value = b.convert(b.operand(op.operands[0]), f32)
    shape, result = b.shape(value), b.shape_of_type(b.type(op.results[0]))
    for axis in (2, 1):
        parts = [
            weighted(b, take_along(b, value, at, axis), weight, axis)
            for at, weight in bicubic_taps(b, op, shape[axis], result[axis])
        ]
        value = parts[0]
        for part in parts[1:]:
            value = binary(b, mhlo.AddOp, value, part)
    return (value,)


def gradient(taps_of: TapsOf) -> Lowering:
    """Each pixel's gradient is added, weighted, where the pixel came from."""

    def lower(op: ResizeGradient, b: Builder) -> Results:
        if isinstance(op, tf.ResizeNearestNeighborGradOp):
            bind_size(b, op, op.operands[1])
        type = b.type(op.results[0])
        value = b.convert(b.operand(op.operands[0]), type.element_type)
        shape, result = b.shape(value), b.shape_of_type(type)
        for axis in (1, 2):
            taps = taps_of(b, op, result[axis], shape[axis])
            parts = [(at, weighted(b, value, weight, axis)) for at, weight in taps]
            value = add_along(b, parts, axis, result[axis])
        return (value,)

    return lower


def area(op: tf.ResizeAreaOp, b: Builder) -> Results:
    bind_size(b, op, op.operands[1])
    value = b.convert(b.operand(op.operands[0]), f32)
    shape, result = b.shape(value), b.shape_of_type(b.type(op.results[0]))
    for axis in (2, 1):
        factor = scale(b, op.align_corners, shape[axis], result[axis])
        matrix = area_weights(b, factor, shape[axis], result[axis])
        value = along_axis(b, value, matrix, axis)
    return (value,)


def scale_and_translate(
    op: tf.ScaleAndTranslateOp | tf.ScaleAndTranslateGradOp, b: Builder
) -> Results:
    """Products with the weights of each side, or with those transposed for the gradient."""
    forward = isinstance(op, tf.ScaleAndTranslateOp)
    if forward:
        bind_size(b, op, op.operands[1])
    value = b.convert(b.operand(op.operands[0]), f32)
    scales, shifts = b.operand(op.operands[2]), b.operand(op.operands[3])
    shape, result = b.shape(value), b.shape_of_type(b.type(op.results[0]))
    scalar = b.ranked(f32, [])
    for place, axis in enumerate((1, 2)):
        by, to = (b.reshape(b.slice(v, 0, place, place + 1), scalar) for v in (scales, shifts))
        ends = (shape[axis], result[axis]) if forward else (result[axis], shape[axis])
        matrix = kernel_weights(b, op.kernel_type, op.antialias, by, to, *ends, forward)
        value = along_axis(b, value, matrix, axis)
    return (value,)


def crop_positions(
    b: Builder, corners: tuple[SSAValue, SSAValue], size: Expr, target: Expr
) -> Elements:
    """`[box, place]`: the position in the image of each place of a crop along one side."""
    type = b.ranked(f32, [b.shape(corners[0])[0], target])
    first, last = (Elements(b, b.broadcast(corner, type, [0])) for corner in corners)
    extent = Elements(b, b.broadcast(number(b, size, f32), type)) - 1
    wanted = Elements(b, b.broadcast(number(b, target, f32), type))
    step = (last - first) * extent / (wanted - 1)
    several = first * extent + Elements(b, iota(b, type, 1)) * step
    return where(wanted > 1, several, (first + last) * 0.5 * extent)


def crop_and_resize(op: tf.CropAndResizeOp, b: Builder) -> Results:
    image, boxes, indices = (b.operand(operand) for operand in op.operands[:3])
    type, shape = b.type(op.results[0]), b.shape(image)
    bind_size(b, op, op.operands[3])
    result = b.shape_of_type(type)
    grid = b.ranked(f32, result[:3])
    vector = b.ranked(f32, [b.shape(boxes)[0]])
    sides = [b.reshape(b.slice(boxes, 1, i, i + 1), vector) for i in range(4)]
    places = [
        crop_positions(b, (sides[i], sides[i + 2]), shape[1 + i], result[1 + i]) for i in (0, 1)
    ]
    y, x = (Elements(b, b.broadcast(p.value, grid, [0, i])) for i, p in enumerate(places, 1))
    height, width = (
        Elements(b, b.broadcast(number(b, size, f32), grid)) - 1 for size in shape[1:3]
    )
    which = b.broadcast(b.convert(indices, i32), b.like(y.value, i32), [0])

    def pixel(row: Elements, column: Elements) -> Elements:
        ends = (row, shape[1]), (column, shape[2])
        parts = [which, *(inside(b, at.value, size) for at, size in ends)]
        one = b.ranked(i32, [*result[:3], 1])
        rows = concatenate(
            b, [b.reshape(part, one) for part in parts], 3, b.ranked(i32, [*result[:3], 3])
        )
        wide = b.ranked(tensor_type(image).element_type, result)
        return Elements(b, b.convert(gather_rows(b, image, rows, wide), f32))

    def over_channels(part: Elements) -> Elements:
        target = b.ranked(part.element_type, result)
        return Elements(b, b.broadcast(part.value, target, [0, 1, 2]))

    covered = (y >= 0) & (y <= height) & (x >= 0) & (x <= width)
    if op.method == "nearest":
        value = pixel(*(part.apply(mhlo.RoundNearestAfzOp) for part in (y, x)))
    else:
        top, left = y.floor(), x.floor()
        bottom, right = y.apply(mhlo.CeilOp), x.apply(mhlo.CeilOp)
        down, along = over_channels(y - top), over_channels(x - left)
        upper, upper_right = pixel(top, left), pixel(top, right)
        lower, lower_right = pixel(bottom, left), pixel(bottom, right)
        upper = upper + (upper_right - upper) * along
        lower = lower + (lower_right - lower) * along
        value = upper + (lower - upper) * down
    return (where(over_channels(covered), value, op.extrapolation_value).value,)


LOWERINGS: LoweringTable = {
    tf.ResizeBilinearOp: bilinear,
    tf.ResizeNearestNeighborOp: nearest,
    tf.ResizeBicubicOp: bicubic,
    tf.ResizeAreaOp: area,
    tf.ScaleAndTranslateOp: scale_and_translate,
    tf.ResizeBilinearGradOp: gradient(bilinear_taps),
    tf.ResizeBicubicGradOp: gradient(bicubic_taps),
    tf.ResizeNearestNeighborGradOp: gradient(nearest_taps),
    tf.ScaleAndTranslateGradOp: scale_and_translate,
    tf.CropAndResizeOp: crop_and_resize,
}
