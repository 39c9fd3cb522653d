"""The names of symbols in a module: which are used, and which are free."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ..dialects import sdim
from .module_parts import instances_below, types_below


class SymbolNames:
    """Names `S0`, `S1`, … that no symbol of a module has yet."""

    def __init__(self, taken: set[str] | None = None):
        self._taken = taken or set()
        self._next = 0

    @staticmethod
    def of(module: ModuleOp) -> SymbolNames:
        taken = set[str]()
        for op in module.body.block.ops:
            name = op.get_attr_or_prop("sym_name")
            if name is not None:
                taken.add(getattr(name, "data", ""))
        return SymbolNames(taken)

    def reserve(self, names: Iterable[str]) -> None:
        """Gives none of `names` to any symbol."""
        self._taken.update(names)

    def next(self) -> str:
        while (name := f"S{self._next}") in self._taken:
            self._next += 1
        self._next += 1
        return name


def symbols_below(root: Operation) -> set[str]:
    """Every symbol that a type of a value in `root`, or an `sdim.size` there, names."""
    used = {op.symbol.root_reference.data for op in instances_below(root, sdim.SizeOp)}
    return used | symbols_of_types_below(root)


def symbols_of_types_below(root: Operation) -> set[str]:
    """Every symbol that a type of a value in `root` names."""
    entries = (entry for type_ in types_below(root) for entry in sdim.encoding_of(type_) or ())
    return {entry for entry in entries if isinstance(entry, str)}


def symbol_order(name: str) -> tuple[int, str]:
    """Sorts `S2` before `S10`."""
    digits = name.lstrip("S")
    return (int(digits) if digits.isdecimal() else 1 << 60, name)
