"""tf ops that take regular parts of tensors, or reverse or rotate them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import GatherDimensions
from ...dialects.mhlo.dense import dense_i64
from ...dialects.tf.slicing import StridedSlicing
from ...dialects.types import tensor_type
from ...rules.tf.slice_entries import (
    Index,
    NewAxis,
    SliceEntry,
    Span,
    Steps,
    entries_of,
)
from ...symbolic import Expr, as_expr, eq, ge, le, maximum
from ...symbolic.shapes import ONE, Shape, total
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .gathering import gather_slices, take_along
from .indices import along, iota, positions
from .run_time_axes import axis_at_run_time, demand, named_by


def strided_slice(op: tf.StridedSliceOp, b: Builder) -> Results:
    """A slice, reversed first where a stride is negative; a reshape adds and drops dimensions."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    entries = entries_at_run_time(op, b, b.shape(value))
    kept = [entry for entry in entries if not isinstance(entry, Index)]
    for entry, size in zip(kept, b.shape_of_type(type), strict=True):
        if not isinstance(entry, NewAxis):
            b.bind(size, entry.size)
    taken = [entry for entry in entries if not isinstance(entry, NewAxis)]
    sizes = iter(
        size
        for entry, size in zip(kept, b.shape_of_type(type), strict=True)
        if not isinstance(entry, NewAxis)
    )
    result = [ONE if isinstance(entry, Index) else next(sizes) for entry in taken]
    value, taken = take_steps(b, value, taken, result)
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
    return (b.reshape(b.slice_all(value, starts, limits, steps, result), type),)


def take_steps(
    b: Builder,
    value: SSAValue,
    entries: Sequence[Index | Span | Steps],
    result: Sequence[Expr],
) -> tuple[SSAValue, list[Index | Span]]:
    """`value` at the positions whose stride only a run knows, and what is left to take of it.

    result: what the sizes of `entries` are called
    """
    left = list[Index | Span]()
    for axis, (entry, count) in enumerate(zip(entries, result, strict=True)):
        if isinstance(entry, Steps):
            step = along(b, entry.stride, count)
            place = along(b, entry.start, count) + step * positions(b, count)
            value = take_along(b, value, place.value, axis)
            entry = Span(as_expr(0), b.shape(value)[axis], 1, count)
        left.append(entry)
    return value, left


def entries_at_run_time(op: StridedSlicing, b: Builder, shape: Shape) -> list[SliceEntry]:
    """What `op` takes of a tensor of `shape`; what is not known is read."""
    strides = strides_at_run_time(op, b)
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
    return entries_of(op, b.analysis, shape, begins, ends, strides)


def strides_at_run_time(op: StridedSlicing, b: Builder) -> list[int | Expr]:
    """The strides of `op`; those of a slice that is taken need not be constant."""
    known = b.analysis.elements(op.operands[3])
    if known is None or not isinstance(op, tf.StridedSliceOp):
        return list(b.constants(op.operands[3], "the strides"))
    strides = list[int | Expr]()
    for i, stride in enumerate(known):
        constant = None if stride is None else stride.constant_value
        single = (op.shrink_axis_mask | op.new_axis_mask | op.ellipsis_mask) >> i & 1
        if constant is None:
            constant = 1 if single else b.element(op.operands[3], i)
        strides.append(constant)
    return strides


def _is_ignored(op: StridedSlicing, i: int, unused: int) -> bool:
    return bool((op.ellipsis_mask | op.new_axis_mask | unused) >> i & 1)


def reverse(b: Builder, value: SSAValue, axes: Sequence[int]) -> SSAValue:
    if not axes:
        return value
    return b.create(mhlo.ReverseOp, [value], value.type, dimensions=dense_i64(axes))


def slice_(op: tf.SliceOp, b: Builder) -> Results:
    """`size` elements from `begin` on; a size read at run time may be -1, the rest, too."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    sizes = b.shape_of_type(type)
    starts, limits = list[Expr](), list[Expr]()
    for i, (extent, size) in enumerate(zip(b.shape(value), sizes, strict=True)):
        start = b.element(op.operands[1], i)
        count = b.element(op.operands[2], i)
        if count == as_expr(-1):
            count = extent - start
        elif not b.facts.proves(ge(count, 0)):
            count = b.analysis.select(ge(count, 0), count, extent - start)
        words = f"begin and size in dimension {i} must stay inside the size {extent}"
        demand(b, le(start + count, extent), words)
        b.bind(size, count)
        starts.append(start)
        limits.append(start + size)
    return (b.slice_all(value, starts, limits, [1] * len(starts), sizes),)


def reverse_v2(op: tf.ReverseV2Op, b: Builder) -> Results:
    value = b.operand(op.operands[0])
    axes, rank = b.analysis.constants(op.operands[1]), len(b.shape(value))
    if axes is not None:
        return (reverse(b, value, sorted(axis % rank for axis in axes)),)
    for i, turned in enumerate(named_by(b, op.operands[1], rank)):
        size = b.shape(value)[i]
        first = along(b, b.analysis.select(turned, size - 1, as_expr(0)), size)
        step = along(b, b.analysis.select(turned, as_expr(-1), ONE), size)
        value = take_along(b, value, (first + step * positions(b, size)).value, i)
    return (value,)


def shifts_of(op: tf.RollOp, b: Builder, rank: int) -> list[tuple[int, Expr]]:
    """Dimensions and how far to rotate along them."""
    known, given = b.analysis.constants(op.operands[2]), b.analysis.elements(op.operands[2])
    if given is None:
        raise b.fail("the number of dimensions must be known")
    shifts = [b.element(op.operands[1], i) for i in range(len(given))]
    if known is not None:
        return [(axis % rank, shift) for axis, shift in zip(known, shifts, strict=True)]
    axes = [axis_at_run_time(b, op.operands[2], rank, place=i) for i in range(len(given))]
    pairs = list(zip(axes, shifts, strict=True))
    return [
        (d, total(b.analysis.select(eq(a, d), shift, as_expr(0)) for a, shift in pairs))
        for d in range(rank)
    ]


def roll(op: tf.RollOp, b: Builder) -> Results:
    """Along each dimension the entry that lies `shift` places before."""
    value = b.operand(op.operands[0])
    for axis, shift in shifts_of(op, b, len(b.shape(value))):
        size = b.shape(value)[axis]
        first = b.facts.simplify((-shift) % maximum(size, 1))
        place = positions(b, size) + along(b, first, size)
        whole = along(b, size, size)
        place = where(place.compare("GE", whole), place - whole, place)
        value = take_along(b, value, place.value, axis)
    return (value,)


def reverse_sequence(op: tf.ReverseSequenceOp, b: Builder) -> Results:
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


LOWERINGS: LoweringTable = {
    tf.StridedSliceOp: strided_slice,
    tf.SliceOp: slice_,
    tf.ReverseV2Op: reverse_v2,
    tf.ReverseSequenceOp: reverse_sequence,
    tf.RollOp: roll,
}
