"""Rules for mhlo ops that take parts of tensors, join them, or write into them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...symbolic import Expr, as_expr, ge, le, maximum, shapes
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, RuleTable, Value, table


def part_of(ctx: RuleContext, size: Expr) -> Expr:
    """A new size that is not greater than `size`."""
    part = ctx.fresh()
    ctx.assume(le(part, size))
    return part


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
    """`limit - start` elements by `stride`; all of an axis that is taken from 0 to its size."""
    shape = ctx.shape(op.operand)
    bounds = [ctx.elements(bound) for bound in op.operands[1:]]
    starts, limits, strides = ((None,) * len(shape) if bound is None else bound for bound in bounds)
    axes = zip(shape, starts, limits, strides, strict=True)
    return (tuple(_dynamic_axis(ctx, *axis) for axis in axes),)


def _dynamic_axis(
    ctx: RuleContext, size: Expr, start: Expr | None, limit: Expr | None, stride: Expr | None
) -> Expr:
    step = None if stride is None else stride.constant_value
    if start is None or limit is None or step is None or step < 1:
        return part_of(ctx, size)
    return shapes.slice_size(ctx, size, start, limit, step)


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


def concatenate(op: mhlo.ConcatenateOp, ctx: RuleContext) -> Sequence[Shape | None]:
    if not all(map(ctx.has_rank, op.val)):
        return (None,)
    return (shapes.concat(ctx, [ctx.shape(o) for o in op.val], op.dimension.value.data),)


def concatenate_value(op: mhlo.ConcatenateOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Rows one after the other; an element that is not known stays unknown."""
    result = list[Expr | None]()
    for operand in op.val:
        part = ctx.elements(operand) if op.dimension.value.data == 0 else None
        if part is None:
            return (None,)
        result += part
    return (tuple(result),)


def pad(op: mhlo.PadOp, ctx: RuleContext) -> Sequence[Shape | None]:
    low, high, interior = map(
        int_values, (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
    )
    exprs = [tuple(map(as_expr, amounts)) for amounts in (low, high, interior)]
    axes = zip(ctx.shape(op.operand), *exprs, strict=True)
    return (tuple(_padded(ctx, *axis) for axis in axes),)


def dynamic_pad(op: mhlo.DynamicPadOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape = ctx.shape(op.operand)
    amounts = [ctx.elements(amount) for amount in op.operands[2:]]
    low, high, interior = ((None,) * len(shape) if a is None else a for a in amounts)
    axes = zip(shape, low, high, interior, strict=True)
    return (tuple(_padded(ctx, *axis) for axis in axes),)


def _padded(
    ctx: RuleContext, size: Expr, low: Expr | None, high: Expr | None, interior: Expr | None
) -> Expr:
    """A negative amount takes elements away; `interior` go between each two neighbours."""
    if low is None or high is None or interior is None:
        return ctx.fresh()
    gaps = size - 1 if ctx.facts.proves(ge(size, 1)) else maximum(size - 1, 0)
    result = size + low + high + (gaps * interior if interior != as_expr(0) else 0)
    ctx.require(ge(result, 0), f"the padded size {result} must not be negative")
    return result


def gathered(
    ctx: RuleContext,
    numbers: mhlo.GatherDimensions,
    indices: Shape,
    sizes: Sequence[Expr],
) -> Shape:
    """The batch sizes of the indices, and at `offset_dims` the slice sizes of the dimensions that stay."""
    gone = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    window = iter([size for d, size in enumerate(sizes) if d not in gone])
    batch = iter([size for d, size in enumerate(indices) if d != numbers.index_vector_dim])
    vector = numbers.index_vector_dim < len(indices)
    rank = len(sizes) - len(gone) + len(indices) - vector
    return tuple(next(window if d in numbers.offset_dims else batch) for d in range(rank))


def gather(op: mhlo.GatherOp, ctx: RuleContext) -> Sequence[Shape | None]:
    sizes = tuple(map(as_expr, int_values(op.slice_sizes)))
    if ctx.has_rank(op.operand):
        for size, whole in zip(sizes, ctx.shape(op.operand), strict=True):
            ctx.require(le(size, whole), f"slice size {size} must not exceed the size {whole}")
    return (gathered(ctx, op.dimension_numbers.data, ctx.shape(op.start_indices), sizes),)


def gather_value(op: mhlo.GatherOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Single elements of a vector at known positions, each moved to be inside."""
    value, indices = ctx.value(op.operand), ctx.constants(op.start_indices)
    numbers = op.dimension_numbers.data
    single = int_values(op.slice_sizes) == (1,) and not numbers.offset_dims
    if value is None or indices is None or not single or not value:
        return (None,)
    return (tuple(value[max(0, min(i, len(value) - 1))] for i in indices),)


def dynamic_gather(op: mhlo.DynamicGatherOp, ctx: RuleContext) -> Sequence[Shape | None]:
    whole = ctx.shape(op.operand)
    elements = ctx.elements(op.slice_sizes) or (None,) * len(whole)
    sizes = [
        part_of(ctx, size) if element is None else element
        for element, size in zip(elements, whole, strict=True)
    ]
    return (gathered(ctx, op.dimension_numbers.data, ctx.shape(op.start_indices), sizes),)


def torch_index_select(op: mhlo.TorchIndexSelectOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, index = ctx.shape(op.operand), ctx.shape(op.index)
    axis, batch = op.dim.value.data, op.batch_dims.value.data
    shared = shapes.same_shape(ctx, shape[:batch], index[:batch], "batch dimensions")
    return ((*shared, *shape[batch:axis], *index[batch:], *shape[axis + 1 :]),)


def like_operands(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """Each result has the shape of the operand at its place."""
    return tuple(
        ctx.shape(o) if ctx.has_rank(o) else None
        for o, _ in zip(op.operands, op.results, strict=False)
    )


SLICING_RULES: RuleTable = table(
    OpRule(mhlo.SliceOp, shape=slice_, value=slice_value),
    OpRule(mhlo.RealDynamicSliceOp, shape=real_dynamic_slice, value=real_dynamic_slice_value),
    OpRule(mhlo.DynamicSliceOp, shape=dynamic_slice, value=dynamic_slice_value),
    OpRule(mhlo.DynamicUpdateSliceOp, shape=dynamic_update_slice),
    OpRule(mhlo.ConcatenateOp, shape=concatenate, value=concatenate_value),
    OpRule(mhlo.PadOp, shape=pad),
    OpRule(mhlo.DynamicPadOp, shape=dynamic_pad),
    OpRule(mhlo.GatherOp, shape=gather, value=gather_value),
    OpRule(mhlo.DynamicGatherOp, shape=dynamic_gather),
    OpRule(mhlo.TorchIndexSelectOp, shape=torch_index_select),
    OpRule(mhlo.ScatterOp, shape=like_operands),
)
