"""tf ops that change a shape or the order of elements, or repeat them."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import element_type_of, is_complex, is_integer_or_index, tensor_type
from ...rules.tf.reshaping import Transposition, permutation_of
from ...symbolic import maximum
from ...symbolic.shapes import ONE, Shape, product
from .builder import Builder, LoweringTable
from .complex_numbers import conjugate
from .elementwise import Results
from .formulas import Elements, where
from .gathering import take_along, take_flat
from .indices import along, iota, number, positions
from .reducers import reduce
from .run_time_axes import axis_at_run_time, bind_chosen, named_by
from .sorting import flat, sort


def reshape(op: tf.ReshapeOp, b: Builder) -> Results:
    """The result's type says it all, except where the target is known at run time only."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    if is_computable(b, type):
        return (b.reshape(value, type),)
    target = Elements(b, b.operand(op.operands[1]))
    return (b.create(mhlo.DynamicReshapeOp, [value, filled(target, b.shape(value)).value], type),)


def filled(target: Elements, sizes: Shape) -> Elements:
    """The vector `target` with its -1 replaced by the rest of `sizes`, both without zeros."""
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


def expand_dims(op: tf.ExpandDimsOp, b: Builder) -> Results:
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    if b.analysis.constants(op.operands[1]) is None:
        shape = b.shape(value)
        places = range(len(shape) + 1)
        axis = axis_at_run_time(b, op.operands[1], len(places))
        bind_chosen(b, type, axis, [(*shape[:a], ONE, *shape[a:]) for a in places])
    return (b.reshape(value, type),)


def squeeze(op: tf.SqueezeOp, b: Builder) -> Results:
    return (b.reshape(b.operand(op.operands[0]), b.type(op.results[0])),)


def transpose(op: Transposition, b: Builder) -> Results:
    order = permutation_of(op, b.analysis)
    if order is None:
        return (transpose_at_run_time(op, b),)
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    if list(order) == list(range(len(order))):
        return (value,)
    return (b.transpose(value, order, type),)


def conjugate_transpose(op: tf.ConjugateTransposeOp, b: Builder) -> Results:
    (found,) = transpose(op, b)
    return (conjugate(b, found) if is_complex(element_type_of(found)) else found,)


def transpose_at_run_time(op: Transposition, b: Builder) -> SSAValue:
    """Each element from its row-major place: the strides of the operand in the new order."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    shape = b.shape(value)
    named_by(b, op.operands[1], len(shape))
    order = Elements(b, b.convert(b.operand(op.operands[1]), i64))
    order = where(order < 0, order + len(shape), order).value
    strides = [product(shape[i + 1 :]) for i in range(len(shape))]
    sizes, steps = (take_flat(b, b.sizes.tensor(e, b.at, i64), order) for e in (shape, strides))
    for i, size in enumerate(b.shape_of_type(type)):
        b.bind(size, b.read(sizes, i))
    indices = b.ranked(i64, b.shape_of_type(type))
    place = Elements(b, b.splat(0, indices))
    for i in range(len(shape)):
        step = b.broadcast(number(b, b.read(steps, i), i64), indices)
        place = place + Elements(b, iota(b, indices, i)) * Elements(b, step)
    return take_flat(b, flat(b, value, product(shape)), place.value)


def broadcast_to(op: tf.BroadcastToOp, b: Builder) -> Results:
    """The first operand broadcast to the result's shape."""
    return (broadcast(b, op.operands[0], op.operands[1], b.type(op.results[0])),)


def broadcast(
    b: Builder, operand: SSAValue, sizes: SSAValue, type: TensorType[Attribute]
) -> SSAValue:
    """`operand` broadcast to `type`, whose sizes are the elements of `sizes`."""
    value = b.operand(operand)
    for i, size in enumerate(b.shape_of_type(type)):
        if b.sizes.has(size):
            b.bind(size, b.element(sizes, i))
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


def tile(op: tf.TileOp, b: Builder) -> Results:
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
    """Takes entries along each dimension at the result's positions modulo the operand's size."""
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


def invert_permutation(op: tf.InvertPermutationOp, b: Builder) -> Results:
    """The positions, ordered by the elements at them."""
    value = b.operand(op.operands[0])
    assert is_integer_or_index(element_type_of(value))
    return (sort(b, [value, iota(b, tensor_type(value), 0)], "LT", 0)[1],)


LOWERINGS: LoweringTable = {
    tf.ReshapeOp: reshape,
    tf.ExpandDimsOp: expand_dims,
    tf.SqueezeOp: squeeze,
    tf.TransposeOp: transpose,
    tf.ConjugateTransposeOp: conjugate_transpose,
    tf.BroadcastToOp: broadcast_to,
    tf.TileOp: tile,
    tf.InvertPermutationOp: invert_permutation,
}
