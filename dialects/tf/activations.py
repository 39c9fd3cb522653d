"""tf activations of neural network layers, and the gradients of some functions."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .parameters import real
from .static_types import agree, is_float, same_elements
from .unary import Elementwise


class Activation(Elementwise):
    """A function of the elements of a layer, `features` to `activations`."""

    features = operand_def()
    activations = result_def()


class FloatActivation(Activation):
    """An activation of floating point elements."""

    NEEDS: ClassVar = ((is_float,), "floats")


@tf_op
class ReluOp(Activation):
    name = "tf.Relu"


@tf_op
class Relu6Op(Activation):
    name = "tf.Relu6"


@tf_op
class EluOp(FloatActivation):
    name = "tf.Elu"


@tf_op
class SeluOp(FloatActivation):
    name = "tf.Selu"


@tf_op
class LeakyReluOp(FloatActivation):
    name = "tf.LeakyRelu"
    alpha = real(0.2)


@tf_op
class SoftplusOp(FloatActivation):
    name = "tf.Softplus"


@tf_op
class SoftsignOp(FloatActivation):
    name = "tf.Softsign"


class Gradient(PureTfOperation):
    """The gradient of an elementwise function, from two operands of one shape."""

    NAMES: ClassVar[tuple[str, str]] = ("y", "dy")

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        first, second = self.NAMES
        agree(self, second, self.operand_shape(1), self.operand_shape(0))
        agree(
            self, f"the result of {first} and {second}", self.result_shape(), self.operand_shape(0)
        )


class GradientFromResult(Gradient):
    """The gradient from the result `y` of the function and the gradient `dy` that arrives there."""

    y = operand_def()
    dy = operand_def()
    z = result_def()


class GradientFromFeatures(Gradient):
    """The gradient from the `gradients` that arrive and the `features` that went in."""

    NAMES: ClassVar = ("gradients", "features")
    gradients = operand_def()
    features = operand_def()
    backprops = result_def()


@tf_op
class TanhGradOp(GradientFromResult):
    name = "tf.TanhGrad"


@tf_op
class SigmoidGradOp(GradientFromResult):
    name = "tf.SigmoidGrad"


@tf_op
class RsqrtGradOp(GradientFromResult):
    name = "tf.RsqrtGrad"


@tf_op
class SqrtGradOp(GradientFromResult):
    name = "tf.SqrtGrad"


@tf_op
class ReluGradOp(GradientFromFeatures):
    name = "tf.ReluGrad"


@tf_op
class Relu6GradOp(GradientFromFeatures):
    name = "tf.Relu6Grad"
