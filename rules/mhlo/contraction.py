"""Rules for mhlo ops that multiply and add along dimensions, and for windows that move over them."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...dialects.mhlo.convolution_like import conv_window
from ...symbolic import Expr, as_expr, eq, ge, maximum, shapes
from ...symbolic.shapes import Shape
from ...symbolic.shapes.einsum import EinsumLabels
from ...symbolic.shapes.einsum import einsum as einsum_shape
from ...symbolic.shapes.windows import spread
from ..rule import OpRule, RuleContext, RuleTable, table


def dot(op: mhlo.DotOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Vectors and matrices: the last dimension of one meets the first of the other."""
    a, b = ctx.shape(op.lhs), ctx.shape(op.rhs)
    shapes.same_size(ctx, a[-1], b[0], "contracting dimension")
    return ((*a[:-1], *b[1:]),)


def dot_general(op: mhlo.DotGeneralOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """`[batch…, rest of the left…, rest of the right…]`"""
    a, b = ctx.shape(op.lhs), ctx.shape(op.rhs)
    numbers = op.dot_dimension_numbers.data
    batch = [
        shapes.same_size(ctx, a[i], b[j], "batch dimension")
        for i, j in zip(
            numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, strict=True
        )
    ]
    for i, j in zip(
        numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True
    ):
        shapes.same_size(ctx, a[i], b[j], "contracting dimension")
    left = {*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions}
    right = {*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions}
    rest = [*(s for i, s in enumerate(a) if i not in left)]
    rest += [s for i, s in enumerate(b) if i not in right]
    return ((*batch, *rest),)


def einsum(op: mhlo.EinsumOp | mhlo.UnaryEinsumOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """One letter per dimension; sizes of one letter agree."""
    left, _, output = op.einsum_config.data.replace(" ", "").partition("->")
    inputs, operands = left.split(","), [ctx.shape(o) for o in op.operands]
    fits = [len(letters) == len(shape) for letters, shape in zip(inputs, operands, strict=False)]
    if len(inputs) != len(operands) or not all(fits) or not set(output) <= set("".join(inputs)):
        return (None,)
    labels = EinsumLabels(tuple(inputs), output, "")
    return (einsum_shape(ctx, labels, operands),)


def windowed(
    ctx: RuleContext,
    size: Expr,
    window: Expr,
    dimension: mhlo.WindowDimension,
    padding: tuple[Expr, Expr],
) -> Expr:
    """The number of places of `window` along a padded and dilated dimension; none where it does not fit."""
    reach = spread(ctx, window, dimension.window_dilation)
    room = spread(ctx, size, dimension.base_dilation) + padding[0] + padding[1]
    count = shapes.ceil_div(room - reach + 1, dimension.stride)
    return count if ctx.facts.proves(ge(room, reach - 1)) else maximum(count, 0)


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
    batch = image[numbers.input_batch_dimension]
    if batches != 1:
        ctx.require(eq(batch % batches, 0), f"batch {batch} must be divisible by {batches}")
        batch = batch // batches
    result = {
        numbers.output_batch_dimension: batch,
        numbers.output_feature_dimension: kernel[numbers.kernel_output_feature_dimension],
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


def reduce_window(op: mhlo.ReduceWindowOp, ctx: RuleContext) -> Sequence[Shape | None]:
    first = next((o for o in op.inputs if ctx.has_rank(o)), None)
    if first is None:
        return (None,) * len(op.results)
    shape = ctx.shape(first)
    for other in op.inputs:
        if ctx.has_rank(other):
            shape = shapes.same_shape(ctx, shape, ctx.shape(other), "reduced tensors")
    result = tuple(
        windowed(
            ctx,
            size,
            as_expr(dimension.size),
            dimension,
            (as_expr(dimension.padding[0]), as_expr(dimension.padding[1])),
        )
        for size, dimension in zip(shape, op.window, strict=True)
    )
    return (result,) * len(op.results)


def select_and_scatter(op: mhlo.SelectAndScatterOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (ctx.shape(op.operand),)


def triangular_solve(op: mhlo.TriangularSolveOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A square matrix a batch, which meets one dimension of the right side."""
    a, b = ctx.shape(op.a), ctx.shape(op.b)
    shapes.same_size(ctx, a[-1], a[-2], "square matrices")
    shapes.same_size(ctx, a[-1], b[-2 if bool(op.left_side) else -1], "matrix and right side")
    shapes.same_shape(ctx, a[:-2], b[:-2], "batch dimensions")
    return (b,)


def cholesky(op: mhlo.CholeskyOp, ctx: RuleContext) -> Sequence[Shape | None]:
    a = ctx.shape(op.a)
    size = shapes.same_size(ctx, a[-1], a[-2], "square matrices")
    return ((*a[:-2], size, size),)


def fft(op: mhlo.FftOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Real transforms keep half of the last frequencies, their inverses give all samples back."""
    shape, lengths = list(ctx.shape(op.operand)), int_values(op.fft_length)
    if op.fft_type.data is mhlo.FftType.RFFT:
        shape[-1] = as_expr(lengths[-1] // 2 + 1)
    elif op.fft_type.data is mhlo.FftType.IRFFT:
        shape[-1] = as_expr(lengths[-1])
    return (tuple(shape),)


CONTRACTION_RULES: RuleTable = table(
    OpRule(mhlo.DotOp, shape=dot),
    OpRule(mhlo.DotGeneralOp, shape=dot_general),
    OpRule(mhlo.EinsumOp, shape=einsum),
    OpRule(mhlo.UnaryEinsumOp, shape=einsum),
    OpRule(mhlo.ConvolutionOp, shape=convolution),
    OpRule(mhlo.DynamicConvOp, shape=convolution),
    OpRule(mhlo.ReduceWindowOp, shape=reduce_window),
    OpRule(mhlo.SelectAndScatterOp, shape=select_and_scatter),
    OpRule(mhlo.TriangularSolveOp, shape=triangular_solve),
    OpRule(mhlo.CholeskyOp, shape=cholesky),
    OpRule(mhlo.FftOp, shape=fft),
)
