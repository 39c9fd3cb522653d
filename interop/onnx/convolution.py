"""Convolutions, by `mhlo.convolution`, which takes any number of dimensions and any layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, UnrankedTensorType, f32, i8, i32, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import ConvDimensionNumbersAttr, ConvDimensions
from ...dialects.mhlo.dense import dense_i64, dense_pairs
from .builder import GraphBuilder, axis_in
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .normalization import along_channels
from .products import BYTES, fits_i32, has_no_zero, is_for_all, signed, sum_of_bytes, written_out
from .quantization import saturated
from .shapes import pack, size_of
from .windows import Pads, WindowMoves, demand_room, moves


def kernel_sizes(n: NodeCall, b: GraphBuilder, kernel: SSAValue) -> tuple[int, ...] | None:
    """The spatial sizes of a filter; None where the run tells them."""
    said = n.ints("kernel_shape")
    sizes = [b.static(kernel, axis) for axis in range(2, b.rank(kernel))]
    known = tuple(size for size in sizes if size is not None)
    if len(known) < len(sizes):
        return said
    if said is not None and said != known:
        raise NodeRefused(f"kernel_shape is {list(said)}, the filter has {list(known)}")
    return known


def convolve(
    b: GraphBuilder,
    value: SSAValue,
    kernel: SSAValue,
    m: WindowMoves,
    groups: int,
    input_first: bool = False,
    apart: Sequence[int] | None = None,
    element: Attribute | None = None,
    late_pads: SSAValue | None = None,
) -> SSAValue:
    """A convolution of `[batch, channel, …]`; the filter has output channels first, or input ones.

    late_pads: `[spatial, 2]`, in place of those of `m`
    apart: the distances of the elements of `value` in each dimension
    element: the type of the result's elements, by default that of the value's
    """
    spatial = tuple(range(2, 2 + len(m.strides)))
    numbers = ConvDimensions(
        input_batch_dimension=0,
        input_feature_dimension=1,
        input_spatial_dimensions=spatial,
        kernel_input_feature_dimension=0 if input_first else 1,
        kernel_output_feature_dimension=1 if input_first else 0,
        kernel_spatial_dimensions=spatial,
        output_batch_dimension=0,
        output_feature_dimension=1,
        output_spatial_dimensions=spatial,
    )
    properties: dict[str, Attribute] = {
        "dimension_numbers": ConvDimensionNumbersAttr(numbers),
        "feature_group_count": IntegerAttr(groups, i64),
        "batch_group_count": IntegerAttr(1, i64),
        "window_strides": dense_i64(m.strides),
        "lhs_dilation": dense_i64(apart or (1,) * len(m.strides)),
        "rhs_dilation": dense_i64(m.dilations),
    }
    result = UnrankedTensorType(element or b.element(value))
    if late_pads is None:
        properties["padding"] = dense_pairs(list(m.pads))
        kind, operands = mhlo.ConvolutionOp, [value, kernel]
    else:
        kind, operands = mhlo.DynamicConvOp, [value, kernel, late_pads]
    made = kind.create(operands=operands, result_types=[result], properties=properties)
    return b.insert(made)[0]


def _moves(n: NodeCall, b: GraphBuilder, kernel: SSAValue) -> WindowMoves:
    m = moves(n, b, kernel_sizes(n, b, kernel), 0, b.rank(kernel) - 2)
    demand_room(n, b, m)
    return m


def conv(n: NodeCall, b: GraphBuilder) -> SSAValue:
    m = _moves(n, b, n[1])
    found = _convolution_of_dequantized(b, m, n[1], n.int("group", 1))
    if found is None:
        found = convolve(b, m.value, written_out(b, n[1]), m, n.int("group", 1))
    return with_bias(b, found, n.get(2))


def _convolution_of_dequantized(
    b: GraphBuilder, m: WindowMoves, kernel: SSAValue, groups: int
) -> SSAValue | None:
    """Of images and filters that stand for bytes, which are multiplied; None where they do not, or
    have zero points or scales that sums would have to be told apart for, or their sums may leave
    i32.
    """
    left, right = b.dequantized.get(m.value), b.dequantized.get(kernel)
    if left is None or right is None or groups > 1 or not is_for_all(b, left[1]):
        return None
    for_each = b.rank(right[1]) == 1 and axis_in(right.int("axis", 1), b.rank(kernel)) == 0
    if not (is_for_all(b, right[1]) or for_each) or not has_no_zero(b, right[0], right.get(2)):
        return None
    if not fits_i32([b.static(kernel, axis) for axis in range(1, b.rank(kernel))]):
        return None
    m = replace(m, value=left[0])
    total = integer_convolution(b, m, left.get(2), right[0], right.get(2), groups)
    scale = b.op(tf.MulOp, b.op(tf.ReshapeOp, left[1], []), right[1])
    if not is_for_all(b, scale):
        scale = along_channels(b, scale, b.rank(total))
    return b.op(tf.MulOp, cast(b, total, f32), scale)


def with_bias(b: GraphBuilder, value: SSAValue, bias: SSAValue | None) -> SSAValue:
    if bias is None:
        return value
    return b.op(tf.AddV2Op, value, along_channels(b, bias, b.rank(value)))


def conv_integer(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """In i32, less the zero points; padding is the zero point, so that it adds nothing."""
    m = _moves(n, b, n[1])
    if m.value is not n[0]:
        raise NodeRefused("SAME padding that depends on sizes of the run is not supported")
    return integer_convolution(b, m, n.get(2), n[1], n.get(3), n.int("group", 1))


def integer_convolution(
    b: GraphBuilder,
    m: WindowMoves,
    zero: SSAValue | None,
    kernel: SSAValue,
    kernel_zero: SSAValue | None,
    groups: int,
) -> SSAValue:
    """In i32, of numbers less their zero points: none is 0, one for all, or one for each output.

    Bytes are multiplied as they are, and what the zero point adds to the sums is taken off.
    """
    if groups == 1 and all(b.element(value) in BYTES for value in (m.value, kernel)):
        left, u = signed(b, m.value, zero)
        right, v = signed(b, kernel, kernel_zero)
        if v is None:
            return _convolution_of_bytes(b, replace(m, value=left), u, right)
    x, kernel = cast(b, m.value, i32), cast(b, kernel, i32)
    if zero is not None:
        x = b.op(tf.SubOp, x, cast(b, zero, i32))
    if kernel_zero is not None:
        kernel_zero = cast(b, kernel_zero, i32)
        if b.rank(kernel_zero) == 1:
            shape = [-1, *[1] * (b.rank(kernel) - 1)]
            kernel_zero = b.op(tf.ReshapeOp, kernel_zero, shape)
        kernel = b.op(tf.SubOp, kernel, kernel_zero)
    return convolve(b, x, kernel, m, groups)


def _convolution_of_bytes(
    b: GraphBuilder, m: WindowMoves, zero: SSAValue | None, kernel: SSAValue
) -> SSAValue:
    """Of i8, less a zero point of the image, which is what it is padded with."""
    value, rank = m.value, b.rank(m.value)
    if zero is not None and any(pad for pads in m.pads for pad in pads):
        pads = b.constant(np.array([(0, 0), (0, 0), *m.pads], np.int64), i64)
        filling = b.op(tf.ReshapeOp, cast(b, zero, i8), [])
        value = b.op(tf.PadV2Op, value, pads, filling)
        m = replace(m, pads=((0, 0),) * (rank - 2))
    found = convolve(b, value, kernel, m, 1, element=i32)
    if zero is None:
        return found
    sums = sum_of_bytes(b, kernel, range(1, rank), keep=False)
    return b.op(tf.SubOp, found, along_channels(b, b.op(tf.MulOp, zero, sums), rank))


def quantized_conv(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The convolution of the integers less their zero points, to the result's scale."""
    m = _moves(n, b, n[3])
    if m.value is not n[0]:
        raise NodeRefused("SAME padding that depends on sizes of the run is not supported")
    rank = b.rank(n[0])
    total = integer_convolution(b, m, n[2], n[3], n[5], n.int("group", 1))
    total = with_bias(b, total, n.get(8))
    weights = along_channels(b, b.op(tf.ReshapeOp, n[4], [-1]), rank)
    scale = b.op(tf.RealDivOp, b.op(tf.MulOp, n[1], weights), n[6])
    found = b.op(tf.RoundOp, b.op(tf.MulOp, cast(b, total, f32), scale))
    return saturated(b, b.op(tf.AddV2Op, found, cast(b, n[7], f32)), b.element(n[7]))


