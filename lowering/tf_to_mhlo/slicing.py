"""tf ops that take parts of tensors."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import GatherDimensionNumbersAttr, GatherDimensions
from ...dialects.mhlo.dense import dense_i64
from ...dialects.tensors import element_type_of
from ...rules.tf.slicing import Index, NewAxis, batch_dims_of, entries_of
from ...symbolic import Expr, as_expr, ge, le, maximum, minimum
from ...symbolic.shapes import ONE, total
from .builder import Builder, LoweringTable
from .elementwise import Values


def strided_slice(op: tf.StridedSliceOp, b: Builder) -> Values:
    """A slice of what is taken, reversed first where a stride is negative; dimensions come and go by a reshape."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    strides = b.constants(op.operands[3], "the strides")
    begins, ends = (
        [
            as_expr(0) if _is_ignored(op, i, unused) else b.element(operand, i)
            for i in range(len(strides))
        ]
        for operand, unused in (
            (op.operands[1], op.begin_mask & ~op.shrink_axis_mask),
            (op.operands[2], op.end_mask | op.shrink_axis_mask),
        )
    )
    entries = entries_of(op, b.analysis, begins, ends, strides)
    kept = [entry for entry in entries if not isinstance(entry, Index)]
    for entry, size in zip(kept, b.shape_of_type(type), strict=True):
        if not isinstance(entry, NewAxis):
            b.bind(size, entry.size)
    taken = [entry for entry in entries if not isinstance(entry, NewAxis)]
    sizes = b.shape(value)
    value = reverse(
        b, value, [i for i, e in enumerate(taken) if not isinstance(e, Index) and e.stride < 0]
    )
    starts, limits, steps = list[Expr](), list[Expr](), list[int]()
    for entry, size in zip(taken, sizes, strict=True):
        if isinstance(entry, Index):
            start, limit, stride = entry.start, entry.start + 1, 1
        elif entry.stride > 0:
            start, limit, stride = entry.start, entry.stop, entry.stride
        else:
            start, limit, stride = size - 1 - entry.start, size - 1 - entry.stop, -entry.stride
        if not b.facts.proves(le(start, limit)):
            limit = maximum(start, limit)
        starts.append(b.facts.simplify(start))
        limits.append(b.facts.simplify(limit))
        steps.append(stride)
    remaining = iter(
        size
        for entry, size in zip(kept, b.shape_of_type(type), strict=True)
        if not isinstance(entry, NewAxis)
    )
    result = [ONE if isinstance(entry, Index) else next(remaining) for entry in taken]
    return (b.reshape(b.slice_all(value, starts, limits, steps, result), type),)


def _is_ignored(op: tf.StridedSliceOp, i: int, unused: int) -> bool:
    return bool((op.ellipsis_mask | op.new_axis_mask | unused) >> i & 1)


def reverse(b: Builder, value: SSAValue, axes: Sequence[int]) -> SSAValue:
    if not axes:
        return value
    return b.create(mhlo.ReverseOp, [value], value.type, dimensions=dense_i64(axes))


def slice_(op: tf.SliceOp, b: Builder) -> Values:
    """From `begin` on, `size` elements; a size that is -1 only when the program runs is the rest too."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    sizes = b.shape_of_type(type)
    starts, limits = list[Expr](), list[Expr]()
    for i, (whole, size) in enumerate(zip(b.shape(value), sizes, strict=True)):
        start = b.element(op.operands[1], i)
        if not b.sizes.has(size):
            count = b.element(op.operands[2], i)
            if count == as_expr(-1):
                count = whole - start
            elif not b.facts.proves(ge(count, 0)):
                count = b.analysis.select(ge(count, 0), count, whole - start)
            b.bind(size, count)
        starts.append(start)
        limits.append(start + size)
    return (b.slice_all(value, starts, limits, [1] * len(starts), sizes),)


def gather(op: tf.GatherV2Op, b: Builder) -> Values:
    """One slice of size 1 along the axis for each index."""
    params, indices = b.operand(op.operands[0]), b.operand(op.operands[1])
    (axis,) = b.constants(op.operands[2], "the axis")
    batch = batch_dims_of(op, len(b.shape(params)), len(b.shape(indices)))
    return (take(b, params, indices, axis, batch, b.type(op.results[0])),)


def gather_first(op: tf.GatherOp, b: Builder) -> Values:
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


def gather_slices(
    b: Builder,
    params: SSAValue,
    indices: SSAValue,
    dimensions: GatherDimensions,
    type: TensorType[Attribute],
) -> SSAValue:
    """`mhlo.gather` of slices of size 1 in the dimensions that disappear and of full size in the others.

    There is nothing to be taken along a dimension of size 0, so that slices of size 0 will do there.
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


def split(op: tf.SplitOp, b: Builder) -> Values:
    """Equal slices along one dimension."""
    (axis,) = b.constants(op.operands[0], "the dimension")
    value = b.operand(op.operands[1])
    return parts(b, value, axis, op.results)


def split_v(op: tf.SplitVOp, b: Builder) -> Values:
    """Slices one after the other; sizes that only the program's run tells are read."""
    (axis,) = b.constants(op.operands[2], "the dimension")
    value = b.operand(op.operands[0])
    axis %= len(b.shape(value))
    wanted = [b.shape_of_type(b.type(result))[axis] for result in op.results]
    if not all(map(b.sizes.has, wanted)):
        whole = b.shape(value)[axis]
        given = [b.element(op.operands[1], i) for i in range(len(wanted))]
        rest = whole - total(maximum(part, 0) for part in given)
        for size, part in zip(wanted, given, strict=True):
            known = b.facts.proves(ge(part, 0))
            b.bind(size, part if known else b.analysis.select(ge(part, 0), part, rest))
    return parts(b, value, axis, op.results)


def parts(b: Builder, value: SSAValue, axis: int, results: Sequence[SSAValue]) -> list[SSAValue]:
    """Slices of `value` along `axis`, one after the other, of the sizes of the `results`."""
    axis %= len(b.shape(value))
    found = list[SSAValue]()
    start = as_expr(0)
    for result in results:
        part = b.shape_of_type(b.type(result))[axis]
        found.append(b.slice(value, axis, start, start + part, b.type(result)))
        start = b.facts.simplify(start + part)
    return found


SLICING: LoweringTable = {
    tf.StridedSliceOp: strided_slice,
    tf.SliceOp: slice_,
    tf.GatherOp: gather_first,
    tf.GatherV2Op: gather,
    tf.SplitOp: split,
    tf.SplitVOp: split_v,
}

__all__ = ["SLICING", "gather_slices", "take", "take_along", "take_flat"]
