"""tf ops that count elements: comparisons with all, and `mhlo.scatter`."""

from __future__ import annotations

from xdsl.dialects.builtin import f64, i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.counting import Bins, Bound, InTop
from ...dialects.types import element_type_of, tensor_type
from ...symbolic import as_expr, eq, ge, maximum
from ...symbolic.shapes import ONE, product
from .builder import Builder, Lowering, LoweringTable
from .elementwise import Results, compare
from .formulas import Elements, where
from .gathering import take_flat
from .indices import along, iota, positions
from .joining import concatenate
from .reducers import highest, reduce
from .run_time_axes import demand
from .scattering import scatter
from .sorting import flat
from .value_checks import check_true

AnyBins = Bins | tf.RaggedBincountOp | tf.SparseBincountOp
Binary = tf.DenseBincountOp | tf.RaggedBincountOp | tf.SparseBincountOp


def bins(op: Bins, b: Builder) -> Results:
    """Into zeros, rows one after the other; numbers that are too large have no place."""
    numbers, type = b.operand(op.operands[0]), b.type(op.results[0])
    count, row = product(b.shape(numbers)), None
    if type.get_num_dims() > 1:
        row = positions(b, count) / along(b, maximum(b.shape(numbers)[-1], 1), count)
    return (binned(op, b, 0, row),)


def ragged_bins(op: tf.RaggedBincountOp, b: Builder) -> Results:
    """The row of a number is the first that ends after it; ends need not ascend."""
    splits, numbers = (Elements(b, b.convert(b.operand(o), i64)) for o in op.operands[:2])
    (count,), (ends,) = b.shape(numbers.value), b.shape(splits.value)
    index = positions(b, ends)
    first = index.differs(0) | splits.equals(0)
    last = index.differs(along(b, ends - 1, ends)) | splits.equals(along(b, count, ends))
    words = "splits must go from 0 to the number of values; 1 where they do"
    check_true((first & last).value, op, words, b)
    table = b.ranked(i64, [count, ends])
    end = Elements(b, b.broadcast(splits.value, table, [1]))
    split = where(
        end > Elements(b, iota(b, table, 0)), Elements(b, iota(b, table, 1)), highest(i64)
    )
    row = Elements(b, reduce(b, split.value, mhlo.MinimumOp, highest(i64), [1])) - 1
    return (binned(op, b, 1, row),)


def sparse_bins(op: tf.SparseBincountOp, b: Builder) -> Results:
    """The row of a number is the first of its index."""
    indices, type = b.operand(op.operands[0]), b.type(op.results[0])
    if type.get_num_dims() == 1:
        return (binned(op, b, 1, None),)
    b.bind(b.shape_of_type(type)[0], b.element(op.operands[2]))
    column = b.ranked(element_type_of(indices), b.shape(indices)[:1])
    row = b.convert(b.reshape(b.slice(indices, 1, 0, 1), column), i64)
    return (binned(op, b, 1, Elements(b, row)),)


def binned(op: AnyBins, b: Builder, first: int, row: Elements | None) -> SSAValue:
    """The numbers of operand `first`, each in a `row`, into the bins of it.

    TensorFlow leaves out numbers below 0 of sparse rows, and refuses all others.
    """
    numbers, type = b.operand(op.operands[first]), b.type(op.results[0])
    *rows, size = b.shape_of_type(type)
    given = b.element(op.operands[-2])
    demand(b, ge(given, 0), "the size must not be negative")
    b.bind(size, given)
    count = product(b.shape(numbers))
    number = Elements(b, b.convert(flat(b, numbers, count), i64))
    has_place = number < along(b, size, count)
    if isinstance(op, tf.SparseBincountOp) and row is not None:
        has_place = has_place & (number >= 0)
    else:
        least = b.read(reduce(b, number.value, mhlo.MinimumOp, highest(i64), [0]))
        demand(b, ge(least, 0), "the numbers must not be negative")
    place = number if row is None else number + row * along(b, size, count)
    place = where(has_place, place, -1)
    binary = isinstance(op, Binary) and op.binary_output
    ones = b.splat(1, b.ranked(type.element_type, [count]))
    weights = ones if binary else weights_of(b, b.operand(op.operands[-1]), ones)
    zeros = b.splat(0, b.ranked(type.element_type, [product((*rows, size))]))
    combine = mhlo.MaximumOp if binary else mhlo.AddOp
    return b.reshape(scatter(b, zeros, place.value, weights, combine), type)


