"""tf softmaxes, batch normalizations and the losses over softmaxes."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.normalization import FusedBatchNorm, FusedBatchNormGradient
from ...dialects.types import RankedTensor, element_type_of, tensor_type
from ...rules.tf.normalization import channel_axis
from ...symbolic import as_expr, shapes
from .builder import Builder, LoweringTable
from .elementwise import Results, binary, compare, squared, with_number
from .formulas import Elements
from .indices import iota, number
from .reducers import lowest, reduce, wide_float


def batch_norm(op: FusedBatchNorm, b: Builder) -> Results:
    """`(x - mean) * (scale / sqrt(variance + epsilon)) + offset`, in the vectors' element type."""
    x, scale, offset, *running = map(b.operand, op.operands)
    element_type = b.type(op.results[0]).element_type
    x = b.convert(x, element_type_of(scale))
    axis = channel_axis(op.data_format, len(b.shape(x)))
    vector = b.ranked(element_type_of(scale), [b.shape(x)[axis]])
    if op.is_training:
        mean, variance = moments(b, x, axis)
        statistics = [mean, corrected(b, x, axis, variance)]
        statistics = updated(b, op, running, statistics, vector)
        statistics += [mean, variance]
    else:
        mean, variance = running
        statistics = [mean, variance, mean, variance]
    spread = b.create(mhlo.RsqrtOp, [with_number(b, mhlo.AddOp, variance, op.epsilon)], vector)
    factor = along(b, binary(b, mhlo.MultiplyOp, spread, scale), x, axis)
    centred = binary(b, mhlo.SubtractOp, x, along(b, mean, x, axis))
    scaled = binary(b, mhlo.MultiplyOp, centred, factor)
    y = binary(b, mhlo.AddOp, scaled, along(b, offset, x, axis))
    return (b.convert(y, element_type), *statistics, *(nothing(b, last) for last in op.results[5:]))


def batch_norm_gradient(op: FusedBatchNormGradient, b: Builder) -> Results:
    """In training, mean and variance depend on `x`, which takes away what they undo."""
    element_type = b.type(op.results[0]).element_type
    arriving, x, scale, mean, variance = map(b.operand, op.operands[:5])
    wide = element_type_of(scale)
    arriving, x = b.convert(arriving, wide), b.convert(x, wide)
    axis = channel_axis(op.data_format, len(b.shape(x)))
    others = [i for i in range(len(b.shape(x))) if i != axis]
    dy = Elements(b, arriving)

    def spread(vector: Elements) -> Elements:
        return Elements(b, along(b, vector.value, x, axis))

    def total(value: Elements) -> Elements:
        return Elements(b, reduce(b, value.value, mhlo.AddOp, 0, others))

    centred = Elements(b, x) - spread(Elements(b, mean))
    factor = (Elements(b, variance) + op.epsilon).apply(mhlo.RsqrtOp)
    product, offset = total(dy * centred), total(dy)
    if op.is_training:
        shape = b.shape(x)
        count = number(b, shapes.product(shape[i] for i in others), wide)
        count = Elements(b, b.broadcast(count, tensor_type(offset.value)))
        slope = product / count * factor * factor
        dy = dy - spread(offset / count) - centred * spread(slope)
    result = dy * spread(Elements(b, scale) * factor)
    unused = (nothing(b, last) for last in op.results[3:])
    return (b.convert(result.value, element_type), (product * factor).value, offset.value, *unused)


def nothing(b: Builder, result: SSAValue) -> SSAValue:
    """Zeros for an unused reserve space, empty where its type leaves a size open."""
    type = b.type(result)
    for size in b.shape_of_type(type):
        if not b.sizes.has(size):
            b.bind(size, as_expr(0))
    return b.splat(0, type)


def along(b: Builder, vector: SSAValue, x: SSAValue, axis: int) -> SSAValue:
    """`vector` spread over all dimensions of `x` but `axis`."""
    return b.broadcast(vector, tensor_type(x), [axis])


