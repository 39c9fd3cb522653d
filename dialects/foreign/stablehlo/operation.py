"""How the class of a StableHLO op follows from that of its mhlo counterpart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import new_class
from typing import Any, ClassVar, TypeVar, cast

from xdsl.dialects.builtin import TensorType, UnrankedTensorType
from xdsl.ir import Attribute
from xdsl.irdl import AnyAttr, IRDLOperation, RangeOf
from xdsl.irdl.operations import (
    OpDef,
    OperandDef,
    OptPropertyDef,
    PropertyDef,
    ResultDef,
    VariadicDef,
    get_accessors_from_op_def,
)
from xdsl.utils.exceptions import VerifyException

from .attributes import members, to_mhlo
from .forms import Form

_ValuesT = TypeVar("_ValuesT", OperandDef, ResultDef)


class StablehloOp(IRDLOperation):
    """An op of StableHLO that mhlo has too, under the same name with the same operands, regions
    and results.
    """

    MHLO: ClassVar[type[IRDLOperation]]
    EXTRA: ClassVar[frozenset[str]] = frozenset()
    """Properties that mhlo lacks."""

    def mhlo_properties(self) -> dict[str, Attribute]:
        """The properties in mhlo's form, without those that it lacks."""
        return {n: to_mhlo(v) for n, v in self.properties.items() if n not in self.EXTRA}

    def verify_(self) -> None:
        """What the StableHLO specification demands, where no region and no token takes part.

        Bodies, and ops on tokens, are judged in mhlo when they are imported.
        """
        if self.regions or not all(map(_is_tensor, (*self.operand_types, *self.result_types))):
            return
        twin = self.MHLO.create(
            operands=self.operands,
            result_types=self.result_types,
            properties=self.mhlo_properties(),
        )
        try:
            twin.verify_()
        except VerifyException as error:
            words = str(error).replace(self.MHLO.name, self.name)
            raise VerifyException(words) from error
        finally:
            twin.drop_all_references()


def _is_tensor(type_: Attribute) -> bool:
    return isinstance(type_, TensorType | UnrankedTensorType)


def counterpart(
    op: type[IRDLOperation],
    form: Form | None = None,
    extra: tuple[str, ...] = (),
    methods: Mapping[str, Any] | None = None,
    name: str | None = None,
) -> type[StablehloOp]:
    """The StableHLO op that `op` of mhlo is.

    form: its text where it is not mhlo's
    extra: optional properties that mhlo lacks
    methods: what the class has beyond mhlo's methods
    name: the op's name, where it is not mhlo's after the dot
    """
    definition = op.get_irdl_definition()
    name = name or definition.name.replace("mhlo.", "stablehlo.", 1)
    ours = replace(
        definition,
        name=name,
        operands=[(field, _of_any_type(values)) for field, values in definition.operands],
        results=[(field, _of_any_type(values)) for field, values in definition.results],
        properties=_properties(definition, extra),
    )
    body: dict[str, Any] = {
        # Text and small questions, which only need what both ops have.
        **members(op, IRDLOperation),
        **get_accessors_from_op_def(ours, StablehloOp.verify_),
        **({} if form is None else form.methods()),
        **(methods or {}),
        "name": name,
        "MHLO": op,
        "EXTRA": frozenset(extra),
        "__doc__": op.__doc__,
    }
    made = new_class(op.__name__, (StablehloOp,), exec_body=lambda space: space.update(body))
    return cast("type[StablehloOp]", made)


def _of_any_type(values: _ValuesT) -> _ValuesT:
    """Operands or results as many as `values`: mhlo's tokens have another type."""
    any_type: Any = RangeOf(AnyAttr()) if isinstance(values, VariadicDef) else AnyAttr()
    return type(values)(any_type)


def _properties(definition: OpDef, extra: tuple[str, ...]) -> dict[str, PropertyDef]:
    """Attributes of any kind under the names of mhlo's: `verify_` judges what they are in mhlo."""
    properties = {n: replace(p, constr=AnyAttr()) for n, p in definition.properties.items()}
    return {**properties, **{n: OptPropertyDef(AnyAttr()) for n in extra}}
