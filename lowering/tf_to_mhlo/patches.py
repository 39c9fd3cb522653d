"""The elements under a window that moves over images, each by itself.

A tensor of patches is `[batch, row, window row, column, window column, channel]`.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo
from ...dialects.types import element_type_of, tensor_type
from ...symbolic import Expr, as_expr, maximum
from ...symbolic.shapes.windows import Placement
from .builder import Builder
from .formulas import Elements, where
from .gathering import take
from .indices import iota, number
from .reducers import reduce

WINDOW = (2, 4)
"""The dimensions of patches that are places in the window."""

PLACES = (0, 1, 3, 5)
"""Those that are left without them."""

NONE = 2**62
"""Instead of a place in the window."""


def pixels(b: Builder, window: Placement) -> Elements:
    """`[place of the window, place in it]`: which pixel along one side; some are outside."""
    places = b.ranked(i64, [window.count, window.window])
    starts, inner = (Elements(b, iota(b, places, i)) for i in range(2))
    return starts * window.stride + inner * window.dilation - spread(b, window.low, places)


def spread(b: Builder, size: Expr, type: TensorType[Attribute]) -> Elements:
    """`size` as every element of a tensor of `type`."""
    return Elements(b, b.broadcast(number(b, size, type.element_type), type))


def patches(b: Builder, value: SSAValue, windows: Sequence[Placement]) -> SSAValue:
    """The patches of images; what is outside of an image is its nearest pixel."""
    for axis, window in zip((1, 3), windows, strict=True):
        index, sizes = pixels(b, window), b.shape(value)
        last = spread(b, maximum(window.size - 1, 0), tensor_type(index.value))
        index = index.at_least(0).at_most(last)
        target = [*sizes[:axis], window.count, window.window, *sizes[axis + 1 :]]
        value = take(b, value, index.value, axis, 0, b.ranked(element_type_of(value), target))
    return value


def inside(b: Builder, like: SSAValue, windows: Sequence[Placement]) -> Elements | None:
    """Which elements of patches, of the shape of `like`, are in the image; None where all are."""
    found: Elements | None = None
    for axes, window in zip(((1, 2), (3, 4)), windows, strict=True):
        if window.low == as_expr(0) == window.high:
            continue
        index = pixels(b, window)
        within = (index >= 0) & (index < spread(b, window.size, tensor_type(index.value)))
        type = b.like(like, within.element_type)
        part = Elements(b, b.broadcast(within.value, type, axes))
        found = part if found is None else found & part
    return found


def first_place(b: Builder, chosen: Elements) -> Elements:
    """For each window the first place in it, row by row, that is `chosen`; NONE without one."""
    type = b.like(chosen.value, i64)
    row, column = (Elements(b, iota(b, type, axis)) for axis in WINDOW)
    place = row * spread(b, b.shape(chosen.value)[4], type) + column
    return Elements(b, reduce(b, where(chosen, place, NONE).value, mhlo.MinimumOp, NONE, WINDOW))


def row_and_column(b: Builder, place: Elements, window: Placement) -> tuple[Elements, Elements]:
    """The row and the column of places in a window that has the columns of `window`."""
    columns = spread(b, maximum(window.window, 1), tensor_type(place.value))
    return place / columns, place % columns


def spread_places(b: Builder, value: Elements, like: SSAValue) -> Elements:
    """A value of each window for all places in it."""
    return Elements(b, b.broadcast(value.value, b.like(like, value.element_type), PLACES))


def numbered(b: Builder, like: SSAValue, axis: int) -> Elements:
    """The index along `axis` in the shape of `like`."""
    return Elements(b, iota(b, b.like(like, i64), axis))


def starts(b: Builder, like: SSAValue, axis: int, window: Placement) -> Elements:
    """For windows in the shape of `like` the pixel along `axis` at which each begins."""
    found = numbered(b, like, axis)
    return found * window.stride - spread(b, window.low, tensor_type(found.value))
