"""Numbers as small integers with a scale and a zero point."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import f32, i1, i8, i16, i32
from xdsl.ir import Attribute, SSAValue

from ...dialects import tf
from ...dialects.types import is_integer
from ...symbolic import eq
from .builder import GraphBuilder, axis_in
from .element_types import dtype_of_element, element_numbered
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .products import BYTES, column_of, integer_product, is_for_all, product
from .protobuf import Array
from .shapes import pack, size_of


def along_axis(n: NodeCall, b: GraphBuilder, parameter: SSAValue) -> SSAValue:
    """A scale or a zero point as it broadcasts with operand 0: one for all, an entry, a block."""
    rank = b.rank(n[0])
    if is_for_all(b, parameter):
        return b.op(tf.ReshapeOp, parameter, [])
    axis = axis_in(n.int("axis", 1), rank)
    if b.rank(parameter) == 1 and not n.int("block_size", 0):
        return b.op(tf.ReshapeOp, parameter, [-1 if d == axis else 1 for d in range(rank)])
    block = n.int("block_size", 0)
    if not block:
        return parameter
    _require_blocks(n, b, parameter, axis, block)
    places = b.op(tf.RangeOp, b.integer(0), size_of(b, n[0], axis), b.integer(1))
    return b.op(tf.GatherV2Op, parameter, b.op(tf.FloorDivOp, places, block), b.integer(axis))


def _require_blocks(
    n: NodeCall, b: GraphBuilder, parameter: SSAValue, axis: int, block: int
) -> None:
    """Stops a run in which there is not a scale for each block, the last of which may be short."""
    given, needed = b.sizes(parameter)[axis], (b.sizes(n[0])[axis] + block - 1) // block
    if b.proves(eq(given, needed)):
        return
    if given.constant_value is not None and needed.constant_value is not None:
        raise NodeRefused(f"there are {given} scales along axis {axis}, {needed} are needed")
    rounded = b.op(tf.AddV2Op, size_of(b, n[0], axis), block - 1)
    count = b.op(tf.FloorDivOp, rounded, block)
    same = b.op(tf.EqualOp, size_of(b, parameter, axis), count, element=i1)
    b.check(same, f"{n.node.op_type}: a scale is needed for each block of {block}")


def saturated(b: GraphBuilder, value: SSAValue, element: Attribute) -> SSAValue:
    """Whole numbers as the integer type, clipped to it."""
    limits = np.iinfo(dtype_of_element(element))
    high = b.op(tf.MinimumOp, value, float(limits.max))
    return cast(b, b.op(tf.MaximumOp, high, float(limits.min)), element)


def quantize(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """`saturate(round(x / scale) + zero)`, halves to even."""
    zero = n.get(2)
    kind = n.find("output_dtype")
    if zero is not None:
        element = b.element(zero)
    else:
        element = element_numbered(kind if kind else 2)
    if not is_integer(element) or np.iinfo(dtype_of_element(element)).bits > 16:
        raise NodeRefused(f"quantized elements of type {element} are not supported")
    scale = along_axis(n, b, n[1])
    precision = n.find("precision")
    inner = element_numbered(precision) if precision else f32
    ratio = b.op(tf.RealDivOp, cast(b, n[0], inner), cast(b, scale, inner))
    found = b.op(tf.RoundOp, cast(b, ratio, f32))
    if zero is not None:
        found = b.op(tf.AddV2Op, found, cast(b, along_axis(n, b, zero), f32))
    return saturated(b, found, element)


def dequantize(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """`(x - zero) * scale`."""
    element = b.element(n[1])
    kind = n.find("output_dtype")
    if kind:
        element = element_numbered(kind)
    difference = cast(b, n[0], i32)
    if (zero := n.get(2)) is not None:
        difference = b.op(tf.SubOp, difference, cast(b, along_axis(n, b, zero), i32))
    scale = along_axis(n, b, n[1])
    found = b.op(tf.MulOp, cast(b, difference, f32), cast(b, scale, f32))
    found = cast(b, found, element)
    in_bytes = element == f32 and b.element(n[0]) in BYTES and not n.int("block_size", 0)
    if in_bytes and (zero is None or is_for_all(b, zero) == is_for_all(b, n[1])):
        b.dequantized[found] = n
    return found


def dynamic_quantize(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue]:
    """To ui8, with the range of the input and 0 spread over 0 to 255."""
    axes = list(range(b.rank(n[0])))
    low = b.op(tf.MinimumOp, b.op(tf.MinOp, n[0], axes, keep_dims=False), 0)
    high = b.op(tf.MaximumOp, b.op(tf.MaxOp, n[0], axes, keep_dims=False), 0)
    scale = b.op(tf.RealDivOp, b.op(tf.SubOp, high, low), 255)
    zero = b.op(tf.RoundOp, b.op(tf.NegOp, b.op(tf.RealDivOp, low, scale)))
    byte = element_numbered(2)
    zero = saturated(b, zero, byte)
    found = b.op(tf.RoundOp, b.op(tf.RealDivOp, n[0], scale))
    found = b.op(tf.AddV2Op, found, cast(b, zero, f32))
    return [saturated(b, found, byte), scale, zero]


def quantized_matmul(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The product of the integers less their zero points, to the result's scale."""
    total = cast(b, integer_product(b, n[0], n[2], n[3], n[5]), f32)
    row = column_of(b, n[1])
    scale = b.op(
        tf.RealDivOp, b.op(tf.MulOp, cast(b, row, f32), cast(b, n[4], f32)), cast(b, n[6], f32)
    )
    found = b.op(tf.RoundOp, b.op(tf.MulOp, total, scale))
    found = b.op(tf.AddV2Op, found, cast(b, n[7], f32))
    return saturated(b, found, b.element(n[7]))


