"""What each lowering of a tf op builds with: mhlo ops, and operands that are lowered already."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import IntegerAttr, TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import tf
from ...dialects.mhlo.constants import ConstantElements
from ...dialects.tf_type import DenseStringAttr
from ...dialects.types import is_tensor
from ...materialize.mhlo_builder import MhloBuilder, UnloweredError
from ...materialize.sizes import SizeValues
from ...materialize.symbols import SizeNamer
from ...symbolic import Expr

Lowering = Callable[[Any, "Builder"], Sequence[SSAValue]]
LoweringTable = Mapping[type[Operation], Lowering]


class Builder(MhloBuilder):
    """Inserts mhlo ops before the tf op that is being lowered."""

    def __init__(
        self,
        analysis: ShapeAnalysis,
        sizes: SizeValues,
        namer: SizeNamer,
        lowerings: LoweringTable,
    ):
        super().__init__(analysis, sizes, namer)
        self.lowerings = lowerings
        self.lowered: dict[SSAValue, SSAValue] = {}
        self.seedless = 0
        """How many random ops without seeds have been lowered."""

    def operand(self, value: SSAValue) -> SSAValue:
        """The lowered form of `value`, an operand of a tf op; integer tensors are made on first
        use.
        """
        found = self.lowered.get(value)
        if found is None:
            found = self._materialize(value)
            if isinstance(value.owner, Operation) and isinstance(value.owner, tf.ConstOp):
                self.lowered[value] = found
        return found

    def type(self, result: SSAValue) -> TensorType[Attribute]:
        """The ranked type of a tf op's result."""
        if not is_tensor(result.type):
            raise self.fail("the rank of the result is not known")
        return result.type

    def constants(self, value: SSAValue, what: str) -> tuple[int, ...]:
        """The elements of `value`, which must be constant."""
        elements = self.analysis.constants(value)
        if elements is None:
            raise self.fail(f"{what} must be constant")
        return elements

    def element(self, value: SSAValue, place: int = 0) -> Expr:
        """Element `place` of `value`, an integer scalar or vector; read at run time where not
        known.
        """
        known = self.analysis.elements(value)
        element = None if known is None else known[place]
        if element is not None and self.sizes.has(element):
            return element
        return self.read(self.operand(value), place)

    def _materialize(self, value: SSAValue) -> SSAValue:
        owner = value.owner
        if isinstance(owner, tf.ConstOp):
            if isinstance(owner.value, DenseStringAttr):
                raise UnloweredError(owner, f"{value.type} has no counterpart in mhlo")
            return self.constant(cast(ConstantElements, owner.value))
        elements = self.analysis.value(value)
        type = value.type
        if elements is None or None in elements or not is_tensor(type):
            assert isinstance(owner, Operation), "arguments are lowered first"
            raise UnloweredError(owner, "is needed before it is lowered")
        return self.from_elements(elements, type)


def integer(value: int) -> IntegerAttr:
    return IntegerAttr(value, i64)
