"""tf ops that combine pixels with those around them: patches, and their greatest sums."""

from __future__ import annotations

from math import inf

from xdsl.dialects.builtin import AnyFloat, i64

from ...dialects import mhlo, tf
from ...rules.tf.morphology import dilation_windows
from ...symbolic import as_expr
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .gathering import take
from .indices import iota
from .padding import pad_with_number
from .reducers import reduce
from .scattering import finite


def dilation(op: tf.Dilation2DOp, b: Builder) -> Results:
    """Patches of the image padded with -inf, plus the filter; NaN does not count."""
    value, kernel = map(b.operand, op.operands)
    type = b.type(op.results[0])
    element_type, none = type.element_type, as_expr(0)
    if not isinstance(element_type, AnyFloat):
        raise b.fail("elements that are no floats are not supported")
    windows = dilation_windows(op, b.analysis, b.shape(value)[1:3], b.shape(kernel)[:2])
    low, high = [w.low for w in windows], [w.high for w in windows]
    value = pad_with_number(b, value, -inf, [none, *low, none], [none, *high, none])
    for axis, window in zip((1, 3), windows, strict=True):
        places = b.ranked(i64, [window.count, window.window])
        starts, inner = (Elements(b, iota(b, places, i)) for i in range(2))
        index = starts * window.stride + inner * window.dilation
        sizes = b.shape(value)
        target = [*sizes[:axis], window.count, window.window, *sizes[axis + 1 :]]
        value = take(b, value, index.value, axis, 0, b.ranked(element_type, target))
    patches = Elements(b, value)
    spread = b.broadcast(kernel, b.ranked(element_type, b.shape(value)), [2, 4, 5])
    sums = patches + Elements(b, spread)
    least = finite(-inf, element_type)
    counted = where(sums.equals(sums), sums, least)
    return (reduce(b, counted.value, mhlo.MaximumOp, least, [2, 4]),)


LOWERINGS: LoweringTable = {
    tf.Dilation2DOp: dilation,
}
