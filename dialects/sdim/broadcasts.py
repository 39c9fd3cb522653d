"""Facts about sizes that broadcast together, as ops.

Source: NumPy (https://numpy.org/doc/stable/user/basics.broadcasting.html), here for any number of
operands: sizes fit where those that are not 1 are equal.
"""

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, var_operand_def
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from .constraints import GuardedConstraintOp, guarded
from .size_operands import SizeOperand, SizeOperands
from .sizes import INDEX
from .strength import Strength, StrengthKeyword


@op_definition
class BroadcastOp(GuardedConstraintOp):
    """A size is what others broadcast to: the greatest of those that are not 1, or else 1.

    `sdim.broadcast [%a, %b, %c] -> %d`

    It says nothing of whether they fit: `sdim.broadcastable` does.
    """

    name = "sdim.broadcast"
    sizes = var_operand_def(INDEX)
    common = operand_def(INDEX)
    custom_directives = (StrengthKeyword, SizeOperands, SizeOperand)
    assembly_format = (
        "custom<StrengthKeyword>($strength) custom<SizeOperands>($sizes) `->` "
        "custom<SizeOperand>($common) attr-dict"
    )

    def __init__(
        self, sizes: Sequence[SSAValue], common: SSAValue, strength: str = Strength.ASSUME
    ):
        super().__init__(operands=[sizes, common], properties=guarded(strength))

    def holds_for(self, *values: int) -> bool:
        *sizes, common = values
        return common == max((size for size in sizes if size != 1), default=1)

    def verify_(self) -> None:
        _verify_count(self.sizes)
        super().verify_()


@op_definition
class BroadcastableOp(GuardedConstraintOp):
    """Sizes fit: all that are not 1 are equal. `sdim.broadcastable assert [%a, %b]`"""

    name = "sdim.broadcastable"
    sizes = var_operand_def(INDEX)
    custom_directives = (StrengthKeyword, SizeOperands)
    assembly_format = "custom<StrengthKeyword>($strength) custom<SizeOperands>($sizes) attr-dict"

    def __init__(self, sizes: Sequence[SSAValue], strength: str = Strength.ASSUME):
        super().__init__(operands=[sizes], properties=guarded(strength))

    def holds_for(self, *values: int) -> bool:
        return len({value for value in values if value != 1}) <= 1

    def verify_(self) -> None:
        _verify_count(self.sizes)
        super().verify_()


def _verify_count(sizes: Sequence[SSAValue]) -> None:
    if len(sizes) < 2:
        raise VerifyException(f"{len(sizes)} sizes; at least two broadcast")
