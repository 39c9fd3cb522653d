"""What strided slices take of a tensor, an entry for each dimension and each new axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from ...dialects.tf.slicing import StridedSlicing
from ...symbolic import Expr, as_expr, eq, ge, lt, maximum, shapes
from ...symbolic.shapes import ONE, Shape
from ..errors import ShapeError
from ..rule import RuleContext
from .sizes import part_of


@dataclass(frozen=True, slots=True)
class NewAxis:
    """A dimension of size 1 that the operand does not have."""


@dataclass(frozen=True, slots=True)
class Index:
    """One position of a dimension, which disappears; `start` is in 0 .. size - 1."""

    start: Expr


@dataclass(frozen=True, slots=True)
class Span:
    """The positions from `start` to `stop` (exclusive) by `stride`; `size` of them."""

    start: Expr
    stop: Expr
    stride: int
    size: Expr


@dataclass(frozen=True, slots=True)
class Steps:
    """`size` positions from `start` on, `stride` apart, where only a run knows the stride."""

    start: Expr
    stride: Expr
    size: Expr


SliceEntry = NewAxis | Index | Span | Steps


Bounds = Sequence[Expr | None]


def strided_entries(op: StridedSlicing, ctx: RuleContext, shape: Shape) -> list[SliceEntry] | None:
    """What `op` takes of a tensor of `shape`, an entry for each dimension and each new axis.

    None where the number of entries is not known.
    """
    begins, ends, strides = (_entries_in(operand, op, ctx) for operand in op.operands[1:4])
    if begins is None or ends is None or strides is None:
        return None
    if not len(begins) == len(ends) == len(strides):
        raise ShapeError(
            op, f"there are {len(begins)} begins, {len(ends)} ends and {len(strides)} strides"
        )
    steps = [None if s is None else s.constant_value for s in strides]
    return entries_of(op, ctx, shape, begins, ends, steps)


def _entries_in(operand: SSAValue, op: StridedSlicing, ctx: RuleContext) -> Bounds | None:
    """The elements of begin, end or strides; where their number is not known, that of the others is
    needed.
    """
    found = ctx.elements(operand)
    if found is not None or not ctx.has_rank(operand):
        return found
    others = (ctx.elements(other) for other in op.operands[1:4])
    known = next((each for each in others if each is not None), None)
    if known is None or len(shape := ctx.shape(operand)) != 1:
        return None
    same = eq(shape[0], len(known))
    words = f"begin, end and strides must be of one length, {shape[0]} and {len(known)} are not"
    ctx.require(same, words)
    return (None,) * len(known) if ctx.facts.proves(same) else None


def entries_of(
    op: StridedSlicing,
    ctx: RuleContext,
    shape: Shape,
    begins: Bounds,
    ends: Bounds,
    strides: Sequence[int | Expr | None],
) -> list[SliceEntry]:
    """What `op` takes with these bounds; None is an unknown bound, an Expr a stride of the run.

    An ellipsis wins over a new axis, that over a position, and that over open ends.
    Source: https://www.tensorflow.org/api_docs/python/tf/strided_slice
    """
    count = len(strides)
    new_axes = op.new_axis_mask & ~op.ellipsis_mask
    explicit = sum(1 for i in range(count) if not (op.ellipsis_mask | new_axes) >> i & 1)
    if explicit > len(shape):
        raise ShapeError(op, f"{explicit} dimensions are sliced, the operand has {len(shape)}")
    check_strides(op, strides)
    entries = list[SliceEntry]()
    dims = iter(shape)
    for i in range(count):
        bit = 1 << i
        if op.ellipsis_mask & bit:
            entries += [whole(next(dims)) for _ in range(len(shape) - explicit)]
        elif new_axes & bit:
            entries.append(NewAxis())
        elif op.shrink_axis_mask & bit:
            entries.append(_index(ctx, next(dims), begins[i]))
        else:
            open_ends = bool(op.begin_mask & bit), bool(op.end_mask & bit)
            entries.append(_span(ctx, next(dims), (begins[i], ends[i]), open_ends, strides[i]))
    entries += [whole(size) for size in dims]
    return entries


def check_strides(op: StridedSlicing, strides: Sequence[int | Expr | None]) -> None:
    """Raises ShapeError for a stride of 0, and for a negative one where one entry is taken."""
    for i, stride in enumerate(strides):
        if isinstance(stride, Expr):
            continue
        ignored = (op.ellipsis_mask | op.new_axis_mask) >> i & 1
        if stride == 0:
            raise ShapeError(op, f"stride {i} is 0, needed another one")
        if stride is not None and stride < 0 and op.shrink_axis_mask >> i & 1 and not ignored:
            raise ShapeError(op, f"one entry is taken with stride {stride}, needed at least 1")


def whole(size: Expr) -> Span:
    return Span(as_expr(0), size, 1, size)


def _span(
    ctx: RuleContext,
    size: Expr,
    bounds: tuple[Expr | None, Expr | None],
    open_ends: tuple[bool, bool],
    stride: int | Expr | None,
) -> Span | Steps:
    unknown = any(b is None and not o for b, o in zip(bounds, open_ends, strict=True))
    if unknown or stride is None:
        known = stride if isinstance(stride, int) else 1
        return Span(ctx.fresh(), ctx.fresh(), known, part_of(ctx, size))
    begin, end = (None if o else b for b, o in zip(bounds, open_ends, strict=True))
    if isinstance(stride, Expr):
        return _steps(ctx, size, begin, end, stride)
    start, stop = shapes.strided_bounds(ctx, size, begin, end, stride)
    count = ctx.facts.simplify(shapes.strided_size(ctx, start, stop, stride))
    return Span(start, stop, stride, count)


def _steps(
    ctx: RuleContext, size: Expr, begin: Expr | None, end: Expr | None, stride: Expr
) -> Steps:
    """A span whose bounds depend on whether `stride`, which is not 0, is positive."""
    forwards = ge(stride, 1)
    ways = [shapes.strided_bounds(ctx, size, begin, end, sign) for sign in (1, -1)]
    (start, stop), (last, first) = ways
    length = ctx.select(forwards, stop - start, last - first)
    step = maximum(ctx.select(forwards, stride, -stride), 1)
    count = maximum((length + step - 1) // step, 0)
    return Steps(ctx.select(forwards, start, last), stride, ctx.facts.simplify(count))


def _index(ctx: RuleContext, size: Expr, begin: Expr | None) -> Index:
    if begin is None:
        return Index(ctx.fresh())
    index = shapes.wrap_index(ctx, begin, size)
    ctx.require(ge(index, 0), f"index {begin} must not be before the start of size {size}")
    ctx.require(lt(index, size), f"index {begin} must be less than the size {size}")
    return Index(index)


def sizes_of(entries: Sequence[SliceEntry]) -> Shape:
    """The shape of what `entries` take."""
    return tuple(
        ONE if isinstance(e, NewAxis) else e.size for e in entries if not isinstance(e, Index)
    )
