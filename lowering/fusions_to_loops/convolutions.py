"""Convolutions: padded inputs, then products of matrices or sums without loops.

Features come last, as TensorFlow has them; other layouts are transposed. A window of one element
is a product with the input as it lies. Few elements in many groups (a depthwise convolution) are
summed for each feature. Otherwise the windows of some images at a time are laid out as rows of a
matrix, which is multiplied with the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Operation, SSAValue

from ...analysis.index_maps import ONE, ZERO, Sizes, product
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64, int_values, pair_values
from ...dialects.mhlo.dimension_numbers import ConvDimensions
from ...symbolic import Expr, as_expr, eq, maximum, minimum
from .padding import pad, window_count
from .products import call_product, product_type
from .sinks import buffer_type
from .temporaries import Temporaries
from .values import NotNative
from .windows import (
    UNROLLED,
    AffineOp,
    GroupedConvolutionOp,
    Taps,
    ValueOp,
    dense_zero,
    tensor_like,
)

CHUNK = 1 << 18
"""How many elements of windows are laid out at a time, unless one image has more."""


@dataclass(slots=True)
class _PlainConvolution:
    """A convolution with features last: `lhs [batch, spatial.., depth]`,
    `rhs [spatial.., depth of a group, features]`.
    """

    lhs: SSAValue
    rhs: SSAValue
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    groups: int
    batch_groups: int


def _orders(numbers: ConvDimensions) -> list[list[int]]:
    """The dimensions of both operands and the result as `_PlainConvolution` has them."""
    lhs = [numbers.input_batch_dimension, *numbers.input_spatial_dimensions]
    rhs = [*numbers.kernel_spatial_dimensions, numbers.kernel_input_feature_dimension]
    out = [numbers.output_batch_dimension, *numbers.output_spatial_dimensions]
    lhs.append(numbers.input_feature_dimension)
    rhs.append(numbers.kernel_output_feature_dimension)
    out.append(numbers.output_feature_dimension)
    return [lhs, rhs, out]


def convolve(made: Temporaries, op: mhlo.ConvolutionOp | mhlo.DynamicConvOp) -> None:
    """Raises NotNative where the interpreter must run it."""
    ConvolutionWriter(made).write(op)


class ConvolutionWriter:
    """Writes convolutions."""

    def __init__(self, temporaries: Temporaries):
        self._made = temporaries
        self._writer = temporaries.writer

    def write(self, op: mhlo.ConvolutionOp | mhlo.DynamicConvOp) -> None:
        """Raises NotNative where the interpreter must run it."""
        writer, numbers = self._writer, op.dimension_numbers.data
        product_type(op.result, op.operands[:2])
        spatial = range(len(numbers.input_spatial_dimensions))
        if not spatial:
            raise NotNative("a convolution without spatial dimensions")
        ones = tuple(repeat(1, len(spatial)))
        low, high = self._padding(op, len(spatial))
        given = (op.window_strides, op.rhs_dilation, op.lhs_dilation)
        strides, dilations, apart = (int_values(a) if a is not None else ones for a in given)
        orders = _orders(numbers)
        lhs = self._made.transposed(op.operands[0], orders[0])
        rhs = self._reversed(self._made.transposed(op.operands[1], orders[1]), op.window_reversal)
        lhs = self._padded(lhs, low, high, apart)
        groups, batch_groups = op.feature_group_count.value.data, op.batch_group_count.value.data
        conv = _PlainConvolution(lhs, rhs, strides, dilations, groups, batch_groups)
        shape = self._shape(conv)
        placed = [shape[orders[2].index(axis)] for axis in range(len(shape))]
        writer.sizes.bind_type(op.result.type, placed)
        if orders[2] == list(range(len(shape))):
            self._convolve(conv, writer.shape(op.result), op.result)
            return
        result = self._made.keep(ValueOp(op.result, len(shape)), shape)
        self._convolve(conv, shape, result)
        order = [orders[2].index(axis) for axis in range(len(shape))]
        self._made.transposed_into(result, order, op.result)

    # Operands

    def _padding(
        self, op: mhlo.ConvolutionOp | mhlo.DynamicConvOp, rank: int
    ) -> tuple[list[Expr], list[Expr]]:
        if isinstance(op, mhlo.DynamicConvOp):
            amounts = list(self._writer.elements(op.d_padding))
            return amounts[::2], amounts[1::2]
        pairs = [(0, 0)] * rank if op.padding is None else pair_values(op.padding)
        return [as_expr(low) for low, _ in pairs], [as_expr(high) for _, high in pairs]

    def _reversed(self, value: SSAValue, flags: DenseIntOrFPElementsAttr | None) -> SSAValue:
        axes = [axis for axis, flag in enumerate(int_values(flags) if flags else ()) if flag]
        if not axes:
            return value
        shape = self._writer.shape(value)
        op = mhlo.ReverseOp.create(
            operands=[value],
            properties={"dimensions": dense_i64(axes)},
            result_types=[tensor_like(value, len(shape))],
        )
        return self._made.single(op, shape)

    def _padded(
        self, value: SSAValue, low: Sequence[Expr], high: Sequence[Expr], apart: Sequence[int]
    ) -> SSAValue:
        zero = mhlo.ConstantOp.create(
            properties={"value": dense_zero(value)}, result_types=[tensor_like(value, 0)]
        )
        low, high = ([ZERO, *amounts, ZERO] for amounts in (low, high))
        return pad(
            self._writer, value, zero.results[0], (low, high, (1, *apart, 1)), self._made.single
        )

    # Sizes

    def _shape(self, conv: _PlainConvolution) -> Sizes:
        """Of the result; that groups divide the features is tested."""
        batch, *sizes, depth = self._writer.shape(conv.lhs)
        *windows, inner, features = self._writer.shape(conv.rhs)
        self._writer.sizes.same(depth, inner * conv.groups)
        parts = zip(sizes, windows, conv.strides, conv.dilations, strict=True)
        counts = [window_count(*part) for part in parts]
        if conv.batch_groups > 1:
            self._writer.require(eq(batch % conv.batch_groups, 0))
            batch = batch // conv.batch_groups
        if (groups := max(conv.groups, conv.batch_groups)) > 1:
            self._writer.require(eq(features % groups, 0))
        return (batch, *counts, features)

    # Ways to compute

    def _convolve(self, conv: _PlainConvolution, shape: Sizes, result: SSAValue) -> None:
        sizes = self._writer.shape(conv.rhs)
        windows, depth = sizes[:-2], sizes[-2]
        count = product((*windows, depth)).constant_value
        points = all(size == ONE for size in windows) and all(s == 1 for s in conv.strides)
        if points and conv.groups == conv.batch_groups == 1:
            self._multiply(conv.lhs, conv, shape, result)
            return
        if conv.groups > 1 and count is not None and 0 < count <= UNROLLED:
            self._sum(conv, shape, result)
            return
        self._lay_out(conv, shape, result)

    def _multiply(
        self, lhs: SSAValue, conv: _PlainConvolution, shape: Sizes, result: SSAValue
    ) -> None:
        """Every position is a row of a matrix."""
        writer, rows = self._writer, product(shape[:-1])
        depth, features = writer.shape(conv.rhs)[-2:]
        buffers = [writer.buffer(lhs), writer.buffer(conv.rhs)]
        writer.flush()
        output = writer.allocate(result)
        sizes = [ONE, rows, features, depth, ZERO, depth, ONE, ZERO, features, ONE]
        type_ = product_type(result, [lhs, conv.rhs])
        call_product(writer, type_, [*buffers, output], [*sizes, ZERO, features, ZERO])
        writer.set_buffer(result, output)

    def _sum(self, conv: _PlainConvolution, shape: Sizes, result: SSAValue) -> None:
        """Every feature is a sum."""
        writer = self._writer
        *windows, depth, features = writer.shape(conv.rhs)
        sizes = tuple(size.constant_value or 0 for size in windows)
        of_group = features // conv.groups
        taps = Taps(conv.strides, conv.dilations, sizes)
        op = GroupedConvolutionOp(conv.lhs, conv.rhs, taps, depth.constant_value or 0, of_group)
        writer.place_as(op.result, result)
        self._made.single(op, (*shape[:-1], as_expr(conv.groups), of_group))
        writer.set_buffer(result, writer.buffer(op.result))

    def _lay_out(self, conv: _PlainConvolution, shape: Sizes, result: SSAValue) -> None:
        """The windows of some images are rows of a matrix, which is multiplied with the kernel."""
        writer = self._writer
        *windows, depth, _ = writer.shape(conv.rhs)
        images = writer.shape(conv.lhs)[0]
        length = product((*windows, depth)) * conv.groups
        places = product(shape[1:-1])
        chunk = maximum(images, 1)
        if conv.batch_groups == 1:
            chunk = minimum(chunk, maximum(1, CHUNK // maximum(1, places * length)))
        chunk = writer.sizes.named(writer.builder.expr(chunk))
        buffers = [writer.buffer(conv.lhs), writer.buffer(conv.rhs)]
        writer.flush()
        output = writer.allocate(result)
        rows = writer.scratch(buffer_type(conv.lhs), chunk * places * length)
        writer.set_buffer(result, output)
        builder = writer.builder
        writer.loops += 1
        number, _ = builder.open_loop()

        def some() -> None:
            first = writer.sizes.named(number) * chunk
            count = writer.sizes.named(builder.expr(minimum(chunk, images - first)))
            op = self._rows(conv, shape, first)
            writer.place(op.results[0], rows)
            self._made.single(op, self._rows_shape(conv, shape, count))
            self._multiply_rows(conv, shape, (first, count), [rows, buffers[1], output])

        writer.scope(some)
        trips = builder.expr((images + chunk - 1) // chunk)
        builder.close_loop(trips)
        writer.loops -= 1

    def _rows_shape(self, conv: _PlainConvolution, shape: Sizes, count: Expr) -> Sizes:
        *windows, depth, _ = self._writer.shape(conv.rhs)
        return (count, *shape[1:-1], as_expr(conv.groups), *windows, depth)

    def _rows(self, conv: _PlainConvolution, shape: Sizes, first: Expr) -> Operation:
        """`[image, spatial.., group, window.., depth]`: what each window sees."""
        rank, depth = len(conv.strides), self._writer.shape(conv.rhs)[-2]
        terms: list[list[tuple[int, Expr]]] = [[(0, ONE)]]
        for axis in range(rank):
            stride, dilation = as_expr(conv.strides[axis]), as_expr(conv.dilations[axis])
            terms.append([(1 + axis, stride), (2 + rank + axis, dilation)])
        terms.append([(1 + rank, depth), (2 + 2 * rank, ONE)])
        offsets = [first, *repeat(ZERO, rank + 1)]
        return AffineOp(conv.lhs, 3 + 2 * rank, terms, offsets)

    def _multiply_rows(
        self,
        conv: _PlainConvolution,
        shape: Sizes,
        images: tuple[Expr, Expr],
        buffers: Sequence[SSAValue],
    ) -> None:
        *windows, depth, features = self._writer.shape(conv.rhs)
        length, places = product((*windows, depth)), product(shape[1:-1])
        groups = max(conv.groups, conv.batch_groups)
        of_group = features // groups if groups > 1 else features
        first, count = images
        rows = count * places
        group = length
        if conv.batch_groups > 1:
            rows = shape[0] * places
            group = rows * length
        sizes = [as_expr(groups), rows, of_group, length, group, length * conv.groups, ONE]
        sizes += [of_group, features, ONE, of_group, features, first * places * features]
        call_product(self._writer, product_type(conv.rhs, [conv.lhs]), buffers, sizes)
