"""tf ops that join tensors or take them apart."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of
from ...rules.tf.joining import concatenated
from ...symbolic import as_expr, ge, maximum
from ...symbolic.shapes import ONE, total
from .builder import Builder, LoweringTable, integer
from .elementwise import Results


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
    (constant,) = b.constants(axis, "the dimension")
    parts = [b.operand(o) for o in inputs]
    return (concatenate(b, parts, constant % type.get_num_dims(), type),)


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
    (axis,) = b.constants(op.operands[0], "the dimension")
    value = b.operand(op.operands[1])
    return parts(b, value, axis, op.results)


def split_v(op: tf.SplitVOp, b: Builder) -> Results:
    """Consecutive slices; sizes known only at run time are read."""
    (axis,) = b.constants(op.operands[2], "the dimension")
    value = b.operand(op.operands[0])
    axis %= len(b.shape(value))
    wanted = [b.shape_of_type(b.type(result))[axis] for result in op.results]
    if not all(map(b.sizes.has, wanted)):
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
