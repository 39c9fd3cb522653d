"""Operators that make or use shapes: constants, sizes, reshaping, repeating."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import f32, i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import Expr, as_expr, eq, ne
from .builder import GraphBuilder, axis_in
from .element_types import element_numbered, stored_array
from .elementwise import cast, scalar_of
from .nodes import NodeCall, NodeRefused, NodeTable


def shape_of(b: GraphBuilder, value: SSAValue) -> SSAValue:
    """The sizes as a vector of i64."""
    return b.op(tf.ShapeOp, value, element=i64)


def entry(b: GraphBuilder, vector: SSAValue, place: int) -> SSAValue:
    """Element `place` of a vector, a scalar."""
    return b.op(
        tf.StridedSliceOp, vector, [place], [place + 1], [1], shrink_axis_mask=1, end_mask=0
    )


def size_of(b: GraphBuilder, value: SSAValue, axis: int) -> SSAValue:
    """One size as a scalar of type i64."""
    known = b.static(value, axis)
    return b.integer(known) if known is not None else entry(b, shape_of(b, value), axis)


def pack(b: GraphBuilder, parts: Sequence[SSAValue | int]) -> SSAValue:
    """A vector of i64 of numbers and scalars."""
    if all(isinstance(part, int) for part in parts):
        return b.vector([part for part in parts if isinstance(part, int)])
    values = [b.integer(part) if isinstance(part, int) else part for part in parts]
    return b.op(tf.PackOp, *values, axis=0)


def constant(n: NodeCall, b: GraphBuilder) -> SSAValue:
    for name in ("value", "sparse_value"):
        if (stored := n.stored(name)) is not None:
            return b.constant(*stored_array(stored))
    for name, element in (("value_int", i64), ("value_ints", i64)):
        if n.find(name) is not None:
            return b.constant(np.array(n.find(name), np.int64), element)
    for name in ("value_float", "value_floats"):
        if n.find(name) is not None:
            return b.constant(np.array(n.find(name), np.float32), f32)
    raise NodeRefused("strings are not supported")


def constant_of_shape(n: NodeCall, b: GraphBuilder) -> SSAValue:
    stored = n.stored("value")
    array, element = (np.zeros(1, np.float32), f32) if stored is None else stored_array(stored)
    value = b.constant(array.reshape(()), element)
    return b.op(tf.FillOp, n[0], value, element=element)


def shape(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The sizes from `start` to `end`, both clamped to the rank."""
    found = shape_of(b, n[0])
    start, end = n.int("start", 0), n.find("end")
    if start == 0 and end is None:
        return found
    rank = b.rank(n[0])
    low, high, _ = slice(start, end).indices(rank)
    return b.op(tf.StridedSliceOp, found, [low], [max(low, high)], [1])


