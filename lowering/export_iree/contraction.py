"""Sums of products: matrix products and convolutions of unknown sizes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, complex
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType
from xdsl.dialects.linalg.ops import MatmulOp
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr

from ...dialects import mhlo
from ...dialects.mhlo.convolution_like import ConvolutionLikeOp, conv_window
from ...dialects.mhlo.dense import dense_i64, int_values
from ...dialects.mhlo.windows import WindowDimension
from ...dialects.types import (
    DYNAMIC,
    element_type_of,
    is_complex,
    is_float,
    tensor_type,
)
from .builder import Element, GenericBuilder
from .indexing import PaddedTensor
from .reshaping import collapse, collapsed, expand

DIM = AffineExpr.dimension


def dot_general(op: mhlo.DotGeneralOp, builder: GenericBuilder) -> SSAValue | None:
    """Loops over batches, rows, columns and what is summed; None where elements are converted.

    A plain product of matrices stays one by name, so that no transposition is moved into it: IREE
    3.13 multiplies faster then.
    """
    if not _is_of_one_type(op.lhs, op.rhs, op.result):
        return None
    numbers = op.dot_dimension_numbers.data
    if _is_matrix_product(op):
        return _matrix_product(op, builder)
    left_rank, right_rank = (len(tensor_type(v).get_shape()) for v in (op.lhs, op.rhs))
    batches = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    summed = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    rows = [d for d in range(left_rank) if d not in (*batches[0], *summed[0])]
    columns = [d for d in range(right_rank) if d not in (*batches[1], *summed[1])]
    left = (*batches[0], *rows, *summed[0])
    right = (*batches[1], *columns, *summed[1])
    rank = len(batches[0]) + len(rows) + len(columns)
    loops = {d: number for number, d in enumerate((*batches[0], *rows))}
    loops |= {d: rank + number for number, d in enumerate(summed[0])}
    left_places = [DIM(loops[d]) for d in sorted(left)]
    loops = {d: number for number, d in enumerate(batches[1])}
    loops |= {d: len(batches[0]) + len(rows) + number for number, d in enumerate(columns)}
    loops |= {d: rank + number for number, d in enumerate(summed[1])}
    right_places = [DIM(loops[d]) for d in sorted(right)]
    sizes = [builder.dim(op.lhs, d) for d in (*batches[0], *rows)]
    sizes += [builder.dim(op.rhs, d) for d in columns]
    type_ = tensor_type(op.result)
    zero = builder.zero(type_.element_type)
    return builder.generic(
        [op.lhs, op.rhs],
        [left_places, right_places],
        type_,
        builder.filled(type_, sizes, zero),
        _multiply_add(op.result),
        reduced=len(summed[0]),
    )


def _is_matrix_product(op: mhlo.DotGeneralOp) -> bool:
    """Whether rows `[.., k]` of floats are multiplied with one matrix `[k, n]`."""
    numbers = op.dot_dimension_numbers.data
    rank = len(tensor_type(op.lhs).get_shape())
    return (
        rank >= 2
        and len(tensor_type(op.rhs).get_shape()) == 2
        and not numbers.lhs_batching_dimensions
        and list(numbers.lhs_contracting_dimensions) == [rank - 1]
        and list(numbers.rhs_contracting_dimensions) == [0]
        and is_float(element_type_of(op.result))
    )


def _matrix_product(op: mhlo.DotGeneralOp, builder: GenericBuilder) -> SSAValue:
    """All rows as one matrix, times the other."""
    type_ = tensor_type(op.result)
    rank = len(type_.get_shape())
    groups = [range(rank - 1), [rank - 1]]
    sizes = [*(builder.dim(op.lhs, d) for d in groups[0]), builder.dim(op.rhs, 1)]
    source = collapse(op.lhs, groups, builder) if rank > 2 else op.lhs
    flat = collapsed(type_, groups)
    zero = builder.zero(type_.element_type)
    start = builder.filled(flat, [builder.dim(source, 0), sizes[-1]], zero)
    product = builder.value(MatmulOp([source, op.rhs], [start], [flat]))
    return expand(product, type_, groups, sizes, builder) if rank > 2 else product


def _is_of_one_type(*values: SSAValue) -> bool:
    return len({element_type_of(value) for value in values}) == 1


def _multiply_add(result: SSAValue) -> Element:
    element_type = element_type_of(result)
    if is_complex(element_type):
        multiply, add = complex.MulOp, complex.AddOp
    elif is_float(element_type):
        multiply, add = arith.MulfOp, arith.AddfOp
    else:
        multiply, add = arith.MuliOp, arith.AddiOp
    return lambda body, read: body.value(add(read[-1], body.value(multiply(read[0], read[1]))))


def convolution(
    op: mhlo.ConvolutionOp | mhlo.DynamicConvOp, builder: GenericBuilder
) -> SSAValue | None:
    """Loops over batch, features and windows of the padded operand.

    None for groups of unknown sizes or of batches, and where elements are converted.
    """
    groups, source, kernel = op.feature_group_count.value.data, op.operands[0], op.operands[1]
    numbers = op.dimension_numbers.data
    shape = tensor_type(kernel).get_shape()
    read, made = (
        shape[d]
        for d in (numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension)
    )
    depthwise = groups > 1 and (read, made) == (1, groups)
    is_unknown_group = read == DYNAMIC or made < groups  # DYNAMIC is least
    if (groups > 1 and is_unknown_group) or op.batch_group_count.value.data > 1:
        return None
    if not _is_of_one_type(source, kernel, op.result):
        return None
    kernel = _reversed(op, kernel, builder)
    window = conv_window(op, None if isinstance(op, mhlo.DynamicConvOp) else op.padding)
    padded = _padded(op, source, window, builder)
    count, rank = len(window), len(window) + 2
    kernel_at = [AffineExpr.constant(0)] * rank
    source_at = list(kernel_at)
    source_at[numbers.input_batch_dimension] = DIM(numbers.output_batch_dimension)
    feature = DIM(numbers.output_feature_dimension)
    kernel_at[numbers.kernel_output_feature_dimension] = feature
    if depthwise:
        source_at[numbers.input_feature_dimension] = feature
    else:
        first = feature // (made // groups) * read if groups > 1 else 0
        source_at[numbers.input_feature_dimension] = DIM(rank + count) + first
        kernel_at[numbers.kernel_input_feature_dimension] = DIM(rank + count)
    for number, (d, along) in enumerate(zip(numbers.input_spatial_dimensions, window, strict=True)):
        out = DIM(numbers.output_spatial_dimensions[number])
        inside = DIM(rank + number)
        source_at[d] = out * along.stride + inside * along.window_dilation
        kernel_at[numbers.kernel_spatial_dimensions[number]] = inside
    type_ = tensor_type(op.result)
    sizes = _convolution_sizes(op, padded, kernel, window, builder)
    return builder.generic(
        [padded, kernel],
        [source_at, kernel_at],
        type_,
        builder.filled(type_, sizes, builder.zero(type_.element_type)),
        _multiply_add(op.result),
        reduced=count if depthwise else count + 1,
    )


def _reversed(op: ConvolutionLikeOp, kernel: SSAValue, builder: GenericBuilder) -> SSAValue:
    if op.window_reversal is None:
        return kernel
    spatial = op.dimension_numbers.data.kernel_spatial_dimensions
    turned = [
        d for d, on in zip(spatial, _each(op.window_reversal, len(spatial)), strict=True) if on
    ]
    if not turned:
        return kernel
    return builder.create(mhlo.ReverseOp, [kernel], kernel.type, dimensions=dense_i64(turned))


def _each(attribute: DenseIntOrFPElementsAttr, count: int) -> Sequence[int]:
    values = int_values(attribute)
    return values * count if len(values) == 1 else values


def _padded(
    op: mhlo.ConvolutionOp | mhlo.DynamicConvOp,
    source: SSAValue,
    window: Sequence[WindowDimension],
    builder: GenericBuilder,
) -> SSAValue:
    spatial = op.dimension_numbers.data.input_spatial_dimensions
    if isinstance(op, mhlo.DynamicConvOp):
        shape = tensor_type(op.d_padding).get_shape()
        if len(shape) == 1:
            flat = builder.elements(op.d_padding)
        else:
            flat = [
                builder.as_index(
                    builder.element(op.d_padding, [builder.index(i), builder.index(j)])
                )
                for i in range(len(spatial))
                for j in (0, 1)
            ]
    elif all(along.padding == (0, 0) and along.base_dilation == 1 for along in window):
        return source
    else:
        flat = [builder.index(n) for along in window for n in along.padding]
    type_ = tensor_type(source)
    zero = builder.index(0)
    low, high, inner = ([zero] * len(type_.get_shape()) for _ in range(3))
    for number, (d, along) in enumerate(zip(spatial, window, strict=True)):
        low[d], high[d] = flat[2 * number], flat[2 * number + 1]
        inner[d] = builder.index(along.base_dilation - 1)
    return padded(source, (low, high, inner), builder.zero(type_.element_type), spatial, builder)


def padded(
    source: SSAValue,
    paddings: tuple[Sequence[SSAValue], Sequence[SSAValue], Sequence[SSAValue]],
    fill: SSAValue,
    dimensions: Sequence[int],
    builder: GenericBuilder,
) -> SSAValue:
    """`source` with paddings low, high and between, of unknown size in `dimensions`."""
    type_ = tensor_type(source)
    shape = [DYNAMIC if d in dimensions else n for d, n in enumerate(type_.get_shape())]
    padding = PaddedTensor(builder, source, *paddings)
    return padding.tensor(TensorType(type_.element_type, shape), fill)


def windows(
    size: SSAValue, along: WindowDimension, builder: GenericBuilder, length: SSAValue | None = None
) -> SSAValue:
    """The number of windows along a padded dimension; `length` is that of one, if not known."""
    if length is None:
        assert along.size != DYNAMIC
        reach = builder.index((along.size - 1) * along.window_dilation + 1)
    else:
        one, dilation = builder.index(1), builder.index(along.window_dilation)
        steps = builder.value(arith.MuliOp(builder.subtract(length, one), dilation))
        reach = builder.add(steps, one)
    rest = builder.subtract(size, reach)
    steps = builder.value(arith.FloorDivSIOp(rest, builder.index(along.stride)))
    return builder.value(arith.MaxSIOp(builder.add(steps, builder.index(1)), builder.index(0)))


def _convolution_sizes(
    op: ConvolutionLikeOp,
    padded: SSAValue,
    kernel: SSAValue,
    window: Sequence[WindowDimension],
    builder: GenericBuilder,
) -> list[SSAValue]:
    numbers = op.dimension_numbers.data
    sizes = [builder.index(0)] * (len(window) + 2)
    sizes[numbers.output_batch_dimension] = builder.dim(padded, numbers.input_batch_dimension)
    sizes[numbers.output_feature_dimension] = builder.dim(
        kernel, numbers.kernel_output_feature_dimension
    )
    for number, along in enumerate(window):
        size = builder.dim(padded, numbers.input_spatial_dimensions[number])
        length = None
        if along.size == DYNAMIC:
            length = builder.dim(kernel, numbers.kernel_spatial_dimensions[number])
        sizes[numbers.output_spatial_dimensions[number]] = windows(size, along, builder, length)
    return sizes
