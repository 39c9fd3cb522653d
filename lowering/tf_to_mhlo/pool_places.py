"""Maximum poolings that tell where the maxima are: patches of images."""

from __future__ import annotations

from math import nan

from xdsl.dialects.builtin import i1, i64

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of, is_float, tensor_type
from ...rules.tf.pooling import pooled
from ...symbolic.shapes import product
from .builder import Builder
from .elementwise import Results
from .formulas import Elements, where
from .patches import (
    WINDOW,
    first_place,
    inside,
    numbered,
    patches,
    row_and_column,
    spread,
    spread_places,
    starts,
)
from .reducers import lowest, reduce
from .scattering import scatter
from .sorting import flat


def with_places(op: tf.MaxPoolWithArgmaxOp, b: Builder) -> Results:
    """The first of the greatest elements; NaN only where it is the first element of a window."""
    image = b.operand(op.operands[0])
    shape, least = b.shape(image), lowest(element_type_of(image))
    windows = pooled(op, b.analysis, shape)[1:3]
    found = Elements(b, patches(b, image, windows))
    within = inside(b, found.value, windows) or Elements(b, b.splat(1, b.like(found.value, i1)))
    counts = within & found.equals(found)
    known = where(counts, found, least)
    best = Elements(b, reduce(b, known.value, mhlo.MaximumOp, least, WINDOW))
    place = first_place(b, counts & found.equals(spread_places(b, best, found.value)))
    if is_float(found.element_type):
        first = first_place(b, within)
        is_nan = first.equals(first_place(b, within & found.differs(found)))
        place, best = where(is_nan, first, place), where(is_nan, best.full(nan), best)
    row, column = (
        starts(b, best.value, axis, window) + at
        for axis, window, at in zip(
            (1, 2), windows, row_and_column(b, place, windows[1]), strict=True
        )
    )
    type = tensor_type(row.value)
    if op.include_batch_in_index:
        row = numbered(b, best.value, 0) * spread(b, shape[1], type) + row
    pixel = row * spread(b, shape[2], type) + column
    at = pixel * spread(b, shape[3], type) + numbered(b, best.value, 3)
    return best.value, b.convert(at.value, b.type(op.results[1]).element_type)


def gradient_at_places(op: tf.MaxPoolGradWithArgmaxOp, b: Builder) -> Results:
    """Added to zeros, all images one after the other."""
    image, gradient, places = map(b.operand, op.operands)
    shape, type = b.shape(image), b.type(op.results[0])
    at = Elements(b, b.convert(places, i64))
    if not op.include_batch_in_index:
        size = spread(b, product(shape[1:]), tensor_type(at.value))
        at = at + numbered(b, at.value, 0) * size
    total, count = product(shape), product(b.shape(gradient))
    zeros = b.splat(0, b.ranked(type.element_type, [total]))
    updates = flat(b, gradient, count)
    sums = scatter(b, zeros, flat(b, at.value, count), updates, mhlo.AddOp)
    return (b.reshape(sums, type),)


def gradient_of_first(op: tf.MaxPoolGradGradOp, b: Builder) -> Results:
    """Of each window what is at the first element that equals its maximum; 0 where none does."""
    image, best, gradient = map(b.operand, op.operands)
    placed = pooled(op, b.analysis, b.shape(image))
    if op.data_format != "NHWC" or op.ksize[3] != 1 or op.strides[3] != 1:
        raise b.fail("windows over channels, and channels before space, are not supported")
    windows = placed[1:3]
    found = Elements(b, patches(b, image, windows))
    same = found.equals(spread_places(b, Elements(b, best), found.value))
    within = inside(b, found.value, windows)
    place = first_place(b, same if within is None else same & within)
    row, column = (numbered(b, found.value, axis) for axis in WINDOW)
    index = row * spread(b, windows[1].window, tensor_type(row.value)) + column
    arriving = Elements(b, patches(b, gradient, windows))
    chosen = where(index.equals(spread_places(b, place, found.value)), arriving, 0)
    return (reduce(b, chosen.value, mhlo.AddOp, 0, WINDOW),)
