"""Rules for mhlo convolutions."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import mhlo
from ...dialects.mhlo.convolution_like import conv_window
from ...symbolic import Expr, as_expr, eq
from ...symbolic.shapes import Shape
from ..rule import OpRule, RuleContext, RuleTable, table
from .window_counts import windowed


def convolution(
    op: mhlo.ConvolutionOp | mhlo.DynamicConvOp, ctx: RuleContext
) -> Sequence[Shape | None]:
    """Batch and feature sizes fit their groups, the spatial sizes follow from the windows."""
    image, kernel = ctx.shape(op.lhs), ctx.shape(op.rhs)
    numbers = op.dimension_numbers.data
    groups, batches = op.feature_group_count.value.data, op.batch_group_count.value.data
    depth = image[numbers.input_feature_dimension]
    inner = kernel[numbers.kernel_input_feature_dimension] * groups
    ctx.require(eq(depth, inner), f"the input's features {depth} must be the kernel's {inner}")
    features = kernel[numbers.kernel_output_feature_dimension]
    for count in (groups, batches):
        if count != 1:
            words = f"the kernel's output features {features} must be divisible by {count}"
            ctx.require(eq(features % count, 0), words)
    batch = image[numbers.input_batch_dimension]
    if batches != 1:
        ctx.require(eq(batch % batches, 0), f"batch {batch} must be divisible by {batches}")
        batch = batch // batches
    result = {
        numbers.output_batch_dimension: batch,
        numbers.output_feature_dimension: features,
    }
    result |= dict(zip(numbers.output_spatial_dimensions, _spatial(op, ctx), strict=True))
    return (tuple(result[d] for d in range(len(image))),)


def _spatial(op: mhlo.ConvolutionOp | mhlo.DynamicConvOp, ctx: RuleContext) -> list[Expr]:
    numbers = op.dimension_numbers.data
    image, kernel = ctx.shape(op.lhs), ctx.shape(op.rhs)
    paddings = _paddings(op, ctx)
    return [
        ctx.fresh() if padding is None else windowed(ctx, image[i], kernel[k], dimension, padding)
        for i, k, dimension, padding in zip(
            numbers.input_spatial_dimensions,
            numbers.kernel_spatial_dimensions,
            conv_window(op, op.padding),
            paddings,
            strict=True,
        )
    ]


def _paddings(
    op: mhlo.ConvolutionOp | mhlo.DynamicConvOp, ctx: RuleContext
) -> list[tuple[Expr, Expr] | None]:
    if isinstance(op, mhlo.ConvolutionOp):
        return [(as_expr(w.padding[0]), as_expr(w.padding[1])) for w in op.window]
    value = ctx.value(op.d_padding)
    result = list[tuple[Expr, Expr] | None]()
    for i in range(len(op.dimension_numbers.data.input_spatial_dimensions)):
        pair = (None, None) if value is None else value[2 * i : 2 * i + 2]
        low, high = pair
        result.append((low, high) if isinstance(low, Expr) and isinstance(high, Expr) else None)
    return result


RULES: RuleTable = table(
    OpRule(mhlo.ConvolutionOp, shape=convolution),
    OpRule(mhlo.DynamicConvOp, shape=convolution),
)
