"""The ops that programs are made of: functions of a `Draw` that return one or several tensors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .draw import Draw

Apply = Callable[[Draw], Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One op and how often it is drawn, relative to the others."""

    name: str
    apply: Apply
    weight: float


CATALOG = dict[str, Entry]()


def op(weight: float = 1.0) -> Callable[[Apply], Apply]:
    """Enters the decorated function under its name."""

    def add(apply: Apply) -> Apply:
        enter(apply.__name__, apply, weight)
        return apply

    return add


def enter(name: str, apply: Apply, weight: float = 1.0) -> None:
    """Enters `apply` as `name`, which must be new."""
    name = name.strip("_")
    if name in CATALOG:
        raise ValueError(f"two ops are called {name}")
    CATALOG[name] = Entry(name, apply, weight)
