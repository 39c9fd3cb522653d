"""Symbols, their values, and the sizes of values whose type cannot carry symbols."""

from collections.abc import Set as AbstractSet

from xdsl.dialects.builtin import (
    I64,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import (
    ConstantLike,
    EffectInstance,
    HasParent,
    MemoryEffect,
    MemoryEffectKind,
    Resource,
    SymbolOpInterface,
)
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from ..pure import PureOp
from .encoding import symbol_ref

INDEX = IndexType()


Shaped = TensorType[Attribute] | MemRefType[Attribute]


class FactResource(Resource):
    """What is known about sizes."""

    def name(self) -> str:
        return "sdim.facts"


class AddsFact(MemoryEffect):
    """The op adds to what is known and touches no memory.

    It counts as an allocation that no value owns: such an op is never dead, so the fact survives
    dce, and it is no write, so loads on both sides of it still count as equal.
    """

    EFFECTS = frozenset({EffectInstance(MemoryEffectKind.ALLOC, resource=FactResource())})

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return cls.EFFECTS


@op_definition
class SymbolOp(IRDLOperation):
    """Declares a symbolic size. The hint is a size that was seen once, never a fact.

    `sdim.symbol @S0 {hint = 128 : i64}`
    """

    name = "sdim.symbol"
    sym_name = prop_def(SymbolNameConstraint())
    hint = opt_prop_def(IntegerAttr[I64])
    traits = traits_def(SymbolOpInterface(), HasParent(ModuleOp))
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$sym_name attr-dict"

    def __init__(self, name: str, hint: int | None = None):
        hint_attr = None if hint is None else IntegerAttr(hint, i64)
        super().__init__(properties={"sym_name": StringAttr(name), "hint": hint_attr})

    def verify_(self) -> None:
        if self.hint is not None and self.hint.value.data < 0:
            raise VerifyException(f"hint {self.hint.value.data} is negative; a size is not")


@op_definition
class SizeOp(PureOp):
    """The value of a symbol. `%s = sdim.size @S0`"""

    name = "sdim.size"
    symbol = prop_def(SymbolRefAttr)
    result = result_def(INDEX)
    assembly_format = "$symbol attr-dict"

    def __init__(self, symbol: str | SymbolRefAttr):
        ref = symbol_ref(symbol) if isinstance(symbol, str) else symbol
        Operation.__init__(self, properties={"symbol": ref}, result_types=[INDEX])

    def verify_(self) -> None:
        if self.symbol.nested_references.data:
            raise VerifyException(f"{self.symbol} is nested; a symbol is a name in the module")


def constant_of(value: SSAValue) -> int | None:
    """The integer that `value` is, where a constant op makes it."""
    constant = ConstantLike.get_constant_value(value)
    return constant.value.data if isinstance(constant, IntegerAttr) else None