def moments(b: Builder, x: SSAValue, axis: int) -> tuple[SSAValue, SSAValue]:
    """Mean and variance over all dimensions but `axis`."""
    mean = mean_over_others(b, x, axis)
    centred = binary(b, mhlo.SubtractOp, x, along(b, mean, x, axis))
    return mean, mean_over_others(b, squared(b, centred), axis)


def mean_over_others(b: Builder, x: SSAValue, axis: int) -> SSAValue:
    shape = b.shape(x)
    others = [i for i in range(len(shape)) if i != axis]
    total = reduce(b, x, mhlo.AddOp, 0, others)
    type = tensor_type(total)
    count = number(b, shapes.product(shape[i] for i in others), type.element_type)
    return binary(b, mhlo.DivideOp, total, b.broadcast(count, type))


def corrected(b: Builder, x: SSAValue, axis: int, variance: SSAValue) -> SSAValue:
    """The variance by `n - 1` (at least 1) instead of the `n` elements of a channel."""
    shape = b.shape(x)
    type = tensor_type(variance)
    count = shapes.product(size for i, size in enumerate(shape) if i != axis)
    n = number(b, count, type.element_type)
    less = with_number(b, mhlo.SubtractOp, n, 1)
    factor = binary(b, mhlo.DivideOp, n, with_number(b, mhlo.MaximumOp, less, 1))
    return binary(b, mhlo.MultiplyOp, variance, b.broadcast(factor, type))


def updated(
    b: Builder,
    op: FusedBatchNorm,
    running: list[SSAValue],
    batch: list[SSAValue],
    vector: RankedTensor,
) -> list[SSAValue]:
    """The running statistics moved towards those of the batch by `exponential_avg_factor`."""
    factor = op.exponential_avg_factor
    if factor == 1:
        return batch
    return [
        b.create(
            mhlo.AddOp,
            [
                with_number(b, mhlo.MultiplyOp, old, 1 - factor),
                with_number(b, mhlo.MultiplyOp, new, factor),
            ],
            vector,
        )
        for old, new in zip(running, batch, strict=True)
    ]


