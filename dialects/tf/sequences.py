"""tf ops on sequences of labels: CTC losses and decoding, edit distances."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i32, i64
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def, var_result_def

from ..types import element_of, is_float
from .checks import rank_is, same_elements, verify_error
from .operation import PureTfOperation, TfOperation
from .parameters import flag, integer


def elements_are(op: TfOperation, needed: Attribute, *indices: int) -> None:
    """Demands that the operands at `indices` have elements of the type `needed`."""
    for index in indices:
        if (found := element_of(op.operands[index].type)) != needed:
            raise verify_error(op, f"operand {index} has elements {found}, needed {needed}")


class LabelLoss(PureTfOperation):
    """Connectionist temporal classification: for each row how improbable its labels are.

    `inputs` are scores before a softmax, `[time, row, class]`; labels are a sparse matrix, in
    order. The second result is the gradient of the first one for `inputs`.
    Source: Graves, Supervised Sequence Labelling with Recurrent Neural Networks, 7.3 and 7.4.

    preprocess_collapse_repeated: whether equal labels in a row count once
    ctc_merge_repeated: whether equal classes in a row mean one label
    ignore_longer_outputs_than_inputs: whether a row of more labels than steps costs 0
    """

    inputs = operand_def()
    labels_indices = operand_def()
    labels_values = operand_def()
    sequence_length = operand_def()
    loss = result_def()
    gradient = result_def()
    preprocess_collapse_repeated = flag()
    ctc_merge_repeated = flag(True)
    ignore_longer_outputs_than_inputs = flag()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], *self.results)
        if not is_float(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"inputs have elements {found}, needed floats")
        elements_are(self, i64, 1)
        elements_are(self, i32, 2, 3)
        rank_is(self, "inputs", self.operand_shape(0), 3)


class CTCLossOp(LabelLoss):
    """The last class means no label."""

    name = "tf.CTCLoss"


class CTCLossV2Op(LabelLoss):
    """Class 0 means no label."""

    name = "tf.CTCLossV2"


class CTCGreedyDecoderOp(PureTfOperation):
    """The best class of each step but `blank_index`, as a sparse matrix of labels.

    merge_repeated: whether equal classes in a row mean one label; a negative `blank_index` counts
    from the last class. `log_probability` is the sum of the best scores, negated.
    """

    name = "tf.CTCGreedyDecoder"
    inputs = operand_def()
    sequence_length = operand_def()
    decoded_indices = result_def()
    decoded_values = result_def()
    decoded_shape = result_def()
    log_probability = result_def()
    merge_repeated = flag()
    blank_index = integer(-1)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[3])
        elements_are(self, i32, 1)
        rank_is(self, "inputs", self.operand_shape(0), 3)


class CTCBeamSearchDecoderOp(PureTfOperation):
    """The likeliest readings of each row, as sparse matrices of labels, the best ones first.

    decoded: the indices, the values and the sizes of `top_paths` matrices, in this order
    beam_width: how many readings are followed from step to step; the last class is no label
    merge_repeated: whether equal labels in a row are written once
    """

    name = "tf.CTCBeamSearchDecoder"
    inputs = operand_def()
    sequence_length = operand_def()
    decoded = var_result_def()
    log_probability = result_def()
    beam_width = integer(least=1)
    top_paths = integer(least=1)
    merge_repeated = flag(True)

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[-1])
        elements_are(self, i32, 1)
        rank_is(self, "inputs", self.operand_shape(0), 3)
        if self.top_paths > self.beam_width:
            words = f"top_paths is {self.top_paths}, more than beam_width, {self.beam_width}"
            raise verify_error(self, words)
        if (found := len(self.results)) != (needed := 3 * self.top_paths + 1):
            raise verify_error(self, f"there are {found} results, needed {needed}")


class EditDistanceOp(PureTfOperation):
    """How many labels must be put in, taken out or replaced to make `truth` of `hypothesis`.

    Both are sparse, in order; the last dimension holds the labels.
    normalize: whether over the number of labels of `truth`
    """

    name = "tf.EditDistance"
    hypothesis_indices = operand_def()
    hypothesis_values = operand_def()
    hypothesis_shape = operand_def()
    truth_indices = operand_def()
    truth_values = operand_def()
    truth_shape = operand_def()
    output = result_def()
    normalize = flag(True)

    def verify_(self) -> None:
        same_elements(self, self._operands[1], self._operands[4])
        elements_are(self, i64, 0, 2, 3, 5)
        if (found := element_of(self.results[0].type)) != f32:
            raise verify_error(self, f"the result has elements {found}, needed f32")
