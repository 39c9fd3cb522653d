"""Products of matrices of numbers, of integers with zero points, and of what stands for these."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from xdsl.dialects.builtin import f32, i8, i32
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder, axis_in
from .element_types import element_numbered
from .elementwise import cast
from .nodes import NodeCall
from .shapes import pack, size_of

BYTES = (i8, element_numbered(2))


def product(b: GraphBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """As `numpy.matmul`: a vector is a row on the left, a column on the right."""
    row, column = b.rank(x) == 1, b.rank(y) == 1
    if row:
        x = b.op(tf.ExpandDimsOp, x, b.integer(0))
    if column:
        y = b.op(tf.ExpandDimsOp, y, b.integer(1))
    found = b.op(tf.BatchMatMulV2Op, x, y, adj_x=False, adj_y=False)
    gone = [axis for axis, lost in ((-2, row), (-1, column)) if lost]
    return b.op(tf.SqueezeOp, found, squeeze_dims=gone) if gone else found


def integer_product(
    b: GraphBuilder, x: SSAValue, x_zero: SSAValue | None, y: SSAValue, y_zero: SSAValue | None
) -> SSAValue:
    """In i32, of numbers less their zero points: none is 0, one for all, or one for each row of `x`
    and for each column of `y`.

    Bytes are multiplied as they are, and what the zero points add to the sums is taken off:
    `sum (x - u) (y - v) = sum x y - u (sum y - k v) - v sum x`.
    """
    if min(b.rank(x), b.rank(y)) < 2 or any(b.element(v) not in BYTES for v in (x, y)):
        left, right = (cast(b, value, i32) for value in (x, y))
        if x_zero is not None:
            left = b.op(tf.SubOp, left, column_of(b, cast(b, x_zero, i32)))
        if y_zero is not None:
            right = b.op(tf.SubOp, right, cast(b, y_zero, i32))
        return product(b, left, right)
    left, u = signed(b, x, x_zero)
    right, v = signed(b, y, y_zero)
    found = b.op(tf.BatchMatMulV3Op, left, right, element=i32, adj_x=False, adj_y=False)
    if u is not None:
        sums = sum_of_bytes(b, right, [-2])
        if v is not None:
            sums = b.op(tf.SubOp, sums, b.op(tf.MulOp, v, cast(b, size_of(b, x, -1), i32)))
        found = b.op(tf.SubOp, found, b.op(tf.MulOp, column_of(b, u), sums))
    return (
        found
        if v is None
        else b.op(tf.SubOp, found, b.op(tf.MulOp, v, sum_of_bytes(b, left, [-1])))
    )


def turned(b: GraphBuilder, matrix: SSAValue) -> SSAValue:
    """With rows for columns."""
    if (array := b.arrays.get(matrix)) is not None:
        return b.constant(np.ascontiguousarray(array.T), b.element(matrix))
    return b.op(tf.TransposeOp, matrix, [1, 0])


def signed(
    b: GraphBuilder, value: SSAValue, zero: SSAValue | None
) -> tuple[SSAValue, SSAValue | None]:
    """Bytes as signed ones, and their zero point in i32, if it is not 0."""
    less = 0 if b.element(value) == i8 else 128
    array = b.arrays.get(value)
    if less and array is not None:
        value = b.constant((array.astype(np.int16) - less).astype(np.int8), i8)
    elif less:
        value = cast(b, b.op(tf.SubOp, cast(b, value, i32), less), i8)
    known = np.zeros(()) if zero is None else b.arrays.get(zero)
    if known is not None:
        moved = known.astype(np.int32) - less
        return value, b.constant(moved, i32) if np.any(moved) else None
    assert zero is not None
    return value, b.op(tf.SubOp, cast(b, zero, i32), less)


def sum_of_bytes(
    b: GraphBuilder, value: SSAValue, axes: Sequence[int], *, keep: bool = True
) -> SSAValue:
    """The sums of i8 along `axes`, which stay."""
    if (array := b.arrays.get(value)) is not None:
        return b.constant(array.sum(tuple(axes), np.int32, keepdims=keep), i32)
    return b.op(tf.SumOp, cast(b, value, i32), axes, keep_dims=keep)


def column_of(b: GraphBuilder, vector: SSAValue) -> SSAValue:
    """A vector with one number a row, as it broadcasts with a matrix."""
    if b.rank(vector) != 1 or b.static(vector, 0) == 1:
        return vector
    return b.op(tf.ReshapeOp, vector, pack(b, [-1, 1]))


def product_of_dequantized(
    b: GraphBuilder, x: SSAValue, y: SSAValue, *, turn: bool = False
) -> SSAValue | None:
    """The product of two matrices that stand for bytes, which are multiplied; None where they do
    not, or there is a scale for each row of what is summed, or their sums may leave i32.

    turn: whether y has rows for columns
    """
    left, right = b.dequantized.get(x), b.dequantized.get(y)
    if left is None or right is None or min(b.rank(x), b.rank(y)) < 2:
        return None
    if not is_for_all(b, left[1]) or not _is_for_columns(b, right, b.rank(y) - (2 if turn else 1)):
        return None
    if not fits_i32([b.static(x, -1) or b.static(y, -1 if turn else -2)]):
        return None
    bytes_ = turned(b, right[0]) if turn else right[0]
    total = integer_product(b, left[0], left.get(2), bytes_, right.get(2))
    scale = b.op(tf.MulOp, b.op(tf.ReshapeOp, left[1], []), right[1])
    return b.op(tf.MulOp, cast(b, total, f32), scale)


MANY = 1 << 22
"""Numbers that are read from memory anew in each call."""


def written_out(b: GraphBuilder, value: SSAValue) -> SSAValue:
    """What constant bytes stand for, as a constant of f32; others and many are as they are: to
    read bytes then takes less time than to read floats.
    """
    node = b.dequantized.get(value)
    if node is None or prod(b.static_sizes(value) or (MANY,)) >= MANY:
        return value
    parts = [b.arrays.get(given) for given in node.given]
    whole, scale = parts[0], parts[1]
    if whole is None or scale is None or any(part is None for part in parts) or scale.ndim > 1:
        return value
    shape = [1] * whole.ndim
    if scale.size > 1:
        shape[axis_in(node.int("axis", 1), whole.ndim)] = -1
    zero = parts[2] if len(parts) > 2 and parts[2] is not None else np.zeros_like(scale, np.int32)
    numbers = whole.astype(np.int32) - zero.astype(np.int32).reshape(shape)
    return b.constant(numbers.astype(np.float32) * scale.reshape(shape), f32)


def fits_i32(sizes: Sequence[int | None]) -> bool:
    """Whether the sum of so many products of bytes, less their zero points, is a number of i32."""
    known = [size for size in sizes if size is not None]
    return len(known) == len(sizes) and prod(known) * 255**2 < 2**31


def is_for_all(b: GraphBuilder, parameter: SSAValue) -> bool:
    """Whether a scale or a zero point is one number."""
    return b.rank(parameter) == 0 or b.static_sizes(parameter) == (1,)


def _is_for_columns(b: GraphBuilder, node: NodeCall, columns: int) -> bool:
    """Whether a scale is one number, or one for each entry of the axis `columns`."""
    if is_for_all(b, node[1]):
        return True
    return b.rank(node[1]) == 1 and axis_in(node.int("axis", 1), b.rank(node[0])) == columns


def has_no_zero(b: GraphBuilder, value: SSAValue, zero: SSAValue | None) -> bool:
    """Whether bytes have the zero point that `signed` makes 0."""
    less = 0 if b.element(value) == i8 else 128
    known = np.zeros(()) if zero is None else b.arrays.get(zero)
    return known is not None and not np.any(known.astype(np.int32) - less)
