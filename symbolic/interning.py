"""Hash consing: equal values are one object, held weakly, so that equality is identity.

Source: J.-C. Filliâtre and S. Conchon, "Type-safe modular hash-consing", ML Workshop 2006. Threads
may share the table.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from threading import RLock
from typing import Any, TypeVar
from weakref import ref

T = TypeVar("T")

InternKey = tuple[object, ...]


class _Entry(ref[Any]):
    """A value in the table, as long as something else holds it."""

    __slots__ = ("key",)
    key: InternKey


_table: dict[InternKey, _Entry] = {}
_changing = RLock()  # a value may be collected while its thread adds another


def interned(key: InternKey, kind: type[T]) -> T | None:
    """The value of type `kind` that was entered under `key` and is still in use."""
    entry = _table.get(key)
    if entry is None:
        return None
    value = entry()
    return value if isinstance(value, kind) else None


def intern(key: InternKey, value: T) -> T:
    """Enters `value`; returns the equal one if another thread has just entered it."""
    entry = _Entry(value, _forget)
    entry.key = key
    with _changing:
        known = _table.get(key)
        if known is not None and isinstance(other := known(), type(value)):
            return other
        _table[key] = entry
    return value


def count() -> int:
    """The number of values in the table."""
    return len(_table)


def _forget(
    entry: _Entry,
    table: dict[InternKey, _Entry] = _table,  # at exit, the module's names may be gone
    changing: AbstractContextManager[bool] = _changing,
) -> None:
    with changing:
        if table.get(entry.key) is entry:
            del table[entry.key]
