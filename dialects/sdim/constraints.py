"""Facts about sizes, as ops on index values."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from math import prod

from xdsl.dialects.builtin import (
    I1,
    I64,
    BytesAttr,
    DenseArrayBase,
    IntegerAttr,
    StringAttr,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    operand_def,
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from .integers import Integers, RangeEnds
from .size_operands import SizeOperand, SizeOperands, in_constraints
from .sizes import INDEX, AddsFact, constant_of
from .strength import Strength, StrengthAttr, StrengthKeyword


class ConstraintOp(IRDLOperation, ABC):
    """States something about its operands that holds in its region."""

    traits = traits_def(AddsFact())

    @abstractmethod
    def holds_for(self, *values: int) -> bool:
        """Whether the statement is true when the operands have these values, in their order."""

    @property
    def why(self) -> str | None:
        """The text of `why`; None where it has none."""
        match self.attributes.get("why"):
            case StringAttr(data=text):
                return text
            case BytesAttr(data=text):  # how a parser reads text beyond ASCII
                return text.decode(errors="replace")
            case _:
                return None

    def verify_(self) -> None:
        """In `sdim.constraints` a statement about constants must be true; code may be dead."""
        if in_constraints(self):
            values = [constant_of(operand) for operand in self.operands]
            known = [value for value in values if value is not None]
            if len(known) == len(values) and not self.holds_for(*known):
                values = ", ".join(map(str, known)) or "none"
                raise VerifyException(f"never holds: the values of its operands are {values}")


class GuardedConstraintOp(ConstraintOp, ABC):
    """A fact, and what it means when it does not hold."""

    strength_attr = opt_prop_def(StrengthAttr, prop_name="strength")
    custom_directives = (StrengthKeyword, SizeOperand, SizeOperands)

    @property
    def strength(self) -> Strength:
        return Strength.ASSUME if self.strength_attr is None else self.strength_attr.data


def guarded(
    strength: str, properties: Mapping[str, Attribute | None] | None = None
) -> dict[str, Attribute | None]:
    """The properties of a fact of `strength`."""
    attr = None if strength == Strength.ASSUME else StrengthAttr(Strength(strength))
    return {"strength": attr, **(properties or {})}


class ComparisonOp(GuardedConstraintOp):
    """A relation of two sizes."""

    lhs = operand_def(INDEX)
    rhs = operand_def(INDEX)
    assembly_format = (
        "custom<StrengthKeyword>($strength) custom<SizeOperand>($lhs) `,` "
        "custom<SizeOperand>($rhs) attr-dict"
    )

    def __init__(self, lhs: SSAValue, rhs: SSAValue, strength: str = Strength.ASSUME):
        given = {name: value for name, value in guarded(strength).items() if value is not None}
        Operation.__init__(self, operands=[lhs, rhs], properties=given)


@op_definition
class EqualOp(ComparisonOp):
    """Two sizes are equal. `sdim.equal %a, %b`"""

    name = "sdim.equal"

    def holds_for(self, *values: int) -> bool:
        return values[0] == values[1]


@op_definition
class LessEqualOp(ComparisonOp):
    """One size is at most another. `sdim.less_equal %a, %b`"""

    name = "sdim.less_equal"

    def holds_for(self, *values: int) -> bool:
        return values[0] <= values[1]


class TotalsEqualOp(GuardedConstraintOp):
    """Two lists of sizes that come to the same."""

    lhs = var_operand_def(INDEX)
    rhs = var_operand_def(INDEX)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        "custom<StrengthKeyword>($strength) custom<SizeOperands>($lhs) `,` "
        "custom<SizeOperands>($rhs) attr-dict"
    )

    def __init__(
        self, lhs: Sequence[SSAValue], rhs: Sequence[SSAValue], strength: str = Strength.ASSUME
    ):
        super().__init__(operands=[lhs, rhs], properties=guarded(strength))


@op_definition
class ProductEqualOp(TotalsEqualOp):
    """Two products of sizes are equal; no factors make 1. `sdim.product_equal [%a, %b], [%c]`"""

    name = "sdim.product_equal"

    def holds_for(self, *values: int) -> bool:
        split = len(self.lhs)
        return prod(values[:split]) == prod(values[split:])


@op_definition
class SumEqualOp(TotalsEqualOp):
    """Two sums of sizes are equal; no terms make 0. `sdim.sum_equal [%a, %b], [%c]`"""

    name = "sdim.sum_equal"

    def holds_for(self, *values: int) -> bool:
        split = len(self.lhs)
        return sum(values[:split]) == sum(values[split:])


Equality = EqualOp | ProductEqualOp | SumEqualOp


@op_definition
class DivisibleOp(GuardedConstraintOp):
    """A size is a multiple of a number. `sdim.divisible %a by 8`"""

    name = "sdim.divisible"
    value = operand_def(INDEX)
    divisor = prop_def(IntegerAttr[I64])
    assembly_format = (
        "custom<StrengthKeyword>($strength) custom<SizeOperand>($value) `by` $divisor attr-dict"
    )

    def __init__(self, value: SSAValue, divisor: int, strength: str = Strength.ASSUME):
        properties = guarded(strength, {"divisor": IntegerAttr(divisor, i64)})
        super().__init__(operands=[value], properties=properties)

    def holds_for(self, *values: int) -> bool:
        return values[0] % self.divisor.value.data == 0

    def verify_(self) -> None:
        if (divisor := self.divisor.value.data) < 1:
            raise VerifyException(f"the divisor is {divisor}; it must be at least 1")
        super().verify_()


@op_definition
class RangeOp(GuardedConstraintOp):
    """A size lies between two numbers, both included; `?` is an open end.

    `sdim.range %a in [1, 512]`
    """

    name = "sdim.range"
    value = operand_def(INDEX)
    low = opt_prop_def(IntegerAttr[I64])
    high = opt_prop_def(IntegerAttr[I64])
    custom_directives = (StrengthKeyword, SizeOperand, RangeEnds)
    assembly_format = (
        "custom<StrengthKeyword>($strength) custom<SizeOperand>($value) `in` "
        "custom<RangeEnds>($low, $high) attr-dict"
    )

    def __init__(
        self, value: SSAValue, low: int | None, high: int | None, strength: str = Strength.ASSUME
    ):
        ends = {
            name: None if end is None else IntegerAttr(end, i64)
            for name, end in (("low", low), ("high", high))
        }
        super().__init__(operands=[value], properties=guarded(strength, ends))

    def bounds(self) -> tuple[int | None, int | None]:
        """The least and the greatest value; None for an open end."""
        low, high = self.low, self.high
        return None if low is None else low.value.data, None if high is None else high.value.data

    def holds_for(self, *values: int) -> bool:
        low, high = self.bounds()
        return (low is None or low <= values[0]) and (high is None or values[0] <= high)

    def verify_(self) -> None:
        low, high = self.bounds()
        if low is None and high is None:
            raise VerifyException("both ends of the range are open; one must be a number")
        if low is not None and high is not None and low > high:
            raise VerifyException(f"the range [{low}, {high}] is empty")
        super().verify_()


@op_definition
class HoldsOp(GuardedConstraintOp):
    """Any other fact, as a condition on sizes. `sdim.holds %c`"""

    name = "sdim.holds"
    condition = operand_def(I1)
    assembly_format = "custom<StrengthKeyword>($strength) $condition attr-dict"

    def __init__(self, condition: SSAValue, strength: str = Strength.ASSUME):
        super().__init__(operands=[condition], properties=guarded(strength))

    def holds_for(self, *values: int) -> bool:
        return values[0] != 0


@op_definition
class LikelyOp(ConstraintOp):
    """Sizes worth a fast version of the code; no fact. `sdim.likely %a in [64, 128]`"""

    name = "sdim.likely"
    value = operand_def(INDEX)
    sizes = prop_def(DenseArrayBase[I64])
    custom_directives = (SizeOperand, Integers)
    assembly_format = "custom<SizeOperand>($value) `in` custom<Integers>($sizes) attr-dict"

    def __init__(self, value: SSAValue, sizes: Sequence[int]):
        properties = {"sizes": DenseArrayBase.from_list(i64, sizes)}
        super().__init__(operands=[value], properties=properties)

    def holds_for(self, *values: int) -> bool:
        return True

    def verify_(self) -> None:
        sizes = self.sizes.get_values()
        if not sizes:
            raise VerifyException("lists no size")
        if min(sizes) < 0:
            raise VerifyException(f"the size {min(sizes)} is negative")
