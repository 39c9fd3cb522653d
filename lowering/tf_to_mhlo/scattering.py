"""tf ops that write at computed positions: `mhlo.scatter`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from xdsl.dialects.builtin import AnyFloat, TensorType, i1, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import ScatterDimensionNumbersAttr, ScatterDimensions
from ...dialects.tf.scattering import InplaceRows, Segments
from ...dialects.types import element_type_of, tensor_type
from ...symbolic import Expr
from .builder import Builder, Lowering, LoweringTable
from .elementwise import Results, direction_of
from .formulas import Elements, where
from .indices import number
from .reducers import Start, highest, lowest, reduce, scalar_body

Body = Callable[[Attribute], Region]
"""The region that combines two scalars of a type."""


def scatter(
    b: Builder,
    target: SSAValue,
    indices: SSAValue,
    updates: SSAValue,
    op: type[Operation] | Body,
    depth: int | None = None,
) -> SSAValue:
    """`target` with `updates` combined at the places named by `indices`, by an op or a body.

    depth: None where indices are scalars instead of rows. Rows out of range do nothing.
    """
    rank, lead = len(b.shape(target)), len(b.shape(indices)) - (depth is not None)
    named = 1 if depth is None else depth
    dimensions = ScatterDimensions(
        update_window_dims=tuple(range(lead, lead + rank - named)),
        inserted_window_dims=tuple(range(named)),
        scatter_dims_to_operand_dims=tuple(range(named)),
        index_vector_dim=lead,
    )
    element_type = element_type_of(target)
    body = scalar_body(op, element_type) if isinstance(op, type) else op(element_type)
    new = mhlo.ScatterOp.create(
        operands=[target, indices, updates],
        result_types=[target.type],
        properties={"scatter_dimension_numbers": ScatterDimensionNumbersAttr(dimensions)},
        regions=[body],
    )
    return b.insert(new).results[0]


def replacing_body(element_type: Attribute) -> Region:
    """The region that returns the second of two scalars."""
    block = Block(arg_types=[TensorType(element_type, [])] * 2)
    block.add_op(mhlo.ReturnOp.create(operands=[block.args[1]]))
    return Region(block)


def extreme_body(direction: str) -> Body:
    """Keeps the first of two scalars where it is the more extreme; so of NaNs the last counts."""

    def body(element_type: Attribute) -> Region:
        scalar = TensorType(element_type, [])
        block = Block(arg_types=[scalar, scalar])
        compared = mhlo.CompareOp.create(
            operands=list(block.args),
            result_types=[TensorType(i1, [])],
            properties={"comparison_direction": direction_of(direction)},
        )
        kept = mhlo.SelectOp.create(
            operands=[compared.results[0], *block.args], result_types=[scalar]
        )
        block.add_ops([compared, kept, mhlo.ReturnOp.create(operands=[kept.results[0]])])
        return Region(block)

    return body


def add_along(
    b: Builder, parts: Sequence[tuple[SSAValue, SSAValue]], axis: int, size: Expr
) -> SSAValue:
    """Zeros of `size` along `axis`, with each of `parts` added at its vector of places there."""
    value = parts[0][1]
    order = [axis, *(i for i in range(len(b.shape(value))) if i != axis)]
    shape = [b.shape(value)[i] for i in order]
    element_type = element_type_of(value)
    target = b.splat(0, b.ranked(element_type, [size, *shape[1:]]))
    for places, updates in parts:
        moved = b.ranked(element_type, shape)
        updates = b.transpose(updates, order, moved)
        target = scatter(b, target, places, updates, mhlo.AddOp)
    back = sorted(range(len(order)), key=order.__getitem__)
    sizes = [b.shape(target)[i] for i in back]
    type = b.ranked(element_type, sizes)
    return b.transpose(target, back, type)


def _depth_of(b: Builder, target: SSAValue, indices: SSAValue, updates: SSAValue) -> int:
    """The number of dimensions that a row of `indices` names: by its size, else by the ranks."""
    size = b.facts.simplify(b.shape(indices)[-1]).constant_value
    if size is not None:
        return size
    return len(b.shape(indices)) - 1 + len(b.shape(target)) - len(b.shape(updates))


def scatter_nd(op: tf.ScatterNdOp, b: Builder) -> Results:
    """Into zeros."""
    type = b.type(op.results[0])
    for i, size in enumerate(b.shape_of_type(type)):
        b.bind(size, b.element(op.operands[2], i))
    indices, updates = b.operand(op.operands[0]), b.operand(op.operands[1])
    zeros = b.splat(0, type)
    return (scatter(b, zeros, indices, updates, mhlo.AddOp, _depth_of(b, zeros, indices, updates)),)


def tensor_scatter(combine: type[Operation] | Body) -> Lowering:
    def lower(op: Operation, b: Builder) -> Results:
        target, indices, updates = map(b.operand, op.operands)
        depth = _depth_of(b, target, indices, updates)
        return (scatter(b, target, indices, updates, combine, depth),)

    return lower


def finite(number: float, element_type: Attribute) -> float:
    """`number`, the greatest or least finite one instead of an infinity."""
    if number not in (inf, -inf) or not isinstance(element_type, AnyFloat):
        return number
    greatest = {"f16": 65504.0, "bf16": 3.3895313892515355e38, "f64": 1.7976931348623157e308}
    most = greatest.get(element_type.name, 3.4028234663852886e38)
    return most if number > 0 else -most


def rows_in_place(combine: type[Operation] | Body) -> Lowering:
    """The remainders of the numbers by that of the rows, which is not negative."""

    def lower(op: InplaceRows, b: Builder) -> Results:
        target, numbers, rows = map(b.operand, op.operands)
        index = Elements(b, b.convert(numbers, i64))
        count = Elements(b, b.broadcast(number(b, b.shape(target)[0], i64), b.like(numbers, i64)))
        count = count.at_least(1)
        place = (index % count + count) % count
        return (scatter(b, target, place.value, rows, combine),)

    return lower


def segments(combine: type[Operation] | Body, start: Start) -> Lowering:
    """Into the number that changes nothing; negative ids name no place."""

    def lower(op: Operation, b: Builder) -> Results:
        data, ids = b.operand(op.operands[0]), b.operand(op.operands[1])
        type = b.type(op.results[0])
        count = b.shape_of_type(type)[0]
        b.bind(count, b.element(op.operands[2]))
        starts = b.splat(finite(start(type.element_type), type.element_type), type)
        return (scatter(b, starts, ids, data, combine),)

    return lower


def ordered_segments(combine: type[Operation], start: Start) -> Lowering:
    """Into the number that changes nothing, one entry more than the greatest id."""

    def lower(op: Segments, b: Builder) -> Results:
        data, ids, zeros = _segments_of(op, b)
        number = start(element_type_of(data))
        found = scatter(b, b.splat(number, tensor_type(zeros)), ids, data, combine)
        if number in (0, 1):
            return (found,)
        some = Elements(b, b.broadcast(_count(b, ids, zeros), tensor_type(zeros), [0])) > 0
        return (where(some, Elements(b, found), 0).value,)

    return lower


def segment_means(op: tf.SegmentMeanOp, b: Builder) -> Results:
    """The sum over the number of entries, 0 where there are none; of integers towards zero."""
    data, ids, zeros = _segments_of(op, b)
    counts = _count(b, ids, zeros)
    sums = Elements(b, scatter(b, zeros, ids, data, mhlo.AddOp))
    return ((sums / Elements(b, b.broadcast(counts, tensor_type(zeros), [0])).at_least(1)).value,)


def _segments_of(op: Segments, b: Builder) -> tuple[SSAValue, SSAValue, SSAValue]:
    """The data, the ids, and zeros in the shape of the result."""
    data, ids = map(b.operand, op.operands)
    type = b.type(op.results[0])
    greatest = reduce(b, b.convert(ids, i64), mhlo.MaximumOp, -1, [0])
    b.bind(b.shape_of_type(type)[0], b.read(greatest) + 1)
    return data, ids, b.splat(0, type)


def _count(b: Builder, ids: SSAValue, like: SSAValue) -> SSAValue:
    """How many ids there are for each entry of `like`, as elements of its type."""
    element_type = element_type_of(like)
    zeros = b.splat(0, b.ranked(element_type, b.shape(like)[:1]))
    ones = b.splat(1, b.like(ids, element_type))
    return scatter(b, zeros, ids, ones, mhlo.AddOp)


LOWERINGS: LoweringTable = {
    tf.ScatterNdOp: scatter_nd,
    tf.TensorScatterUpdateOp: tensor_scatter(replacing_body),
    tf.TensorScatterAddOp: tensor_scatter(mhlo.AddOp),
    tf.TensorScatterSubOp: tensor_scatter(mhlo.SubtractOp),
    tf.TensorScatterMaxOp: tensor_scatter(mhlo.MaximumOp),
    tf.TensorScatterMinOp: tensor_scatter(mhlo.MinimumOp),
    tf.UnsortedSegmentSumOp: segments(mhlo.AddOp, lambda _: 0),
    tf.UnsortedSegmentProdOp: segments(mhlo.MultiplyOp, lambda _: 1),
    tf.UnsortedSegmentMaxOp: segments(extreme_body("GT"), lowest),
    tf.UnsortedSegmentMinOp: segments(extreme_body("LT"), highest),
    tf.InplaceUpdateOp: rows_in_place(replacing_body),
    tf.InplaceAddOp: rows_in_place(mhlo.AddOp),
    tf.InplaceSubOp: rows_in_place(mhlo.SubtractOp),
    tf.SegmentSumOp: ordered_segments(mhlo.AddOp, lambda _: 0),
    tf.SegmentProdOp: ordered_segments(mhlo.MultiplyOp, lambda _: 1),
    tf.SegmentMaxOp: ordered_segments(mhlo.MaximumOp, lowest),
    tf.SegmentMinOp: ordered_segments(mhlo.MinimumOp, highest),
    tf.SegmentMeanOp: segment_means,
}
