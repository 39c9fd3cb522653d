"""Rules for tf ops that take parts of tensors: slices, gathers, splits, padding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...dialects import tf
from ...symbolic import Expr, as_expr, eq, ge, le, lt, shapes
from ...symbolic.shapes import ONE, Shape
from ..rules import OpRule, RuleTable, Value, table
from ..shape_analysis import ShapeAnalysis


@dataclass(frozen=True, slots=True)
class NewAxis:
    """A dimension of size 1 that the operand does not have."""


@dataclass(frozen=True, slots=True)
class Index:
    """One position of a dimension, which disappears; `start` is at least 0 and less than the size."""

    start: Expr


@dataclass(frozen=True, slots=True)
class Span:
    """The positions from `start` to `stop` (exclusive) by `stride`; `size` of them."""

    start: Expr
    stop: Expr
    stride: int
    size: Expr


SliceEntry = NewAxis | Index | Span


def strided_entries(op: tf.StridedSliceOp, ctx: ShapeAnalysis) -> list[SliceEntry] | None:
    """What `op` takes, an entry per dimension of the operand and new axis; None where the strides are not known.

    Source: https://www.tensorflow.org/api_docs/python/tf/strided_slice
    """
    begins, ends = ctx.elements(op.operands[1]), ctx.elements(op.operands[2])
    strides = ctx.constants(op.operands[3])
    if begins is None or ends is None or strides is None:
        return None
    shape = ctx.shape(op.operands[0])
    count = len(strides)
    new_axes = op.new_axis_mask & ~op.ellipsis_mask
    explicit = sum(1 for i in range(count) if not (op.ellipsis_mask | new_axes) >> i & 1)
    skipped = len(shape) - explicit
    entries = list[SliceEntry]()
    dims = iter(shape)
    for i in range(count):
        bit = 1 << i
        if op.ellipsis_mask & bit:
            entries += [whole(next(dims)) for _ in range(skipped)]
        elif new_axes & bit:
            entries.append(NewAxis())
        else:
            begin = None if op.begin_mask & bit else begins[i]
            end = None if op.end_mask & bit else ends[i]
            unknown = (begins[i] is None and begin is None and not op.begin_mask & bit) or (
                ends[i] is None and end is None and not op.end_mask & bit
            )
            size = next(dims)
            if op.shrink_axis_mask & bit:
                entries.append(_index(ctx, size, begins[i]))
            elif unknown:
                entries.append(Span(ctx.fresh(), ctx.fresh(), strides[i], _part_of(ctx, size)))
            else:
                entries.append(_span(ctx, size, begin, end, strides[i]))
    entries += [whole(size) for size in dims]
    return entries


def whole(size: Expr) -> Span:
    return Span(as_expr(0), size, 1, size)


def _span(
    ctx: ShapeAnalysis, size: Expr, begin: Expr | None, end: Expr | None, stride: int
) -> Span:
    start, stop = shapes.strided_bounds(ctx, size, begin, end, stride)
    count = ctx.facts.simplify(shapes.strided_size(ctx, start, stop, stride))
    return Span(start, stop, stride, count)


def _index(ctx: ShapeAnalysis, size: Expr, begin: Expr | None) -> Index:
    if begin is None:
        return Index(ctx.fresh())
    index = shapes.wrap_index(ctx, begin, size)
    ctx.demand(ge(index, 0), f"index {begin} must not be before the start of size {size}")
    ctx.demand(lt(index, size), f"index {begin} must be less than the size {size}")
    return Index(index)


def _part_of(ctx: ShapeAnalysis, size: Expr) -> Expr:
    part = ctx.fresh()
    ctx.state(le(part, size))
    return part


def strided_slice(op: tf.StridedSliceOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    entries = strided_entries(op, ctx)
    if entries is None:
        return (None,)
    sizes = [ONE if isinstance(e, NewAxis) else e.size for e in entries if not isinstance(e, Index)]
    return (tuple(sizes),)


def strided_slice_value(op: tf.StridedSliceOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    value = ctx.value(op.operands[0])
    entries = strided_entries(op, ctx)
    if value is None or entries is None:
        return (None,)
    taken = [entry for entry in entries if not isinstance(entry, NewAxis)]
    if not taken:
        return (value,)
    if len(taken) != 1:
        return (None,)
    (entry,) = taken
    start = entry.start.constant_value
    if isinstance(entry, Index):
        return ((value[start],) if start is not None and 0 <= start < len(value) else None,)
    stop = entry.stop.constant_value
    if start is None or stop is None:
        return (None,)
    return (tuple(value[i] for i in range(start, stop, entry.stride)),)


def slice_(op: tf.SliceOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    """`size` elements from `begin` on; -1 is the rest."""
    shape = ctx.shape(op.operands[0])
    begins, sizes = ctx.elements(op.operands[1]), ctx.elements(op.operands[2])
    if begins is None or sizes is None:
        return (tuple(_part_of(ctx, size) for size in shape),)
    return (
        tuple(
            _slice_size(ctx, whole_size, begin, size)
            for whole_size, begin, size in zip(shape, begins, sizes, strict=True)
        ),
    )


def _slice_size(
    ctx: ShapeAnalysis, whole_size: Expr, begin: Expr | None, size: Expr | None
) -> Expr:
    if size is None:
        return _part_of(ctx, whole_size)
    if begin is not None:
        ctx.demand(ge(begin, 0), f"begin {begin} must not be negative")
    if size == as_expr(-1):
        if begin is None:
            return _part_of(ctx, whole_size)
        ctx.demand(le(begin, whole_size), f"begin {begin} must not exceed the size {whole_size}")
        return whole_size - begin
    if not ctx.facts.proves(ge(size, 0)):
        return _part_of(ctx, whole_size)
    start = as_expr(0) if begin is None else begin
    ctx.demand(
        le(start + size, whole_size),
        f"begin {start} and size {size} must stay inside the size {whole_size}",
    )
    return size


def slice_value(op: tf.SliceOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    value = ctx.value(op.operands[0])
    begin, size = ctx.constants(op.operands[1]), ctx.constants(op.operands[2])
    if value is None or begin is None or size is None or len(begin) != 1:
        return (None,)
    stop = len(value) if size[0] == -1 else begin[0] + size[0]
    return (value[begin[0] : stop] if 0 <= begin[0] <= stop <= len(value) else None,)


def gather(op: tf.GatherV2Op, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    """`params[:axis] + indices[batch_dims:] + params[axis + 1:]`, the batch dimensions shared."""
    params, indices = ctx.shape(op.operands[0]), ctx.shape(op.operands[1])
    axes = ctx.constants(op.operands[2])
    if axes is None:
        return (None,)
    axis, batch = axes[0] % len(params), op.batch_dims % (len(indices) + 1)
    if op.batch_dims < 0:
        batch = op.batch_dims + len(indices)
    shared = shapes.same_shape(ctx, params[:batch], indices[:batch], "batch dimensions")
    return ((*shared, *params[batch:axis], *indices[batch:], *params[axis + 1 :]),)


def gather_value(op: tf.GatherV2Op, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    value, indices = ctx.value(op.operands[0]), ctx.constants(op.operands[1])
    if value is None or indices is None or len(ctx.shape(op.operands[0])) != 1:
        return (None,)
    if not all(0 <= i < len(value) for i in indices):
        return (None,)
    return (tuple(value[i] for i in indices),)


def split(op: tf.SplitOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    """Equal parts: the operand's size is the number of parts times the size of each."""
    axes, shape = ctx.constants(op.operands[0]), ctx.shape(op.operands[1])
    count = len(op.results)
    if axes is None:
        return (tuple(ctx.fresh() for _ in shape),) * count
    axis = axes[0] % len(shape)
    size = shape[axis]
    ctx.demand(eq(size % count, 0), f"size {size} must be divisible into {count} parts")
    part = ctx.facts.simplify(size // count)
    return (tuple(part if i == axis else s for i, s in enumerate(shape)),) * count


def pad(op: tf.PadOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    shape, amounts = ctx.shape(op.operands[0]), ctx.value(op.operands[1])
    if amounts is None or len(amounts) != 2 * len(shape):
        return (tuple(_at_least(ctx, size) for size in shape),)
    return (
        tuple(
            size + low + high
            if isinstance(low := amounts[2 * i], Expr)
            and isinstance(high := amounts[2 * i + 1], Expr)
            else _at_least(ctx, size)
            for i, size in enumerate(shape)
        ),
    )


def _at_least(ctx: ShapeAnalysis, size: Expr) -> Expr:
    larger = ctx.fresh()
    ctx.state(le(size, larger))
    return larger


SLICING_RULES: RuleTable = table(
    OpRule(tf.StridedSliceOp, shape=strided_slice, value=strided_slice_value),
    OpRule(tf.SliceOp, shape=slice_, value=slice_value),
    OpRule(tf.GatherV2Op, shape=gather, value=gather_value),
    OpRule(tf.SplitOp, shape=split),
    OpRule(tf.PadOp, shape=pad),
    OpRule(tf.PadV2Op, shape=pad),
)
