"""tf ops that write at computed positions: `mhlo.scatter`."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from xdsl.dialects.builtin import AnyFloat, TensorType, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import ScatterDimensionNumbersAttr, ScatterDimensions
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import element_type_of
from ...symbolic import Expr
from .builder import Builder, Lowering, LoweringTable
from .elementwise import Results
from .gathering import depth_of
from .reducers import highest, lowest, reduce, scalar_body


def scatter(
    b: Builder,
    target: SSAValue,
    indices: SSAValue,
    updates: SSAValue,
    op: type[Operation] | None,
    depth: int | None = None,
) -> SSAValue:
    """`target` with `updates` combined by `op`, or put, at the places named by `indices`.

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
    body = replacing_body(element_type) if op is None else scalar_body(op, element_type)
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
        updates = b.create(mhlo.TransposeOp, [updates], moved, permutation=dense_i64(order))
        target = scatter(b, target, places, updates, mhlo.AddOp)
    back = sorted(range(len(order)), key=order.__getitem__)
    sizes = [b.shape(target)[i] for i in back]
    type = b.ranked(element_type, sizes)
    return b.create(mhlo.TransposeOp, [target], type, permutation=dense_i64(back))


def scatter_nd(op: tf.ScatterNdOp, b: Builder) -> Results:
    """Into zeros."""
    type = b.type(op.results[0])
    for i, size in enumerate(b.shape_of_type(type)):
        if not b.sizes.has(size):
            b.bind(size, b.element(op.operands[2], i))
    indices, updates = b.operand(op.operands[0]), b.operand(op.operands[1])
    zeros = b.splat(0, type)
    return (scatter(b, zeros, indices, updates, mhlo.AddOp, depth_of(b, indices)),)


def tensor_scatter(combine: type[Operation] | None) -> Lowering:
    def lower(op: Operation, b: Builder) -> Results:
        target, indices, updates = map(b.operand, op.operands)
        return (scatter(b, target, indices, updates, combine, depth_of(b, indices)),)

    return lower


def finite(number: float, element_type: Attribute) -> float:
    """`number`, the greatest or least finite one instead of an infinity."""
    if number not in (inf, -inf) or not isinstance(element_type, AnyFloat):
        return number
    greatest = {"f16": 65504.0, "bf16": 3.3895313892515355e38, "f64": 1.7976931348623157e308}
    most = greatest.get(element_type.name, 3.4028234663852886e38)
    return most if number > 0 else -most


def segments(combine: type[Operation], start: str) -> Lowering:
    """Into the number that changes nothing; negative ids name no place."""

    def lower(op: Operation, b: Builder) -> Results:
        data, ids = b.operand(op.operands[0]), b.operand(op.operands[1])
        type = b.type(op.results[0])
        count = b.shape_of_type(type)[0]
        if not b.sizes.has(count):
            b.bind(count, b.element(op.operands[2]))
        starts = {"sum": 0.0, "product": 1.0}
        extreme = lowest if start == "least" else highest
        number = starts.get(start)
        if number is None:
            number = finite(extreme(type.element_type), type.element_type)
        return (scatter(b, b.splat(number, type), ids, data, combine),)

    return lower


def ordered_segments(op: tf.SegmentSumOp, b: Builder) -> Results:
    """Adds into zeros, one more than the greatest id."""
    data, ids = map(b.operand, op.operands)
    type = b.type(op.results[0])
    greatest = reduce(b, b.convert(ids, i64), mhlo.MaximumOp, -1, [0])
    b.bind(b.shape_of_type(type)[0], b.read(greatest) + 1)
    return (scatter(b, b.splat(0, type), ids, data, mhlo.AddOp),)


LOWERINGS: LoweringTable = {
    tf.ScatterNdOp: scatter_nd,
    tf.TensorScatterUpdateOp: tensor_scatter(None),
    tf.TensorScatterAddOp: tensor_scatter(mhlo.AddOp),
    tf.TensorScatterSubOp: tensor_scatter(mhlo.SubtractOp),
    tf.TensorScatterMaxOp: tensor_scatter(mhlo.MaximumOp),
    tf.TensorScatterMinOp: tensor_scatter(mhlo.MinimumOp),
    tf.UnsortedSegmentSumOp: segments(mhlo.AddOp, "sum"),
    tf.UnsortedSegmentProdOp: segments(mhlo.MultiplyOp, "product"),
    tf.UnsortedSegmentMaxOp: segments(mhlo.MaximumOp, "least"),
    tf.UnsortedSegmentMinOp: segments(mhlo.MinimumOp, "greatest"),
    tf.SegmentSumOp: ordered_segments,
}
