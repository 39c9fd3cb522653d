"""Convolutions: padded inputs, then products of matrices or sums without loops.

Features lie last, as TensorFlow has them, or first, as ONNX does, whichever suits the sums better
(`channels.py`, `places.py`); images that lie otherwise are transposed.
Padding is written out first. Where elements of the image are apart the zeros in between are not
(`phases.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import repeat

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Operation, SSAValue

from ....analysis.index_maps import ZERO, Sizes
from ....dialects import mhlo
from ....dialects.mhlo.dense import dense_i64, int_values, pair_values
from ....symbolic import Expr, as_expr, eq, ge
from ..kernels.values import NotNative
from ..temporaries import Temporaries, transpose
from ..windows import (
    ValueOp,
    dense_zero,
    tensor_like,
)
from .channels import ChannelsWriter, type_in_registers
from .epilogues import Epilogue
from .padding import SpatialPadding, pad, padded_size, window_count
from .phases import Phases, PhasesWriter, phases_of
from .places import PlacesWriter, columns, has_classes, is_by_places
from .rows import PlainConvolution, features_first, is_of_bytes, orders_of, with_rows
from .weights import LANES


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
        numbers = op.dimension_numbers.data
        type_in_registers(op.result, op.operands[:2])
        spatial = range(len(numbers.input_spatial_dimensions))
        if not spatial:
            raise NotNative("a convolution without spatial dimensions")
        ones = tuple(repeat(1, len(spatial)))
        low, high = self._padding(op, len(spatial))
        given = (op.window_strides, op.rhs_dilation, op.lhs_dilation)
        strides, dilations, apart = (int_values(a) if a is not None else ones for a in given)
        orders = orders_of(numbers)
        left, right = (self._made.rounded(operand) for operand in op.operands[:2])
        groups, batch_groups = op.feature_group_count.value.data, op.batch_group_count.value.data
        conv = PlainConvolution(left, right, strides, dilations, groups, batch_groups)
        padding, flags = SpatialPadding(low, high, apart), op.window_reversal
        if is_of_bytes(conv) and (max(groups, batch_groups) > 1 or any(a != 1 for a in apart)):
            raise NotNative("a convolution of bytes in groups, or of elements that are apart")
        phases = phases_of(conv, self._in_order(right, orders[1])[:-2], low, apart)
        if phases is None:
            self._convolve(op.result, conv, orders, padding, flags)
        else:
            self._in_phases(op.result, conv, orders, phases, padding, flags)

    def _in_phases(
        self,
        result: SSAValue,
        conv: PlainConvolution,
        orders: list[list[int]],
        phases: Phases,
        padding: SpatialPadding,
        flags: DenseIntOrFPElementsAttr | None,
    ) -> None:
        """`result` by a convolution of neighbours."""
        writer = PhasesWriter(self._made)
        rhs = self._reversed(self._made.transposed(conv.rhs, orders[1]), flags, 0)
        sizes = self._in_order(conv.lhs, orders[0])[1:-1]
        kernel = self._writer.shape(rhs)
        if (kernel[-1].constant_value or 0) >= LANES:
            self._by_weights(result, replace(conv, rhs=rhs), orders, phases, padding)
            return
        self._without_epilogue()
        counts, padding = writer.neighbours(phases, sizes, kernel, padding.high)
        conv = replace(conv, rhs=writer.kernel(rhs, phases))
        orders = [orders[0], sorted(orders[1]), orders[2]]
        self._convolve(result, conv, orders, padding, None, (phases, counts))

    def _by_weights(
        self,
        result: SSAValue,
        conv: PlainConvolution,
        orders: list[list[int]],
        phases: Phases,
        padding: SpatialPadding,
    ) -> None:
        """`result` phase by phase, where features fill vectors; `conv.rhs` is in order."""
        writer, sizes = PhasesWriter(self._made), self._in_order(conv.lhs, orders[0])
        kernel, rank = self._writer.shape(conv.rhs), len(sizes) - 2
        self._writer.sizes.same(sizes[-1], kernel[-2])
        rhs = writer.by_weights(conv.rhs, phases)
        phases = phases.with_room(self._writer.shape(rhs)[rank : 2 * rank])
        counts, around = writer.neighbours(phases, sizes[1:-1], kernel, padding.high)
        lhs = self._laid_out(conv.lhs, orders[0], around, by_places=False)
        conv, shape = replace(conv, lhs=lhs, rhs=rhs), (sizes[0], *counts, kernel[-1])
        self._bind(result, shape, orders[2])
        shape = self._in_order(result, orders[2])
        in_order = orders[2] == sorted(orders[2])
        made = result if in_order else self._made.keep(ValueOp(result, len(shape)), shape)
        channels = ChannelsWriter(self._made, self._epilogue if in_order else None)
        channels.write(conv, shape, made, phases.first_weights())
        if not in_order:
            self._finish(result, made, orders[2])

    def _convolve(
        self,
        result: SSAValue,
        conv: PlainConvolution,
        orders: list[list[int]],
        padding: SpatialPadding,
        flags: DenseIntOrFPElementsAttr | None,
        phased: tuple[Phases, Sizes] | None = None,
    ) -> None:
        """`result`; the dimensions of `conv` are in `orders`.

        flags: along which dimensions windows are turned round
        phased: what the features stand for, and the sizes of `result`
        """
        window, row = self._in_order(conv.rhs, orders[1]), self._in_order(conv.lhs, orders[0])[-2]
        first = all(features_first(order) == sorted(order) for order in (orders[0], orders[2]))
        by_places = is_by_places(conv, row, window, first=first)
        if not by_places and phased is None and flags is None and orders[2] != sorted(orders[2]):
            conv, orders, padding = with_rows(self._writer, conv, orders, padding)
        if by_places:
            kernel = [*orders[1][:-3:-1], *orders[1][:-2]]
            orders = [features_first(orders[0]), kernel, features_first(orders[2])]
        rhs = self._reversed(self._made.transposed(conv.rhs, orders[1]), flags, 2 * by_places)
        conv, shape = self._padded(replace(conv, rhs=rhs), orders[0], padding, by_places)
        kind = PlacesWriter if by_places else ChannelsWriter
        if phased is None and orders[2] == sorted(orders[2]):
            self._bind(result, shape, orders[2])
            kind(self._made, self._epilogue).write(conv, self._writer.shape(result), result)
            return
        if phased is None:
            self._bind(result, shape, orders[2])
            shape = self._in_order(result, orders[2])
        made = self._made.keep(ValueOp(result, len(shape)), shape)
        kind(self._made, None).write(conv, shape, made)
        if phased is not None:
            made = PhasesWriter(self._made).put_in_places(made, *phased, first=by_places)
        self._finish(result, made, orders[2])

    def _in_order(self, value: SSAValue, order: Sequence[int]) -> Sizes:
        """The sizes of dimensions of `value`."""
        shape = self._writer.shape(value)
        return tuple(shape[axis] for axis in order)

    def _bind(self, result: SSAValue, shape: Sizes, order: Sequence[int]) -> None:
        """`result` has `shape` in another order."""
        placed = [shape[order.index(axis)] for axis in range(len(shape))]
        self._writer.sizes.bind_type(result.type, placed)

    def _finish(self, result: SSAValue, made: SSAValue, order: Sequence[int]) -> None:
        """`made` becomes `result` of the old function, its dimensions in another order."""
        self._bind(result, self._writer.shape(made), order)
        if (epilogue := self._epilogue) is not None:
            places = [order.index(axis) for axis in range(len(order))]
            with self._writer.viewed(result, made, places):
                self._made.group(epilogue.op, epilogue.ops, epilogue.results)
        elif order == sorted(order):
            self._writer.set_buffer(result, self._writer.buffer(made))
        else:
            self._made.transposed_into(made, [order.index(a) for a in range(len(order))], result)

    # Operands

    def _padding(
        self, op: mhlo.ConvolutionOp | mhlo.DynamicConvOp, rank: int
    ) -> tuple[list[Expr], list[Expr]]:
        if isinstance(op, mhlo.DynamicConvOp):
            amounts = list(self._writer.elements(op.d_padding))
            return amounts[::2], amounts[1::2]
        pairs = [(0, 0)] * rank if op.padding is None else pair_values(op.padding)
        return [as_expr(low) for low, _ in pairs], [as_expr(high) for _, high in pairs]

    def _reversed(
        self, value: SSAValue, flags: DenseIntOrFPElementsAttr | None, first: int
    ) -> SSAValue:
        """`value` with the dimensions turned round, from `first` on, that `flags` say."""
        axes = [axis for axis, flag in enumerate(int_values(flags) if flags else ()) if flag]
        if not axes:
            return value
        shape = self._writer.shape(value)
        op = mhlo.ReverseOp.create(
            operands=[value],
            properties={"dimensions": dense_i64([first + axis for axis in axes])},
            result_types=[tensor_like(value, len(shape))],
        )
        return self._made.single(op, shape)

    def _padded(
        self,
        conv: PlainConvolution,
        order: Sequence[int],
        padding: SpatialPadding,
        by_places: bool,
    ) -> tuple[PlainConvolution, Sizes]:
        """With its input padded: low, high, elements apart; and the shape of the result.

        order: of the dimensions of the input
        """
        writer, low, apart = self._writer, padding.low, padding.apart
        high = list(padding.high)
        sizes, kernel = self._in_order(conv.lhs, order), writer.shape(conv.rhs)
        if by_places:
            sizes, kernel = (sizes[0], *sizes[2:], sizes[1]), (*kernel[2:], kernel[1], kernel[0])
        whole = tuple(map(padded_size, sizes[1:-1], low, high, apart))
        shape = self._shape(conv, (sizes[0], *whole, sizes[-1]), kernel)
        if by_places and has_classes(conv, kernel):
            stride = conv.strides[-1]
            writer.require(ge(whole[-1], 0))
            needed = columns(shape[-2], kernel[-3], stride, conv.dilations[-1])
            high[-1] = high[-1] + needed - whole[-1]
        around = SpatialPadding(low, high, apart)
        lhs = self._laid_out(conv.lhs, order, around, by_places=by_places)
        if by_places:
            shape = (shape[0], shape[-1], *shape[1:-1])
        return replace(conv, lhs=lhs), shape

    def _laid_out(
        self, value: SSAValue, order: Sequence[int], padding: SpatialPadding, *, by_places: bool
    ) -> SSAValue:
        """`value` with its dimensions in `order`, and with its padding."""
        before = self._turned(value, order)
        value = value if before is None else before.result
        zero = mhlo.ConstantOp.create(
            properties={"value": dense_zero(value)}, result_types=[tensor_like(value, 0)]
        )
        low, high, apart = padding.low, padding.high, padding.apart
        begin, end = (2, 0) if by_places else (1, 1)
        low, high = ([*[ZERO] * begin, *part, *[ZERO] * end] for part in (low, high))
        apart = [*[1] * begin, *apart, *[1] * end]

        def written(op: Operation, shape: Sizes) -> SSAValue:
            return self._made.together([op] if before is None else [before, op], shape)

        found = pad(self._writer, value, zero.results[0], (low, high, apart), written)
        if before is not None and found is before.result:
            self._made.single(before, self._writer.shape(found))
        return found

    def _turned(self, value: SSAValue, order: Sequence[int]) -> mhlo.TransposeOp | None:
        """What has the dimensions of `value` in `order`, not written yet; None where they are."""
        if list(order) == sorted(order):
            return None
        shape, op = self._writer.shape(value), transpose(value, order)
        self._made.keep(op, tuple(shape[axis] for axis in order))
        return op

    # Sizes

    def _shape(self, conv: PlainConvolution, lhs: Sizes, rhs: Sizes) -> Sizes:
        """Of the result, features last; that groups divide the features is tested."""
        batch, *sizes, depth = lhs
        *windows, inner, features = rhs
        self._writer.sizes.same(depth, inner * conv.groups)
        parts = zip(sizes, windows, conv.strides, conv.dilations, strict=True)
        counts = [window_count(*part) for part in parts]
        if conv.batch_groups > 1:
            self._writer.require(eq(batch % conv.batch_groups, 0))
            batch = batch // conv.batch_groups
        if (groups := max(conv.groups, conv.batch_groups)) > 1:
            self._writer.require(eq(features % groups, 0))
        return (batch, *counts, features)

    def _without_epilogue(self) -> None:
        if self._epilogue is not None:
            raise NotNative("the phases of a convolution are put in places")
