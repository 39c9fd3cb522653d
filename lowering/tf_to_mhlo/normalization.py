"""tf batch normalization."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tensors import Tensor, element_type_of, tensor_type
from ...dialects.tf.nn import FusedBatchNorm
from ...rules.tf.training import channel_axis
from ...symbolic import as_expr, shapes
from .builder import Builder, LoweringTable
from .elementwise import Values, binary, square, with_number
from .reductions import number, reduce


def batch_norm(op: FusedBatchNorm, b: Builder) -> Values:
    """`(x - mean) * (scale / sqrt(variance + epsilon)) + offset`, computed in the type of the vectors."""
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


def nothing(b: Builder, result: SSAValue) -> SSAValue:
    """Zeros for a reserve space that nobody reads, empty where its type leaves a size open."""
    type = b.type(result)
    for size in b.shape_of_type(type):
        b.bind(size, as_expr(0))
    return b.splat(0, type)


def along(b: Builder, vector: SSAValue, x: SSAValue, axis: int) -> SSAValue:
    """`vector` spread over all dimensions of `x` but `axis`."""
    return b.broadcast(vector, tensor_type(x), [axis])


def moments(b: Builder, x: SSAValue, axis: int) -> tuple[SSAValue, SSAValue]:
    """Mean and variance over all dimensions but `axis`."""
    mean = mean_over_others(b, x, axis)
    centred = binary(b, mhlo.SubtractOp, x, along(b, mean, x, axis))
    return mean, mean_over_others(b, square(b, centred), axis)


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
    b: Builder, op: FusedBatchNorm, running: list[SSAValue], batch: list[SSAValue], vector: Tensor
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


NORMALIZATIONS: LoweringTable = {
    tf.FusedBatchNormOp: batch_norm,
    tf.FusedBatchNormV2Op: batch_norm,
    tf.FusedBatchNormV3Op: batch_norm,
}
