"""tf losses, whose gradients come with them."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tensors import element_type_of, tensor_type
from .builder import Builder, LoweringTable
from .elementwise import Values, binary, compare, square, with_number
from .reductions import along_last, iota, lowest, number, reduce, rows_to


def l2_loss(op: tf.L2LossOp, b: Builder) -> Values:
    """Half the sum of the squares."""
    value = b.operand(op.operands[0])
    total = reduce(b, square(b, value), mhlo.AddOp, 0, range(len(b.shape(value))))
    return (with_number(b, mhlo.MultiplyOp, total, 0.5),)


def log_and_softmax(b: Builder, logits: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Logarithm of the softmax of each row, and the softmax."""
    type = tensor_type(logits)
    largest = along_last(b, logits, mhlo.MaximumOp, lowest(type.element_type))
    shifted = binary(b, mhlo.SubtractOp, logits, largest)
    exponential = b.create(mhlo.ExponentialOp, [shifted], type)
    total = along_last(b, exponential, mhlo.AddOp, 0)
    logarithm = binary(b, mhlo.SubtractOp, shifted, b.create(mhlo.LogOp, [total], type))
    return logarithm, binary(b, mhlo.DivideOp, exponential, total)


def cross_entropy(op: tf.SoftmaxCrossEntropyWithLogitsOp, b: Builder) -> Values:
    """The sum of `-label * log(softmax)` of each row, nothing where the label is 0; the gradient `softmax - label`."""
    type = b.type(op.results[1])
    logits, labels = (b.broadcast(b.operand(o), type) for o in op.operands)
    logarithm, softmax = log_and_softmax(b, logits)
    zero = b.splat(0, tensor_type(labels))
    product = binary(b, mhlo.MultiplyOp, labels, logarithm)
    terms = b.create(mhlo.SelectOp, [compare(b, "EQ", labels, zero), zero, product], zero.type)
    return loss(b, terms), binary(b, mhlo.SubtractOp, softmax, labels)


def loss(b: Builder, terms: SSAValue) -> SSAValue:
    """The negative sum of each row."""
    total = reduce(b, terms, mhlo.AddOp, 0, [1])
    return b.create(mhlo.NegateOp, [total], total.type)


def sparse_cross_entropy(op: tf.SparseSoftmaxCrossEntropyWithLogitsOp, b: Builder) -> Values:
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
    return (
        nan_unless_class(b, labels, logits, loss(b, terms)),
        nan_unless_class(b, labels, logits, gradient),
    )


def nan_unless_class(b: Builder, labels: SSAValue, logits: SSAValue, value: SSAValue) -> SSAValue:
    """`value` in the rows whose label is the number of a class, NaN in the others."""
    type = tensor_type(labels)
    classes = b.broadcast(number(b, b.shape(logits)[1], type.element_type), type)
    known = binary(
        b,
        mhlo.AndOp,
        compare(b, "GE", labels, b.splat(0, type)),
        compare(b, "LT", labels, classes),
    )
    target = tensor_type(value)
    spread = b.broadcast(known, target, [0])
    return b.create(mhlo.SelectOp, [spread, value, b.splat(float("nan"), target)], target)


LOSSES: LoweringTable = {
    tf.L2LossOp: l2_loss,
    tf.SoftmaxCrossEntropyWithLogitsOp: cross_entropy,
    tf.SparseSoftmaxCrossEntropyWithLogitsOp: sparse_cross_entropy,
}
