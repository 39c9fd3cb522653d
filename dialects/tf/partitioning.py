"""tf ops that send entries to one of several tensors, and put them together again."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def, var_operand_def, var_result_def

from .checks import same_elements, verify_error
from .gathering import verify_integer_indices
from .operation import PureTfOperation


class DynamicPartitionOp(PureTfOperation):
    """Result i has the entries of `data` for which `partitions` is i, in order."""

    name = "tf.DynamicPartition"
    data = operand_def()
    partitions = operand_def()
    outputs = var_result_def()

    def verify_(self) -> None:
        if not self.results:
            raise verify_error(self, "found 0 results, needed at least 1")
        same_elements(self, self._operands[0], *self.results)
        verify_integer_indices(self, 1)


class Stitch(PureTfOperation):
    """
    The entries of `data` at the places that `indices` name, of which there are as many as data.

    The result has one entry more than the greatest index; one that no index names is 0.
    """

    indices_and_data = var_operand_def()
    merged = result_def()

    def verify_(self) -> None:
        count = len(self._operands) // 2
        if count == 0 or len(self._operands) % 2:
            raise verify_error(
                self, f"found {len(self._operands)} operands, needed pairs of indices and data"
            )
        same_elements(self, *self._operands[:count])
        same_elements(self, *self._operands[count:], self.results[0])
        verify_integer_indices(self, 0)


class DynamicStitchOp(Stitch):
    """Of several entries for one place the last counts."""

    name = "tf.DynamicStitch"


class ParallelDynamicStitchOp(Stitch):
    """Which of several entries for one place counts is not defined."""

    name = "tf.ParallelDynamicStitch"
