"""How each op that moves elements finds the element of its operand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Operation, SSAValue

from ....analysis.broadcasts import BROADCASTS, dimensions_of
from ....analysis.index_maps import (
    FIRST,
    ONE,
    ZERO,
    Component,
    Index,
    Sizes,
    linear,
    product,
    reshaped,
)
from ....dialects import mhlo
from ....dialects.mhlo.dense import int_values
from ....dialects.types import element_type_of
from ....symbolic import Expr, Predicate, all_of, any_of, as_expr, eq, ge, le, lt, maximum, minimum
from .values import Scalar, Values


def _constant(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, mhlo.ConstantOp)
    return values.sink.load(op.output, linear(index, values.shapes.shape(op.output)))


def _broadcast(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, mhlo.BroadcastInDimOp | mhlo.DynamicBroadcastInDimOp)
    operand, shapes = op.operands[0], values.shapes
    target = shapes.shape(op.results[0])
    inner = list[Component]()
    for size, axis in zip(shapes.shape(operand), dimensions_of(op), strict=True):
        if size == ONE:
            inner.append(FIRST)
        elif size == target[axis]:
            inner.append(index[axis])
        else:
            shapes.assume(any_of(eq(size, 1), eq(size, target[axis])))
            inner.append(Component(index[axis].position * shapes.size_flag(size)))
    return values.at(operand, tuple(inner))


def _reshape(values: Values, op: Operation, index: Index) -> Scalar:
    operand, shapes = op.operands[0], values.shapes
    source, target = shapes.shape(op.results[0]), shapes.shape(operand)
    a, b = product(source), product(target)
    if a != b:
        shapes.assume(eq(a, b))
    if values.is_in_order(operand):
        return values.sink.load(operand, linear(index, source))
    return values.at(operand, reshaped(index, source, target))


def _transpose(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, mhlo.TransposeOp)
    order = int_values(op.permutation)
    inner = [FIRST] * len(order)
    for axis, source in enumerate(order):
        inner[source] = index[axis]
    return values.at(op.operand, tuple(inner))


def _reverse(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, mhlo.ReverseOp)
    shape, turned = values.shapes.shape(op.operand), int_values(op.dimensions)
    inner = tuple(
        Component(shape[axis] - 1 - component.position) if axis in turned else component
        for axis, component in enumerate(index)
    )
    return values.at(op.operand, inner)


def _slice(values: Values, op: Operation, index: Index) -> Scalar:
    if isinstance(op, mhlo.SliceOp):
        parts = (op.start_indices, op.limit_indices, op.strides)
        starts, limits, strides = ([as_expr(i) for i in int_values(part)] for part in parts)
    else:
        starts, limits, strides = (values.shapes.elements(part) for part in op.operands[1:])
    operand, result = op.operands[0], values.shapes.shape(op.results[0])
    inner = list[Component]()
    shape = values.shapes.shape(operand)
    for axis, (start, limit, stride) in enumerate(zip(starts, limits, strides, strict=True)):
        if start == ZERO and stride == ONE and result[axis] == shape[axis]:
            inner.append(index[axis])
            continue
        values.shapes.assume(
            all_of(
                *(ge(start, 0), le(start, limit), le(limit, shape[axis]), ge(stride, 1)),
                any_of(eq(result[axis], 0), lt(start + (result[axis] - 1) * stride, limit)),
                ge(start + result[axis] * stride, limit),
            )
        )
        position = index[axis].position * stride + start
        inner.append(
            Component(position, index[axis].digits if position == index[axis].position else None)
        )
    return values.at(operand, tuple(inner))


def _clamped_starts(
    values: Values, starts: Sequence[SSAValue], shape: Sizes, window: Sizes
) -> list[Expr]:
    """Start positions, moved so that the window lies inside of `shape`."""
    result = list[Expr]()
    for start, whole, part in zip(starts, shape, window, strict=True):
        if part != whole:
            values.shapes.assume(le(part, whole))
        room, known = whole - part, values.shapes.known_integer(start)
        if room == ZERO:
            result.append(ZERO)
        elif known is not None:
            result.append(_clamped(known, room))
        else:
            result.append(values.sink.position(values.at(start, ()), ZERO, room))
    return result


def _clamped(start: Expr, room: Expr) -> Expr:
    """`start`, moved to between 0 and `room`, which is at least 0."""
    return ZERO if start == ZERO else maximum(0, minimum(start, room))


def _dynamic_slice(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, mhlo.DynamicSliceOp)
    shape, window = values.shapes.shape(op.operand), values.shapes.shape(op.result)
    starts = _clamped_starts(values, tuple(op.start_indices), shape, window)
    moved = (Component(c.position + s) for c, s in zip(index, starts, strict=True))
    return values.at(op.operand, tuple(moved))


def _dynamic_update_slice(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, mhlo.DynamicUpdateSliceOp)
    shape, window = values.shapes.shape(op.operand), values.shapes.shape(op.update)
    starts = _clamped_starts(values, tuple(op.start_indices), shape, window)
    places = [(c.position - s, w) for c, s, w in zip(index, starts, window, strict=True)]
    inside = all_of(*(claim for place, w in places for claim in (ge(place, 0), lt(place, w))))
    moved = tuple(Component(place) for place, _ in places)
    return values.sink.choose(
        inside,
        element_type_of(op.result),
        lambda: values.at(op.update, moved),
        lambda: values.at(op.operand, index),
    )


def _iota(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, mhlo.IotaOp | mhlo.DynamicIotaOp)
    axis = op.iota_dimension.value.data
    return values.sink.number(index[axis].position, element_type_of(op.results[0]))


def _concatenate(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, mhlo.ConcatenateOp)
    axis, shapes = op.dimension.value.data, values.shapes
    sizes = [shapes.shape(operand)[axis] for operand in op.val]
    total = sum(sizes, ZERO)
    whole = shapes.shape(op.result)
    if total != whole[axis]:
        shapes.assume(eq(total, whole[axis]))
    for operand in op.val:
        for d, (a, b) in enumerate(zip(shapes.shape(operand), whole, strict=True)):
            if d != axis and a != b:
                shapes.assume(eq(a, b))

    def part(number: int, offset: Expr) -> Scalar:
        place = Component(index[axis].position - offset)
        inner = (*index[:axis], place, *index[axis + 1 :])
        operand = op.val[number]
        if number == len(sizes) - 1:
            return values.at(operand, inner)
        end = offset + sizes[number]
        return values.sink.choose(
            lt(index[axis].position, end),
            element_type_of(op.result),
            lambda: values.at(operand, inner),
            lambda: part(number + 1, end),
        )

    return part(0, ZERO)


def _pad(values: Values, op: Operation, index: Index) -> Scalar:
    if isinstance(op, mhlo.PadOp):
        parts = (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
        return padded(values, op, index, [[as_expr(i) for i in int_values(part)] for part in parts])
    return padded(values, op, index, [values.shapes.elements(part) for part in op.operands[2:]])


def padded(
    values: Values, op: Operation, index: Index, amounts: Sequence[Sequence[Expr]]
) -> Scalar:
    """An element of operand 0 with operand 1 around and between its elements: `amounts` below,
    above and between, of each dimension.
    """
    low, high, between = amounts
    operand, padding = op.operands[:2]
    shape, inside, inner = values.shapes.shape(operand), list[Predicate](), list[Component]()
    for axis, component in enumerate(index):
        if low[axis] == ZERO and high[axis] == ZERO and between[axis] == ZERO:
            inner.append(component)
            continue
        place = component.position - low[axis]
        inside.append(ge(place, 0))
        if between[axis] != ZERO:
            step = between[axis] + 1
            values.shapes.assume(ge(between[axis], 0))
            inside.append(eq(place % step, 0))
            place = place // step
        inside.append(lt(place, shape[axis]))
        inner.append(Component(place))
    return values.sink.choose(
        all_of(*inside),
        element_type_of(op.results[0]),
        lambda: values.at(operand, tuple(inner)),
        lambda: values.at(padding, ()),
    )


def _gather(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, mhlo.GatherOp | mhlo.DynamicGatherOp)
    numbers, shapes = op.dimension_numbers.data, values.shapes
    if isinstance(op, mhlo.GatherOp):
        window = [as_expr(i) for i in int_values(op.slice_sizes)]
    else:
        window = list(shapes.elements(op.slice_sizes))
    batch = [c for axis, c in enumerate(index) if axis not in numbers.offset_dims]
    offsets = iter([index[axis] for axis in sorted(numbers.offset_dims)])
    vectors = shapes.shape(op.start_indices)
    outside = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
    starts = {d: k for k, d in enumerate(numbers.start_index_map)}
    inner = list[Component]()
    for d, size in enumerate(shapes.shape(op.operand)):
        offset = FIRST if d in outside else next(offsets)
        if window[d] != size:
            shapes.assume(le(window[d], size))
        if d in starts and window[d] != size:
            room, known = size - window[d], shapes.known_integer(op.start_indices)
            if known is not None:
                inner.append(Component(_clamped(known, room) + offset.position))
                continue
            where = list(batch)
            if numbers.index_vector_dim < len(vectors):
                where.insert(numbers.index_vector_dim, Component(as_expr(starts[d])))
            start = values.at(op.start_indices, tuple(where))
            inner.append(Component(values.sink.position(start, ZERO, room) + offset.position))
        elif d in numbers.operand_batching_dims:
            axis = numbers.start_indices_batching_dims[list(numbers.operand_batching_dims).index(d)]
            inner.append(batch[axis - (axis > numbers.index_vector_dim)])
        else:
            inner.append(offset)
    return values.at(op.operand, tuple(inner))


MOVES: dict[type[Operation], Callable[[Values, Operation, Index], Scalar]] = {
    mhlo.ConstantOp: _constant,
    **dict.fromkeys(BROADCASTS, _broadcast),
    mhlo.ReshapeOp: _reshape,
    mhlo.DynamicReshapeOp: _reshape,
    mhlo.TransposeOp: _transpose,
    mhlo.ReverseOp: _reverse,
    mhlo.SliceOp: _slice,
    mhlo.RealDynamicSliceOp: _slice,
    mhlo.DynamicSliceOp: _dynamic_slice,
    mhlo.DynamicUpdateSliceOp: _dynamic_update_slice,
    mhlo.IotaOp: _iota,
    mhlo.DynamicIotaOp: _iota,
    mhlo.ConcatenateOp: _concatenate,
    mhlo.PadOp: _pad,
    mhlo.DynamicPadOp: _pad,
    mhlo.GatherOp: _gather,
    mhlo.DynamicGatherOp: _gather,
}
"""How each op that moves elements finds the element of its operand."""
