"""tf ops on shapes: their sizes as tensors, and checks of them."""

from __future__ import annotations

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.shapes import PairOfShapes
from ...dialects.types import is_integer_or_index, tensor_type
from ...symbolic import Expr, any_of, as_expr, broadcastable, eq, lt, maximum
from ...symbolic.shapes import ONE, product
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements
from .indices import number
from .joining import concatenate
from .reducers import reduce
from .run_time_axes import axis_at_run_time, demand
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
    """The sizes that both operands hold, of one rank; that they broadcast is tested here where only
    the run knows them.
    """
    counts = [b.facts.simplify(b.shape(b.operand(o))[0]).constant_value for o in op.operands]
    known = [count for count in counts if count is not None]
    if len(known) != 2:
        raise b.fail("the number of sizes must be known")
    rank = max(known)
    padded = [
        [ONE] * (rank - count) + [b.element(operand, i) for i in range(count)]
        for operand, count in zip(op.operands, known, strict=True)
    ]
    for i, sizes in enumerate(zip(*padded, strict=True)):
        demand(b, broadcastable(*sizes), f"dimension {i}: sizes must be equal or one of them 1")
    return padded


def broadcast_args(op: tf.BroadcastArgsOp, b: Builder) -> Results:
    """Of each pair of sizes the one that is not 1.

    Beside a constant but 1 it is read from the other one where that is not 1: what is demanded of
    the result is tested on what the run knows.
    """
    pairs = zip(*padded_shapes(b, op), strict=True)
    turned = [(x, y) if x.constant_value in (None, 1) else (y, x) for x, y in pairs]
    sizes = [b.analysis.select(eq(x, 1), y, x) for x, y in turned]
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


def concat_offset(op: tf.ConcatOffsetOp, b: Builder) -> Results:
    """The sizes before each along the dimension, 0 along all others, which must agree."""
    rank = b.facts.simplify(b.shape(b.operand(op.operands[1]))[0]).constant_value
    if rank is None:
        raise b.fail("the number of sizes must be known")
    axis = axis_at_run_time(b, op.operands[0], rank)
    sizes = [[b.element(o, i) for i in range(rank)] for o in op.operands[1:]]
    starts, found = [as_expr(0)] * rank, list[SSAValue]()
    for shape, result in zip(sizes, op.results, strict=True):
        element_type = b.type(result).element_type
        assert is_integer_or_index(element_type)
        for i in range(rank):
            message = f"sizes in dimension {i} must agree"
            demand(b, any_of(eq(axis, i), eq(shape[i], sizes[0][i])), message)
        found.append(b.reshape(b.sizes.tensor(starts, b.at, element_type), b.type(result)))
        for i in range(rank):
            starts[i] = starts[i] + b.analysis.select(eq(axis, i), shape[i], as_expr(0))
    return found


def unravel_index(op: tf.UnravelIndexOp, b: Builder) -> Results:
    """For each dimension the place over the product of the sizes after it, modulo its size."""
    indices, type = b.operand(op.operands[0]), b.type(op.results[0])
    rank = b.facts.simplify(b.shape(b.operand(op.operands[1]))[0]).constant_value
    if rank is None:
        raise b.fail("the number of sizes must be known")
    sizes = [b.element(op.operands[1], i) for i in range(rank)]
    place = Elements(
        b, b.reshape(indices, b.ranked(type.element_type, [product(b.shape(indices))]))
    )
    (count,) = b.shape(place.value)
    worst = b.read(reduce(b, place.value, mhlo.MaximumOp, -1, [0]))
    demand(b, lt(worst, product(sizes)), "the indices must be less than the number of elements")
    rows = list[SSAValue]()
    for i, size in enumerate(sizes):
        step, whole = (
            b.broadcast(number(b, maximum(e, 1), type.element_type), tensor_type(place.value))
            for e in (product(sizes[i + 1 :]), size)
        )
        row = place / Elements(b, step) % Elements(b, whole)
        rows.append(b.reshape(row.value, b.ranked(type.element_type, [1, count])))
    return (b.reshape(concatenate(b, rows, 0, b.ranked(type.element_type, [rank, count])), type),)


LOWERINGS: LoweringTable = {
    tf.EnsureShapeOp: ensure_shape,
    tf.ShapeOp: shape,
    tf.ShapeNOp: shape,
    tf.RankOp: rank,
    tf.SizeOp: size,
    tf.ConcatOffsetOp: concat_offset,
    tf.UnravelIndexOp: unravel_index,
    tf.BroadcastArgsOp: broadcast_args,
    tf.BroadcastGradientArgsOp: broadcast_gradient_args,
}
