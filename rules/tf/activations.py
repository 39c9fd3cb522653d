"""Rules for tf activation functions and their gradients."""

from __future__ import annotations

from ...dialects import tf
from ...symbolic import maximum, minimum
from ..rule import OpRule
from .element_values import elementwise, integer
from .elementwise import gradient, gradient_of_result, like_operand

RULES = (
    OpRule(tf.EluOp, shape=like_operand),
    OpRule(tf.LeakyReluOp, shape=like_operand),
    OpRule(
        tf.Relu6Op,
        shape=like_operand,
        value=elementwise(integer(lambda a: minimum(maximum(a, 0), 6))),
    ),
    OpRule(tf.ReluOp, shape=like_operand, value=elementwise(integer(lambda a: maximum(a, 0)))),
    OpRule(tf.SeluOp, shape=like_operand),
    OpRule(tf.SoftplusOp, shape=like_operand),
    OpRule(tf.SoftsignOp, shape=like_operand),
    OpRule(tf.SigmoidOp, shape=like_operand),
    OpRule(tf.SigmoidGradOp, shape=gradient_of_result),
    OpRule(tf.ReluGradOp, shape=gradient),
    OpRule(tf.Relu6GradOp, shape=gradient),
    OpRule(tf.EluGradOp, shape=gradient),
    OpRule(tf.SeluGradOp, shape=gradient),
    OpRule(tf.SoftplusGradOp, shape=gradient),
    OpRule(tf.SoftsignGradOp, shape=gradient),
    OpRule(tf.LeakyReluGradOp, shape=gradient),
)
