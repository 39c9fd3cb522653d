"""tf ops that ask for shapes, or give the elements of a tensor another shape or order."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64
from ...dialects.tensors import element_type_of, is_integer_or_index, tensor_type
from ...rules.tf.shape_ops import concatenated, permutation_of
from ...symbolic import maximum
from ...symbolic.shapes import ONE, Shape, product
from .builder import Builder, LoweringTable, integer
from .elementwise import Values
from .formulas import Elements, where
from .padding import along, positions
from .reductions import number, reduce
from .slicing import take_along


def reshape(op: tf.ReshapeOp, b: Builder) -> Values:
    """The result's type says it all, except where the target is known at run time only."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    if is_computable(b, type):
        return (b.reshape(value, type),)
    target = Elements(b, b.operand(op.operands[1]))
    return (b.create(mhlo.DynamicReshapeOp, [value, filled(target, b.shape(value)).value], type),)


def filled(target: Elements, sizes: Shape) -> Elements:
    """The vector `target` with its -1 replaced by what is left of `sizes`; zeros on both sides are left out of that."""
    b, element_type, is_open = target.b, target.element_type, target.equals(-1)

    def total(factors: Elements) -> Elements:
        return Elements(b, reduce(b, factors.value, mhlo.MultiplyOp, 1, [0]))

    is_empty = total(where(is_open, target.full(1), target)).equals(0)
    nonzero = number(b, product(maximum(size, 1) for size in sizes), element_type)
    elements = Elements(b, number(b, product(sizes), element_type))
    rest = where(is_empty, Elements(b, nonzero), elements) / total(target.at_least(1))
    return where(is_open, Elements(b, b.broadcast(rest.value, tensor_type(target.value))), target)


def is_computable(b: Builder, type: TensorType[Attribute]) -> bool:
    """Whether the sizes in `type` can be computed before there is a tensor that has them."""
    return all(map(b.sizes.has, b.shape_of_type(type)))


def expand_dims(op: tf.ExpandDimsOp, b: Builder) -> Values:
    b.constants(op.operands[1], "the dimension")
    return (b.reshape(b.operand(op.operands[0]), b.type(op.results[0])),)


def squeeze(op: tf.SqueezeOp, b: Builder) -> Values:
    return (b.reshape(b.operand(op.operands[0]), b.type(op.results[0])),)


def shape(op: tf.ShapeOp | tf.ShapeNOp, b: Builder) -> Values:
    """The sizes of each operand as a tensor."""
    return [
        shape_tensor(b, operand, result)
        for operand, result in zip(op.operands, op.results, strict=True)
    ]


def shape_tensor(b: Builder, operand: SSAValue, result: SSAValue) -> SSAValue:
    element_type = b.type(result).element_type
    assert is_integer_or_index(element_type)
    return b.sizes.tensor(b.shape(b.operand(operand)), b.at, element_type)


def rank(op: tf.RankOp, b: Builder) -> Values:
    return (b.scalar(len(b.shape(b.operand(op.operands[0]))), b.type(op.results[0]).element_type),)


def size(op: tf.SizeOp, b: Builder) -> Values:
    """The number of elements."""
    elements = product(b.shape(b.operand(op.operands[0])))
    return (number(b, elements, b.type(op.results[0]).element_type),)


def transpose(op: tf.TransposeOp, b: Builder) -> Values:
    order = permutation_of(op, b.analysis)
    if order is None:
        raise b.fail("the permutation must be constant")
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    if list(order) == list(range(len(order))):
        return (value,)
    return (b.create(mhlo.TransposeOp, [value], type, permutation=dense_i64(order)),)


def broadcast_to(op: tf.BroadcastToOp, b: Builder) -> Values:
    """The first operand broadcast to the result's shape."""
    return (broadcast(b, op.operands[0], op.operands[1], b.type(op.results[0])),)


def fill(op: tf.FillOp, b: Builder) -> Values:
    return (broadcast(b, op.operands[1], op.operands[0], b.type(op.results[0])),)


