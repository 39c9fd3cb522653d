"""tf ops that pad, reverse, rotate or order the entries of tensors."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import GatherDimensions
from ...dialects.tensors import element_type_of, is_integer_or_index, tensor_type
from ...symbolic import Expr, as_expr, maximum
from .builder import Builder, LoweringTable
from .elementwise import Values
from .formulas import Elements, where
from .reductions import iota
from .slicing import gather_slices, reverse, take_along
from .sorting import sort

Amounts = list[tuple[Expr, Expr]]


def amounts_of(
    op: tf.PadOp | tf.PadV2Op | tf.MirrorPadOp, b: Builder, type: TensorType[Attribute]
) -> Amounts:
    """What is added before and after each dimension; the sizes of `type` are readable from then on."""
    sizes = b.shape(b.operand(op.operands[0]))
    known = b.analysis.value(op.operands[1])
    if known is None or None in known:
        flat = b.reshape(
            b.operand(op.operands[1]),
            TensorType(element_type_of(op.operands[1]), [2 * len(sizes)]),
        )
        elements = [b.read(flat, i) for i in range(2 * len(sizes))]
    else:
        elements = [e for e in known if isinstance(e, Expr)]
    amounts = list(zip(elements[::2], elements[1::2], strict=True))
    for size, (low, high), target in zip(sizes, amounts, b.shape_of_type(type), strict=True):
        b.bind(target, size + low + high)
    return amounts


def pad(op: tf.PadOp | tf.PadV2Op, b: Builder) -> Values:
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    padded = len(op.operands) == 3
    fill = b.operand(op.operands[2]) if padded else b.scalar(0, type.element_type)
    return (pad_to(b, value, fill, amounts_of(op, b, type), type),)


def pad_to(
    b: Builder, value: SSAValue, fill: SSAValue, amounts: Amounts, type: TensorType[Attribute]
) -> SSAValue:
    """`value` with `fill` around it; `type` is the result's."""
    if not amounts:
        return value
    low, high = zip(*amounts, strict=True)
    between = [as_expr(0)] * len(low)
    operands = [b.sizes.shape_tensor(part, b.at) for part in (low, high, between)]
    return b.create(mhlo.DynamicPadOp, [value, fill, *operands], type)


def mirror_pad(op: tf.MirrorPadOp, b: Builder) -> Values:
    """Along each padded dimension the entries at positions that turn round at both ends."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    amounts, target = amounts_of(op, b, type), b.shape_of_type(type)
    border = 1 if op.mode == "SYMMETRIC" else 0
    for axis, (low, high) in enumerate(amounts):
        if low == high == as_expr(0):
            continue
        size = b.shape(value)[axis]
        place = positions(b, target[axis]) - along(b, low, target[axis])
        mirrored = where(place < 0, -place - border, place)
        last = along(b, 2 * size - 2 + border, target[axis])
        place = where(
            mirrored.compare("GE", along(b, size, target[axis])), last - mirrored, mirrored
        )
        value = take_along(b, value, place.value, axis)
    return (value,)


def positions(b: Builder, size: Expr) -> Elements:
    """0, 1, 2 … as a vector of `size`."""
    return Elements(b, iota(b, b.ranked(i64, [size]), 0))


def along(b: Builder, number: Expr, size: Expr) -> Elements:
    """A vector of `size` full of `number`."""
    number = b.facts.simplify(number)
    scalar = (
        b.sizes.scalar(number, b.at, i64)
        if number.constant_value is None
        else b.scalar(number.constant_value, i64)
    )
    return Elements(b, b.broadcast(scalar, b.ranked(i64, [size])))


def reverse_v2(op: tf.ReverseV2Op, b: Builder) -> Values:
    value = b.operand(op.operands[0])
    axes = b.constants(op.operands[1], "the dimensions")
    rank = len(b.shape(value))
    return (reverse(b, value, sorted(axis % rank for axis in axes)),)


def roll(op: tf.RollOp, b: Builder) -> Values:
    """Along each dimension the entry that lies `shift` places before."""
    value = b.operand(op.operands[0])
    axes = b.constants(op.operands[2], "the dimensions")
    for i, axis in enumerate(axes):
        axis %= len(b.shape(value))
        size = b.shape(value)[axis]
        shift = b.element(op.operands[1], i)
        first = b.facts.simplify((-shift) % maximum(size, 1))
        place = positions(b, size) + along(b, first, size)
        whole = along(b, size, size)
        place = where(place.compare("GE", whole), place - whole, place)
        value = take_along(b, value, place.value, axis)
    return (value,)


def reverse_sequence(op: tf.ReverseSequenceOp, b: Builder) -> Values:
    """Position `length - 1 - i` for i below the length, else i itself, for each batch."""
    value, lengths = map(b.operand, op.operands)
    shape = b.shape(value)
    batch, sequence = op.batch_dim % len(shape), op.seq_dim % len(shape)
    first, last = sorted((batch, sequence))
    type = b.ranked(i64, [shape[first], shape[last]])
    index = Elements(b, iota(b, type, int(sequence == last)))
    length = Elements(b, b.broadcast(b.convert(lengths, i64), type, [int(batch == last)]))
    place = where(index < length, length - 1 - index, index)
    dimensions = GatherDimensions(
        offset_dims=tuple(i for i in range(len(shape)) if i not in (batch, sequence)),
        collapsed_slice_dims=(sequence,),
        operand_batching_dims=(batch,),
        start_indices_batching_dims=(int(batch == last),),
        start_index_map=(sequence,),
        index_vector_dim=2,
    )
    return (gather_slices(b, value, place.value, dimensions, tensor_type(value)),)


def invert_permutation(op: tf.InvertPermutationOp, b: Builder) -> Values:
    """The positions, ordered by what stands there."""
    value = b.operand(op.operands[0])
    assert is_integer_or_index(element_type_of(value))
    return (sort(b, [value, iota(b, tensor_type(value), 0)], "LT", 0)[1],)


def ensure_shape(op: tf.EnsureShapeOp, b: Builder) -> Values:
    """The operand, its type as precise as the result's."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    return (b.reshape(value, type),)


PADDING: LoweringTable = {
    tf.PadOp: pad,
    tf.PadV2Op: pad,
    tf.MirrorPadOp: mirror_pad,
    tf.ReverseV2Op: reverse_v2,
    tf.ReverseSequenceOp: reverse_sequence,
    tf.RollOp: roll,
    tf.InvertPermutationOp: invert_permutation,
    tf.EnsureShapeOp: ensure_shape,
}
