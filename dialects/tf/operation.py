"""
What every op of the tf dialect shares.

Semantics are those of TensorFlow's op of the same name; operands, results and attributes carry the
names that TensorFlow registers. Only the generic text form exists.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import TensorType, UnrankedTensorType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    IRDLOperation,
    OpDef,
    VariadicDef,
    irdl_op_definition,
    opt_prop_def,
    traits_def,
)
from xdsl.traits import OpTrait, Pure
from xdsl.utils.exceptions import VerifyException

from ..deferred import deferred
from ..types import shape_of
from .checks import StaticShape, same_elements
from .parameters import Parameter

_OpT = TypeVar("_OpT", bound="TfOperation")


class TfOperation(IRDLOperation):
    """
    An op of the tf dialect: all operands and results are tensors, ranked or not.

    A subclass with a `name` in `tf` is an op; any other holds what several ops share. Attributes
    that the class does not declare are legal and kept, wherever they are written.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if vars(cls).get("name", "").startswith("tf."):
            deferred(cls, _define)

    def operand_shape(self, index: int) -> StaticShape:
        """The static shape of operand `index`; a negative size and None are unknown."""
        return shape_of(self._operands[index].type)

    def result_shape(self, index: int = 0) -> StaticShape:
        """The static shape of result `index`; a negative size and None are unknown."""
        return shape_of(self.results[index].type)


class PureTfOperation(TfOperation):
    """A tf op without side effects: unused results make it dead, equal operands make it equal."""

    traits = traits_def(Pure())


class KeepsElements(PureTfOperation):
    """An op whose first result has the element type of its first operand."""

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])


class OneElementType(PureTfOperation):
    """An op whose operands and first result have one element type."""

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])


def _define(cls: type[TfOperation]) -> None:
    """
    Makes an op of a class with xDSL's field definitions and `Parameter`s.

    The class is an ordinary IRDL op for every driver. Its verifier checks counts, tensor types,
    attributes and traits, then runs the `verify_` of the class.
    """
    parameters: dict[str, Parameter[Any]] = {
        name: cast("Parameter[Any]", value)
        for base in reversed(cls.__mro__[: cls.__mro__.index(TfOperation)])
        for name, value in vars(base).items()
        if isinstance(value, Parameter)
    }
    check = cls.verify_
    for name in parameters:
        setattr(cls, name, opt_prop_def(Attribute))
    irdl_op_definition(cls)
    for name, parameter in parameters.items():
        setattr(cls, name, parameter)
    setattr(cls, "verify_", _verifier(cls, parameters, check))  # noqa: B010


def _verifier(
    cls: type[_OpT],
    parameters: dict[str, Parameter[Any]],
    check: Callable[[_OpT], None],
) -> Callable[[_OpT], None]:
    definition = cls.get_irdl_definition()
    counts = _counts(definition)
    required = tuple(name for name, parameter in parameters.items() if parameter.default is None)
    traits = tuple(trait for trait in definition.traits if type(trait).verify is not OpTrait.verify)

    def verify_(self: _OpT) -> None:
        _verify_counts(self, counts)
        for value in (*self._operands, *self.results):  # pyright: ignore[reportPrivateUsage]
            if not isinstance(value.type, TensorType | UnrankedTensorType):
                raise VerifyException(f"{self.name}: a value has type {value.type}, not a tensor")
        for name in self.properties:
            if name in parameters:
                parameters[name].verify(self)
        for name in required:
            if name not in self.properties:
                raise VerifyException(f"{self.name}: attribute {name} is missing")
        for trait in traits:
            trait.verify(self)
        check(self)

    return verify_


_Counts = tuple[tuple[str, int, int], ...]
"""Per kind of construct: its name in the plural, the least and the greatest count."""


def _counts(definition: OpDef) -> _Counts:
    def count(kind: str, defs: Iterable[tuple[str, object]]) -> tuple[str, int, int]:
        variadic = [isinstance(entry, VariadicDef) for _, entry in defs]
        least = variadic.count(False)
        return kind, least, sys.maxsize if any(variadic) else least

    return (
        count("operands", definition.operands),
        count("results", definition.results),
        count("regions", definition.regions),
    )


def _verify_counts(op: Operation, counts: _Counts) -> None:
    found = (len(op.operands), len(op.results), len(op.regions))
    for (kind, least, most), number in zip(counts, found, strict=True):
        if not least <= number <= most:
            wanted = str(least) if least == most else f"at least {least}"
            raise VerifyException(f"{op.name}: found {number} {kind}, needed {wanted}")