def size(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return b.op(tf.SizeOp, n[0], element=i64)


def reshape(n: NodeCall, b: GraphBuilder) -> SSAValue:
    target = n[1]
    if n.int("allowzero", 0) != 1:
        target = _zeros_copied(b, n[0], target)
    return b.op(tf.ReshapeOp, n[0], target)


def _zeros_copied(b: GraphBuilder, value: SSAValue, target: SSAValue) -> SSAValue:
    """`target` with the operand's size where an element is 0."""
    elements = b.elements(target)
    if elements is None:
        raise NodeRefused("the length of the new shape is not known, and it may hold zeros")
    if not b.has_rank(value):
        if all(e is not None and b.proves(ne(e, 0)) for e in elements):
            return target
        raise NodeRefused("the new shape may hold zeros, and the input's rank is not known")
    sizes = b.sizes(value)
    parts = [
        None
        if i >= len(sizes) or _is_kept(b, element, sizes[i])
        else _zero_copied(b, value, target, i)
        for i, element in enumerate(elements)
    ]
    if all(part is None for part in parts):
        return target
    return pack(b, [entry(b, target, i) if p is None else p for i, p in enumerate(parts)])


def _is_kept(b: GraphBuilder, element: Expr | None, size: Expr) -> bool:
    """Whether an element of a new shape is not 0, or `size` anyway."""
    return element is not None and (b.proves(ne(element, 0)) or b.proves(eq(element, size)))


def _zero_copied(b: GraphBuilder, value: SSAValue, target: SSAValue, place: int) -> SSAValue:
    copy = size_of(b, value, place)
    known = b.elements(target)
    if known is not None and known[place] == as_expr(0):
        return copy
    here = entry(b, target, place)
    zero = b.op(tf.EqualOp, here, 0, element=i1)
    return b.op(tf.SelectV2Op, zero, copy, here, element=i64)


def flatten(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return as_matrix(b, n[0], n.int("axis", 1))


def as_matrix(b: GraphBuilder, value: SSAValue, axis: int) -> SSAValue:
    """A matrix: the dimensions before `axis`, and the others."""
    rank = b.rank(value)
    if not -rank <= axis <= rank:
        raise NodeRefused(f"axis {axis} is out of range for rank {rank}")
    axis = axis + rank if axis < 0 else axis
    sizes = [_product(b, value, axes) for axes in (range(axis), range(axis, rank))]
    return b.op(tf.ReshapeOp, value, pack(b, sizes))


def _product(b: GraphBuilder, value: SSAValue, axes: range) -> SSAValue | int:
    """The product of some sizes."""
    total: SSAValue | int = 1
    for axis in axes:
        known = b.static(value, axis)
        if known is not None and isinstance(total, int):
            total *= known
        elif isinstance(total, int) and total == 1:
            total = size_of(b, value, axis)
        else:
            first = b.integer(total) if isinstance(total, int) else total
            total = b.op(tf.MulOp, first, size_of(b, value, axis))
    return total


def expand(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Both shapes broadcast to each other."""
    target = b.op(tf.BroadcastArgsOp, shape_of(b, n[0]), n[1])
    return b.op(tf.BroadcastToOp, n[0], target)


def tile(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return b.op(tf.TileOp, n[0], n[1])


def transpose(n: NodeCall, b: GraphBuilder) -> SSAValue:
    order = n.ints("perm")
    if order is None:
        order = tuple(reversed(range(b.rank(n[0]))))
    return b.op(tf.TransposeOp, n[0], list(order))


def range_(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return b.op(tf.RangeOp, *(scalar_of(b, n[place]) for place in range(3)))


def eye_like(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """1 where the column is the row plus `k`."""
    kind = n.find("dtype")
    element = b.element(n[0]) if kind is None else element_numbered(kind)
    rows, columns = (
        b.op(tf.RangeOp, b.integer(0), size_of(b, n[0], axis), b.integer(1)) for axis in (0, 1)
    )
    shifted = b.op(tf.AddV2Op, rows, n.int("k", 0))
    same = b.op(tf.EqualOp, b.op(tf.ExpandDimsOp, shifted, b.integer(1)), columns, element=i1)
    return cast(b, same, element)


def trilu(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The upper or lower triangle of each matrix, moved by `k`; 0 elsewhere."""
    rank = b.rank(n[0])
    rows, columns = (
        b.op(tf.RangeOp, b.integer(0), size_of(b, n[0], axis_in(axis, rank)), b.integer(1))
        for axis in (-2, -1)
    )
    moved = b.op(tf.ExpandDimsOp, rows, b.integer(1))
    if (k := n.get(1)) is not None:
        moved = b.op(tf.AddV2Op, moved, scalar_of(b, k))
    kind = tf.GreaterEqualOp if n.flag("upper", True) else tf.LessEqualOp
    kept = b.op(kind, columns, moved, element=i1)
    return b.op(tf.SelectV2Op, kept, n[0], b.like(0, n[0]), element=b.element(n[0]))


NODES: NodeTable = {
    "Constant": constant,
    "ConstantOfShape": constant_of_shape,
    "Shape": shape,
    "Size": size,
    "Reshape": reshape,
    "Flatten": flatten,
    "Expand": expand,
    "Tile": tile,
    "Transpose": transpose,
    "Range": range_,
    "EyeLike": eye_like,
    "Trilu": trilu,
}
