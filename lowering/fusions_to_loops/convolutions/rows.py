"""Convolutions by rows: windows are laid out as rows of a matrix, multiplied with the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import TypeVar

from xdsl.dialects.builtin import i8
from xdsl.ir import Attribute, Operation, SSAValue

from ....analysis.index_maps import ONE, ZERO, Sizes, product
from ....dialects.mhlo.dimension_numbers import ConvDimensions
from ....dialects.types import element_type_of
from ....symbolic import Expr, as_expr, maximum, minimum
from ..function import FunctionWriter
from ..kernels.sinks import buffer_type
from ..products.packed_weights import packed_matrix
from ..products.panels import Panels
from ..products.products import call_product
from ..temporaries import Temporaries
from ..windows import AffineOp
from .padding import SpatialPadding

T = TypeVar("T")

CHUNK = 1 << 18
"""How many elements of windows are laid out at a time, unless one image has more."""


@dataclass(frozen=True, slots=True)
class PlainConvolution:
    """A convolution with features last: `lhs [batch, spatial.., depth]`,
    `rhs [spatial.., depth of a group, features]`.
    """

    lhs: SSAValue
    rhs: SSAValue
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    groups: int
    batch_groups: int


def is_of_bytes(conv: PlainConvolution) -> bool:
    """Whether it is a product of bytes, which are summed in i32."""
    return element_type_of(conv.lhs) == i8


def kernel_of(writer: FunctionWriter, conv: PlainConvolution) -> tuple[SSAValue, Panels | None]:
    """The kernel as the right side of a product, in panels where it is a constant of bytes."""
    panels = writer.panels.get(i8) if is_of_bytes(conv) else None
    if panels is not None:
        source = writer.outer(conv.rhs)
        axes = range(len(writer.shape(conv.rhs)))
        found = packed_matrix(writer, source, axes, axes[:-1], panels)
        if found is not None:
            return found, panels
    return conv.rhs, None


def orders_of(numbers: ConvDimensions) -> list[list[int]]:
    """The dimensions of both operands and the result as `PlainConvolution` has them."""
    lhs = [numbers.input_batch_dimension, *numbers.input_spatial_dimensions]
    rhs = [*numbers.kernel_spatial_dimensions, numbers.kernel_input_feature_dimension]
    out = [numbers.output_batch_dimension, *numbers.output_spatial_dimensions]
    lhs.append(numbers.input_feature_dimension)
    rhs.append(numbers.kernel_output_feature_dimension)
    out.append(numbers.output_feature_dimension)
    return [lhs, rhs, out]


def features_first(order: Sequence[int]) -> list[int]:
    """Dimensions with the features after the first one, not last."""
    return [order[0], order[-1], *order[1:-1]]


def with_rows(
    writer: FunctionWriter,
    conv: PlainConvolution,
    orders: list[list[int]],
    padding: SpatialPadding,
) -> tuple[PlainConvolution, list[list[int]], SpatialPadding]:
    """The same with rows along the last dimension that is more than one column, for images that
    are transposed anyway: several places of a row are summed at once.
    """
    lhs, rhs, out = orders
    image, window = writer.shape(conv.lhs), writer.shape(conv.rhs)
    longer = [
        i
        for i, (a, b) in enumerate(zip(lhs[1:-1], rhs[:-2], strict=True))
        if (image[a], window[b], padding.low[i], padding.high[i]) != (ONE, ONE, ZERO, ZERO)
    ]
    rank = len(conv.strides)
    if not longer or longer[-1] == rank - 1:
        return conv, orders, padding
    axes = [i for i in range(rank) if i != longer[-1]] + [longer[-1]]

    def moved(values: Sequence[T]) -> tuple[T, ...]:
        return tuple(values[axis] for axis in axes)

    conv = replace(conv, strides=moved(conv.strides), dilations=moved(conv.dilations))
    orders = [
        [lhs[0], *moved(lhs[1:-1]), lhs[-1]],
        [*moved(rhs[:-2]), *rhs[-2:]],
        [out[0], *moved(out[1:-1]), out[-1]],
    ]
    return (
        conv,
        orders,
        SpatialPadding(moved(padding.low), moved(padding.high), moved(padding.apart)),
    )


class RowsWriter:
    """Writes them for some images at a time."""

    def __init__(self, temporaries: Temporaries):
        self._made = temporaries
        self._writer = temporaries.writer

    def write(
        self, type_: Attribute, conv: PlainConvolution, shape: Sizes, result: SSAValue
    ) -> None:
        """The windows of some images are rows of a matrix, which is multiplied with the kernel.

        type_: of what is multiplied
        """
        writer = self._writer
        *windows, depth, _ = writer.shape(conv.rhs)
        images = writer.shape(conv.lhs)[0]
        length = product((*windows, depth)) * conv.groups
        places = product(shape[1:-1])
        chunk = maximum(images, 1)
        if conv.batch_groups == 1:
            chunk = minimum(chunk, maximum(1, CHUNK // maximum(1, places * length)))
        chunk = writer.sizes.named(writer.builder.expr(chunk))
        kernel, panels = kernel_of(writer, conv)
        writer.buffer(conv.lhs)
        right = writer.buffer(kernel)
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
            buffers = [rows, right, output]
            self._multiply_rows(type_, conv, shape, (first, count), buffers, panels)

        writer.scope(some)
        trips = builder.expr((images + chunk - 1) // chunk)
        builder.close_loop(trips)
        writer.loops -= 1

    def _rows_shape(self, conv: PlainConvolution, shape: Sizes, count: Expr) -> Sizes:
        *windows, depth, _ = self._writer.shape(conv.rhs)
        return (count, *shape[1:-1], as_expr(conv.groups), *windows, depth)

    def _rows(self, conv: PlainConvolution, shape: Sizes, first: Expr) -> Operation:
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
        type_: Attribute,
        conv: PlainConvolution,
        shape: Sizes,
        images: tuple[Expr, Expr],
        buffers: Sequence[SSAValue],
        panels: Panels | None,
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
        call_product(self._writer, type_, buffers, sizes, panels)
