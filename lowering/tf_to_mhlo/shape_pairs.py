"""tf ops on two shapes that broadcast, where a size is known only when the program runs."""

from __future__ import annotations

from ...dialects import tf
from ...dialects.tensors import is_integer_or_index
from ...symbolic import eq
from ...symbolic.shapes import ONE
from .builder import Builder, LoweringTable
from .elementwise import Values


def broadcast_args(op: tf.BroadcastArgsOp, b: Builder) -> Values:
    """Of each pair of sizes the one that is not 1."""
    counts = [b.shape(b.operand(o))[0].constant_value for o in op.operands]
    known = [count for count in counts if count is not None]
    if len(known) != 2:
        raise b.fail("the number of sizes must be known")
    rank = max(known)
    first, second = (
        [ONE] * (rank - count) + [b.element(operand, i) for i in range(count)]
        for operand, count in zip(op.operands, known, strict=True)
    )
    sizes = [b.analysis.select(eq(x, 1), y, x) for x, y in zip(first, second, strict=True)]
    element_type = b.type(op.results[0]).element_type
    assert is_integer_or_index(element_type)
    return (b.sizes.tensor(sizes, b.at, element_type),)


SHAPE_PAIRS: LoweringTable = {tf.BroadcastArgsOp: broadcast_args}