def matmul_integer(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return integer_product(b, n[0], n.get(2), n[1], n.get(3))


def packed_product(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """A product with constants of few bits and a scale for each block of rows.

    They become integers of 8 or 16 bits, blocks of which lie one behind the other.
    """
    bits, block = n.int("bits", 4), n.int("block_size")
    packed, scales = (b.arrays.get(n[place]) for place in (1, 2))
    zero = n.get(3)
    zeros = None if zero is None else b.arrays.get(zero)
    if packed is None or scales is None or (zero is not None and zeros is None):
        raise NodeRefused("packed numbers, scales and zero points must be constants")
    if bits not in (2, 4, 8) or n.get(4) is not None:
        raise NodeRefused(f"{bits} bits or an order of columns are not supported")
    rows, blocks = n.int("N"), -(-n.int("K") // block)
    whole = _unpacked(packed.reshape(rows, blocks, -1), bits)[..., :block]
    if zeros is not None and zeros.dtype == np.uint8:
        zeros = _unpacked(zeros.reshape(rows, -1), bits)[:, :blocks]
    middle = np.int16(1 << (bits - 1)) if zeros is None else zeros.reshape(rows, blocks, 1)
    scales, element = scales.reshape(rows, blocks, 1), b.element(n[0])
    if n.int("K") % block or not np.issubdtype(middle.dtype, np.integer):
        numbers = (whole - middle.astype(np.float32)) * scales.astype(np.float32)
        matrix = np.ascontiguousarray(numbers.reshape(rows, -1)[:, : n.int("K")].T)
        found = product(b, n[0], b.constant(matrix, element))
    else:
        found = _product_of_blocks(b, n[0], whole.astype(np.int16) - middle, scales)
    return found if (bias := n.get(5)) is None else b.op(tf.AddV2Op, found, bias)


def _product_of_blocks(b: GraphBuilder, x: SSAValue, numbers: Array, scales: Array) -> SSAValue:
    """numbers: [column, block, row], scales: [column, block, 1]"""
    element, (_, blocks, size) = b.element(x), numbers.shape
    kind = i8 if numbers.min(initial=0) >= -128 and numbers.max(initial=0) <= 127 else i16
    held = b.constant(np.ascontiguousarray(numbers.transpose(1, 2, 0)), kind)
    scale = b.constant(np.ascontiguousarray(scales.transpose(1, 2, 0)), element)
    outer = [size_of(b, x, axis) for axis in range(b.rank(x) - 1)]
    rows = b.op(tf.ReshapeOp, x, pack(b, [*outer, blocks, size]))
    weights = b.op(tf.MulOp, cast(b, held, element), scale)
    return b.op(tf.EinsumOp, rows, weights, equation="...ab,abn->...n")


def _unpacked(packed: Array, bits: int) -> Array:
    """Numbers of few bits, of which a byte holds the first in its lowest bits."""
    parts = [(packed >> shift) & ((1 << bits) - 1) for shift in range(0, 8, bits)]
    return np.stack(parts, axis=-1).reshape(*packed.shape[:-1], -1)


NODES: NodeTable = {
    "MatMulInteger": matmul_integer,
    "QuantizeLinear": quantize,
    "DequantizeLinear": dequantize,
    "DynamicQuantizeLinear": dynamic_quantize,
    "QLinearMatMul": quantized_matmul,
}
