"""Rules for mhlo.scatter."""

from __future__ import annotations

from ...dialects import mhlo
from ...symbolic import le, shapes
from ..rule import OpRule, RuleContext, RuleTable, Shapes, table
from .gathering import require_indices
from .result_shapes import common_shape, like_operands


def scatter(op: mhlo.ScatterOp, ctx: RuleContext) -> Shapes:
    """The inputs' one shape; a window of updates, which fits in it, for each row of indices."""
    whole = common_shape(ctx, op.inputs, "inputs")
    update = common_shape(ctx, op.updates, "updates")
    if whole is None:
        return like_operands(op, ctx)
    if update is not None and ctx.has_rank(op.scatter_indices):
        numbers = op.scatter_dimension_numbers.data
        gone = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
        windows = [size for d, size in enumerate(whole) if d not in gone]
        for d, size in zip(numbers.update_window_dims, windows, strict=True):
            message = f"update size {update[d]} must not exceed the size {size}"
            ctx.require(le(update[d], size), message)
        shape = ctx.shape(op.scatter_indices)
        pairs = zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims, strict=True)
        vector = numbers.index_vector_dim, len(numbers.scatter_dims_to_operand_dims)
        require_indices(ctx, shape, vector, [(whole[d], place) for d, place in pairs])
        rows = [n for d, n in enumerate(update) if d not in numbers.update_window_dims]
        needed = [size for d, size in enumerate(shape) if d != numbers.index_vector_dim]
        shapes.same_shape(ctx, tuple(rows), tuple(needed), "updates and rows of indices")
    return (whole,) * len(op.results)


RULES: RuleTable = table(
    OpRule(mhlo.ScatterOp, shape=scatter),
)
