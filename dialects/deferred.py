"""Ops that xDSL defines when they are first used: a process uses few of those that there are.

    @op_definition
    class AbsOp(IRDLOperation): ...

is as with xDSL's `irdl_op_definition`, which takes some 0.2 ms a class. Until an op is made,
verified, parsed or asked for its definition or its traits, each name that xDSL gives a class has a
descriptor in its place, which defines the class and then answers as the class does. What xDSL says
of a class that is no op it says then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import RLock
from types import FunctionType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from xdsl.irdl import IRDLOperation, irdl_op_definition

_OpT = TypeVar("_OpT", bound=IRDLOperation)
_GIVEN = ("get_irdl_definition", "traits", "verify_", "parse", "print")
"""What xDSL gives a class besides its fields."""
_KEPT = {*dir(IRDLOperation), "name", "irdl_options", *_GIVEN}
"""What no class declares as a field."""
_PLAIN = (FunctionType, property, classmethod, staticmethod)
_TIED = ("__dict__", "__weakref__", "__abstractmethods__", "_abc_impl", "name")
"""What a twin gets of its own, and the name, by which a base might define it."""
_FIELDS = WeakKeyDictionary[type[Any], tuple[str, ...]]()
_LOCK = RLock()


def op_definition(cls: type[_OpT]) -> type[_OpT]:
    """`cls` as an op, defined when it is first used."""
    return deferred(cls, irdl_op_definition)


def deferred(
    cls: type[_OpT], define: Callable[[type[_OpT]], object], fields: Iterable[str] = ()
) -> type[_OpT]:
    """`cls`, of which `define` makes an op when it is first used.

    fields: what `define` gives the class, besides what the class declares
    """
    own = vars(cls)
    for base in cls.__mro__[1:]:
        if isinstance(waiting := vars(base).get(_GIVEN[0]), _Deferred):
            waiting.define()
    found = dict[str, Any].fromkeys((*_GIVEN, *fields))
    for base in cls.__mro__[: cls.__mro__.index(IRDLOperation)]:
        found |= dict.fromkeys(
            name
            for name, value in vars(base).items()
            if not (name.startswith("__") or name.isupper() or name in _KEPT)
            and not isinstance(value, _PLAIN)
        )
    _FIELDS[cls] = tuple(found)
    definition = _OnFirstUse(cls, {name: own[name] for name in found if name in own}, define)
    for name in found:
        setattr(cls, name, _Deferred(name, definition))
    return cls


def fields_of(cls: type[IRDLOperation]) -> tuple[str, ...]:
    """What a class that was deferred has beyond others, by name."""
    return _FIELDS[cls]


class _OnFirstUse:
    """How a class is made an op, once."""

    def __init__(self, cls: type[Any], own: dict[str, Any], define: Callable[[type[Any]], object]):
        self._waits, self._cls, self._own, self._define = True, cls, own, define

    def __call__(self) -> None:
        """Makes the class an op; whoever asks for one of its names meanwhile waits."""
        with _LOCK:
            if not self._waits:
                return
            # xDSL takes a class apart before it is an op again, so a twin is defined for it.
            body = {
                name: value
                for name, value in vars(self._cls).items()
                if not isinstance(value, _Deferred) and name not in _TIED
            }
            make: Any = type(self._cls)
            twin: type[Any] = make(self._cls.__name__, self._cls.__bases__, body | self._own)
            twin.name = self._cls.name
            self._define(twin)
            made = vars(twin)
            for name, value in list(vars(self._cls).items()):
                if isinstance(value, _Deferred):
                    if name in made:
                        setattr(self._cls, name, made[name])
                    else:
                        delattr(self._cls, name)
            self._waits = False


class _Deferred:
    """A name of a class that is no op yet."""

    def __init__(self, name: str, define: _OnFirstUse):
        self._name, self.define = name, define

    def __get__(self, op: object, owner: type) -> Any:
        self.define()
        return getattr(owner if op is None else op, self._name)

    def __set__(self, op: object, value: object) -> None:
        self.define()
        setattr(op, self._name, value)
