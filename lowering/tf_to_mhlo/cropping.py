"""Gradients of crops: each is added to the pixels that it was made of."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, f32, i32
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import tensor_type
from ...symbolic import Expr
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .gathering import gather_rows
from .indices import iota, number
from .joining import concatenate
from .reducers import reduce
from .resizing import crop_positions, inside
from .scattering import scatter


def image_gradient(op: tf.CropAndResizeGradImageOp, b: Builder) -> Results:
    """Four pixels get a part of each gradient by how near they are; nearest pixels all of it."""
    arriving, boxes, indices = (b.operand(operand) for operand in op.operands[:3])
    type = b.type(op.results[0])
    result, shape = b.shape_of_type(type), b.shape(arriving)
    for place, size in enumerate(result):
        b.bind(size, b.element(op.operands[3], place))
    grid = b.ranked(f32, shape[:3])
    which = b.broadcast(b.convert(indices, i32), b.like(b.splat(0, grid), i32), [0])
    sides = [places_along(b, boxes, i, result[1 + i], shape[1 + i], grid) for i in (0, 1)]
    (y, height), (x, width) = sides
    covered = (y >= 0) & (y <= height) & (x >= 0) & (x <= width)
    image = b.splat(0, b.ranked(f32, result))
    if op.method == "nearest":
        pixels = [tuple(part.apply(mhlo.RoundNearestAfzOp) for part in (y, x)) + (y.full(1),)]
    else:
        (top, bottom, down), (left, right, along) = around(y), around(x)
        pixels = [
            (top, left, (1 - down) * (1 - along)),
            (top, right, (1 - down) * along),
            (bottom, left, down * (1 - along)),
            (bottom, right, down * along),
        ]
    for row, column, weight in pixels:
        part = Elements(
            b, b.broadcast(where(covered, weight, 0).value, tensor_type(arriving), [0, 1, 2])
        )
        share = where(part.equals(0), part, Elements(b, arriving) * part)
        places = rows_of(b, which, (row, result[1]), (column, result[2]))
        image = scatter(b, image, places, share.value, mhlo.AddOp, 3)
    return (b.convert(image, type.element_type),)


def around(place: Elements) -> tuple[Elements, Elements, Elements]:
    """The pixels before and after a place, and how far it is from the first one."""
    before = place.floor()
    return before, place.apply(mhlo.CeilOp), place - before


def corner_gradient(op: tf.CropAndResizeGradBoxesOp, b: Builder) -> Results:
    """How the four pixels around each place change the crop when a corner moves."""
    arriving, image, boxes, indices = map(b.operand, op.operands)
    shape, sizes = b.shape(arriving), b.shape(image)[1:3]
    grid = b.ranked(f32, shape[:3])
    which = b.broadcast(b.convert(indices, i32), b.ranked(i32, shape[:3]), [0])
    (y, height), (x, width) = (
        places_along(b, boxes, i, sizes[i], shape[1 + i], grid) for i in (0, 1)
    )
    covered = (y >= 0) & (y <= height) & (x >= 0) & (x <= width)
    (top, bottom, down), (left, right, along) = around(y), around(x)

    def spread(part: Elements) -> Elements:
        return Elements(b, b.broadcast(part.value, b.like(arriving, part.element_type), [0, 1, 2]))

    def pixel(row: Elements, column: Elements) -> Elements:
        places = rows_of(b, which, (row, sizes[0]), (column, sizes[1]))
        type = b.like(arriving, tensor_type(image).element_type)
        return Elements(b, gather_rows(b, image, places, type)).convert(f32)

    upper, upper_right = pixel(top, left), pixel(top, right)
    lower, lower_right = pixel(bottom, left), pixel(bottom, right)
    down, along, seen = spread(down), spread(along), spread(covered)
    rise = (1 - along) * (lower - upper) + along * (lower_right - upper_right)
    slope = (1 - down) * (upper_right - upper) + down * (lower_right - lower)
    columns: list[SSAValue] = []
    for side, steep in enumerate((rise, slope)):
        share = where(seen, steep * Elements(b, arriving), 0)
        over = Elements(b, reduce(b, share.value, mhlo.AddOp, 0, [3]))
        first, last = corner_weights(b, side, sizes[side], shape[1 + side], grid)
        columns += [reduce(b, (over * w).value, mhlo.AddOp, 0, [1, 2]) for w in (first, last)]
    one = b.ranked(f32, [shape[0], 1])
    order = [b.reshape(columns[i], one) for i in (0, 2, 1, 3)]
    return (concatenate(b, order, 1, b.type(op.results[0])),)


def corner_weights(
    b: Builder, side: int, size: Expr, target: Expr, grid: TensorType[Attribute]
) -> tuple[Elements, Elements]:
    """How far each place moves with the first and with the last end of a side of its box."""
    reach = Elements(b, b.broadcast(number(b, size, f32), grid)) - 1
    steps = Elements(b, b.broadcast(number(b, target, f32), grid)) - 1
    place = Elements(b, iota(b, grid, 1 + side))
    last = where(steps > 0, place * (reach / steps), reach * 0.5)
    return reach - last, last


def places_along(
    b: Builder, boxes: SSAValue, side: int, size: Expr, target: Expr, grid: TensorType[Attribute]
) -> tuple[Elements, Elements]:
    """The position along a side of the image of each place of the crops, and the last one."""
    vector = b.ranked(f32, [b.shape(boxes)[0]])
    first, last = (b.reshape(b.slice(boxes, 1, i, i + 1), vector) for i in (side, side + 2))
    places = crop_positions(b, (first, last), size, target)
    end = Elements(b, b.broadcast(number(b, size, f32), grid)) - 1
    return Elements(b, b.broadcast(places.value, grid, [0, 1 + side])), end


def rows_of(b: Builder, which: SSAValue, *ends: tuple[Elements, Expr]) -> SSAValue:
    """The image, row and column of each place, in a new last dimension."""
    parts = [which, *(inside(b, at.value, size) for at, size in ends)]
    shape = b.shape(which)
    one = b.ranked(i32, [*shape, 1])
    return concatenate(b, [b.reshape(part, one) for part in parts], 3, b.ranked(i32, [*shape, 3]))


LOWERINGS: LoweringTable = {
    tf.CropAndResizeGradImageOp: image_gradient,
    tf.CropAndResizeGradBoxesOp: corner_gradient,
}
