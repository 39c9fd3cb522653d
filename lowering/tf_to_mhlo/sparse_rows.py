"""tf ops on the rows of sparse tensors: gradients of segments, rows filled up."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i1, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.sparse import SparseSegmentsGradient, UniqueSegmentsGradient
from ...dialects.types import element_type_of, tensor_type
from .builder import Builder, Lowering
from .elementwise import Results, binary
from .formulas import Elements, where
from .gathering import take_along, take_flat
from .indices import number, positions
from .joining import concatenate
from .reducers import reduce, wide_float
from .scattering import replacing_body, scatter
from .selection import sorted_runs
from .sorting import count_of, first_entries, scan, sort
from .value_checks import check_rows


def segments_gradient(divide: bool, root: bool = False) -> Lowering:
    """The gradients of segments, perhaps over numbers of entries, added where entries are."""

    def lower(op: SparseSegmentsGradient, b: Builder) -> Results:
        gradient, indices, ids, _ = map(b.operand, op.operands)
        type = b.type(op.results[0])
        b.bind(b.shape_of_type(type)[0], b.element(op.operands[3]))
        value = share_of_entries(b, gradient, ids, divide, root)
        return (added(b, indices, take_along(b, value, ids, 0), type),)

    return lower


def unique_gradient(divide: bool, root: bool = False) -> Lowering:
    """The same for the distinct indices, which are numbered in ascending order."""

    def lower(op: UniqueSegmentsGradient, b: Builder) -> Results:
        gradient, indices, ids, _ = map(b.operand, op.operands)
        type, index_type = (b.type(result) for result in op.results)
        ordered, place, is_new = sorted_runs(b, indices)
        b.bind(b.shape_of_type(type)[0], count_of(b, is_new.value))
        slot = (Elements(b, scan(b, is_new.convert(i64).value, mhlo.AddOp, 0, 0)) - 1).value
        value = share_of_entries(b, gradient, ids, divide, root)
        parts = take_along(b, value, take_flat(b, ids, place), 0)
        distinct = scatter(b, b.splat(0, index_type), slot, ordered, replacing_body)
        return added(b, slot, parts, type), distinct

    return lower


def share_of_entries(
    b: Builder, gradient: SSAValue, ids: SSAValue, divide: bool, root: bool
) -> SSAValue:
    """What each entry of a segment gets back, of enough bits to be added."""
    wide = wide_float(element_type_of(gradient))
    value = b.convert(gradient, wide)
    if not divide:
        return value
    zeros = b.splat(0, b.ranked(wide, b.shape(gradient)[:1]))
    counts = Elements(b, scatter(b, zeros, ids, b.splat(1, b.like(ids, wide)), mhlo.AddOp))
    counts = counts.at_least(1)
    divisor = (counts.sqrt() if root else counts).value
    return binary(b, mhlo.DivideOp, value, b.broadcast(divisor, tensor_type(value), [0]))


def added(b: Builder, places: SSAValue, parts: SSAValue, type: TensorType[Attribute]) -> SSAValue:
    """`parts` added up where `places` say, zeros elsewhere."""
    zeros = b.splat(0, b.ranked(element_type_of(parts), b.shape_of_type(type)))
    return b.convert(scatter(b, zeros, places, parts, mhlo.AddOp), type.element_type)


def filled(op: tf.SparseFillEmptyRowsOp, b: Builder) -> Results:
    """A candidate for each row behind the elements; sorted by rows, those of other rows last."""
    indices, values, _, default = map(b.operand, op.operands)
    count, rank = b.shape(indices)
    index_type, vector = element_type_of(indices), b.ranked(i64, [count])
    (rows,) = b.shape_of_type(b.type(op.results[2]))
    b.bind(rows, b.element(op.operands[2]))
    row = b.convert(b.reshape(b.slice(indices, 1, 0, 1), b.ranked(index_type, [count])), i64)
    check_rows(b.reshape(row, b.ranked(i64, [count, 1])), [rows], op, "rows of indices", b)
    zeros = b.splat(0, b.ranked(i64, [rows]))
    counts = Elements(b, scatter(b, zeros, row, b.splat(1, vector), mhlo.AddOp))
    is_empty, every = counts.equals(0), positions(b, rows)
    candidates = where(
        is_empty, every, Elements(b, b.broadcast(number(b, rows, i64), tensor_type(zeros)))
    )
    total = b.facts.simplify(count + rows)
    keys = concatenate(b, [row, candidates.value], 0, b.ranked(i64, [total]))
    _, order = sort(b, [keys, positions(b, total).value], "LT", 0)
    new = b.shape_of_type(b.type(op.results[1]))[0]
    b.bind(new, b.read(reduce(b, is_empty.convert(i64).value, mhlo.AddOp, 0, [0])) + count)
    kept = first_entries(b, order, new)
    element_type = element_type_of(values)
    default = b.broadcast(default, b.ranked(element_type, [rows]))
    all_values = concatenate(b, [values, default], 0, b.ranked(element_type, [total]))
    first = b.ranked(index_type, [rows, 1])
    column = b.reshape(b.convert(every.value, index_type), first)
    added = b.ranked(index_type, [rows, rank])
    others = b.splat(0, b.ranked(index_type, [rows, b.facts.simplify(rank - 1)]))
    added_rows = concatenate(b, [column, others], 1, added)
    all_rows = concatenate(b, [indices, added_rows], 0, b.ranked(index_type, [total, rank]))
    places = scatter(
        b, b.splat(0, b.ranked(i64, [total])), order, positions(b, total).value, replacing_body
    )
    return (
        take_along(b, all_rows, kept, 0),
        take_flat(b, all_values, kept),
        is_empty.value,
        b.convert(first_entries(b, places, count), b.type(op.results[3]).element_type),
    )


def filled_gradient(op: tf.SparseFillEmptyRowsGradOp, b: Builder) -> Results:
    """What is named by no element goes to the default value."""
    places, gradient = map(b.operand, op.operands)
    none = b.splat(0, b.like(gradient, i1))
    named = scatter(b, none, places, b.splat(1, b.like(places, i1)), replacing_body)
    value = Elements(b, gradient)
    rest = where(Elements(b, named), value.full(0), value)
    return take_flat(b, gradient, places), reduce(b, rest.value, mhlo.AddOp, 0, [0])
