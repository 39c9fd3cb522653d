"""tf ops that send entries to one of several tensors, and put them together again."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.partitioning import Stitch
from ...dialects.types import element_type_of
from ...symbolic import eq, ge
from ...symbolic.shapes import product, total
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .gathering import take_along
from .indices import positions
from .joining import concatenate
from .reducers import highest, reduce
from .run_time_axes import demand
from .scattering import scatter
from .sorting import count_of, first_entries, flat, places_of


def rows(b: Builder, data: SSAValue, rank: int) -> SSAValue:
    """`data` with its first `rank` dimensions as one."""
    shape = b.shape(data)
    return b.reshape(data, b.ranked(element_type_of(data), (product(shape[:rank]), *shape[rank:])))


def dynamic_partition(op: tf.DynamicPartitionOp, b: Builder) -> Results:
    """The entries at the places where the number of the partition is that of the result."""
    data, names = map(b.operand, op.operands)
    rank, whole = len(b.shape(names)), product(b.shape(names))
    data, name = rows(b, data, rank), Elements(b, flat(b, names, whole))
    masks = [name.equals(i).value for i in range(len(op.results))]
    found, counts = list[SSAValue](), [count_of(b, mask) for mask in masks]
    demand(b, eq(total(counts), whole), f"partitions must be in range [0, {len(masks)})")
    for mask, count, result in zip(masks, counts, op.results, strict=True):
        size = b.shape_of_type(b.type(result))[0]
        b.bind(size, count)
        places = first_entries(b, places_of(b, mask), size)
        found.append(b.reshape(take_along(b, data, places, 0), b.type(result)))
    return found


def stitch(op: Stitch, b: Builder) -> Results:
    """For each entry of the result the last of all entries of data that is for it, or 0."""
    type, pairs = b.type(op.results[0]), len(op.operands) // 2
    indices, parts = list[SSAValue](), list[SSAValue]()
    for names, data in zip(op.operands[:pairs], op.operands[pairs:], strict=True):
        value = b.operand(names)
        indices.append(b.convert(flat(b, value, product(b.shape(value))), i64))
        parts.append(rows(b, b.operand(data), len(b.shape(value))))
    place, data = joined(b, indices), joined(b, parts)
    least = b.read(reduce(b, place, mhlo.MinimumOp, highest(i64), [0]))
    demand(b, ge(least, 0), "indices must not be negative")
    count = b.shape_of_type(type)[0]
    b.bind(count, b.read(reduce(b, place, mhlo.MaximumOp, -1, [0])) + 1)
    (given,) = b.shape(place)
    nowhere = b.splat(-1, b.ranked(i64, [count]))
    source = scatter(b, nowhere, place, positions(b, given).value, mhlo.MaximumOp)
    return (entries_or_zeros(b, data, source, type),)


def joined(b: Builder, parts: list[SSAValue]) -> SSAValue:
    """`parts` one after the other along dimension 0."""
    _, *rest = b.shape(parts[0])
    size = b.facts.simplify(total(b.shape(part)[0] for part in parts))
    return concatenate(b, parts, 0, b.ranked(element_type_of(parts[0]), (size, *rest)))


def entries_or_zeros(
    b: Builder, data: SSAValue, source: SSAValue, type: TensorType[Attribute]
) -> SSAValue:
    """The entries of `data` at the places in `source`, zeros where one is negative."""
    place = Elements(b, source)
    taken = Elements(b, b.reshape(take_along(b, data, place.at_least(0).value, 0), type))
    known = (place > -1).value
    there = Elements(b, b.broadcast(known, b.like(taken.value, element_type_of(known)), [0]))
    return where(there, taken, 0).value


LOWERINGS: LoweringTable = {
    tf.DynamicPartitionOp: dynamic_partition,
    tf.DynamicStitchOp: stitch,
    tf.ParallelDynamicStitchOp: stitch,
}
