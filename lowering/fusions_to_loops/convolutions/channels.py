"""Convolutions of images with features last, where features or channels are the vectors.

A window of one element is a product with the input as it lies. Few elements in many groups (a
depthwise convolution) are summed for each feature. Where features fill vectors places and features
are summed in tiles. Otherwise the windows of some images at a time are laid out as rows of a
matrix, which is multiplied with the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute, SSAValue

from ....analysis.index_maps import ONE, ZERO, Sizes, product
from ....dialects.types import bit_width, element_type_of
from ....symbolic import Expr, as_expr
from ..elements import as_value, is_bf16
from ..kernels.tiles import SIXES
from ..kernels.values import NotNative
from ..products.products import call_product, product_type
from ..temporaries import Temporaries
from ..windows import UNROLLED, DirectConvolutionOp, GroupedConvolutionOp, Taps, Tile
from .epilogues import Epilogue
from .places import NARROW
from .rows import PlainConvolution, RowsWriter, is_of_bytes, kernel_of
from .weights import LANES, panels_of

MANY = 1 << 11
"""Sums of so many products take so long that to find the rows of their places is nothing."""


class ChannelsWriter:
    """Writes them: `lhs [batch, spatial.., channel]`, `rhs [window.., channel, feature]`."""

    def __init__(self, temporaries: Temporaries, epilogue: Epilogue | None):
        self._made = temporaries
        self._epilogue = epilogue
        self._writer = temporaries.writer

    def write(
        self,
        conv: PlainConvolution,
        shape: Sizes,
        result: SSAValue,
        phases: Sequence[tuple[int, int]] = (),
    ) -> None:
        """`result`, whose shape is `shape`.

        phases: as `DirectConvolutionOp` has them
        """
        if phases:
            self._sum_tiles(conv, shape, result, phases)
            return
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
        type_ = type_in_registers(result, [conv.lhs, conv.rhs])
        RowsWriter(self._made).write(type_, conv, shape, result)
        if is_bf16(result):
            self._made.round_in_place(result)

    def _without_epilogue(self) -> None:
        if self._epilogue is not None:
            raise NotNative("the convolution is not summed in tiles")

    def _is_direct(self, conv: PlainConvolution, result: SSAValue, *, points: bool) -> bool:
        """Whether features, or channels that are groups of one feature, fill vectors."""
        *_, depth, features = self._writer.shape(conv.rhs)
        if conv.batch_groups > 1 or (points and conv.groups == 1) or is_of_bytes(conv):
            return False
        if _is_by_channel(conv, depth, features):
            return True
        if is_bf16(result):  # its sums are rounded once
            return True
        of_group = (features // conv.groups if conv.groups > 1 else features).constant_value
        return of_group is None or of_group >= NARROW

    def _sum_tiles(
        self,
        conv: PlainConvolution,
        shape: Sizes,
        result: SSAValue,
        phases: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Some places and features at a time, with the ops on the result."""
        *windows, depth, features = self._writer.shape(conv.rhs)
        weights = product((*windows, depth)).constant_value or 0
        tile = _tile(conv.lhs, self._writer.registers)
        rhs = panels_of(self._made, conv.rhs, features // conv.groups, tile.vectors * LANES)
        moves = conv.strides, conv.dilations
        op = DirectConvolutionOp(
            *([conv.lhs, rhs], result, moves, conv.groups, tile),
            by_channel=_is_by_channel(conv, depth, features),
            in_panels=rhs is not conv.rhs,
            phases=phases,
            across_rows=len(conv.strides) > 1 and not phases and weights >= MANY,
        )
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
        kernel, panels = kernel_of(writer, conv)
        buffers = [writer.buffer(lhs), writer.buffer(kernel)]
        writer.flush()
        output = writer.allocate(result)
        sizes = [ONE, rows, features, depth, ZERO, depth, ONE, ZERO, features, ONE]
        type_ = type_in_registers(result, [lhs, conv.rhs])
        sizes += [ZERO, features, ZERO]
        call_product(writer, type_, [*buffers, output], sizes, panels)
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


def type_in_registers(result: SSAValue, operands: Sequence[SSAValue]) -> Attribute:
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
        return Tile(SIXES, 1) if width <= 32 else Tile((3, 1), 1)
    return Tile((14, 7, 2, 1), 2) if width <= 32 else Tile((6, 1), 2)
