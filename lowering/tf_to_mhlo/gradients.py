"""tf gradients of elementwise functions and of the addition of a bias."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import ComplexType
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tensors import element_type_of, tensor_type
from ...dialects.tf.activations import Gradient
from ...rules.tf.training import channel_axis
from .builder import Builder, Lowering, LoweringTable
from .complex_numbers import conjugate
from .elementwise import Values, binary, compare, square, with_number
from .reductions import reduce


def from_result(derivative: Callable[[Builder, SSAValue], SSAValue]) -> Lowering:
    """The derivative, told from the function's result, times the gradient that arrives."""

    def lower(op: Gradient, b: Builder) -> Values:
        y, dy = map(b.operand, op.operands)
        slope = derivative(b, y)
        if isinstance(element_type_of(y), ComplexType):
            slope = conjugate(b, slope)
        return (binary(b, mhlo.MultiplyOp, dy, slope),)

    return lower


def from_features(inside: Callable[[Builder, SSAValue], SSAValue]) -> Lowering:
    """The gradient that arrives where the feature is `inside`, else 0."""

    def lower(op: Gradient, b: Builder) -> Values:
        gradient, features = map(b.operand, op.operands)
        type = tensor_type(gradient)
        return (b.create(mhlo.SelectOp, [inside(b, features), gradient, b.splat(0, type)], type),)

    return lower


def tanh(b: Builder, y: SSAValue) -> SSAValue:
    """1 - y²"""
    return binary(b, mhlo.SubtractOp, b.splat(1, tensor_type(y)), square(b, y))


def sigmoid(b: Builder, y: SSAValue) -> SSAValue:
    """y (1 - y)"""
    return binary(b, mhlo.MultiplyOp, y, binary(b, mhlo.SubtractOp, b.splat(1, tensor_type(y)), y))


def rsqrt(b: Builder, y: SSAValue) -> SSAValue:
    """-y³ / 2"""
    return with_number(b, mhlo.MultiplyOp, binary(b, mhlo.MultiplyOp, square(b, y), y), -0.5)


def sqrt(b: Builder, y: SSAValue) -> SSAValue:
    """1 / (2 y)"""
    return binary(b, mhlo.DivideOp, b.splat(0.5, tensor_type(y)), y)


def positive(b: Builder, features: SSAValue) -> SSAValue:
    return compare(b, "GT", features, b.splat(0, tensor_type(features)))


def between_0_and_6(b: Builder, features: SSAValue) -> SSAValue:
    below = compare(b, "LT", features, b.splat(6, tensor_type(features)))
    return binary(b, mhlo.AndOp, positive(b, features), below)


def bias(op: tf.BiasAddGradOp, b: Builder) -> Values:
    """The sum over all dimensions but the channels."""
    value = b.operand(op.operands[0])
    rank = len(b.shape(value))
    channel = channel_axis(op.data_format, rank)
    return (reduce(b, value, mhlo.AddOp, 0, [i for i in range(rank) if i != channel]),)


GRADIENTS: LoweringTable = {
    tf.TanhGradOp: from_result(tanh),
    tf.SigmoidGradOp: from_result(sigmoid),
    tf.RsqrtGradOp: from_result(rsqrt),
    tf.SqrtGradOp: from_result(sqrt),
    tf.ReluGradOp: from_features(positive),
    tf.Relu6GradOp: from_features(between_0_and_6),
    tf.BiasAddGradOp: bias,
}
