"""tf activations of neural network layers."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from .builder import Builder, LoweringTable
from .elementwise import direct
from .formulas import Elements, formula, real_formula, where

SELU_ALPHA = 1.6732632423543772
SELU_SCALE = 1.0507009873554805
"""The constants of https://arxiv.org/abs/1706.02515, appendix A.1."""


def relu(x: Elements) -> Elements:
    return x.at_least(0)


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


ACTIVATIONS: LoweringTable = {
    tf.ReluOp: formula(relu),
    tf.Relu6Op: formula(relu6),
    tf.LeakyReluOp: leaky_relu,
    tf.SigmoidOp: direct(mhlo.LogisticOp),
    tf.EluOp: formula(elu),
    tf.SeluOp: formula(selu),
    tf.SoftplusOp: real_formula(softplus),
    tf.SoftsignOp: formula(softsign),
}