def log_and_softmax(b: Builder, logits: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Logarithm of the softmax of each row, and the softmax."""
    type = tensor_type(logits)
    largest = along_last(b, logits, mhlo.MaximumOp, lowest(type.element_type))
    shifted = binary(b, mhlo.SubtractOp, logits, largest)
    exponential = b.create(mhlo.ExponentialOp, [shifted], type)
    total = along_last(b, exponential, mhlo.AddOp, 0)
    logarithm = binary(b, mhlo.SubtractOp, shifted, b.create(mhlo.LogOp, [total], type))
    return logarithm, binary(b, mhlo.DivideOp, exponential, total)


def cross_entropy(op: tf.SoftmaxCrossEntropyWithLogitsOp, b: Builder) -> Results:
    """The sum of `-label * log(softmax)` of each row, 0 for label 0; gradient `softmax - label`."""
    type = b.type(op.results[1])
    logits, labels = (b.broadcast(b.operand(o), type) for o in op.operands)
    logarithm, softmax = log_and_softmax(b, logits)
    zero = b.splat(0, tensor_type(labels))
    product = binary(b, mhlo.MultiplyOp, labels, logarithm)
    terms = b.create(mhlo.SelectOp, [compare(b, "EQ", labels, zero), zero, product], zero.type)
    return loss(b, terms), binary(b, mhlo.SubtractOp, softmax, labels)


def loss(b: Builder, terms: SSAValue) -> SSAValue:
    """The negative sum of each row; 0 has no sign."""
    total = reduce(b, terms, mhlo.AddOp, 0, [1])
    return binary(b, mhlo.SubtractOp, b.splat(0, tensor_type(total)), total)


def sparse_cross_entropy(op: tf.SparseSoftmaxCrossEntropyWithLogitsOp, b: Builder) -> Results:
    """Cross entropy with a 1 at each row's label; NaN where there is no such class."""
    logits, labels = map(b.operand, op.operands)
    logarithm, softmax = log_and_softmax(b, logits)
    type = tensor_type(logarithm)
    spread = rows_to(b, labels, b.like(logits, element_type_of(labels)))
    hit = compare(b, "EQ", iota(b, tensor_type(spread), 1), spread)
    zero = b.splat(0, type)
    terms = b.create(mhlo.SelectOp, [hit, logarithm, zero], type)
    ones = b.create(mhlo.SelectOp, [hit, b.splat(1, type), zero], type)
    gradient = binary(b, mhlo.SubtractOp, softmax, ones)
    results = loss(b, terms), gradient
    known = are_classes(b, labels, logits)
    return tuple(nan_unless(b, known, value) for value in results)


def are_classes(b: Builder, labels: SSAValue, logits: SSAValue) -> SSAValue:
    """Whether each label is the number of a class."""
    type = tensor_type(labels)
    classes = b.broadcast(number(b, b.shape(logits)[1], type.element_type), type)
    return binary(
        b,
        mhlo.AndOp,
        compare(b, "GE", labels, b.splat(0, type)),
        compare(b, "LT", labels, classes),
    )


def nan_unless(b: Builder, known: SSAValue, value: SSAValue) -> SSAValue:
    """`value` in the rows where `known` holds, NaN in the others."""
    target = tensor_type(value)
    spread = b.broadcast(known, target, [0])
    return b.create(mhlo.SelectOp, [spread, value, b.splat(float("nan"), target)], target)


def softmax(op: tf.SoftmaxOp, b: Builder) -> Results:
    """exp(x - max) / sum(exp(x - max)) along the last dimension."""
    shifted, type = shift(op, b)
    exponential = b.create(mhlo.ExponentialOp, [shifted], shifted.type)
    total = along_last(b, exponential, mhlo.AddOp, 0)
    return (b.convert(binary(b, mhlo.DivideOp, exponential, total), type.element_type),)


def shift(op: Operation, b: Builder) -> tuple[SSAValue, TensorType[Attribute]]:
    """The operand less its maximum along the last dimension, in 32 bits or more, and its type."""
    value = b.operand(op.operands[0])
    type = tensor_type(value)
    value = b.convert(value, wide_float(type.element_type))
    largest = along_last(b, value, mhlo.MaximumOp, lowest(type.element_type))
    return binary(b, mhlo.SubtractOp, value, largest), type


def along_last(b: Builder, value: SSAValue, op: type[Operation], start: float) -> SSAValue:
    """`value` combined along its last dimension and spread over it again."""
    reduced = reduce(b, value, op, start, [len(b.shape(value)) - 1])
    return rows_to(b, reduced, tensor_type(value))


def rows_to(b: Builder, value: SSAValue, type: TensorType[Attribute]) -> SSAValue:
    """One number a row, spread along the last dimension of `type`."""
    return b.broadcast(value, type, range(type.get_num_dims() - 1))


def log_softmax(op: tf.LogSoftmaxOp, b: Builder) -> Results:
    """x - max - log(sum(exp(x - max))) along the last dimension."""
    shifted, type = shift(op, b)
    exponential = b.create(mhlo.ExponentialOp, [shifted], shifted.type)
    total = reduce(b, exponential, mhlo.AddOp, 0, [len(b.shape(exponential)) - 1])
    logarithm = b.create(mhlo.LogOp, [total], total.type)
    spread = rows_to(b, logarithm, tensor_type(shifted))
    return (b.convert(binary(b, mhlo.SubtractOp, shifted, spread), type.element_type),)


LOWERINGS: LoweringTable = {
    tf.FusedBatchNormOp: batch_norm,
    tf.FusedBatchNormV2Op: batch_norm,
    tf.FusedBatchNormV3Op: batch_norm,
    tf.FusedBatchNormGradOp: batch_norm_gradient,
    tf.FusedBatchNormGradV2Op: batch_norm_gradient,
    tf.FusedBatchNormGradV3Op: batch_norm_gradient,
    tf.SoftmaxCrossEntropyWithLogitsOp: cross_entropy,
    tf.SparseSoftmaxCrossEntropyWithLogitsOp: sparse_cross_entropy,
    tf.SoftmaxOp: softmax,
    tf.LogSoftmaxOp: log_softmax,
}
