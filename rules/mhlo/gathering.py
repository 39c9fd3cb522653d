"""Rules for mhlo ops that read slices at computed indices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...symbolic import Expr, as_expr, eq, ge, le, shapes
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, Value, table
from .result_shapes import part_of
from .shape_operands import require_length


def gathered(
    ctx: RuleContext,
    numbers: mhlo.GatherDimensions,
    indices: Shape,
    sizes: Sequence[Expr],
) -> Shape:
    """The batch sizes of the indices, and at `offset_dims` the slice sizes of the dimensions that
    stay."""
    gone = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    window = iter([size for d, size in enumerate(sizes) if d not in gone])
    batch = iter([size for d, size in enumerate(indices) if d != numbers.index_vector_dim])
    vector = numbers.index_vector_dim < len(indices)
    rank = len(sizes) - len(gone) + len(indices) - vector
    return tuple(next(window if d in numbers.offset_dims else batch) for d in range(rank))


def require_indices(
    ctx: RuleContext, indices: Shape, vector: tuple[int, int], batching: Iterable[tuple[Expr, int]]
) -> None:
    """Index vectors are as long as there are dimensions that they name, and there is one for each
    entry of a batching dimension (gather C3 and C17, scatter C19 and C18).

    vector: the dimension of `indices` that the vectors lie along, and how long they must be
    batching: sizes of what is indexed, each with the dimension of `indices` that goes with it
    """
    dimension, length = vector
    if dimension < len(indices):
        words = f"index vectors of size {indices[dimension]} must have size {length}"
        ctx.require(eq(indices[dimension], length), words)
    for size, place in batching:
        shapes.same_size(ctx, size, indices[place], "batching dimensions")


def _require_indices(op: mhlo.GatherOp | mhlo.DynamicGatherOp, ctx: RuleContext) -> None:
    numbers, whole = op.dimension_numbers.data, ctx.shape(op.operand)
    pairs = zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True)
    vector = numbers.index_vector_dim, len(numbers.start_index_map)
    batching = [(whole[dimension], place) for dimension, place in pairs]
    require_indices(ctx, ctx.shape(op.start_indices), vector, batching)


def gather(op: mhlo.GatherOp, ctx: RuleContext) -> Sequence[Shape | None]:
    sizes = tuple(map(as_expr, int_values(op.slice_sizes)))
    if ctx.has_rank(op.operand):
        for size, whole in zip(sizes, ctx.shape(op.operand), strict=True):
            ctx.require(le(size, whole), f"slice size {size} must not exceed the size {whole}")
        _require_indices(op, ctx)
    return (gathered(ctx, op.dimension_numbers.data, ctx.shape(op.start_indices), sizes),)


def gather_value(op: mhlo.GatherOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Single elements of a vector at known positions, each moved to be inside."""
    value, indices = ctx.value(op.operand), ctx.constants(op.start_indices)
    numbers = op.dimension_numbers.data
    single = int_values(op.slice_sizes) == (1,) and numbers.start_index_map == (0,)
    single = single and not numbers.offset_dims
    if value is None or indices is None or not single or not value:
        return (None,)
    return (tuple(value[max(0, min(i, len(value) - 1))] for i in indices),)


def dynamic_gather(op: mhlo.DynamicGatherOp, ctx: RuleContext) -> Sequence[Shape | None]:
    whole = ctx.shape(op.operand)
    require_length(ctx, op, 2, len(whole))
    elements = ctx.elements(op.slice_sizes) or (None,) * len(whole)
    numbers = op.dimension_numbers.data
    single = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    sizes = list[Expr]()
    for d, (size, all_of_it) in enumerate(zip(elements, whole, strict=True)):
        if size is not None:
            ctx.require(ge(size, 0), f"slice size {size} must not be negative")
            words = f"slice size {size} must not exceed the size {all_of_it}"
            ctx.require(le(size, all_of_it), words)
            if d in single:
                words = f"slice size {size} of dimension {d}, which is dropped, must be at most 1"
                ctx.require(le(size, 1), words)
        if size is None:
            size = as_expr(1) if d in single else part_of(ctx, all_of_it)
        sizes.append(size)
    _require_indices(op, ctx)
    return (gathered(ctx, numbers, ctx.shape(op.start_indices), sizes),)


def torch_index_select(op: mhlo.TorchIndexSelectOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape, index = ctx.shape(op.operand), ctx.shape(op.index)
    axis, batch = op.places(len(shape), len(index))
    shared = shapes.same_shape(ctx, shape[:batch], index[:batch], "batch dimensions")
    return ((*shared, *shape[batch:axis], *index[batch:], *shape[axis + 1 :]),)


RULES: RuleTable = table(
    OpRule(mhlo.GatherOp, shape=gather, value=gather_value),
    OpRule(mhlo.DynamicGatherOp, shape=dynamic_gather),
    OpRule(mhlo.TorchIndexSelectOp, shape=torch_index_select),
)
