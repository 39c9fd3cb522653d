"""tf ops that draw on images: of each pixel the last box whose border goes through it."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, f32, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.drawing import BoxDrawing
from ...dialects.types import dense_elements, tensor_type
from ...symbolic import Expr, as_expr, ge
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .gathering import take
from .indices import iota
from .joining import concatenate
from .patches import spread
from .reducers import reduce
from .suppression import sides_of

COLORS = (
    (1, 1, 0, 1),
    (0, 0, 1, 1),
    (1, 0, 0, 1),
    (0, 1, 0, 1),
    (0.5, 0, 0.5, 1),
    (0.5, 0.5, 0, 1),
    (0.5, 0, 0, 1),
    (0, 0, 0.5, 1),
    (0, 1, 1, 1),
    (1, 0, 1, 1),
)
"""Yellow, blue, red, lime, purple, olive, maroon, navy, aqua, fuchsia."""


def drawn(op: BoxDrawing, b: Builder) -> Results:
    images, boxes = map(b.operand, op.operands[:2])
    shape, count = b.shape(images), b.shape(boxes)[1]
    grid = b.ranked(i64, [shape[0], count, shape[1], shape[2]])
    box = Elements(b, iota(b, grid, 1))
    top = where(borders(b, boxes, grid, shape[1:3]), box, -1)
    last = Elements(b, reduce(b, top.value, mhlo.MaximumOp, -1, [1]))
    table, number = colors_of(op, b, shape[3])
    index = last.at_least(0) % spread(b, number, tensor_type(last.value))
    painted = take(b, table, index.value, 0, 0, b.ranked(f32, shape))
    old = Elements(b, images)
    new = Elements(b, painted).convert(old.element_type)
    on = last >= 0
    everywhere = Elements(b, b.broadcast(on.value, b.like(images, on.element_type), [0, 1, 2]))
    return (where(everywhere, new, old).value,)


def borders(
    b: Builder, boxes: SSAValue, grid: TensorType[Attribute], sizes: Sequence[Expr]
) -> Elements:
    """Which pixels, `[image, box, row, column]`, are on the border of a box."""
    corners = sides_of(b, boxes)
    inside: Elements | None = None
    edge: Elements | None = None
    for axis, size in enumerate(sizes):
        ends = list[Elements]()
        for corner in (corners[axis], corners[axis + 2]):
            scale = spread(b, size - 1, b.like(corner.value, i64)).convert(f32)
            pixel = (corner * scale).convert(i64)
            ends.append(Elements(b, b.broadcast(pixel.value, grid, [0, 1])))
        place = Elements(b, iota(b, grid, 2 + axis))
        within = (place >= ends[0]) & (place <= ends[1])
        at_end = place.equals(ends[0]) | place.equals(ends[1])
        inside = within if inside is None else inside & within
        edge = at_end if edge is None else edge | at_end
    assert inside is not None and edge is not None
    return inside & edge


def colors_of(op: BoxDrawing, b: Builder, depth: Expr) -> tuple[SSAValue, Expr]:
    """The colors by turns, of `depth` numbers, and how many there are."""
    count = as_expr(len(COLORS))
    numbers = [number for color in COLORS for number in color]
    table = b.constant(dense_elements(TensorType(f32, [len(COLORS), 4]), numbers))
    table = b.slice(table, 1, 0, depth, b.ranked(f32, [count, depth]))
    value = Elements(b, table)
    alone = spread(b, depth, b.like(table, i64)).equals(1)
    table = where(alone, value.full(1), value).value
    if isinstance(op, tf.DrawBoundingBoxesOp):
        return table, count
    given = b.operand(op.operands[2])
    number = b.shape(given)[0]
    given = b.slice(given, 1, 0, depth, b.ranked(f32, [number, depth]))
    both = b.ranked(f32, [b.facts.simplify(number + count), depth])
    joined = concatenate(b, [given, table], 0, both)
    return joined, b.analysis.select(ge(number, 1), number, count)


LOWERINGS: LoweringTable = {
    tf.DrawBoundingBoxesOp: drawn,
    tf.DrawBoundingBoxesV2Op: drawn,
}
