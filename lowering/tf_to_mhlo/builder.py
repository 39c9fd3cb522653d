"""What each lowering of a tf op builds with: mhlo ops, and operands that are lowered already."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BoolAttr,
    ComplexType,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    TensorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo, tf
from ...dialects.effects import has_no_effects
from ...dialects.messages import op_name
from ...dialects.mhlo.constants import ConstantElements
from ...dialects.tf_type import DenseStringAttr
from ...dialects.types import is_tensor, kind_of
from ...materialize.errors import UnloweredError
from ...materialize.mhlo_builder import MhloBuilder
from ...materialize.op_builder import Op
from ...materialize.sizes import SizeValues
from ...materialize.symbols import SizeNamer
from ...symbolic import Expr, as_expr

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
        value_checks: bool = True,
        strict: bool = False,
    ):
        super().__init__(analysis, sizes, namer)
        self.lowerings = lowerings
        self.value_checks = value_checks
        self.strict = strict
        """Whether an op that cannot be lowered is an error; else it becomes a call."""
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

    def insert(self, op: Op) -> Op:
        """As always; raises UnloweredError for an mhlo op on what are no numbers, as strings: but
        for comparisons each has such results.
        """
        if op.name.startswith("mhlo.") and not isinstance(op, mhlo.CustomCallOp):
            values = (op.lhs,) if isinstance(op, mhlo.CompareOp) else op.results
            for value in values:
                if not _is_of_numbers(value.type):
                    type = value.type
                    op.erase()
                    raise self.fail(f"{type} has no counterpart in mhlo")
        return super().insert(op)

    def call(
        self, op: Operation, error: UnloweredError, *, is_reached: bool = True
    ) -> Sequence[SSAValue]:
        """A call by the name of `op`, which could not be lowered: its operands, attributes and
        result types, and why. Raises `error` where there may be none.

        is_reached: whether a run may come to it

        Where not even the rank of a result is known, the op may refuse its operands by tests that
        nobody knows: the call stays where nothing uses its results.
        """
        if (self.strict and is_reached) or op.regions:
            raise error
        attributes = {k: v for k, v in op.attributes.items() if k != "op_name__"} | op.properties
        properties: dict[str, Attribute] = {
            "call_target_name": StringAttr(op_name(op)),
            "has_side_effect": BoolAttr.from_bool(
                not (has_no_effects(op) and all(map(is_tensor, op.result_types)))
            ),
            "api_version": IntegerAttr(4, i32),
        }
        if attributes:
            properties["backend_config"] = DictionaryAttr(attributes)
        call = mhlo.CustomCallOp.create(
            operands=[self.operand(o) for o in op.operands],
            result_types=op.result_types,
            properties=properties,
        )
        call.attributes[mhlo.UNLOWERED] = StringAttr(str(error).removeprefix(f"{op_name(op)}: "))
        call.location = op.location
        return self.insert(call).results

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
                error = UnloweredError(owner, f"{value.type} has no counterpart in mhlo")
                return self.call(owner, error)[0]
            return self.constant(cast(ConstantElements, owner.value))
        elements = self.analysis.value(value)
        type = value.type
        if elements is None or None in elements or not is_tensor(type):
            assert isinstance(owner, Operation), "arguments are lowered first"
            raise UnloweredError(owner, "is needed before it is lowered")
        result = self.from_elements(elements, type)
        if type.get_num_dims() == 1 and not self.sizes.has(size := self.shape(value)[0]):
            self.bind(size, as_expr(len(elements)))
        return result


_NUMBERS = (IntegerType, AnyFloat, IndexType, ComplexType)
"""The classes of most element types; quantized ones are found by their names."""


@lru_cache(maxsize=64)
def _is_number_class(kind: type[Attribute]) -> bool:
    return issubclass(kind, _NUMBERS)


def _is_of_numbers(type_: Attribute) -> bool:
    if not isinstance(type_, TensorType):
        return True
    element = cast("TensorType[Attribute]", type_).element_type
    return _is_number_class(type(element)) or bool(kind_of(element))


@lru_cache(maxsize=1 << 10)
def integer(value: int) -> IntegerAttr:
    return IntegerAttr(value, i64)
