"""
Attributes of tf ops as Python values.

A tf op reads `op.transpose_a` as a `bool`, `op.strides` as a tuple of integers. A missing optional
attribute gives the default that TensorFlow's op registry states. The attribute itself stays in
`op.properties`; the parser moves it there from the attribute dictionary, where other versions of
TensorFlow write it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, cast, overload

from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation
from xdsl.utils.exceptions import VerifyException

_T = TypeVar("_T")


class Parameter(ABC, Generic[_T]):
    """
    A descriptor for one attribute of a tf op.

    `default` is the value of a missing attribute; None makes the attribute required. `allowed`,
    where given, says whether a value is legal, and `needed` says in words which values are.
    """

    kind: str
    """What the attribute must be, for messages."""

    def __init__(
        self,
        default: _T | None = None,
        *,
        allowed: Callable[[_T], bool] | None = None,
        needed: str = "",
    ):
        self.name = ""
        self.default = default
        self.allowed = allowed
        self.needed = needed

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, op: None, owner: type) -> Self: ...
    @overload
    def __get__(self, op: IRDLOperation, owner: type) -> _T: ...
    def __get__(self, op: IRDLOperation | None, owner: type) -> _T | Self:
        if op is None:
            return self
        attribute = op.properties.get(self.name)
        if attribute is None:
            if self.default is None:
                raise VerifyException(f"{op.name}: attribute {self.name} is missing")
            return self.default
        value = self.decode(attribute)
        if value is None:
            raise VerifyException(
                f"{op.name}: attribute {self.name} is {attribute}, it must be {self.kind}"
            )
        return value

    def verify(self, op: IRDLOperation) -> None:
        """Raises VerifyException unless the attribute of `op` is of the right kind and legal."""
        value = self.__get__(op, type(op))
        if self.allowed is not None and not self.allowed(value):
            shown = f'"{value}"' if isinstance(value, str) else value
            raise VerifyException(
                f"{op.name}: attribute {self.name} is {shown}, it must be {self.needed}"
            )

    @abstractmethod
    def decode(self, attribute: Attribute) -> _T | None:
        """The value that `attribute` spells, None when it is of another kind."""


class _Flag(Parameter[bool]):
    kind = "a boolean"

    def decode(self, attribute: Attribute) -> bool | None:
        if isinstance(attribute, IntegerAttr):
            attribute = cast("IntegerAttr[Any]", attribute)
            kind = attribute.type
            one_bit = isinstance(kind, IntegerType) and kind.bitwidth == 1
            return bool(attribute.value.data) if one_bit else None
        return True if isinstance(attribute, UnitAttr) else None


class _Integer(Parameter[int]):
    kind = "an integer"

    def decode(self, attribute: Attribute) -> int | None:
        if isinstance(attribute, IntegerAttr):
            return cast("IntegerAttr[Any]", attribute).value.data
        return None


class _IntegersParameter(Parameter[tuple[int, ...]]):
    kind = "an array of integers"

    def decode(self, attribute: Attribute) -> tuple[int, ...] | None:
        if isinstance(attribute, DenseArrayBase):
            values = cast("tuple[int | float, ...]", attribute.get_values())
            return tuple(int(value) for value in values)
        if not isinstance(attribute, ArrayAttr):
            return None
        found: list[int] = []
        for entry in cast("ArrayAttr[Attribute]", attribute).data:
            if not isinstance(entry, IntegerAttr):
                return None
            found.append(cast("IntegerAttr[Any]", entry).value.data)
        return tuple(found)


class _Reals(Parameter[tuple[float, ...]]):
    kind = "an array of floats"

    def decode(self, attribute: Attribute) -> tuple[float, ...] | None:
        if not isinstance(attribute, ArrayAttr):
            return None
        found: list[float] = []
        for entry in cast("ArrayAttr[Attribute]", attribute).data:
            if not isinstance(entry, FloatAttr):
                return None
            found.append(cast("FloatAttr[Any]", entry).value.data)
        return tuple(found)


class _Real(Parameter[float]):
    kind = "a float"

    def decode(self, attribute: Attribute) -> float | None:
        if isinstance(attribute, FloatAttr):
            return cast("FloatAttr[Any]", attribute).value.data
        return None


class _Text(Parameter[str]):
    kind = "a string"

    def decode(self, attribute: Attribute) -> str | None:
        if isinstance(attribute, BytesAttr):  # how a parser reads what is not ASCII
            return attribute.data.decode("utf-8", "backslashreplace")
        return attribute.data if isinstance(attribute, StringAttr) else None


class _Symbol(Parameter[SymbolRefAttr]):
    kind = "a symbol"

    def decode(self, attribute: Attribute) -> SymbolRefAttr | None:
        return attribute if isinstance(attribute, SymbolRefAttr) else None


class _Symbols(Parameter[tuple[SymbolRefAttr, ...]]):
    kind = "an array of symbols"

    def decode(self, attribute: Attribute) -> tuple[SymbolRefAttr, ...] | None:
        if not isinstance(attribute, ArrayAttr):
            return None
        entries = cast("ArrayAttr[Attribute]", attribute).data
        found = tuple(entry for entry in entries if isinstance(entry, SymbolRefAttr))
        return found if len(found) == len(entries) else None


class _Raw(Parameter[Attribute]):
    kind = "an attribute"

    def decode(self, attribute: Attribute) -> Attribute | None:
        return attribute


def flag(default: bool = False) -> Parameter[bool]:
    """A boolean attribute; a unit attribute counts as true."""
    return _Flag(default)


def integer(default: int | None = None, *, least: int | None = None) -> Parameter[int]:
    """An integer attribute, refused below `least`."""
    if least is None:
        return _Integer(default)
    floor = least
    return _Integer(default, allowed=lambda v: v >= floor, needed=f"at least {floor}")


def integers(
    default: tuple[int, ...] | None = None, *, least: int | None = None
) -> Parameter[tuple[int, ...]]:
    """An array of integers, refused when one of them is below `least`."""
    if least is None:
        return _IntegersParameter(default)
    floor = least
    return _IntegersParameter(
        default, allowed=lambda v: min(v, default=floor) >= floor, needed=f"all at least {floor}"
    )


def real(default: float | None = None) -> Parameter[float]:
    """A float attribute."""
    return _Real(default)


def reals() -> Parameter[tuple[float, ...]]:
    """An array of floats."""
    return _Reals()


def text(default: str | None = None, *, choices: tuple[str, ...] = ()) -> Parameter[str]:
    """A string attribute; with `choices` it is one of them."""
    if not choices:
        return _Text(default)
    return _Text(default, allowed=lambda v: v in choices, needed=f"one of {', '.join(choices)}")


def symbol() -> Parameter[SymbolRefAttr]:
    """The name of a function."""
    return _Symbol()


def symbols() -> Parameter[tuple[SymbolRefAttr, ...]]:
    """The names of several functions."""
    return _Symbols()


def raw() -> Parameter[Attribute]:
    """An attribute kept as it is."""
    return _Raw()
