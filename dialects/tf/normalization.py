"""tf softmaxes, batch normalizations and the losses over softmaxes."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_float, is_wide_integer
from .checks import same_elements, verify_error
from .operation import PureTfOperation
from .parameters import flag, real, text


class RowFunction(PureTfOperation):
    """A function of every row, the entries along the last dimension of `logits`."""

    logits = operand_def()

    def verify_(self) -> None:
        if not is_float(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"logits have elements {found}, needed floats")
        same_elements(self, self._operands[0], self.results[0])


class SoftmaxOp(RowFunction):
    name = "tf.Softmax"
    softmax = result_def()


class LogSoftmaxOp(RowFunction):
    name = "tf.LogSoftmax"
    logsoftmax = result_def()


class FusedBatchNorm(PureTfOperation):
    """
    Normalizes every channel of `x`, then scales and shifts it.

    In training, mean and variance are those of the batch; otherwise they are the operands.
    """

    x = operand_def()
    scale = operand_def()
    offset = operand_def()
    mean = operand_def()
    variance = operand_def()
    y = result_def()
    batch_mean = result_def()
    batch_variance = result_def()
    reserve_space_1 = result_def()
    reserve_space_2 = result_def()
    epsilon = real(0.0001)
    exponential_avg_factor = real(1.0)
    data_format = text("NHWC", choices=("NHWC", "NCHW", "NDHWC", "NCDHW"))
    is_training = flag(True)

    def verify_(self) -> None:
        x, *vectors = self._operands
        same_elements(self, x, self.results[0])
        same_elements(self, *vectors, self.results[1], self.results[2])


class FusedBatchNormOp(FusedBatchNorm):
    name = "tf.FusedBatchNorm"


class FusedBatchNormV2Op(FusedBatchNorm):
    name = "tf.FusedBatchNormV2"


class FusedBatchNormV3Op(FusedBatchNorm):
    name = "tf.FusedBatchNormV3"
    reserve_space_3 = result_def()


class FusedBatchNormGradient(PureTfOperation):
    """
    The gradients of a batch normalization by `x`, `scale` and `offset`.

    reserve_space_1, reserve_space_2: mean and variance, of the batch in training
    """

    y_backprop = operand_def()
    x = operand_def()
    scale = operand_def()
    reserve_space_1 = operand_def()
    reserve_space_2 = operand_def()
    x_backprop = result_def()
    scale_backprop = result_def()
    offset_backprop = result_def()
    unused_1 = result_def()
    unused_2 = result_def()
    epsilon = real(0.0001)
    data_format = text("NHWC", choices=("NHWC", "NCHW", "NDHWC", "NCDHW"))
    is_training = flag(True)

    def verify_(self) -> None:
        arriving, x, *vectors = self._operands
        same_elements(self, arriving, x, self.results[0])
        same_elements(self, *vectors[:3], *self.results[1:3])


class FusedBatchNormGradOp(FusedBatchNormGradient):
    name = "tf.FusedBatchNormGrad"


class FusedBatchNormGradV2Op(FusedBatchNormGradient):
    name = "tf.FusedBatchNormGradV2"


class FusedBatchNormGradV3Op(FusedBatchNormGradient):
    name = "tf.FusedBatchNormGradV3"
    reserve_space_3 = operand_def()


class CrossEntropy(PureTfOperation):
    """The cross entropy of every row of `features` with its label, and the gradient."""

    features = operand_def()
    labels = operand_def()
    loss = result_def()
    backprop = result_def()


class SoftmaxCrossEntropyWithLogitsOp(CrossEntropy):
    """Labels are rows of probabilities; they broadcast with the features."""

    name = "tf.SoftmaxCrossEntropyWithLogits"

    def verify_(self) -> None:
        same_elements(self, *self._operands, *self.results)


class SparseSoftmaxCrossEntropyWithLogitsOp(CrossEntropy):
    """Labels are the numbers of the right classes."""

    name = "tf.SparseSoftmaxCrossEntropyWithLogits"

    def verify_(self) -> None:
        features, labels = self._operands
        same_elements(self, features, *self.results)
        if not is_wide_integer(found := element_of(labels.type)):
            raise verify_error(self, f"labels have elements {found}, needed integers")
