"""tf ops on shapes: their sizes as tensors, and checks of them."""

from __future__ import annotations

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.shapes import PairOfShapes
from ...dialects.types import is_integer_or_index, tensor_type
from ...symbolic import Expr, eq
from ...symbolic.shapes import ONE, product
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements
from .indices import number
from .reducers import reduce
from .sorting import count_of, first_entries, places_of


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


def padded_shapes(b: Builder, op: PairOfShapes) -> list[list[Expr]]:
    """The sizes that both operands hold, of one rank."""
    counts = [b.facts.simplify(b.shape(b.operand(o))[0]).constant_value for o in op.operands]
    known = [count for count in counts if count is not None]
    if len(known) != 2:
        raise b.fail("the number of sizes must be known")
    rank = max(known)
    return [
        [ONE] * (rank - count) + [b.element(operand, i) for i in range(count)]
        for operand, count in zip(op.operands, known, strict=True)
    ]


def broadcast_args(op: tf.BroadcastArgsOp, b: Builder) -> Results:
    """Of each pair of sizes the one that is not 1."""
    pairs = zip(*padded_shapes(b, op), strict=True)
    sizes = [b.analysis.select(eq(x, 1), y, x) for x, y in pairs]
    element_type = b.type(op.results[0]).element_type
    assert is_integer_or_index(element_type)
    return (b.sizes.tensor(sizes, b.at, element_type),)


def broadcast_gradient_args(op: tf.BroadcastGradientArgsOp, b: Builder) -> Results:
    """The places of the sizes that are 1, unless the shapes are the same."""
    padded = [Elements(b, b.sizes.tensor(s, b.at, i64)) for s in padded_shapes(b, op)]
    one_rank = b.equal(*(b.shape(b.operand(o))[0] for o in op.operands))
    differ = None
    if one_rank:
        differ = reduce(b, padded[0].differs(padded[1]).value, mhlo.OrOp, 0, [0])
    found = list[SSAValue]()
    for sizes, result in zip(padded, op.results, strict=True):
        mask, type = sizes.equals(1), b.type(result)
        if differ is not None:
            mask = mask & Elements(b, b.broadcast(differ, tensor_type(mask.value)))
        count = b.shape_of_type(type)[0]
        b.bind(count, count_of(b, mask.value))
        places = first_entries(b, places_of(b, mask.value), count)
        found.append(b.reshape(b.convert(places, type.element_type), type))
    return found


LOWERINGS: LoweringTable = {
    tf.EnsureShapeOp: ensure_shape,
    tf.ShapeOp: shape,
    tf.ShapeNOp: shape,
    tf.RankOp: rank,
    tf.SizeOp: size,
    tf.BroadcastArgsOp: broadcast_args,
    tf.BroadcastGradientArgsOp: broadcast_gradient_args,
}