def broadcast(
    b: Builder, operand: SSAValue, sizes: SSAValue, type: TensorType[Attribute]
) -> SSAValue:
    """`operand` broadcast to `type`, whose sizes are the elements of `sizes`."""
    value = b.operand(operand)
    if is_computable(b, type):
        return b.broadcast(value, type)
    rank = type.get_num_dims()
    dimensions = dense_i64(range(rank - len(b.shape(value)), rank))
    return b.create(
        mhlo.DynamicBroadcastInDimOp,
        [value, b.operand(sizes)],
        type,
        broadcast_dimensions=dimensions,
    )


def tile(op: tf.TileOp, b: Builder) -> Values:
    """A new dimension before each repeated one, broadcast, and folded into it."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    multiples = b.analysis.elements(op.operands[1])
    if multiples is None or None in multiples:
        return (tile_at_run_time(op, b),)
    times = [m for m in multiples if m is not None]
    sizes = b.shape(value)
    if all(m == ONE for m in times):
        return (value,)
    spread = [size for pair in zip(times, sizes, strict=True) for size in pair]
    repeated = b.broadcast_to_shape(value, spread, range(1, 2 * len(sizes), 2))
    return (b.reshape(repeated, type),)


def tile_at_run_time(op: tf.TileOp, b: Builder) -> SSAValue:
    """Along each dimension the entries at the places of the result, counted anew at each repetition."""
    value = b.operand(op.operands[0])
    target = b.shape_of_type(b.type(op.results[0]))
    for axis, size in enumerate(b.shape(value)):
        times = b.element(op.operands[1], axis)
        if times != ONE:
            b.bind(target[axis], size * times)
            period = along(b, maximum(size, 1), target[axis])
            place = positions(b, target[axis]) % period
            value = take_along(b, value, place.value, axis)
    return value


def pack(op: tf.PackOp, b: Builder) -> Values:
    """Each operand with a new dimension of size 1, concatenated along it."""
    type = b.type(op.results[0])
    axis = op.axis % type.get_num_dims()
    parts = [expand(b, b.operand(o), axis) for o in op.operands]
    return (concatenate(b, parts, axis, type),)


def expand(b: Builder, value: SSAValue, axis: int) -> SSAValue:
    """`value` with a dimension of size 1 at `axis`."""
    sizes = b.shape(value)
    return b.reshape(value, b.ranked(element_type_of(value), (*sizes[:axis], ONE, *sizes[axis:])))


def concatenate(
    b: Builder, parts: Sequence[SSAValue], axis: int, type: TensorType[Attribute]
) -> SSAValue:
    if len(parts) == 1:
        return parts[0]
    return b.create(mhlo.ConcatenateOp, parts, type, dimension=integer(axis))


def concat(op: tf.ConcatOp | tf.ConcatV2Op, b: Builder) -> Values:
    inputs, axis = concatenated(op)
    type = b.type(op.results[0])
    (constant,) = b.constants(axis, "the dimension")
    parts = [b.operand(o) for o in inputs]
    return (concatenate(b, parts, constant % type.get_num_dims(), type),)


def unpack(op: tf.UnpackOp, b: Builder) -> Values:
    """One slice of size 1 for each result."""
    value = b.operand(op.operands[0])
    sizes = b.shape(value)
    axis = op.axis % len(sizes)
    results = list[SSAValue]()
    for i, result in enumerate(op.results):
        part = b.slice(value, axis, i, i + 1)
        results.append(b.reshape(part, b.type(result)))
    return results


SHAPE_OPS: LoweringTable = {
    tf.ShapeOp: shape,
    tf.ShapeNOp: shape,
    tf.RankOp: rank,
    tf.SizeOp: size,
    tf.ReshapeOp: reshape,
    tf.ExpandDimsOp: expand_dims,
    tf.SqueezeOp: squeeze,
    tf.TransposeOp: transpose,
    tf.BroadcastToOp: broadcast_to,
    tf.FillOp: fill,
    tf.TileOp: tile,
    tf.PackOp: pack,
    tf.UnpackOp: unpack,
    tf.ConcatOp: concat,
    tf.ConcatV2Op: concat,
}

__all__ = ["SHAPE_OPS", "concatenate", "expand"]
