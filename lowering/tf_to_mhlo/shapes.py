"""tf ops on shapes: their sizes as tensors, and checks of them."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.types import is_integer_or_index
from ...symbolic import eq
from ...symbolic.shapes import ONE, product
from .builder import Builder, LoweringTable
from .elementwise import Results
from .indices import number


def ensure_shape(op: tf.EnsureShapeOp, b: Builder) -> Results:
    """The operand, its type as precise as the result's."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    return (b.reshape(value, type),)


def shape(op: tf.ShapeOp | tf.ShapeNOp, b: Builder) -> Results:
    """The sizes of each operand as a tensor."""
    return [
        shape_tensor(b, operand, result)
        for operand, result in zip(op.operands, op.results, strict=True)
    ]


def shape_tensor(b: Builder, operand: SSAValue, result: SSAValue) -> SSAValue:
    element_type = b.type(result).element_type
    assert is_integer_or_index(element_type)
    return b.sizes.tensor(b.shape(b.operand(operand)), b.at, element_type)


def rank(op: tf.RankOp, b: Builder) -> Results:
    return (b.scalar(len(b.shape(b.operand(op.operands[0]))), b.type(op.results[0]).element_type),)


def size(op: tf.SizeOp, b: Builder) -> Results:
    """The number of elements."""
    elements = product(b.shape(b.operand(op.operands[0])))
    return (number(b, elements, b.type(op.results[0]).element_type),)


def broadcast_args(op: tf.BroadcastArgsOp, b: Builder) -> Results:
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


LOWERINGS: LoweringTable = {
    tf.EnsureShapeOp: ensure_shape,
    tf.ShapeOp: shape,
    tf.ShapeNOp: shape,
    tf.RankOp: rank,
    tf.SizeOp: size,
    tf.BroadcastArgsOp: broadcast_args,
}
