"""tf ops on resource variables."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import MemoryReadEffect

from .checks import agree, rank_is, verify_error
from .gathering import verify_integer_indices
from .operation import PureTfOperation, TfOperation
from .parameters import flag, integer, text


class VariableReader(TfOperation):
    """Reads a variable and changes nothing."""

    traits = traits_def(MemoryReadEffect())


class VarHandleOp(TfOperation):
    """The variable of a name."""

    name = "tf.VarHandleOp"
    resource = result_def()
    container = text("")
    shared_name = text("")

    def verify_(self) -> None:
        rank_is(self, "the result", self.result_shape(), 0)


class ReadVariableOp(VariableReader):
    """The value of a variable."""

    name = "tf.ReadVariableOp"
    resource = operand_def()
    value = result_def()

    def verify_(self) -> None:
        rank_is(self, "resource", self.operand_shape(0), 0)


class AssignVariableOp(TfOperation):
    """Gives a variable the value `value`."""

    name = "tf.AssignVariableOp"
    resource = operand_def()
    value = operand_def()
    validate_shape = flag()

    def verify_(self) -> None:
        rank_is(self, "resource", self.operand_shape(0), 0)


class VariableShapeOp(PureTfOperation):
    """The sizes of a variable's value."""

    name = "tf.VariableShape"
    input = operand_def()
    output = result_def()

    def verify_(self) -> None:
        rank_is(self, "input", self.operand_shape(0), 0)
        rank_is(self, "the result", self.result_shape(), 1)


class ResourceGatherOp(VariableReader):
    """The entries of a variable at `indices`, after `batch_dims` parallel dimensions."""

    name = "tf.ResourceGather"
    resource = operand_def()
    indices = operand_def()
    output = result_def()
    batch_dims = integer(0)
    validate_indices = flag(True)

    def verify_(self) -> None:
        rank_is(self, "resource", self.operand_shape(0), 0)
        verify_integer_indices(self, 1)
        indices, result = self.operand_shape(1), self.result_shape()
        if indices is None:
            return
        if not 0 <= self.batch_dims <= len(indices):
            raise verify_error(
                self, f"attribute batch_dims is {self.batch_dims}, needed 0 to {len(indices)}"
            )
        if result is None:
            return
        if len(result) < len(indices):
            raise verify_error(
                self, f"the result has rank {len(result)}, needed at least {len(indices)}"
            )
        agree(self, "the first dimensions of the result", result[: len(indices)], indices)


class ResourceGatherNdOp(VariableReader):
    """The entries of a variable at the places that the rows of `indices` name."""

    name = "tf.ResourceGatherNd"
    resource = operand_def()
    indices = operand_def()
    output = result_def()

    def verify_(self) -> None:
        rank_is(self, "resource", self.operand_shape(0), 0)
        verify_integer_indices(self, 1)
