"""tf activation functions and their gradients."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from ..types import is_float
from .elementwise import Elementwise, FloatUnary, Gradient, GradientFromResult
from .parameters import real


class Activation(Elementwise):
    """A function of the elements of a layer, `features` to `activations`."""

    features = operand_def()
    activations = result_def()


class FloatActivation(Activation):
    """An activation of floating point elements."""

    NEEDS: ClassVar = ((is_float,), "floats")


class ReluOp(Activation):
    name = "tf.Relu"


class Relu6Op(Activation):
    name = "tf.Relu6"


class EluOp(FloatActivation):
    name = "tf.Elu"


class SeluOp(FloatActivation):
    name = "tf.Selu"


class LeakyReluOp(FloatActivation):
    name = "tf.LeakyRelu"
    alpha = real(0.2)


class SoftplusOp(FloatActivation):
    name = "tf.Softplus"


class SoftsignOp(FloatActivation):
    name = "tf.Softsign"


class GradientFromFeatures(Gradient):
    """The gradient from the `gradients` that arrive and the `features` that went in."""

    NAMES: ClassVar = ("gradients", "features")
    gradients = operand_def()
    features = operand_def()
    backprops = result_def()


class SigmoidGradOp(GradientFromResult):
    name = "tf.SigmoidGrad"


class ReluGradOp(GradientFromFeatures):
    name = "tf.ReluGrad"


class Relu6GradOp(GradientFromFeatures):
    name = "tf.Relu6Grad"


class GradientFromOutputs(Gradient):
    """The gradient from the `gradients` that arrive and the `outputs` of the function."""

    NAMES: ClassVar = ("gradients", "outputs")
    gradients = operand_def()
    outputs = operand_def()
    backprops = result_def()


class EluGradOp(GradientFromOutputs):
    name = "tf.EluGrad"


class SeluGradOp(GradientFromOutputs):
    name = "tf.SeluGrad"


class SoftplusGradOp(GradientFromFeatures):
    name = "tf.SoftplusGrad"


class SoftsignGradOp(GradientFromFeatures):
    name = "tf.SoftsignGrad"


class LeakyReluGradOp(GradientFromFeatures):
    name = "tf.LeakyReluGrad"
    alpha = real(0.2)


class SigmoidOp(FloatUnary):
    name = "tf.Sigmoid"
