"""tf activation functions and their gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.elementwise import Gradient
from ...dialects.types import element_type_of, tensor_type
from .builder import Builder, Lowering, LoweringTable
from .elementwise import Results, binary, compare, direct, from_result
from .formulas import Elements, formula, real_formula, where

SELU_ALPHA = 1.6732632423543772


SELU_SCALE = 1.0507009873554805
"""The constants of https://arxiv.org/abs/1706.02515, appendix A.1."""


def relu(x: Elements) -> Elements:
    """What is negative becomes 0; -0.0 and NaN stay."""
    return where(x < 0, x.full(0), x) if isinstance(x.element_type, AnyFloat) else x.at_least(0)


def relu6(x: Elements) -> Elements:
    return relu(x).at_most(6)


def elu(x: Elements) -> Elements:
    return where(x > 0, x, x.expm1())


def selu(x: Elements) -> Elements:
    return where(x > 0, x * SELU_SCALE, x.expm1() * (SELU_SCALE * SELU_ALPHA))


def softplus(x: Elements) -> Elements:
    """log(1 + exp(x)), which must not overflow on the way."""
    return x.at_least(0) + (-abs(x)).exp().log1p()


def softsign(x: Elements) -> Elements:
    return x / (abs(x) + 1)


def leaky_relu(op: tf.LeakyReluOp, b: Builder) -> Sequence[SSAValue]:
    """`alpha * x` below 0."""
    x = Elements(b, b.operand(op.operands[0]))
    return (where(x > 0, x, x * op.alpha).value,)


def leaky_relu_gradient(op: tf.LeakyReluGradOp, b: Builder) -> Sequence[SSAValue]:
    """`alpha` times the gradient where the feature is not above 0."""
    gradient, x = (Elements(b, b.operand(o)) for o in op.operands)
    return (where(x > 0, gradient, gradient * op.alpha).value,)


def elu_gradient(gradient: Elements, y: Elements) -> Elements:
    """From the result: its slope is `y + 1` below 0."""
    return where(y < 0, gradient * (y + 1), gradient)


def selu_gradient(gradient: Elements, y: Elements) -> Elements:
    return where(y < 0, gradient * (y + SELU_SCALE * SELU_ALPHA), gradient * SELU_SCALE)


def softplus_gradient(gradient: Elements, x: Elements) -> Elements:
    return gradient / ((-x).exp() + 1)


def softsign_gradient(gradient: Elements, x: Elements) -> Elements:
    distance = abs(x) + 1
    return gradient / (distance * distance)


def from_features(inside: Callable[[Builder, SSAValue], SSAValue]) -> Lowering:
    """The gradient that arrives where the feature is `inside`, else 0 times it, as in TensorFlow's
    kernels: -0.0 where it is negative, NaN where it is infinite.
    """

    def lower(op: Gradient, b: Builder) -> Results:
        gradient, features = map(b.operand, op.operands)
        taken = b.convert(inside(b, features), element_type_of(gradient))
        return (binary(b, mhlo.MultiplyOp, gradient, taken),)

    return lower


def sigmoid_derivative(b: Builder, y: SSAValue) -> SSAValue:
    """y (1 - y)"""
    return binary(b, mhlo.MultiplyOp, y, binary(b, mhlo.SubtractOp, b.splat(1, tensor_type(y)), y))


def positive(b: Builder, features: SSAValue) -> SSAValue:
    return compare(b, "GT", features, b.splat(0, tensor_type(features)))


def between_0_and_6(b: Builder, features: SSAValue) -> SSAValue:
    below = compare(b, "LT", features, b.splat(6, tensor_type(features)))
    return binary(b, mhlo.AndOp, positive(b, features), below)


LOWERINGS: LoweringTable = {
    tf.ReluOp: formula(relu),
    tf.Relu6Op: formula(relu6),
    tf.LeakyReluOp: leaky_relu,
    tf.SigmoidOp: direct(mhlo.LogisticOp),
    tf.EluOp: formula(elu),
    tf.SeluOp: formula(selu),
    tf.SoftplusOp: real_formula(softplus),
    tf.SoftsignOp: formula(softsign),
    tf.SigmoidGradOp: from_result(sigmoid_derivative),
    tf.ReluGradOp: from_features(positive),
    tf.EluGradOp: real_formula(elu_gradient),
    tf.SeluGradOp: real_formula(selu_gradient),
    tf.SoftplusGradOp: real_formula(softplus_gradient),
    tf.SoftsignGradOp: real_formula(softsign_gradient),
    tf.LeakyReluGradOp: leaky_relu_gradient,
    tf.Relu6GradOp: from_features(between_0_and_6),
}
