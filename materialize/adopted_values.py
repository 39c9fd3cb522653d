"""Values that code has already, in the tables of what need not be written again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from ..analysis.module_parts import dialect_of
from ..dialects.effects import has_no_effects
from ..rules.rule import Value


class AdoptedValues:
    """Where the values are that were there before, so that none outlives the op that makes it."""

    def __init__(self) -> None:
        self._places: dict[SSAValue, list[tuple[dict[Any, SSAValue], Hashable]]] = {}
        """For each value the tables that have it, and the keys there."""

    def add(self, table: dict[Any, SSAValue], key: Hashable, value: SSAValue) -> None:
        """Puts `value` into `table`, where nothing earlier has its place."""
        if table.setdefault(key, value) is value:
            self._places.setdefault(value, []).append((table, key))

    def release(self, value: SSAValue, by: SSAValue | None) -> None:
        """Takes `value` out of its tables; `by` gets its places."""
        for table, key in self._places.pop(value, ()):
            del table[key]
            if by is not None:
                self.add(table, key, by)


def is_arithmetic(op: Operation) -> bool:
    """Whether `op` computes sizes, and does nothing else."""
    return dialect_of(type(op)) in ("arith", "tensor") and has_no_effects(op)


def is_written_simply(op: Operation, elements: Value) -> bool:
    """Whether `op` is the canonical form of its value: constants are `arith.constant`."""
    if isinstance(op, arith.ConstantOp) or len(elements) != 1:
        return True
    element = elements[0]
    return bool(element.symbols()) if element is not None else False