def weights_of(b: Builder, weights: SSAValue, ones: SSAValue) -> SSAValue:
    """The weight of each number: 1 where there are none."""
    given, (count,) = product(b.shape(weights)), b.shape(ones)
    if b.facts.proves(eq(given, 0)):
        return ones
    weights = flat(b, weights, given)
    if b.equal(given, count):
        return b.reshape(weights, b.ranked(element_type_of(ones), [count]))
    element_type = element_type_of(weights)
    last = b.splat(1, b.ranked(element_type, [ONE]))
    padded = concatenate(b, [weights, last], 0, b.ranked(element_type, [given + 1]))
    step = b.analysis.select(eq(given, 0), as_expr(0), ONE)
    return take_flat(b, padded, (positions(b, count) * along(b, step, count)).value)


def histogram(op: tf.HistogramFixedWidthOp, b: Builder) -> Results:
    """Each number to the bin that it is so many widths from the lower end of the range."""
    values, ends = b.operand(op.operands[0]), b.operand(op.operands[1])
    type, element_type = b.type(op.results[0]), element_type_of(values)
    (size,) = b.shape_of_type(type)
    given = b.element(op.operands[2])
    demand(b, ge(given, 1), "there must be at least one bin")
    b.bind(size, given)
    scalar = b.ranked(element_type, [])
    low, high = (Elements(b, b.reshape(b.slice(ends, 0, i, i + 1), scalar)) for i in (0, 1))
    check_true((low < high).value, op, "the range must not be empty; 1 where it is not", b)
    count = product(b.shape(values))
    number = Elements(b, flat(b, values, count))
    check_true(number.equals(number).value, op, "values must be numbers; 1 where they are", b)
    first = Elements(b, b.broadcast(low.value, tensor_type(number.value)))
    past = (number.at_least(first) - first).convert(f64)
    bins = along(b, size, count).convert(f64)
    width = Elements(b, b.broadcast((high - low).convert(f64).value, tensor_type(bins.value)))
    place = (past / (width / bins)).at_most(bins - 1).convert(i64)
    ones = b.splat(1, b.ranked(type.element_type, [count]))
    return (scatter(b, b.splat(0, type), place.value, ones, mhlo.AddOp),)


def bound(direction: str) -> Lowering:
    """How many elements of the row compare so with each value."""

    def lower(op: Bound, b: Builder) -> Results:
        ordered, values = map(b.operand, op.operands)
        type = b.type(op.results[0])
        rows, count = b.shape_of_type(type)
        pairs = b.ranked(element_type_of(values), [rows, count, b.shape(ordered)[1]])
        left, right = b.broadcast(ordered, pairs, [0, 2]), b.broadcast(values, pairs, [0, 1])
        before = b.convert(compare(b, direction, left, right), type.element_type)
        return (b.reshape(reduce(b, before, mhlo.AddOp, 0, [2]), type),)

    return lower


def in_top(op: InTop, b: Builder) -> Results:
    """Counts the greater predictions of each row; the target's is picked by its place."""
    predictions, targets = b.operand(op.operands[0]), b.operand(op.operands[1])
    shape, type = b.shape(predictions), b.type(op.results[0])
    matrix = b.ranked(i64, shape)
    target = Elements(b, b.broadcast(b.convert(targets, i64), matrix, [0]))
    is_target = target.equals(Elements(b, iota(b, matrix, 1)))
    values = Elements(b, predictions)
    chosen = reduce(b, where(is_target, values, 0).value, mhlo.AddOp, 0, [1])
    greater = values > Elements(b, b.broadcast(chosen, b.ranked(values.element_type, shape), [0]))
    above = Elements(b, reduce(b, b.convert(greater.value, i64), mhlo.AddOp, 0, [1]))
    k = along(b, as_expr(op.k), shape[0]) if isinstance(op, tf.InTopKOp) else None
    if k is None:
        k = along(b, b.element(op.operands[2]), shape[0])
    finite = b.create(mhlo.IsFiniteOp, [predictions], is_target.value.type)
    fits = Elements(b, reduce(b, finite, mhlo.AndOp, 1, [1]))
    known = Elements(b, reduce(b, is_target.value, mhlo.OrOp, 0, [1]))
    return (b.reshape(((above < k) & fits & known).value, type),)


LOWERINGS: LoweringTable = {
    tf.BincountOp: bins,
    tf.DenseBincountOp: bins,
    tf.RaggedBincountOp: ragged_bins,
    tf.SparseBincountOp: sparse_bins,
    tf.HistogramFixedWidthOp: histogram,
    tf.LowerBoundOp: bound("LT"),
    tf.UpperBoundOp: bound("LE"),
    tf.InTopKOp: in_top,
    tf.InTopKV2Op: in_top,
}
