"""tf softmaxes, batch normalizations and the losses over softmaxes."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .parameters import flag, real, text
from .static_types import (
    UNKNOWN,
    agree,
    agree_sizes,
    broadcast,
    element_of,
    is_float,
    is_integer,
    rank_at_least,
    rank_is,
    same_elements,
    verify_error,
)


class RowFunction(PureTfOperation):
    """A function of every row, the entries along the last dimension of `logits`."""

    logits = operand_def()

    def verify_(self) -> None:
        if not is_float(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"logits have elements {found}, needed floats")
        same_elements(self, self._operands[0], self.results[0])
        rank_at_least(self, "logits", self.operand_shape(0), 1)
        agree(self, "the result", self.result_shape(), self.operand_shape(0))


@tf_op
class SoftmaxOp(RowFunction):
    name = "tf.Softmax"
    softmax = result_def()


@tf_op
class LogSoftmaxOp(RowFunction):
    name = "tf.LogSoftmax"
    logsoftmax = result_def()


def channel_axis(data_format: str, rank: int) -> int:
    return rank - 1 if data_format.endswith("C") else 1


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
        shape = self.operand_shape(0)
        rank_is(self, "x", shape, len(self.data_format))
        agree(self, "the result", self.result_shape(), shape)
        channels = UNKNOWN
        if shape is not None:
            channels = shape[channel_axis(self.data_format, len(shape))]
        for index, what in enumerate(("scale", "offset", "mean", "variance"), start=1):
            vector = self.operand_shape(index)
            rank_is(self, what, vector, 1)
            # In training, mean and variance may be empty: there is no running average to go into.
            if vector is not None and not (vector[0] == 0 and index > 2 and self.is_training):
                agree_sizes(self, f"the size of {what}", vector[0], channels)


@tf_op
class FusedBatchNormOp(FusedBatchNorm):
    name = "tf.FusedBatchNorm"


@tf_op
class FusedBatchNormV2Op(FusedBatchNorm):
    name = "tf.FusedBatchNormV2"


@tf_op
class FusedBatchNormV3Op(FusedBatchNorm):
    name = "tf.FusedBatchNormV3"
    reserve_space_3 = result_def()


class CrossEntropy(PureTfOperation):
    """The cross entropy of every row of `features` with its label, and the gradient."""

    features = operand_def()
    labels = operand_def()
    loss = result_def()
    backprop = result_def()


@tf_op
class SoftmaxCrossEntropyWithLogitsOp(CrossEntropy):
    """Labels are rows of probabilities; they broadcast with the features."""

    name = "tf.SoftmaxCrossEntropyWithLogits"

    def verify_(self) -> None:
        same_elements(self, *self._operands, *self.results)
        features, labels = self.operand_shape(0), self.operand_shape(1)
        shape = broadcast(self, (features, labels))
        rank_is(self, "the broadcast of features and labels", shape, 2)
        agree(self, "loss", self.result_shape(0), shape and shape[:1])
        agree(self, "backprop", self.result_shape(1), shape)


@tf_op
class SparseSoftmaxCrossEntropyWithLogitsOp(CrossEntropy):
    """Labels are the numbers of the right classes."""

    name = "tf.SparseSoftmaxCrossEntropyWithLogits"

    def verify_(self) -> None:
        features, labels = self._operands
        same_elements(self, features, *self.results)
        if not is_integer(found := element_of(labels.type)):
            raise verify_error(self, f"labels have elements {found}, needed integers")
        shape = self.operand_shape(0)
        rank_is(self, "features", shape, 2)
        batch = (UNKNOWN,) if shape is None else shape[:1]
        agree(self, "labels", self.operand_shape(1), batch)
        agree(self, "loss", self.result_shape(0), batch)
        agree(self, "backprop", self.result_shape(1), shape)
