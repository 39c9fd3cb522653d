"""How messages name an op and its place in the source text."""

from __future__ import annotations

from xdsl.dialects.builtin import CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc
from xdsl.ir import Attribute, Operation


def op_name(op: Operation) -> str:
    """The name of `op` as its users know it, also for an op that no dialect registers."""
    name = op.attributes.get("op_name__")
    return getattr(name, "data", op.name)


def place_of(op: Operation) -> str | None:
    """`file:line:col` of `op`, or of the nearest op around it that has a place."""
    current: Operation | None = op
    while current is not None:
        if (place := _place_in(current.location)) is not None:
            return place
        current = current.parent_op()
    return None


def at_place(op: Operation) -> str:
    """` at file:line:col`, the place of `op` itself; empty where it has none."""
    place = _place_in(op.location)
    return "" if place is None else f" at {place}"


def _place_in(location: Attribute) -> str | None:
    match location:
        case FileLineColLoc():
            return f"{location.filename.data}:{location.line.data}:{location.column.data}"
        case NameLoc():
            return _place_in(location.location)
        case CallSiteLoc():
            return _place_in(location.callee)
        case FusedLoc():
            parts = getattr(location.locations, "data", ())
            return next((place for part in parts if (place := _place_in(part))), None)
        case _:
            return None
