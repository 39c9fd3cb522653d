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
from .indices import number
from .joining import concatenate
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
        top, left = y.floor(), x.floor()
        bottom, right = y.apply(mhlo.CeilOp), x.apply(mhlo.CeilOp)
        down, along = y - top, x - left
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
}
