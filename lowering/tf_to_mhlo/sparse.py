"""tf ops on sparse tensors: gathers of rows, and scatters."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.sparse import CountedSparseSegments, SparseReduction, SparseSegments
from ...dialects.types import COMPLEX, element_type_of, kind_of, tensor_type
from ...rules.tf.sparse import count_of, reduced_axes
from ...symbolic import Expr, eq
from .builder import Builder, Lowering, LoweringTable
from .elementwise import Results, binary
from .formulas import Elements, where
from .gathering import take_along, take_flat
from .indices import number, positions
from .joining import concatenate
from .random import bind_size
from .reducers import lowest, reduce, wide_float
from .run_time_axes import demand
from .scattering import replacing_body, scatter
from .sorting import sort
from .sparse_reshaping import reshaped
from .sparse_rows import filled, filled_gradient, segments_gradient, unique_gradient
from .value_checks import check_increasing, check_rows


def segments(divide: bool, root: bool = False) -> Lowering:
    """Sums of rows, perhaps over their numbers or the square roots of those."""

    def lower(op: SparseSegments, b: Builder) -> Results:
        data, indices, ids = map(b.operand, op.operands[:3])
        type = b.type(op.results[0])
        if isinstance(op, CountedSparseSegments):
            bind_size(b, b.shape_of_type(type)[0], op.operands[3])
        else:
            greatest = reduce(b, b.convert(ids, i64), mhlo.MaximumOp, -1, [0])
            b.bind(b.shape_of_type(type)[0], b.read(greatest) + 1)
        wide = wide_float(type.element_type)
        rows = b.convert(take_along(b, data, indices, 0), wide)
        sums = scatter(b, b.splat(0, b.ranked(wide, b.shape_of_type(type))), ids, rows, mhlo.AddOp)
        if not divide:
            return (b.convert(sums, type.element_type),)
        count = b.ranked(wide, b.shape_of_type(type)[:1])
        ones = b.splat(1, b.like(ids, wide))
        number = Elements(b, scatter(b, b.splat(0, count), ids, ones, mhlo.AddOp)).at_least(1)
        divisor = (number.sqrt() if root else number).value
        means = binary(b, mhlo.DivideOp, sums, b.broadcast(divisor, tensor_type(sums), [0]))
        return (b.convert(means, type.element_type),)

    return lower


def to_dense(op: tf.SparseToDenseOp, b: Builder) -> Results:
    indices, _, values, default = map(b.operand, op.operands)
    type = b.type(op.results[0])
    for i, size in enumerate(b.shape_of_type(type)):
        b.bind(size, b.element(op.operands[1], i))
    shape, rank = b.shape(indices), type.get_num_dims()
    index_type, count = element_type_of(indices), count_of(shape)
    if op.validate_indices and len(shape) == 2:
        check_rows_ascend(op, b, indices)
    rows = b.reshape(indices, b.ranked(index_type, [count, rank]))
    updates = b.broadcast(values, b.ranked(type.element_type, [count]))
    return (scatter(b, b.broadcast(default, type), rows, updates, replacing_body, rank),)


def check_rows_ascend(op: tf.SparseToDenseOp, b: Builder, indices: SSAValue) -> None:
    """Asserts that the places that rows of `indices` name come in row-major order."""
    places = row_major(b, indices, b.shape_of_type(b.type(op.results[0])))
    check_increasing(places, op, "sparse_indices, in row-major order", b)


def row_major(b: Builder, indices: SSAValue, shape: Sequence[Expr]) -> SSAValue:
    """For each row of `indices` the place that it names in a flattened tensor of `shape`."""
    place = b.ranked(i64, b.shape(indices)[:1])
    total = Elements(b, b.splat(0, place))
    for i, size in enumerate(shape):
        column = b.convert(b.reshape(b.slice(indices, 1, i, i + 1), flat_like(b, indices)), i64)
        total = total * Elements(b, b.broadcast(number(b, size, i64), place))
        total = total + Elements(b, column)
    return total.value


def reorder(op: tf.SparseReorderOp, b: Builder) -> Results:
    """Sorted stably by one column after the other, the first one last."""
    indices, values, _ = map(b.operand, op.operands)
    rank = b.facts.simplify(b.shape(indices)[1]).constant_value
    if rank is None:
        raise b.fail("the numbers of an index must be known")
    order = positions(b, b.shape(indices)[0]).value
    for i in reversed(range(rank)):
        column = b.reshape(b.slice(indices, 1, i, i + 1), flat_like(b, indices))
        _, order = sort(b, [take_flat(b, column, order), order], "LT", 0)
    return take_along(b, indices, order, 0), take_along(b, values, order, 0)


def flat_like(b: Builder, indices: SSAValue) -> TensorType[Attribute]:
    """The type of a vector of the elements of a column of `indices`."""
    return b.ranked(element_type_of(indices), b.shape(indices)[:1])


def product(op: tf.SparseTensorDenseMatMulOp, b: Builder) -> Results:
    """Each element times its row of the right side, added to its row of the result."""
    indices, values, _, right = map(b.operand, op.operands)
    type = b.type(op.results[0])
    if (op.adjoint_a or op.adjoint_b) and kind_of(type.element_type) == COMPLEX:
        raise b.fail("adjoints of complex matrices are not supported")
    bind_left(op, b)
    if op.adjoint_b:
        sizes = [b.shape(right)[1], b.shape(right)[0]]
        turned = b.ranked(type.element_type, sizes)
        right = b.transpose(right, [1, 0], turned)
    row, column = (b.slice(indices, 1, i, i + 1) for i in (0, 1))
    if op.adjoint_a:
        row, column = column, row
    row, column = (b.reshape(place, flat_like(b, indices)) for place in (row, column))
    picked = take_along(b, right, column, 0)
    scaled = binary(b, mhlo.MultiplyOp, picked, b.broadcast(values, tensor_type(picked), [0]))
    return (scatter(b, b.splat(0, type), row, scaled, mhlo.AddOp),)


def bind_left(op: tf.SparseTensorDenseMatMulOp, b: Builder) -> None:
    """Makes the rows readable, and tests that the inner sizes agree where that is not known."""
    sizes = [b.element(op.operands[2], i) for i in (0, 1)]
    outer, inner = reversed(sizes) if op.adjoint_a else sizes
    b.bind(b.shape_of_type(b.type(op.results[0]))[0], outer)
    found = b.shape(b.operand(op.operands[3]))[1 if op.adjoint_b else 0]
    if not b.facts.proves(eq(inner, found)):
        demand(b, eq(inner, found), "contracted dimensions must agree")


def reduction(op: SparseReduction, b: Builder) -> Results:
    """Into zeros at the numbers of an index that stay; of maxima only where there are any."""
    indices, values, _, _ = map(b.operand, op.operands)
    type, axes = b.type(op.results[0]), reduced_axes(op, b.analysis)
    if axes is None:
        raise b.fail("the dimensions must be constant")
    rank = len(b.analysis.elements(op.operands[2]) or ())
    kept = [i for i in range(rank) if i not in axes]
    result = b.shape_of_type(type)
    for place, axis in enumerate(range(rank) if op.keep_dims else kept):
        if axis in kept:
            b.bind(result[place], b.element(op.operands[2], axis))
    sizes = [result[axis] for axis in kept] if op.keep_dims else result
    columns = [b.slice(indices, 1, i, i + 1) for i in kept]
    count, index_type = b.shape(indices)[0], element_type_of(indices)
    rows = concatenate(b, columns, 1, b.ranked(index_type, [count, len(kept)])) if kept else None

    if rows is not None:
        check_rows(rows, sizes, op, "input_indices", b)

    def collected(start: float, updates: SSAValue, combine: type[Operation]) -> SSAValue:
        if rows is None:
            return reduce(b, updates, combine, start, [0])
        target = b.splat(start, b.ranked(element_type_of(updates), sizes))
        return scatter(b, target, rows, updates, combine, len(kept))

    if isinstance(op, tf.SparseReduceSumOp):
        return (b.reshape(collected(0, values, mhlo.AddOp), type),)
    most = Elements(b, collected(lowest(type.element_type), values, mhlo.MaximumOp))
    some = Elements(b, collected(0, b.splat(1, b.like(values, i64)), mhlo.AddOp)) > 0
    return (b.reshape(where(some, most, 0).value, type),)


LOWERINGS: LoweringTable = {
    tf.SparseSegmentSumGradV2Op: unique_gradient(divide=False),
    tf.SparseSegmentMeanGradV2Op: unique_gradient(divide=True),
    tf.SparseSegmentSqrtNGradV2Op: unique_gradient(divide=True, root=True),
    tf.SparseFillEmptyRowsGradOp: filled_gradient,
    tf.SparseSegmentSumGradOp: segments_gradient(divide=False),
    tf.SparseSegmentMeanGradOp: segments_gradient(divide=True),
    tf.SparseSegmentSqrtNGradOp: segments_gradient(divide=True, root=True),
    tf.SparseReshapeOp: reshaped,
    tf.SparseFillEmptyRowsOp: filled,
    tf.SparseReduceSumOp: reduction,
    tf.SparseReduceMaxOp: reduction,
    tf.SparseSegmentSumOp: segments(divide=False),
    tf.SparseSegmentMeanOp: segments(divide=True),
    tf.SparseSegmentSqrtNOp: segments(divide=True, root=True),
    tf.SparseSegmentSumWithNumSegmentsOp: segments(divide=False),
    tf.SparseSegmentMeanWithNumSegmentsOp: segments(divide=True),
    tf.SparseSegmentSqrtNWithNumSegmentsOp: segments(divide=True, root=True),
    tf.SparseToDenseOp: to_dense,
    tf.SparseReorderOp: reorder,
    tf.SparseTensorDenseMatMulOp: product,
}
