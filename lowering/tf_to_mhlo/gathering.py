"""tf ops that take slices at computed positions: `mhlo.gather`."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import GatherDimensionNumbersAttr, GatherDimensions
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import element_type_of
from ...rules.tf.gathering import batch_dims_of
from ...symbolic import ge, minimum
from ...symbolic.shapes import ONE
from .builder import Builder, LoweringTable
from .elementwise import Results
from .run_time_axes import axis_at_run_time, bind_beside, demand, fold


def depth_of(b: Builder, indices: SSAValue) -> int:
    """The number of dimensions that a row of `indices` names."""
    depth = b.facts.simplify(b.shape(indices)[-1]).constant_value
    if depth is None:
        raise b.fail("the size of the rows of indices must be known")
    return depth


def gather_nd(op: tf.GatherNdOp, b: Builder) -> Results:
    """What each row of indices names, the dimensions that it does not name in full."""
    params, indices = map(b.operand, op.operands)
    return (gather_rows(b, params, indices, b.type(op.results[0])),)


def gather_rows(
    b: Builder, params: SSAValue, indices: SSAValue, type: TensorType[Attribute]
) -> SSAValue:
    depth, lead = depth_of(b, indices), len(b.shape(indices)) - 1
    dimensions = GatherDimensions(
        offset_dims=tuple(range(lead, lead + len(b.shape(params)) - depth)),
        collapsed_slice_dims=tuple(range(depth)),
        start_index_map=tuple(range(depth)),
        index_vector_dim=lead,
    )
    return gather_slices(b, params, indices, dimensions, type)


def gather_slices(
    b: Builder,
    params: SSAValue,
    indices: SSAValue,
    dimensions: GatherDimensions,
    type: TensorType[Attribute],
) -> SSAValue:
    """`mhlo.gather` of slices of size 1 in the dimensions that disappear, full size in others.

    Along a dimension of size 0 slices have size 0.
    """
    gone = {*dimensions.collapsed_slice_dims, *dimensions.operand_batching_dims}
    slices = [
        size if i not in gone else ONE if b.facts.proves(ge(size, 1)) else minimum(size, 1)
        for i, size in enumerate(b.shape(params))
    ]
    attribute = GatherDimensionNumbersAttr(dimensions)
    constants = [size.constant_value for size in slices]
    if None not in constants:
        return b.create(
            mhlo.GatherOp,
            [params, indices],
            type,
            dimension_numbers=attribute,
            slice_sizes=dense_i64([c for c in constants if c is not None]),
        )
    sizes = b.sizes.shape_tensor(slices, b.at)
    return b.create(
        mhlo.DynamicGatherOp, [params, indices, sizes], type, dimension_numbers=attribute
    )


def gather(op: tf.GatherV2Op, b: Builder) -> Results:
    """One slice of size 1 along the axis for each index."""
    params, indices = b.operand(op.operands[0]), b.operand(op.operands[1])
    batch = batch_dims_of(op, len(b.shape(params)), len(b.shape(indices)))
    known, type = b.analysis.constants(op.operands[2]), b.type(op.results[0])
    if known is not None:
        return (take(b, params, indices, known[0], batch, type),)
    shape, middle = b.shape(params), b.shape(indices)[batch:]
    axis = axis_at_run_time(b, op.operands[2], len(shape))
    demand(b, ge(axis, batch), f"the axis must not be one of {batch} batch dimensions")
    bind_beside(b, type, shape, axis, middle)
    params = fold(b, params, axis, batch)
    *lead, _, after = b.shape(params)
    taken = b.ranked(type.element_type, (*lead, *middle, after))
    return (b.reshape(take(b, params, indices, batch + 1, batch, taken), type),)


def gather_first(op: tf.GatherOp, b: Builder) -> Results:
    params, indices = map(b.operand, op.operands)
    return (take(b, params, indices, 0, 0, b.type(op.results[0])),)


def take(
    b: Builder,
    params: SSAValue,
    indices: SSAValue,
    axis: int,
    batch_dims: int,
    type: TensorType[Attribute],
) -> SSAValue:
    """`params` at `indices` along `axis`, the first `batch_dims` dimensions of both paired."""
    rank, index_rank = len(b.shape(params)), len(b.shape(indices))
    axis %= rank
    batch = batch_dims + index_rank if batch_dims < 0 else batch_dims
    after = axis + index_rank - batch
    dimensions = GatherDimensions(
        offset_dims=(*range(batch, axis), *range(after, after + rank - axis - 1)),
        collapsed_slice_dims=(axis,),
        operand_batching_dims=tuple(range(batch)),
        start_indices_batching_dims=tuple(range(batch)),
        start_index_map=(axis,),
        index_vector_dim=index_rank,
    )
    return gather_slices(b, params, indices, dimensions, type)


def take_flat(b: Builder, values: SSAValue, indices: SSAValue) -> SSAValue:
    """The elements of a vector at `indices`, of the shape of those."""
    return take(b, values, indices, 0, 0, b.like(indices, element_type_of(values)))


def take_along(b: Builder, value: SSAValue, indices: SSAValue, axis: int) -> SSAValue:
    """The entries of `value` along `axis` at a vector of `indices`."""
    sizes = list(b.shape(value))
    sizes[axis] = b.shape(indices)[0]
    return take(b, value, indices, axis, 0, b.ranked(element_type_of(value), sizes))


LOWERINGS: LoweringTable = {
    tf.GatherNdOp: gather_nd,
    tf.GatherOp: gather_first,
    tf.GatherV2Op: gather,
}
