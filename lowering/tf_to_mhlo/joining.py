"""tf ops that join tensors or take them apart."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of
from ...rules.tf.joining import concatenated
from ...symbolic import all_of, any_of, as_expr, eq, ge, maximum
from ...symbolic.shapes import ONE, total
from .builder import Builder, LoweringTable, integer
from .elementwise import Results
from .run_time_axes import (
    axis_at_run_time,
    bind_beside,
    bind_chosen,
    chosen,
    demand,
    fold,
    folded_shape,
)


def pack(op: tf.PackOp, b: Builder) -> Results:
    """Each operand with a new dimension of size 1, concatenated along it."""
    type = b.type(op.results[0])
    axis = op.axis % type.get_num_dims()
    parts = [expand(b, b.operand(o), axis) for o in op.operands]
    return (concatenate(b, parts, axis, type),)


def expand(b: Builder, value: SSAValue, axis: int) -> SSAValue:
    """`value` with a dimension of size 1 at `axis`."""
    sizes = b.shape(value)
    return b.reshape(value, b.ranked(element_type_of(value), (*sizes[:axis], ONE, *sizes[axis:])))


def concatenate(
    b: Builder, parts: Sequence[SSAValue], axis: int, type: TensorType[Attribute]
) -> SSAValue:
    if len(parts) == 1:
        return parts[0]
    return b.create(mhlo.ConcatenateOp, parts, type, dimension=integer(axis))


def concat(op: tf.ConcatOp | tf.ConcatV2Op, b: Builder) -> Results:
    inputs, axis = concatenated(op)
    type = b.type(op.results[0])
    known, parts = b.analysis.constants(axis), [b.operand(o) for o in inputs]
    if known is not None:
        return (concatenate(b, parts, known[0] % type.get_num_dims(), type),)
    return (concatenate_at_run_time(b, parts, axis, type),)


def concatenate_at_run_time(
    b: Builder, parts: Sequence[SSAValue], operand: SSAValue, type: TensorType[Attribute]
) -> SSAValue:
    """`parts` joined along the dimension that `operand` names; all others must agree."""
    first, *others = map(b.shape, parts)
    places = range(len(first))
    axis = axis_at_run_time(b, operand, len(first))
    for i in places:
        same = all_of(*(eq(first[i], other[i]) for other in others))
        demand(b, any_of(eq(axis, i), same), f"sizes in dimension {i} must agree")
    joint = [total(sizes) for sizes in zip(first, *others, strict=True)]
    bind_chosen(b, type, axis, [(*first[:a], joint[a], *first[a + 1 :]) for a in places])
    before, _, after = folded_shape(b, first, axis)
    element_type = type.element_type
    sizes = [chosen(b, axis, shape) for shape in (first, *others)]
    folded = [
        b.reshape(part, b.ranked(element_type, (before, size, after)))
        for part, size in zip(parts, sizes, strict=True)
    ]
    joined = b.ranked(element_type, (before, total(sizes), after))
    return b.reshape(concatenate(b, folded, 1, joined), type)


def unpack(op: tf.UnpackOp, b: Builder) -> Results:
    """One slice of size 1 for each result."""
    value = b.operand(op.operands[0])
    sizes = b.shape(value)
    axis = op.axis % len(sizes)
    results = list[SSAValue]()
    for i, result in enumerate(op.results):
        part = b.slice(value, axis, i, i + 1)
        results.append(b.reshape(part, b.type(result)))
    return results


def parts(b: Builder, value: SSAValue, axis: int, results: Sequence[SSAValue]) -> list[SSAValue]:
    """Slices of `value` along `axis`, one after the other, of the sizes of the `results`."""
    axis %= len(b.shape(value))
    found = list[SSAValue]()
    start = as_expr(0)
    for result in results:
        part = b.shape_of_type(b.type(result))[axis]
        found.append(b.slice(value, axis, start, start + part, b.type(result)))
        start = b.facts.simplify(start + part)
    return found


def split(op: tf.SplitOp, b: Builder) -> Results:
    """Equal slices along one dimension."""
    known, value = b.analysis.constants(op.operands[0]), b.operand(op.operands[1])
    if known is not None:
        return parts(b, value, known[0], op.results)
    shape, count = b.shape(value), len(op.results)
    axis = axis_at_run_time(b, op.operands[0], len(shape))
    whole = chosen(b, axis, shape)
    demand(b, eq(whole % count, 0), f"the size must be divisible into {count} parts")
    size, value = whole // count, fold(b, value, axis)
    for result in op.results:
        bind_beside(b, b.type(result), shape, axis, (size,))
    slices = [b.slice(value, 1, size * i, size * (i + 1)) for i in range(count)]
    return [b.reshape(s, b.type(r)) for s, r in zip(slices, op.results, strict=True)]


def split_v(op: tf.SplitVOp, b: Builder) -> Results:
    """Consecutive slices; sizes known only at run time are read."""
    (axis,) = b.constants(op.operands[2], "the dimension")
    value = b.operand(op.operands[0])
    axis %= len(b.shape(value))
    wanted = [b.shape_of_type(b.type(result))[axis] for result in op.results]
    whole = b.shape(value)[axis]
    given = [b.element(op.operands[1], i) for i in range(len(wanted))]
    rest = whole - total(maximum(part, 0) for part in given)
    for size, part in zip(wanted, given, strict=True):
        known = b.facts.proves(ge(part, 0))
        b.bind(size, part if known else b.analysis.select(ge(part, 0), part, rest))
    return parts(b, value, axis, op.results)


LOWERINGS: LoweringTable = {
    tf.PackOp: pack,
    tf.UnpackOp: unpack,
    tf.ConcatOp: concat,
    tf.ConcatV2Op: concat,
    tf.SplitOp: split,
    tf.SplitVOp: split_v,
}
