"""Rules for tf ops that take regular parts of tensors, or reverse or rotate them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import Expr, as_expr, eq, ge, le, shapes
from ...symbolic.shapes import Shape
from ..axes import axes_of, axis_of
from ..elements import offset, static_sizes
from ..errors import ShapeError
from ..rule import ElementDemand, OpRule, RuleContext, Value
from .ranks import check_shape
from .sizes import part_of
from .slice_entries import Index, NewAxis, Span, Steps, sizes_of, strided_entries


def strided_slice(op: tf.StridedSliceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    for index in (1, 2, 3):
        check_shape(op, ctx, index, None)
    entries = strided_entries(op, ctx, ctx.shape(op.operands[0]))
    return (None if entries is None else sizes_of(entries),)


def strided_slice_value(op: tf.StridedSliceOp, ctx: RuleContext) -> Sequence[Value | None]:
    value = ctx.value(op.operands[0])
    whole = ctx.shape(op.operands[0])
    entries = None if value is None else strided_entries(op, ctx, whole)
    if value is None or entries is None or ctx.constants(op.operands[3]) is None:
        return (None,)
    taken = [_positions(entry) for entry in entries if not isinstance(entry, NewAxis)]
    return (picked(value, static_sizes(ctx, op.operands[0], len(value)), taken),)


def _positions(entry: Index | Span | Steps) -> range | None:
    start = entry.start.constant_value
    if isinstance(entry, Index):
        return None if start is None else range(start, start + 1)
    if isinstance(entry, Steps):
        return None
    stop = entry.stop.constant_value
    return None if start is None or stop is None else range(start, stop, entry.stride)


def picked(
    value: Value, sizes: Sequence[int] | None, taken: Sequence[range | None]
) -> Value | None:
    """The elements at the positions `taken` of each dimension; None if unknown or out of range."""
    if sizes is None or len(sizes) != len(taken):
        return None
    ranges = [r for r in taken if r is not None]
    if len(ranges) != len(taken):
        return None
    if any(not 0 <= i < size for r, size in zip(ranges, sizes, strict=True) for i in r):
        return None
    return tuple(value[offset(place, tuple(sizes))] for place in product(*ranges))


def slice_(op: tf.SliceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """`size` elements from `begin` on; -1 is the rest."""
    shape = ctx.shape(op.operands[0])
    check_shape(op, ctx, 1, None)
    check_shape(op, ctx, 2, None)
    begins, sizes = (_entries(ctx, operand, len(shape)) for operand in op.operands[1:])
    if not len(begins) == len(sizes) == len(shape):
        raise ShapeError(
            op, f"begin and size have {len(begins)} and {len(sizes)} entries for rank {len(shape)}"
        )
    return (tuple(_slice_size(ctx, *part) for part in zip(shape, begins, sizes, strict=True)),)


def _entries(ctx: RuleContext, vector: SSAValue, rank: int) -> Sequence[Expr | None]:
    """The elements of `vector`, which has one for each of `rank` dimensions where none is known."""
    known = ctx.elements(vector)
    return (None,) * rank if known is None else known


def _slice_size(ctx: RuleContext, whole_size: Expr, begin: Expr | None, size: Expr | None) -> Expr:
    if begin is not None:
        ctx.require(ge(begin, 0), f"begin {begin} must not be negative")
    if size == as_expr(-1):
        if begin is None:
            return part_of(ctx, whole_size)
        ctx.require(le(begin, whole_size), f"begin {begin} must not exceed the size {whole_size}")
        return whole_size - begin
    if size is not None and begin is not None and not ctx.facts.proves(ge(size, 0)):
        rest = whole_size - begin
        message = f"size {size} must be -1 or a size, begin {begin} at most the size {whole_size}"
        size = ctx.select(eq(size, -1), rest, size)
        ctx.require(ge(size, 0), message)
    if size is None or not (begin is not None or ctx.facts.proves(ge(size, 0))):
        return part_of(ctx, whole_size)
    start = as_expr(0) if begin is None else begin
    ctx.require(
        le(start + size, whole_size),
        f"begin {start} and size {size} must stay inside the size {whole_size}",
    )
    return size


def slice_value(op: tf.SliceOp, ctx: RuleContext) -> Sequence[Value | None]:
    value = ctx.value(op.operands[0])
    begins, counts = ctx.constants(op.operands[1]), ctx.constants(op.operands[2])
    if value is None or begins is None or counts is None:
        return (None,)
    sizes = static_sizes(ctx, op.operands[0], len(value))
    if sizes is None or not len(sizes) == len(begins) == len(counts):
        return (None,)
    taken = [
        range(begin, size if count == -1 else begin + count)
        for begin, count, size in zip(begins, counts, sizes, strict=True)
    ]
    return (picked(value, sizes, taken),)


def reverse(op: tf.ReverseV2Op, ctx: RuleContext) -> Sequence[Shape | None]:
    check_shape(op, ctx, 1, None)
    axes = ctx.constants(op.operands[1])
    shape = ctx.shape(op.operands[0])
    if axes is not None:
        axes_of(op, axes, len(shape))
    return (shape,)


def reverse_value(op: tf.ReverseV2Op, ctx: RuleContext) -> Sequence[Value | None]:
    """A vector from its end."""
    value, axes = ctx.value(op.operands[0]), ctx.constants(op.operands[1])
    if value is None or axes is None or len(ctx.shape(op.operands[0])) != 1:
        return (None,)
    return (value[::-1] if axes else value,)


def roll(op: tf.RollOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[2])
    if ctx.has_rank(op.operands[2]):
        check_shape(op, ctx, 1, *(size.constant_value for size in ctx.shape(op.operands[2])))
    for axis in axes or ():
        axis_of(op, axis, len(shape))
    return (shape,)


def reverse_sequence(op: tf.ReverseSequenceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, lengths = ctx.shape(op.operands[0]), ctx.shape(op.operands[1])
    batch = axis_of(op, op.batch_dim, len(shape))
    if axis_of(op, op.seq_dim, len(shape)) == batch or len(lengths) != 1:
        raise ShapeError(op, "needs a vector of lengths, and sequences along another dimension")
    size = shapes.same_size(ctx, shape[batch], lengths[0], "batch and lengths")
    return ((*shape[:batch], size, *shape[batch + 1 :]),)


def inside(op: tf.SliceOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """What is not known of the begins and the sizes stays in the operand; a size may be -1."""
    shape = ctx.shape(op.operands[0])
    begins, sizes = (_entries(ctx, operand, len(shape)) for operand in op.operands[1:])
    for i, (whole_size, begin, size) in enumerate(zip(shape, begins, sizes, strict=False)):
        if begin is None:
            yield ElementDemand(op.operands[1], "begin", as_expr(0), [whole_size + 1], place=i)
        if size is None:
            most = whole_size - (as_expr(0) if begin is None else begin)
            yield ElementDemand(op.operands[2], "size", as_expr(-1), [most + 1], place=i)


def indices(op: tf.StridedSliceOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """An entry that is taken alone is there, if only a run knows its index.

    A stride that only a run knows is not 0, and positive where one entry is taken.
    """
    for i, stride in enumerate(ctx.elements(op.operands[3]) or ()):
        if stride is None or stride.constant_value is None:
            if (op.ellipsis_mask | op.new_axis_mask) >> i & 1:
                continue
            low = as_expr(1) if op.shrink_axis_mask >> i & 1 else None
            yield ElementDemand(op.operands[3], "strides", low, non_zero=low is None, place=i)
    begins = ctx.elements(op.operands[1]) or ()
    for i, (begin, size) in enumerate(zip(begins, ctx.shape(op.operands[0]), strict=False)):
        if (op.ellipsis_mask | op.new_axis_mask) >> i & 1:
            return
        if begin is None and op.shrink_axis_mask >> i & 1:
            yield ElementDemand(op.operands[1], "begin", -size, [size], place=i)


def lengths(op: tf.ReverseSequenceOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    shape = ctx.shape(op.operands[0])
    size = shape[axis_of(op, op.seq_dim, len(shape))]
    yield ElementDemand(op.operands[1], "seq_lengths", as_expr(0), [size + 1])


RULES = (
    OpRule(tf.StridedSliceOp, shape=strided_slice, value=strided_slice_value, elements=indices),
    OpRule(tf.SliceOp, shape=slice_, value=slice_value, elements=inside),
    OpRule(tf.ReverseV2Op, shape=reverse, value=reverse_value),
    OpRule(tf.ReverseSequenceOp, shape=reverse_sequence, elements=lengths),
    OpRule(tf.RollOp, shape=roll),
)
