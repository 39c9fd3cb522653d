"""Convolutions: padded inputs, then products of matrices or sums without loops.

Features come last, as TensorFlow has them; other layouts are transposed. A window of one element
is a product with the input as it lies. Few elements in many groups (a depthwise convolution) are
summed for each feature. Where features fill vectors places and features are summed in tiles.
Otherwise the windows of some images at a time are laid out as rows of a matrix, which is multiplied
with the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, f32
from xdsl.ir import Attribute, SSAValue

from ...analysis.index_maps import ONE, ZERO, Sizes, product
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64, int_values, pair_values
from ...dialects.mhlo.dimension_numbers import ConvDimensions
from ...dialects.types import bit_width, element_type_of
from ...symbolic import Expr, as_expr, eq
from .convolution_rows import PlainConvolution, RowsWriter
from .elements import as_value, is_bf16
from .epilogues import Epilogue
from .padding import pad, window_count
from .products import call_product, product_type
from .temporaries import Temporaries
from .values import NotNative
from .windows import (
    UNROLLED,
    DirectConvolutionOp,
    GroupedConvolutionOp,
    Taps,
    Tile,
    ValueOp,
    dense_zero,
    tensor_like,
)

NARROW = 8
"""Fewer features fill too little of a vector."""


def _orders(numbers: ConvDimensions) -> list[list[int]]:
    """The dimensions of both operands and the result as `PlainConvolution` has them."""
    lhs = [numbers.input_batch_dimension, *numbers.input_spatial_dimensions]
    rhs = [*numbers.kernel_spatial_dimensions, numbers.kernel_input_feature_dimension]
    out = [numbers.output_batch_dimension, *numbers.output_spatial_dimensions]
    lhs.append(numbers.input_feature_dimension)
    rhs.append(numbers.kernel_output_feature_dimension)
    out.append(numbers.output_feature_dimension)
    return [lhs, rhs, out]


def convolve(
    made: Temporaries,
    op: mhlo.ConvolutionOp | mhlo.DynamicConvOp,
    epilogue: Epilogue | None = None,
) -> None:
    """Raises NotNative where the interpreter must run it, or it has no kernel with `epilogue`."""
    ConvolutionWriter(made, epilogue).write(op)


class ConvolutionWriter:
    """Writes convolutions."""

    def __init__(self, temporaries: Temporaries, epilogue: Epilogue | None = None):
        self._made = temporaries
        self._epilogue = epilogue
        self._writer = temporaries.writer

    def write(self, op: mhlo.ConvolutionOp | mhlo.DynamicConvOp) -> None:
        """Raises NotNative where the interpreter must run it."""
        writer, numbers = self._writer, op.dimension_numbers.data
        _type_in_registers(op.result, op.operands[:2])
        spatial = range(len(numbers.input_spatial_dimensions))
        if not spatial:
            raise NotNative("a convolution without spatial dimensions")
        ones = tuple(repeat(1, len(spatial)))
        low, high = self._padding(op, len(spatial))
        given = (op.window_strides, op.rhs_dilation, op.lhs_dilation)
        strides, dilations, apart = (int_values(a) if a is not None else ones for a in given)
        orders = _orders(numbers)
        left, right = (self._made.rounded(operand) for operand in op.operands[:2])
        lhs = self._made.transposed(left, orders[0])
        rhs = self._reversed(self._made.transposed(right, orders[1]), op.window_reversal)
        lhs = self._padded(lhs, low, high, apart)
        groups, batch_groups = op.feature_group_count.value.data, op.batch_group_count.value.data
        conv = PlainConvolution(lhs, rhs, strides, dilations, groups, batch_groups)
        shape = self._shape(conv)
        placed = [shape[orders[2].index(axis)] for axis in range(len(shape))]
        writer.sizes.bind_type(op.result.type, placed)
        if orders[2] == list(range(len(shape))):
            self._convolve(conv, writer.shape(op.result), op.result)
            return
        self._without_epilogue()
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

    def _shape(self, conv: PlainConvolution) -> Sizes:
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

    def _convolve(self, conv: PlainConvolution, shape: Sizes, result: SSAValue) -> None:
        sizes = self._writer.shape(conv.rhs)
        windows, depth = sizes[:-2], sizes[-2]
        count = product((*windows, depth)).constant_value
        points = all(size == ONE for size in windows) and all(s == 1 for s in conv.strides)
        if self._is_direct(conv, result, points=points):
            self._sum_tiles(conv, shape, result)
            return
        self._without_epilogue()
        if points and conv.groups == conv.batch_groups == 1:
            self._multiply(conv.lhs, conv, shape, result)
            return
        if conv.groups > 1 and count is not None and 0 < count <= UNROLLED:
            self._sum(conv, shape, result)
            return
        RowsWriter(self._made).write(conv, shape, result)
        if is_bf16(result):
            self._made.round_in_place(result)

    def _without_epilogue(self) -> None:
        if self._epilogue is not None:
            raise NotNative("the convolution is not summed in tiles")

    def _is_direct(self, conv: PlainConvolution, result: SSAValue, *, points: bool) -> bool:
        """Whether features, or channels that are groups of one feature, fill vectors."""
        *_, depth, features = self._writer.shape(conv.rhs)
        if conv.batch_groups > 1 or (points and conv.groups == 1):
            return False
        if _is_by_channel(conv, depth, features):
            return True
        if is_bf16(result):  # its sums are rounded once
            return True
        of_group = (features // conv.groups if conv.groups > 1 else features).constant_value
        return of_group is None or of_group >= NARROW

    def _sum_tiles(self, conv: PlainConvolution, shape: Sizes, result: SSAValue) -> None:
        """Some places and features at a time, with the ops on the result."""
        *_, depth, features = self._writer.shape(conv.rhs)
        groups = 0 if _is_by_channel(conv, depth, features) else conv.groups
        tile = _tile(conv.lhs, self._writer.registers)
        moves = conv.strides, conv.dilations
        op = DirectConvolutionOp([conv.lhs, conv.rhs], result, moves, groups, tile)
        if self._epilogue is None:
            self._writer.place_as(op.result, result)
            self._made.single(op, shape)
            self._writer.set_buffer(result, self._writer.buffer(op.result))
            return
        self._made.keep(op, shape)
        outer, op.seen = self._epilogue, self._epilogue.seen
        self._made.group(outer.op, [op, *outer.ops], outer.results)

    def _multiply(
        self, lhs: SSAValue, conv: PlainConvolution, shape: Sizes, result: SSAValue
    ) -> None:
        """Every position is a row of a matrix."""
        writer, rows = self._writer, product(shape[:-1])
        depth, features = writer.shape(conv.rhs)[-2:]
        buffers = [writer.buffer(lhs), writer.buffer(conv.rhs)]
        writer.flush()
        output = writer.allocate(result)
        sizes = [ONE, rows, features, depth, ZERO, depth, ONE, ZERO, features, ONE]
        type_ = _type_in_registers(result, [lhs, conv.rhs])
        call_product(writer, type_, [*buffers, output], [*sizes, ZERO, features, ZERO])
        writer.set_buffer(result, output)
        if is_bf16(result):
            self._made.round_in_place(result)

    def _sum(self, conv: PlainConvolution, shape: Sizes, result: SSAValue) -> None:
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


def _type_in_registers(result: SSAValue, operands: Sequence[SSAValue]) -> Attribute:
    """The type of all elements as values; NotNative where there is none."""
    values = (result, *operands)
    if any(map(is_bf16, values)) and all(as_value(element_type_of(v)) == f32 for v in values):
        return f32
    return product_type(result, operands)


def _is_by_channel(conv: PlainConvolution, depth: Expr, features: Expr) -> bool:
    return conv.groups > 1 and depth == ONE and features == as_expr(conv.groups)


def _tile(value: SSAValue, registers: int) -> Tile:
    """What fits into so many registers of 64 bytes."""
    width = bit_width(element_type_of(value)) or 32
    if registers < 32:
        return Tile((6, 1), 1) if width <= 32 else Tile((3, 1), 1)
    return Tile((14, 7, 2, 1), 2) if width <= 32 else Tile((6, 1), 2)
