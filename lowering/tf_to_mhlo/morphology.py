"""tf ops that combine pixels with those around them: patches, and their greatest sums."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.morphology import Dilation, DilationGradient
from ...rules.tf.morphology import dilation_windows
from ...symbolic.shapes.windows import Placement
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .index_rows import as_rows
from .patches import (
    NONE,
    WINDOW,
    first_place,
    inside,
    numbered,
    patches,
    row_and_column,
    spread_places,
    starts,
)
from .reducers import reduce
from .scattering import finite, scatter


def sums(op: Dilation, b: Builder) -> tuple[Elements, float, Sequence[Placement]]:
    """Patches of the image plus the filter, and the least number, which stands for what is outside
    and for NaN.
    """
    value, kernel = (b.operand(operand) for operand in op.operands[:2])
    element_type = b.type(op.results[0]).element_type
    if not isinstance(element_type, AnyFloat):
        raise b.fail("elements that are no floats are not supported")
    windows = dilation_windows(op, b.analysis, b.shape(value)[1:3], b.shape(kernel)[:2])
    value = patches(b, value, windows)
    found = Elements(b, value) + Elements(
        b, b.broadcast(kernel, b.ranked(element_type, b.shape(value)), [2, 4, 5])
    )
    least = finite(-inf, element_type)
    counts, within = found > least, inside(b, value, windows)
    return where(counts if within is None else counts & within, found, least), least, windows


def dilation(op: tf.Dilation2DOp, b: Builder) -> Results:
    found, least, _ = sums(op, b)
    return (reduce(b, found.value, mhlo.MaximumOp, least, WINDOW),)


def winners(op: DilationGradient, b: Builder) -> tuple[Elements, Elements, Sequence[Placement]]:
    """For each gradient the first place in the window of the greatest sum, 0 where nothing counts;
    and whether anything does.
    """
    found, least, windows = sums(op, b)
    best = Elements(b, reduce(b, found.value, mhlo.MaximumOp, least, WINDOW))
    greatest = found.equals(spread_places(b, best, found.value))
    place = first_place(b, greatest & (found > least))
    some = place < NONE
    return where(some, place, 0), some, windows


def input_gradient(op: tf.Dilation2DBackpropInputOp, b: Builder) -> Results:
    """To the pixel under the winner; to the first one in the image where nothing counts."""
    place, some, windows = winners(op, b)
    gradient, type = b.operand(op.operands[2]), b.type(op.results[0])
    rows = [numbered(b, gradient, 0)]
    inner = row_and_column(b, place, windows[1])
    for axis, (window, at) in enumerate(zip(windows, inner, strict=True), 1):
        first = starts(b, gradient, axis, window)
        rows.append(where(some, first + at * window.dilation, first.at_least(0)))
    indices = as_rows(b, [*rows, numbered(b, gradient, 3)])
    return (scatter(b, b.splat(0, type), indices, gradient, mhlo.AddOp, 4),)


def filter_gradient(op: tf.Dilation2DBackpropFilterOp, b: Builder) -> Results:
    place, _, windows = winners(op, b)
    gradient, type = b.operand(op.operands[2]), b.type(op.results[0])
    channel = numbered(b, gradient, 3)
    indices: SSAValue = as_rows(b, [*row_and_column(b, place, windows[1]), channel])
    return (scatter(b, b.splat(0, type), indices, gradient, mhlo.AddOp, 3),)


LOWERINGS: LoweringTable = {
    tf.Dilation2DOp: dilation,
    tf.Dilation2DBackpropInputOp: input_gradient,
    tf.Dilation2DBackpropFilterOp: filter_gradient,
}
