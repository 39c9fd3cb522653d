"""tf ops that read the pixels of images at other places: gathers."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, f32, i32, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.warping import Glimpse
from ...dialects.types import element_type_of, tensor_type
from ...symbolic import Expr, as_expr
from ...symbolic.shapes.windows import missing
from .builder import Builder, LoweringTable
from .cropping import rows_of
from .elementwise import Results
from .formulas import Elements, where
from .gathering import gather_rows
from .index_rows import as_rows, column_of
from .indices import iota
from .padding import pad_with_number
from .patches import spread


def projected(op: tf.ImageProjectiveTransformV3Op, b: Builder) -> Results:
    image, _, _, fill = map(b.operand, op.operands)
    type, shape = b.type(op.results[0]), b.shape(image)
    result = b.shape_of_type(type)
    for i, size in enumerate(result[1:3]):
        b.bind(size, b.element(op.operands[2], i))
    grid = b.ranked(f32, result[:3])
    x, y = places(op, b, grid)
    known = mapped(op, x, shape[2]), mapped(op, y, shape[1])
    which = iota(b, b.like(x.value, i32), 0)
    held = with_pixel(b, image)
    filled = Elements(b, b.broadcast(b.convert(fill, element_type_of(image)), type)).convert(f32)

    def pixel(row: Elements, column: Elements) -> Elements:
        found = [
            (at >= 0) & (at < spread(b, size, grid))
            for at, size in ((row, shape[1]), (column, shape[2]))
        ]
        rows = rows_of(b, which, (row, shape[1]), (column, shape[2]))
        value = Elements(b, gather_rows(b, held, rows, type)).convert(f32)
        return where(over_channels(found[0] & found[1]), value, filled)

    def over_channels(part: Elements) -> Elements:
        target = b.ranked(part.element_type, result)
        return Elements(b, b.broadcast(part.value, target, [0, 1, 2]))

    x, y = known
    if op.interpolation == "NEAREST":
        value = pixel(*(part.apply(mhlo.RoundNearestAfzOp) for part in (y, x)))
    else:
        left, top = x.floor(), y.floor()
        along, down = over_channels(x - left), over_channels(y - top)
        back, up = over_channels(left + 1 - x), over_channels(top + 1 - y)
        upper = back * pixel(top, left) + along * pixel(top, left + 1)
        lower = back * pixel(top + 1, left) + along * pixel(top + 1, left + 1)
        value = up * upper + down * lower
    infinite = over_channels(denominators(op, b, grid).equals(0))
    return (b.convert(where(infinite, filled, value).value, type.element_type),)


def transform(
    op: tf.ImageProjectiveTransformV3Op, b: Builder, place: int, grid: TensorType[Attribute]
) -> Elements:
    """Number `place` of the transform of each image, of which one may stand for all."""
    transforms = b.operand(op.operands[1])
    vector = b.ranked(f32, b.shape(transforms)[:1])
    column = b.reshape(b.slice(transforms, 1, place, place + 1), vector)
    return Elements(b, b.broadcast(column, grid, [0]))


def row_of_matrix(
    op: tf.ImageProjectiveTransformV3Op, b: Builder, first: int, grid: TensorType[Attribute]
) -> Elements:
    """The sum of column and row of each pixel, by two numbers of the transform."""
    x, y = (Elements(b, iota(b, grid, axis)) for axis in (2, 1))
    return transform(op, b, first, grid) * x + transform(op, b, first + 1, grid) * y


def denominators(
    op: tf.ImageProjectiveTransformV3Op, b: Builder, grid: TensorType[Attribute]
) -> Elements:
    return row_of_matrix(op, b, 6, grid) + 1


def places(
    op: tf.ImageProjectiveTransformV3Op, b: Builder, grid: TensorType[Attribute]
) -> tuple[Elements, Elements]:
    """Column and row of the input that each pixel of the result is read at."""
    below = denominators(op, b, grid)
    below = where(below.equals(0), below.full(1), below)
    column, row = (
        (row_of_matrix(op, b, i, grid) + transform(op, b, i + 2, grid)) / below for i in (0, 3)
    )
    return column, row


def mapped(op: tf.ImageProjectiveTransformV3Op, at: Elements, size: Expr) -> Elements:
    """`at` inside of a side of the image, as the mode says; anywhere where what is outside is
    filled.
    """
    b, type = at.b, tensor_type(at.value)
    length = spread(b, size, type)
    last, zero = length - 1, at.full(0)
    if op.fill_mode == "CONSTANT":
        return at
    is_somewhere = at.equals(at)  # what is no number is nowhere
    if op.fill_mode == "REFLECT":
        period = length * 2
        whole = where(at < period, period * (-at / period).apply(TRUNCATE), zero) + at
        before = where(whole < -length, whole + period, -whole - 1)
        rest = at - period * (at / period).apply(TRUNCATE)
        after = where(rest >= length, period - rest - 1, rest)
        at = where(at < 0, before, where(at > last, after, at))
    elif op.fill_mode == "WRAP":
        steps = last.at_least(1)
        before = at + length * ((-at / steps).apply(TRUNCATE) + 1)
        after = at - length * (at / steps).apply(TRUNCATE)
        at = where(at < 0, before, where(at > last, after, at))
    at = where((length <= 1) & is_somewhere, zero, at)
    return at.at_least(0).at_most(last.at_least(0))


TRUNCATE = mhlo.FloorOp
"""What becomes of quotients, which are not negative where they are used."""


def with_pixel(b: Builder, image: SSAValue) -> SSAValue:
    """Images without pixels with one, which can be gathered."""
    none = as_expr(0)
    more = [missing(b.analysis, size) for size in b.shape(image)[1:3]]
    return pad_with_number(b, image, 0, [none] * 4, [none, *more, none])


def glimpses(op: Glimpse, b: Builder) -> Results:
    """The pixels from a corner on, zeros outside."""
    if op.noise != "zero":
        raise b.fail("random numbers outside of an image are not supported, noise must be zero")
    image, _, offsets = map(b.operand, op.operands)
    type, shape = b.type(op.results[0]), b.shape(image)
    result = b.shape_of_type(type)
    for i, size in enumerate(result[1:3]):
        b.bind(size, b.element(op.operands[1], i))
    grid = b.ranked(i64, result[:3])
    within, places = None, [Elements(b, iota(b, grid, 0))]
    for i in (0, 1):
        corner = first_pixel(op, column_of(b, offsets, i), shape[1 + i], result[1 + i])
        at = Elements(b, iota(b, grid, 1 + i))
        at = at + Elements(b, b.broadcast(corner.convert(i64).value, grid, [0]))
        last = spread(b, shape[1 + i] - 1, grid)
        inside = (at >= 0) & (at <= last)
        within = inside if within is None else within & inside
        places.append(at.at_least(0).at_most(last.at_least(0)))
    assert within is not None
    found = Elements(b, gather_rows(b, with_pixel(b, image), as_rows(b, places), type))
    on = b.broadcast(within.value, b.like(found.value, within.element_type), [0, 1, 2])
    return (where(Elements(b, on), found, 0).value,)


def first_pixel(op: Glimpse, place: Elements, size: Expr, wanted: Expr) -> Elements:
    """Where parts of `wanted` pixels begin along one side; fractions are cut off."""
    whole, part = (
        spread(place.b, n, place.b.like(place.value, i64)).convert(f32) for n in (size, wanted)
    )
    if isinstance(op, tf.ExtractGlimpseOp):
        place = place * whole if op.normalized else place
        place = place / 2 + whole / 2 if op.centered else place
        return place - part / 2
    if not op.normalized:
        return place + whole / 2 if op.centered else place
    place = place * whole
    return place / 2 + whole / 2 - part / 2 if op.centered else place


LOWERINGS: LoweringTable = {
    tf.ExtractGlimpseOp: glimpses,
    tf.ExtractGlimpseV2Op: glimpses,
    tf.ImageProjectiveTransformV3Op: projected,
}