def conv_transpose(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """A convolution of the input with gaps by the filter turned round."""
    sizes = kernel_sizes(n, b, n[1])
    spatial = b.rank(n[1]) - 2
    strides = n.ints("strides") or (1,) * spatial
    dilations = n.ints("dilations") or (1,) * spatial
    more = n.ints("output_padding") or (0,) * spatial
    groups = n.int("group", 1)
    kernel = b.op(tf.ReverseV2Op, written_out(b, n[1]), list(range(2, 2 + spatial)))
    if groups > 1:
        kernel = _in_groups(b, kernel, groups)
    m, late = WindowMoves(n[0], sizes or (), (1,) * spatial, tuple(dilations), []), None
    if sizes is None:
        late = _late_pads(n, b, dilations, more)
    else:
        given = _transposed_pads(n, b, strides, m.reach, more)
        pads = [
            (r - 1 - low, r - 1 - high + extra)
            for r, (low, high), extra in zip(m.reach, given, more, strict=True)
        ]
        m = replace(m, pads=pads)
    found = convolve(b, n[0], kernel, m, groups, input_first=True, apart=strides, late_pads=late)
    return with_bias(b, found, n.get(2))


def _late_pads(
    n: NodeCall, b: GraphBuilder, dilations: Sequence[int], more: Sequence[int]
) -> SSAValue:
    """How much a transposed convolution is padded, `[spatial, 2]`, by a filter of unknown sizes."""
    if n.text("auto_pad", "NOTSET") not in ("NOTSET", "VALID") or n.ints("output_shape"):
        raise NodeRefused("padding by the result's sizes needs a filter whose sizes are known")
    table = list[SSAValue]()
    given = _said_pads(n, len(more))
    for axis, (gap, (low, high), extra) in enumerate(zip(dilations, given, more, strict=True), 2):
        gone = b.op(tf.MulOp, b.op(tf.SubOp, size_of(b, n[1], axis), 1), gap)
        table += [b.op(tf.SubOp, gone, low), b.op(tf.SubOp, gone, high - extra)]
    return b.op(tf.ReshapeOp, pack(b, table), [len(more), 2])


def _said_pads(n: NodeCall, spatial: int) -> Pads:
    pads = n.ints("pads") if n.text("auto_pad", "NOTSET") == "NOTSET" else None
    pads = pads or (0,) * (2 * spatial)
    return list(zip(pads[:spatial], pads[spatial:], strict=True))


def _transposed_pads(
    n: NodeCall, b: GraphBuilder, strides: Sequence[int], reach: Sequence[int], more: Sequence[int]
) -> Pads:
    """What is cut off on both sides."""
    auto, wanted = n.text("auto_pad", "NOTSET"), n.ints("output_shape")
    spatial = len(strides)
    if wanted is None and auto in ("NOTSET", "VALID"):
        return _said_pads(n, spatial)
    result = list[tuple[int, int]]()
    for i, (stride, size, extra) in enumerate(zip(strides, reach, more, strict=True)):
        if wanted is None:
            total = size + extra - stride
        else:
            known = b.static(n[0], 2 + i)
            if known is None:
                raise NodeRefused("output_shape needs an input whose sizes are known")
            total = stride * (known - 1) + extra + size - wanted[-spatial:][i]
        total = max(total, 0) if wanted is None else total
        half = total // 2
        result.append((half, total - half) if auto == "SAME_UPPER" else (total - half, half))
    return result


def _in_groups(b: GraphBuilder, kernel: SSAValue, groups: int) -> SSAValue:
    """`[groups*in, out, …]` as `[in, groups*out, …]`."""
    channels, outputs, *sizes = (size_of(b, kernel, axis) for axis in range(b.rank(kernel)))
    inner = b.op(tf.FloorDivOp, channels, groups)
    split = b.op(tf.ReshapeOp, kernel, pack(b, [groups, inner, outputs, *sizes]))
    order = [1, 0, 2, *range(3, 3 + len(sizes))]
    moved = b.op(tf.TransposeOp, split, order)
    return b.op(tf.ReshapeOp, moved, pack(b, [inner, b.op(tf.MulOp, outputs, groups), *sizes]))


NODES: NodeTable = {
    "Conv": conv,
    "ConvInteger": conv_integer,
    "ConvTranspose": conv_transpose,
    "QLinearConv": quantized_conv,
}
