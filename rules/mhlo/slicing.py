"""Rules for mhlo ops that take slices of tensors or overwrite them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.ir import SSAValue

from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...symbolic import Expr, as_expr, ge, le, shapes
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, RuleTable, Value, table
from .result_shapes import part_of


def slice_(op: mhlo.SliceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    starts, limits, strides = map(int_values, (op.start_indices, op.limit_indices, op.strides))
    if -1 in limits:
        raise ShapeError(op, f"the limit of dimension {limits.index(-1)} is not known")
    return (
        tuple(
            shapes.slice_size(ctx, size, as_expr(start), as_expr(limit), stride)
            for size, start, limit, stride in zip(
                ctx.shape(op.operand), starts, limits, strides, strict=True
            )
        ),
    )


def slice_value(op: mhlo.SliceOp, ctx: RuleContext) -> Sequence[Value | None]:
    value = ctx.value(op.operand)
    bounds = [int_values(b) for b in (op.start_indices, op.limit_indices, op.strides)]
    if value is None or len(bounds[0]) != 1:
        return (value if not bounds[0] else None,)
    (start,), (limit,), (stride,) = bounds
    return (value[start:limit:stride] if 0 <= limit <= len(value) else None,)


def real_dynamic_slice(op: mhlo.RealDynamicSliceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """`limit - start` elements by `stride`; all of an axis that is taken from 0 to its size.

    Where only the run knows the start, the size is what the limit adds to it.
    """
    shape = ctx.shape(op.operand)
    bounds = [ctx.elements(bound) for bound in op.operands[1:]]
    starts, limits, strides = ((None,) * len(shape) if bound is None else bound for bound in bounds)
    axes = zip(shape, starts, limits, _lengths(op, ctx), strides, strict=True)
    return (tuple(_dynamic_axis(ctx, *axis) for axis in axes),)


def _dynamic_axis(
    ctx: RuleContext,
    size: Expr,
    start: Expr | None,
    limit: Expr | None,
    length: Expr | None,
    stride: Expr | None,
) -> Expr:
    step = None if stride is None else stride.constant_value
    if step is None or step < 1:
        return part_of(ctx, size)
    if start is not None and limit is not None:
        return shapes.slice_size(ctx, size, start, limit, step)
    if length is None or step != 1:
        return part_of(ctx, size)
    ctx.require(ge(length, 0), f"the limit must not be {-length} before the start")
    ctx.require(le(length, size), f"slice size {length} must not exceed the size {size}")
    return length


def _lengths(op: mhlo.RealDynamicSliceOp, ctx: RuleContext) -> Sequence[Expr | None]:
    """What each limit adds to its start, where that is how it is computed."""
    starts, limits = op.start_indices, op.limit_indices
    rank = len(ctx.shape(op.operand))
    if isinstance(add := limits.owner, mhlo.AddOp) and starts in add.operands:
        other = add.rhs if add.lhs is starts else add.lhs
        return ctx.elements(other) or (None,) * rank
    if isinstance(limits.owner, tensor.FromElementsOp):
        return [_added(starts, i, e, ctx) for i, e in enumerate(limits.owner.elements)]
    return (None,) * rank


def _added(starts: SSAValue, place: int, limit: SSAValue, ctx: RuleContext) -> Expr | None:
    """What `limit` adds to element `place` of `starts`."""
    if not isinstance(limit.owner, arith.AddiOp):
        return None
    left, right = limit.owner.operands
    for start, length in ((left, right), (right, left)):
        read = start.owner
        if (
            isinstance(read, tensor.ExtractOp)
            and read.tensor is starts
            and [ctx.constants(i) for i in read.indices] == [(place,)]
        ):
            return ctx.scalar(length)
    return None


def real_dynamic_slice_value(
    op: mhlo.RealDynamicSliceOp, ctx: RuleContext
) -> Sequence[Value | None]:
    value = ctx.value(op.operand)
    bounds = [ctx.constants(bound) for bound in op.operands[1:]]
    if value is None or any(bound is None or len(bound) != 1 for bound in bounds):
        return (None,)
    start, limit, stride = (bound[0] for bound in bounds if bound is not None)
    if not 0 <= start <= limit <= len(value) or stride < 1:
        return (None,)
    return (value[start:limit:stride],)


def dynamic_slice(op: mhlo.DynamicSliceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    sizes = tuple(map(as_expr, int_values(op.slice_sizes)))
    shape = ctx.shape(op.operand)
    if len(sizes) != len(shape):
        raise ShapeError(op, f"slice_sizes has {len(sizes)} values, {len(shape)} are needed")
    for size, whole in zip(sizes, shape, strict=True):
        ctx.require(le(size, whole), f"slice size {size} must not exceed the size {whole}")
    return (sizes,)


def dynamic_slice_value(op: mhlo.DynamicSliceOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Of a vector, from a known start, which is moved to be inside."""
    value, sizes = ctx.value(op.operand), int_values(op.slice_sizes)
    if value is None or len(sizes) != 1:
        return (None,)
    start = ctx.constants(op.start_indices[0])
    if start is None:
        return (None,)
    first = max(0, min(start[0], len(value) - sizes[0]))
    return (value[first : first + sizes[0]],)


def dynamic_update_slice(op: mhlo.DynamicUpdateSliceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The result is the operand's shape; the update fits inside."""
    shape = ctx.shape(op.operands[0])
    if ctx.has_rank(op.operands[1]):
        rank = len(ctx.shape(op.operands[1]))
        if rank != len(shape):
            raise ShapeError(op, f"the update has rank {rank}, rank {len(shape)} is needed")
        for size, whole in zip(ctx.shape(op.operands[1]), shape, strict=True):
            ctx.require(le(size, whole), f"update size {size} must not exceed the size {whole}")
    return (shape,)


RULES: RuleTable = table(
    OpRule(mhlo.SliceOp, shape=slice_, value=slice_value),
    OpRule(mhlo.RealDynamicSliceOp, shape=real_dynamic_slice, value=real_dynamic_slice_value),
    OpRule(mhlo.DynamicSliceOp, shape=dynamic_slice, value=dynamic_slice_value),
    OpRule(mhlo.DynamicUpdateSliceOp, shape=dynamic_update_slice),
)
