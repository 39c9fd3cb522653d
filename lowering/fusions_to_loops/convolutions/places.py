"""Convolutions of images with features first, which stay as they lie.

A window of one element is a product of the kernel with each image. Few features are summed for
the places of a row at once; where windows move by several columns these are laid out in classes
by their remainder, so that the places of a row see neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ....analysis.index_maps import ONE, ZERO, Sizes, product
from ....symbolic import Expr, as_expr
from ..elements import is_bf16
from ..kernels.places import has_places, places_tile
from ..kernels.values import NotNative
from ..products.products import call_product, product_type
from ..temporaries import Temporaries
from ..windows import AffineOp, PlacesConvolutionOp
from .epilogues import Epilogue
from .rows import PlainConvolution, is_of_bytes

NARROW = 8
"""Fewer features fill too little of a vector, wherever they lie."""
FEW = 16
"""Fewer are not worth two transposes of images that have features first."""
FEATURES_OF_STEPS = 2
"""For up to so many features of a group every second column is read where it lies."""
FLAT = 4
"""Up to so many channels leave little to sum between two transposes."""


def is_by_places(conv: PlainConvolution, row: Expr, sizes: Sizes, *, first: bool) -> bool:
    """Whether a convolution is better done for places of a row at once.

    row: the size of a row of the image
    sizes: of the kernel, the window first, then the channels of a group and the features
    first: whether images and results have features first
    """
    *windows, depth, features = sizes
    known = features.constant_value
    if conv.batch_groups > 1 or not windows or not has_places(conv.strides, windows[-1]):
        return False
    if first and is_product(conv, sizes):
        return True
    if known is None or is_of_bytes(conv):
        return False
    by_channel = depth == ONE and known == conv.groups and conv.groups > 1
    if first:
        is_flat = (depth.constant_value or FLAT + 1) <= FLAT
        return by_channel or known < FEW * conv.groups or is_flat
    points = all(size == ONE for size in windows)
    is_short = row.constant_value is not None and row.constant_value < NARROW
    return not points and not is_short and conv.groups == 1 and known < NARROW


def is_product(conv: PlainConvolution, sizes: Sizes) -> bool:
    """Whether each place of an image that a window sees is multiplied with the kernel."""
    return all(size == ONE for size in sizes[:-2]) and conv.groups == 1


def has_classes(conv: PlainConvolution, sizes: Sizes) -> bool:
    """Whether columns are laid out in classes: not where a vector of every second one is read for
    few features.
    """
    if conv.strides[-1] == 1 or is_product(conv, sizes):
        return False
    of_group = (sizes[-1] // conv.groups).constant_value
    return conv.strides[-1] > 2 or of_group is None or of_group > FEATURES_OF_STEPS


def columns(width: Expr, window: Expr, stride: int, dilation: int) -> Expr:
    """How many columns of the input `width` windows see, so that each class has as many."""
    taps = ((window.constant_value or 1) - 1) * dilation // stride
    return (width + taps) * stride


class PlacesWriter:
    """Writes them: `lhs [batch, channel, spatial..]`, `rhs [feature, channel, window..]`."""

    def __init__(self, temporaries: Temporaries, epilogue: Epilogue | None):
        self._made = temporaries
        self._epilogue = epilogue
        self._writer = temporaries.writer

    def write(self, conv: PlainConvolution, shape: Sizes, result: SSAValue) -> None:
        """`result`, whose shape is `shape`."""
        kernel = self._writer.shape(conv.rhs)
        if is_product(conv, (*kernel[2:], kernel[1], kernel[0])):
            self._multiply(conv, shape, result)
        else:
            self._sum(conv, shape, result)

    def _multiply(self, conv: PlainConvolution, shape: Sizes, result: SSAValue) -> None:
        """Every image is a matrix, and so is the kernel."""
        if self._epilogue is not None:
            raise NotNative("the convolution is a product")
        writer, places = self._writer, product(shape[2:])
        features, depth = writer.shape(conv.rhs)[:2]
        lhs = self._seen(conv, (shape[0], depth, *shape[2:]))
        buffers = [writer.buffer(conv.rhs), writer.buffer(lhs)]
        writer.flush()
        output = writer.allocate(result)
        sizes = [shape[0], features, places, depth, ZERO, depth, ONE]
        sizes += [depth * places, places, ONE, features * places, places, ZERO]
        bf16 = any(map(is_bf16, (result, conv.lhs, conv.rhs)))
        type_ = f32 if bf16 else product_type(result, [conv.lhs, conv.rhs])
        call_product(writer, type_, [*buffers, output], sizes)
        writer.set_buffer(result, output)
        if is_bf16(result):
            self._made.round_in_place(result)

    def _seen(self, conv: PlainConvolution, shape: Sizes) -> SSAValue:
        """The elements of the image that windows of one element see."""
        if all(stride == 1 for stride in conv.strides):
            return conv.lhs
        moves = [ONE, ONE, *map(as_expr, conv.strides)]
        terms = [[(axis, move)] for axis, move in enumerate(moves)]
        op = AffineOp(conv.lhs, len(shape), terms, [ZERO] * len(shape))
        return self._made.single(op, shape)

    def _sum(self, conv: PlainConvolution, shape: Sizes, result: SSAValue) -> None:
        writer, lhs = self._writer, conv.lhs
        features, depth, *windows = writer.shape(conv.rhs)
        if has_classes(conv, (*windows, depth, features)):
            lhs = self._in_classes(lhs, conv.strides[-1])
        of_group = features // conv.groups if conv.groups > 1 else features
        tile = places_tile(of_group, writer.registers)
        moves = conv.strides, conv.dilations
        op = PlacesConvolutionOp([lhs, conv.rhs], result, moves, conv.groups, tile)
        if self._epilogue is None:
            writer.place_as(op.result, result)
            self._made.single(op, shape)
            writer.set_buffer(result, writer.buffer(op.result))
            return
        self._made.keep(op, shape)
        outer, op.seen = self._epilogue, self._epilogue.seen
        self._made.group(outer.op, [op, *outer.ops], outer.results)

    def _in_classes(self, lhs: SSAValue, stride: int) -> SSAValue:
        """`[.., remainder, quotient]` of columns."""
        *outer, columns = self._writer.shape(lhs)
        terms: list[Sequence[tuple[int, Expr]]] = [[(axis, ONE)] for axis in range(len(outer))]
        terms.append([(len(outer) + 1, as_expr(stride)), (len(outer), ONE)])
        op = AffineOp(lhs, len(outer) + 2, terms, [ZERO] * (len(outer) + 1))
        return self._made.single(op, (*outer, as_expr(stride), columns // stride))
