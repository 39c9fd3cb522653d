"""tf ops that say in one order of dimensions what was said in another one."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i64

from ...dialects import tf
from ...dialects.types import dense_elements
from ...rules.tf.data_formats import entry_order, moved_places
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .gathering import take_along


def mapped(op: tf.DataFormatDimMapOp, b: Builder) -> Results:
    """A choice for each dimension; the last one for a number that is too small."""
    x = Elements(b, b.operand(op.operands[0]))
    x = (x + len(op.src_format)) % len(op.src_format)
    *others, last = moved_places(op)
    result = x.full(last)
    for i, place in enumerate(others):
        result = where(x.equals(i), x.full(place), result)
    return (result.value,)


def permuted(op: tf.DataFormatVecPermuteOp, b: Builder) -> Results:
    value = b.operand(op.operands[0])
    order = entry_order(op, b.facts.simplify(b.shape(value)[0]))
    if order is None:
        raise b.fail("the number of entries must be known")
    places = b.constant(dense_elements(TensorType(i64, [len(order)]), order))
    return (take_along(b, value, places, 0),)


LOWERINGS: LoweringTable = {
    tf.DataFormatDimMapOp: mapped,
    tf.DataFormatVecPermuteOp: permuted,
}
