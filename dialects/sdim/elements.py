"""Facts about the elements of a tensor, as an op."""

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    I1,
    AnyFloat,
    IndexType,
    IntegerType,
    TensorType,
    UnitAttr,
)
from xdsl.ir import SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from ..types import is_tensor
from .constraints import GuardedConstraintOp, guarded
from .size_operands import in_constraints
from .sizes import INDEX
from .strength import Strength, StrengthKeyword


@op_definition
class ElementsOp(GuardedConstraintOp):
    """Each element of a tensor is at least `from`, less than `below`, not 0, not less than the
    one before it, not equal to another one; a condition after `when` says where that is meant.

    `sdim.elements assert %ids from %zero below %rows when %any : tensor<?xi32>`

    Several numbers after `below` are one for each place of the last dimension.
    """

    name = "sdim.elements"
    tensor = operand_def(TensorType)
    low = opt_operand_def(INDEX)
    high = var_operand_def(INDEX)
    condition = opt_operand_def(I1)
    non_zero = opt_prop_def(UnitAttr)
    ascending = opt_prop_def(UnitAttr)
    distinct = opt_prop_def(UnitAttr)
    custom_directives = (StrengthKeyword,)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        "custom<StrengthKeyword>($strength) $tensor (`non_zero` $non_zero^)? "
        "(`ascending` $ascending^)? (`distinct` $distinct^)? (`from` $low^)? (`below` $high^)? (`when` $condition^)? "
        "attr-dict `:` type($tensor)"
    )

    def __init__(
        self,
        tensor: SSAValue,
        low: SSAValue | None = None,
        high: Sequence[SSAValue] = (),
        condition: SSAValue | None = None,
        *,
        non_zero: bool = False,
        ascending: bool = False,
        distinct: bool = False,
        strength: str = Strength.ASSUME,
    ):
        flags = {"non_zero": non_zero, "ascending": ascending, "distinct": distinct}
        properties = {name: UnitAttr() if flag else None for name, flag in flags.items()}
        super().__init__(
            operands=[tensor, low, high, condition], properties=guarded(strength, properties)
        )

    def holds_for(self, *values: int) -> bool:
        """It says nothing of sizes alone."""
        return True

    def verify_(self) -> None:
        if in_constraints(self):
            raise VerifyException("is about elements, which only code has")
        assert is_tensor(self.tensor.type)
        type = self.tensor.type
        flags = self.non_zero, self.ascending, self.distinct
        if self.low is None and not self.high and flags == (None, None, None):
            raise VerifyException("states nothing")
        if not isinstance(type.element_type, IntegerType | IndexType | AnyFloat):
            raise VerifyException(f"{type.element_type} is no type of numbers")
        shape = type.get_shape()
        if self.ascending is not None and len(shape) != 1:
            raise VerifyException(f"ascending needs a vector, the tensor has rank {len(shape)}")
        count = len(self.high)
        if count > 1 and (not shape or shape[-1] not in (count, DYNAMIC_INDEX)):
            raise VerifyException(f"{count} upper bounds for a last dimension that {type} has not")
