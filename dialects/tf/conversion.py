"""tf ops that pass their operands on or convert their element types."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def, var_operand_def, var_result_def

from .checks import same_elements, verify_error
from .operation import KeepsElements, PureTfOperation, TfOperation
from .parameters import flag, text


class SameTensor(KeepsElements):
    """`output` is `input`."""

    input = operand_def()
    output = result_def()


class IdentityOp(SameTensor):
    name = "tf.Identity"


class StopGradientOp(SameTensor):
    name = "tf.StopGradient"


class PreventGradientOp(SameTensor):
    name = "tf.PreventGradient"
    message = text("")


class SnapshotOp(SameTensor):
    name = "tf.Snapshot"


class XlaShardingOp(SameTensor):
    """`input`; its attributes tell where the parts of it lie, which one device has no use for."""

    name = "tf.XlaSharding"


class CheckNumericsOp(TfOperation):
    """`tensor`, which must not hold an infinity or a NaN; not pure, since it stops when it does."""

    name = "tf.CheckNumerics"
    tensor = operand_def()
    output = result_def()
    message = text("")

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])


class IdentityNOp(PureTfOperation):
    """Every operand as the result at its place."""

    name = "tf.IdentityN"
    input = var_operand_def()
    output = var_result_def()

    def verify_(self) -> None:
        if len(self._operands) != len(self.results):
            raise verify_error(
                self, f"found {len(self.results)} results, needed {len(self._operands)}"
            )
        for operand, result in zip(self._operands, self.results, strict=True):
            same_elements(self, operand, result)


class BitcastOp(PureTfOperation):
    """The bits of `input` as elements of the result's type.

    A narrower type adds a last dimension, a wider one removes it.
    """

    name = "tf.Bitcast"
    input = operand_def()
    output = result_def()


class CastOp(PureTfOperation):
    """`x` with every element converted; `Truncate` drops bits of floats instead of rounding."""

    name = "tf.Cast"
    x = operand_def()
    y = result_def()
    Truncate = flag()
