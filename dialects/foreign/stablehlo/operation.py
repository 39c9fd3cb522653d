"""How the class of a StableHLO op follows from that of its mhlo counterpart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import new_class
from typing import Any, ClassVar, TypeAlias, TypeVar, cast

from xdsl.dialects.builtin import TensorType, TupleType, UnrankedTensorType
from xdsl.ir import Attribute, Block
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

from ...deferred import deferred, fields_of
from .attributes import members, to_mhlo
from .forms import Form

Types: TypeAlias = tuple[Attribute, ...]

_ValuesT = TypeVar("_ValuesT", OperandDef, ResultDef)


class StablehloOp(IRDLOperation):
    """An op of StableHLO that mhlo has too, under the same name with the same operands, regions
    and results.
    """

    MHLO: ClassVar[type[IRDLOperation]]
    EXTRA: ClassVar[frozenset[str]] = frozenset()
    """Properties that mhlo lacks."""

    @classmethod
    def properties_in_mhlo(cls, properties: Mapping[str, Attribute]) -> dict[str, Attribute]:
        """`properties` of the op in mhlo's form, without those that it lacks."""
        return {n: to_mhlo(v) for n, v in properties.items() if n not in cls.EXTRA}

    def mhlo_properties(self) -> dict[str, Attribute]:
        """The properties in mhlo's form, without those that it lacks."""
        return self.properties_in_mhlo(self.properties)

    def verify_(self) -> None:
        """What the StableHLO specification demands, where no region and no token takes part.

        Bodies, and ops on tokens, are judged in mhlo when they are imported.
        """
        types = (*self.operand_types, *self.result_types)
        if self.regions or self.successors or not all(map(_is_judged, types)):
            self.get_irdl_definition().verify(self)
            return
        # What has no operands, as a constant, may be large: it is not kept.
        judge = _verify_in_mhlo if self.operands else _verify_in_mhlo.__wrapped__
        judge(type(self), *self._signature())

    def _signature(self) -> tuple[Types, Types, tuple[tuple[str, Attribute], ...]]:
        """All that the specification speaks of: operand types, result types and properties."""
        return tuple(self.operand_types), tuple(self.result_types), tuple(self.properties.items())


@lru_cache(maxsize=1024)
def _verify_in_mhlo(
    cls: type[StablehloOp],
    operands: Types,
    results: Types,
    properties: tuple[tuple[str, Attribute], ...],
) -> None:
    """Raises what mhlo's verifier says of an op of `cls`. Texts repeat: what passed is kept."""
    twin = cls.MHLO.create(
        operands=Block(arg_types=operands).args,
        result_types=results,
        properties=cls.properties_in_mhlo(dict(properties)),
    )
    try:
        twin.verify_()
    except VerifyException as error:
        words = str(error).replace(cls.MHLO.name, cls.name)
        raise VerifyException(words) from error


def _is_judged(type_: Attribute) -> bool:
    """Whether the type is one in mhlo too."""
    return isinstance(type_, TensorType | UnrankedTensorType | TupleType)


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
    ours = name or op.name.replace("mhlo.", "stablehlo.", 1)
    body: dict[str, Any] = {
        "verify_": StablehloOp.verify_,
        **({} if form is None else form.methods()),
        **(methods or {}),
        "name": ours,
        "MHLO": op,
        "EXTRA": frozenset(extra),
        "__doc__": op.__doc__,
    }

    def define(cls: type[StablehloOp]) -> None:
        accessors = get_accessors_from_op_def(_definition(op, ours, extra), None)
        for key, value in {**members(op, IRDLOperation), **accessors, **body}.items():
            setattr(cls, key, value)

    # Text and small questions, which only need what both ops have.
    known = {**members(op, IRDLOperation), **body}
    made = new_class(op.__name__, (StablehloOp,), exec_body=lambda space: space.update(known))
    return deferred(cast("type[StablehloOp]", made), define, fields_of(op))


def _definition(op: type[IRDLOperation], name: str, extra: tuple[str, ...]) -> OpDef:
    """That of `op` under another name, with any types."""
    definition = op.get_irdl_definition()
    return replace(
        definition,
        name=name,
        operands=[(field, _of_any_type(values)) for field, values in definition.operands],
        results=[(field, _of_any_type(values)) for field, values in definition.results],
        properties=_properties(definition, extra),
    )


def _of_any_type(values: _ValuesT) -> _ValuesT:
    """Operands or results as many as `values`: mhlo's tokens have another type."""
    any_type: Any = RangeOf(AnyAttr()) if isinstance(values, VariadicDef) else AnyAttr()
    return type(values)(any_type)


def _properties(definition: OpDef, extra: tuple[str, ...]) -> dict[str, PropertyDef]:
    """Attributes of any kind under the names of mhlo's: `verify_` judges what they are in mhlo."""
    properties = {n: replace(p, constr=AnyAttr()) for n, p in definition.properties.items()}
    return {**properties, **{n: OptPropertyDef(AnyAttr()) for n in extra}}
