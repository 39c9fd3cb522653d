"""tf ops that take parts of tensors."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from ...analysis.tf.slicing import Index, NewAxis, Span, strided_entries
from ...dialects import mhlo, tf
from ...dialects.mhlo import GatherDimensionNumbersAttr, GatherDimensions
from ...symbolic import Expr, as_expr
from ...symbolic.shapes import ONE
from .builder import Builder, LoweringTable, dense_i64
from .elementwise import Values


def strided_slice(op: tf.StridedSliceOp, b: Builder) -> Values:
    """A slice of what is taken, reversed first where a stride is negative; dimensions come and go by a reshape."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    entries = strided_entries(op, b.analysis)
    if entries is None:
        raise b.fail("the strides must be constant")
    taken = [entry for entry in entries if not isinstance(entry, NewAxis)]
    sizes = b.shape(value)
    value = reverse(
        b, value, [i for i, e in enumerate(taken) if isinstance(e, Span) and e.stride < 0]
    )
    starts, limits, strides = list[Expr](), list[Expr](), list[int]()
    for entry, size in zip(taken, sizes, strict=True):
        if isinstance(entry, Index):
            start, limit, stride = entry.start, entry.start + 1, 1
        elif entry.stride > 0:
            start, limit, stride = entry.start, entry.stop, entry.stride
        else:
            start, limit, stride = size - 1 - entry.start, size - 1 - entry.stop, -entry.stride
        starts.append(b.facts.simplify(start))
        limits.append(b.facts.simplify(limit))
        strides.append(stride)
    result_sizes = [ONE if isinstance(e, Index) else e.size for e in taken]
    return (b.reshape(b.slice_all(value, starts, limits, strides, result_sizes), type),)


def reverse(b: Builder, value: SSAValue, axes: list[int]) -> SSAValue:
    if not axes:
        return value
    return b.create(mhlo.ReverseOp, [value], value.type, dimensions=dense_i64(axes))


def slice_(op: tf.SliceOp, b: Builder) -> Values:
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    begins = b.analysis.elements(op.operands[1])
    if begins is None or None in begins:
        raise b.fail("the begin must be known")
    starts = [begin for begin in begins if begin is not None]
    sizes = b.shape_of_type(type)
    limits = [start + size for start, size in zip(starts, sizes, strict=True)]
    return (b.slice_all(value, starts, limits, [1] * len(starts), sizes),)


def gather(op: tf.GatherV2Op, b: Builder) -> Values:
    """One slice of size 1 along the axis for each index."""
    params, indices = b.operand(op.operands[0]), b.operand(op.operands[1])
    (axis,) = b.constants(op.operands[2], "the axis")
    return (take(b, params, indices, axis, op.batch_dims, b.type(op.results[0])),)


def take(
    b: Builder, params: SSAValue, indices: SSAValue, axis: int, batch_dims: int, type: TensorType
) -> SSAValue:
    """`params` at `indices` along `axis`, the first `batch_dims` dimensions of both paired."""
    sizes, index_rank = b.shape(params), len(b.shape(indices))
    axis %= len(sizes)
    batch = batch_dims + index_rank if batch_dims < 0 else batch_dims
    after = axis + index_rank - batch
    dimensions = GatherDimensions(
        offset_dims=(*range(batch, axis), *range(after, after + len(sizes) - axis - 1)),
        collapsed_slice_dims=(axis,),
        operand_batching_dims=tuple(range(batch)),
        start_indices_batching_dims=tuple(range(batch)),
        start_index_map=(axis,),
        index_vector_dim=index_rank,
    )
    slices = [ONE if i == axis or i < batch else size for i, size in enumerate(sizes)]
    return gather_slices(b, params, indices, slices, dimensions, type)


def gather_slices(
    b: Builder,
    params: SSAValue,
    indices: SSAValue,
    slices: list[Expr],
    dimensions: GatherDimensions,
    type: TensorType,
) -> SSAValue:
    """`mhlo.gather`, its dynamic form where a slice size is not constant."""
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


def split(op: tf.SplitOp, b: Builder) -> Values:
    """Equal slices along one dimension."""
    (axis,) = b.constants(op.operands[0], "the dimension")
    value = b.operand(op.operands[1])
    axis %= len(b.shape(value))
    results = list[SSAValue]()
    start = as_expr(0)
    for result in op.results:
        part = b.shape_of_type(b.type(result))[axis]
        results.append(b.slice(value, axis, start, start + part, b.type(result)))
        start = b.facts.simplify(start + part)
    return results


SLICING: LoweringTable = {
    tf.StridedSliceOp: strided_slice,
    tf.SliceOp: slice_,
    tf.GatherV2Op: gather,
    tf.SplitOp: split,
}
